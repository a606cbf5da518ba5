import FaceEngine
import Foundation
import LivenessScorer
import TestSupport
import Testing
import Vision

@testable import AttackMaterial

@Suite struct InjectionReportTests {
    /// What three attacks that today's rules refuse for certain, and one that is not made, say of themselves.
    private static let report = Result { () throws -> InjectionReport in
        let engine = try SharedMaterial.engine.get()
        let bench = AttackBench(engine: engine, networks: .none, level: .balanced, video: nil)
        let suite = ["A35", "A39", "A40", "A71"].compactMap { code in InjectionSuite.all.first { $0.code == code } }
        // Of the usual size: a smaller face would be refused for that.
        let source = AttackSource.still(
            try AttackStill(photograph: Image(decoding: Material.photograph("obama.jpg")), engine: engine))
        let trials = ["second", "first"].flatMap { item in
            suite.map { bench.trial(of: $0, on: source, set: "set", item: item, person: "person") }
        }
        let method = InjectionReport.Method(
            command: "onboarding eval injection", descriptor: "descriptor", textureNetworks: [], level: .balanced,
            hasVideoProgram: false)
        return InjectionReport(method, of: suite, trials: trials)
    }

    @Test func eachNumberSaysWhatRefusedIt() throws {
        let report = try Self.report.get()
        #expect(report.attacks.map(\.attack) == ["A35", "A39", "A40", "A71"])
        #expect(report.attacks[0].refusals == [InjectionReport.Count(word: "stillness (repeatedStill)", count: 2)])
        #expect(report.attacks[1].refusals == [InjectionReport.Count(word: "frameTimesInvalid", count: 2)])
        #expect(report.attacks[1].withoutResponse == 2 && report.attacks[1].accepted.count == 0)
    }

    @Test func whatWasNotMadeCountsForNothingAndIsListed() throws {
        let report = try Self.report.get()
        #expect(report.attacks[3].accepted.of == 0)
        #expect(report.attacks[3].notMade == [InjectionReport.Count(word: "no ffmpeg", count: 2)])
        #expect(report.methods.map(\.method) == [.postedFrames])
        #expect(report.document.text.contains("no ffmpeg 2"))
    }

    @Test func aMethodSaysRefusedOfMadeWithItsInterval() throws {
        let row = try #require(Self.report.get().methods.first)
        #expect(row.attacks == 3 && row.refused.count == 6 && row.refused.of == 6 && row.refused.persons == 1)
        let interval = try #require(row.refused.interval)
        #expect(interval.low < 0.7 && interval.high == 1)
        // Six without an error say nothing of 1 in 150.
        #expect(row.claim == .notShown)
    }

    @Test func trialsComeInTheOrderOfTheSuiteThenOfTheirSources() throws {
        let trials = try Self.report.get().trials
        #expect(trials.map(\.attack) == ["A35", "A35", "A39", "A39", "A40", "A40", "A71", "A71"])
        #expect(trials.prefix(2).map { $0.result?.subject.item } == ["first", "second"])
    }

    @Test func theReportIsReadAgainFromItsJSON() throws {
        let report = try Self.report.get()
        #expect(try JSONDecoder().decode(InjectionReport.self, from: JSONEncoder().encode(report)) == report)
    }
}

@Suite struct InjectionMaterialTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/onboarding-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test func filesOfOneNameShowOnePerson() throws {
        try withFolder { folder in
            for name in ["a_1.jpg", "a_2.jpg", "b.png", ".hidden.jpg", "notes.txt"] {
                try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            let persons = try StillFiles.persons(at: folder)
            #expect(persons.map(\.person) == ["a", "b"])
            #expect(persons.map(\.files.count) == [2, 1])
            let material = try InjectionMaterial(stills: [folder], clips: [], documents: [], each: 5)
            // Both stills, and a page that is printed for each.
            #expect(
                material.items.map(\.kinds) == [
                    [.still, .twoStills], [.still], [.documentPortrait], [.documentPortrait],
                ])
            #expect(try InjectionMaterial(stills: [folder], clips: [], documents: [], each: 1).items.count == 2)
        }
    }

    @Test func aListOfRecordingsGivesTheVideosOfLivingPeople() throws {
        try withFolder { folder in
            let list = """
                {"items": [{"file": "a.mp4", "kind": "video", "label": "live", "subject": "one"},
                {"file": "b.mp4", "kind": "video", "label": "spoof", "subject": "two"},
                {"file": "c", "kind": "frames", "label": "bona-fide", "subject": "three"}]}
                """
            try Data(list.utf8).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
            let clips = try ClipFiles.clips(at: folder + "/manifest.json")
            #expect(clips.map(\.person) == ["one"] && clips.map(\.file) == [folder + "/a.mp4"])
        }
    }

    @Test(arguments: ["", "/manifest.json"]) func whatHoldsNothingIsRefused(name: String) throws {
        try withFolder { folder in
            #expect(throws: InjectionMaterialError.unreadable(folder + name)) {
                try InjectionMaterial(stills: [folder + name], clips: [], documents: [], each: 1)
            }
            #expect(throws: InjectionMaterialError.unreadable(folder + name)) {
                try ClipFiles.clips(at: folder + name)
            }
        }
    }

    @Test func aFileThatCannotBeReadIsNotMadeAndStopsNothing() throws {
        try withFolder { folder in
            try Data("no image".utf8).write(to: URL(fileURLWithPath: folder + "/a.jpg"))
            let engine = try SharedMaterial.engine.get()
            let suite = InjectionSuite.all.filter { ["A13", "A01"].contains($0.code) }
            let trials = InjectionEvaluation(
                suite: suite, material: try InjectionMaterial(stills: [folder], clips: [], documents: [], each: 1),
                bench: AttackBench(engine: engine, networks: .none, level: .balanced, video: nil), engine: engine
            ).trials(threads: 2, keep: { _, _, _ in }, progress: { _ in })
            #expect(trials.map(\.attack) == ["A13", "A01"])
            #expect(trials[0].notMade == "source unreadable" && trials[0].result == nil)
        }
    }
}
