import Foundation
import Testing
import TestSupport
import Vision

@testable import FaceEngine

@Suite struct EvaluationTests {
    /// A data set of the three photographs under names of their own.
    private func dataset() throws -> FaceDataset {
        let folder = FileManager.default.temporaryDirectory.path + "/faces-\(UUID().uuidString)"
        for set in ["alpha", "beta-single"] {
            try FileManager.default.createDirectory(atPath: folder + "/" + set, withIntermediateDirectories: true)
        }
        let copies = [
            ("alpha/one.jpg", "obama.jpg"), ("alpha/two.jpg", "obama2.jpg"), ("beta-single/other.jpg", "biden.jpg"),
        ]
        for (name, photograph) in copies {
            try Data(try Material.photograph(photograph)).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        try Data("not a picture".utf8).write(to: URL(fileURLWithPath: folder + "/beta-single/broken.jpg"))
        let manifest: [String: [String]] = [
            "alpha:man": ["alpha/one.jpg", "alpha/two.jpg"], "beta:other": ["beta-single/other.jpg"],
            "beta:broken": ["beta-single/broken.jpg"],
        ]
        try JSONEncoder().encode(manifest).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
        try JSONEncoder().encode([["alpha/one.jpg", "alpha/two.jpg"]])
            .write(to: URL(fileURLWithPath: folder + "/cross-pairs.json"))
        return try FaceDataset(identities: folder + "/manifest.json")
    }

    @Test func aDataSetIsReadFromItsManifest() throws {
        let dataset = try dataset()
        defer { try? FileManager.default.removeItem(atPath: dataset.folder) }
        #expect(dataset.samples.map(\.identity) == ["alpha:man", "alpha:man", "beta:broken", "beta:other"])
        #expect(dataset.samples.map(\.set) == ["alpha", "alpha", "beta", "beta"])
        #expect(dataset.portraitPairs.count == 1)
        #expect(throws: FaceDataset.ReadingError.self) { try FaceDataset(identities: dataset.folder + "/nowhere.csv") }
        #expect(try FaceDataset(identities: dataset.folder).samples.count == 4)
    }

    @Test func onePersonIsNeverSplitBetweenTheHalves() throws {
        guard let manifest = SharedData.path("faces/manifest.json") else { return }
        let dataset = try FaceDataset(identities: manifest)
        let halves = dataset.fittingHalf(seed: FaceEvaluation.splitSeed)
        var halfOfIdentity: [String: Bool] = [:]
        for (sample, half) in zip(dataset.samples, halves) {
            #expect(halfOfIdentity[sample.identity, default: half] == half)
            halfOfIdentity[sample.identity] = half
        }
        let fitting = halfOfIdentity.values.count { $0 }
        #expect(abs(fitting - halfOfIdentity.count / 2) <= 5)
        #expect(halves == dataset.fittingHalf(seed: FaceEvaluation.splitSeed))
        #expect(halves != dataset.fittingHalf(seed: 1))
    }

    @Test func aReportCountsWhatItSaw() throws {
        let dataset = try dataset()
        defer { try? FileManager.default.removeItem(atPath: dataset.folder) }
        let engine = try Photographs.engine.get()
        let evaluation = try FaceEvaluation(of: dataset, by: engine, threads: 2)
        #expect(evaluation.calibration(madeBy: "test", digest: { _ in "" }) == nil)
        let halves = [true, false].map { evaluation.report(with: engine.calibration, onFittingHalf: $0) }
        #expect(halves.map(\.pictures).reduce(0, +) == 4)
        #expect(halves.map(\.genuine).reduce(0, +) == 1)
        #expect(halves.map { $0.failureToEnroll * Double($0.pictures) }.reduce(0, +) == 1)
        let portraits = try #require(halves[0].sets.first { $0.name == "alpha portraits, both halves" })
        #expect(portraits.genuine == 1 && portraits.pictures == 2 && portraits.failureToEnroll == 0)
        #expect(portraits.points.map(\.fmr) == [1e-2, 1e-3, 1e-4, 1e-5])
        #expect(portraits.points[0].missed == 0)
        let json = try JSONEncoder().encode(halves[0])
        #expect(try JSONDecoder().decode(FaceReport.self, from: json) == halves[0])
    }
}
