import Foundation
import Testing
import TestSupport
import Vision

@testable import FaceEngine

@Suite struct PhotographEvaluationTests {
    /// Two photographs of one man, and a single one of another.
    private func dataset() throws -> FaceDataset {
        let folder = FileManager.default.temporaryDirectory.path + "/photographs-\(UUID().uuidString)"
        let copies = [
            ("press/one.jpg", "obama.jpg"), ("press/two.jpg", "obama2.jpg"), ("congress-single/other.jpg", "biden.jpg"),
        ]
        for (name, photograph) in copies {
            let file = URL(fileURLWithPath: folder + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let small = try Photographs.image(photograph).reduced(toLongestSide: 500)
            try Data(try small.jpeg(quality: 90)).write(to: file)
        }
        let manifest = [
            "press:man": ["press/one.jpg", "press/two.jpg"], "congress:other": ["congress-single/other.jpg"],
        ]
        try JSONEncoder().encode(manifest).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
        return try FaceDataset(identities: folder)
    }

    @Test func anAnimatedPortraitIsSuspectedAndAnotherPhotographIsNot() throws {
        let dataset = try dataset()
        defer { try? FileManager.default.removeItem(atPath: dataset.folder) }
        let evaluation = try PhotographEvaluation(of: dataset, by: Photographs.engine.get(), half: .both, threads: 2)
        let report = evaluation.report
        func captures(_ isReuse: Bool) -> [PhotographReport.Group] { report.groups.filter { $0.isReuse == isReuse } }

        let pair = try #require(captures(false).first { $0.name == "two press photographs, in any pose" })
        #expect(pair.reused.count == 1 && pair.people == 1)
        #expect(pair.reused.hits == 0 && pair.suspected.hits == 0 && pair.cannotTell.isEmpty)
        let turns = captures(true).filter { $0.name.hasSuffix(PhotographEvaluation.Pose.turn.rawValue) }
        #expect(
            Set(turns.map(\.name)).isSuperset(of: [
                "reuse of a 117 px portrait: file, a turn through the portrait's pose"
            ]))
        #expect(turns.allSatisfy { $0.suspected.hits == $0.suspected.count && $0.suspected.count > 0 })
        #expect(report.failures == 0)
        #expect(report.millisecondsPerFrame > 0 && report.millisecondsPerDescriptor > 0)
        #expect(try JSONDecoder().decode(PhotographReport.self, from: JSONEncoder().encode(report)) == report)
    }

    @Test func theSameTrialsAreMadeOnEveryRun() throws {
        let dataset = try dataset()
        defer { try? FileManager.default.removeItem(atPath: dataset.folder) }
        let trials = PhotographEvaluation.trials(of: dataset) { _ in true }
        #expect(trials.count == 1 + 2 * PhotographEvaluation.Origin.allCases.count)
        #expect(trials.map(\.seed) == PhotographEvaluation.trials(of: dataset) { _ in true }.map(\.seed))
        #expect(Set(trials.map(\.seed)).count == trials.count)
        #expect(PhotographEvaluation.trials(of: dataset) { _ in false }.isEmpty)

        let photograph = try Photographs.sample("obama.jpg")
        for copy in PortraitCopy.all {
            let images = (0..<2).map { _ in
                var randomness = SplitMix64(state: 7)
                return copy.made(from: photograph.image, of: photograph.mesh, &randomness)
            }
            #expect(images[0].size.height == copy.height && images[0] == images[1])
        }
    }

    @Test func aShareHasItsExactBounds() {
        let none = PhotographReport.Share(hits: 0, of: 60)
        #expect(none.low == 0 && abs(none.high - 0.0596) < 1e-4)
        #expect(PhotographReport.Spread([]) == nil)
        let spread = PhotographReport.Spread((0...100).reversed().map(Double.init))
        #expect(spread?.least == 0 && spread?.fivePercent == 5 && spread?.median == 50)
        #expect(spread?.ninetyFivePercent == 95 && spread?.greatest == 100)
    }
}
