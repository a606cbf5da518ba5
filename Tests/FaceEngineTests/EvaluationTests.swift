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
        try Data("not an image".utf8).write(to: URL(fileURLWithPath: folder + "/beta-single/broken.jpg"))
        let manifest: [String: [String]] = [
            "alpha:man": ["alpha/one.jpg", "alpha/two.jpg"], "beta:other": ["beta-single/other.jpg"],
            "beta:broken": ["beta-single/broken.jpg"],
        ]
        try JSONEncoder().encode(manifest).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
        try JSONEncoder().encode([["alpha/one.jpg", "alpha/two.jpg"]])
            .write(to: URL(fileURLWithPath: folder + "/cross-pairs.json"))
        let people = """
            identity,images,gender,age,ethnicity,ita_measured
            alpha:man,2,male,51,,-3.5
            beta:other,1,male,NA,,
            """
        try Data(people.utf8).write(to: URL(fileURLWithPath: folder + "/identities.csv"))
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
        // Otherwise it would be counted as a failure to enroll.
        try FileManager.default.removeItem(atPath: dataset.folder + "/alpha/two.jpg")
        #expect(throws: FaceDataset.ReadingError.imageMissing(file: "alpha/two.jpg")) {
            try FaceDataset(identities: dataset.folder)
        }
    }

    @Test func whatADataSetStatesOfItsPeopleIsReadAndPutInBands() throws {
        let dataset = try dataset()
        defer { try? FileManager.default.removeItem(atPath: dataset.folder) }
        let man = try #require(dataset.labels["alpha:man"])
        #expect(man == IdentityLabels(sex: "male", ageInYears: 51, typologyAngleInDegrees: -3.5))
        #expect(man.ageBand == "45 to 59" && man.skinToneBand == "brown and dark (ITA under 10°)")
        let other = try #require(dataset.labels["beta:other"])
        #expect(other == IdentityLabels(sex: "male"))
        #expect(other.ageBand == nil && other.skinToneBand == nil)
        let bands = [17, 18, 29, 30, 44, 45, 59, 60].map { IdentityLabels(ageInYears: $0).ageBand }
        #expect(
            bands.map { $0?.prefix(5) } == ["under", "18 to", "18 to", "30 to", "30 to", "45 to", "45 to", "60 an"])
        #expect(IdentityLabels.read(csv: "").isEmpty)
        #expect(IdentityLabels.read(csv: "age\n7\n").isEmpty)
        #expect(IdentityLabels.read(csv: "age,identity\r\n7,a\r\n") == ["a": IdentityLabels(ageInYears: 7)])
    }

    @Test(.enabled(if: SharedData.isThere, "\(SharedData.reason)")) func onePersonIsNeverSplitBetweenTheHalves() throws
    {
        let manifest = SharedData.path("faces/manifest.json")
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
        #expect(evaluation.frameCalibration(madeBy: "test", digest: { _ in "" }) == nil)
        let halves = [true, false].map {
            evaluation.report(with: engine.calibration, frames: engine.frameCalibration, onFittingHalf: $0)
        }
        #expect(halves.map(\.images).reduce(0, +) == 4)
        #expect(halves.map(\.genuine).reduce(0, +) == 1)
        #expect(halves.map { $0.failureToEnroll * Double($0.images) }.reduce(0, +) == 1)
        let portraits = try #require(halves[0].sets.first { $0.name == "alpha portraits, both halves" })
        #expect(portraits.genuine == 1 && portraits.images == 2 && portraits.failureToEnroll == 0)
        #expect(portraits.points.map(\.fmr) == [1e-2, 1e-3, 1e-4, 1e-5])
        #expect(portraits.points[0].missed == 0)
        let frames = try #require(halves[0].sets.first { $0.name == "frames of one capture" })
        #expect(frames.model == engine.frameDescriptor.name && halves[0].model == engine.descriptor.name)
        let json = try JSONEncoder().encode(halves[0])
        #expect(try JSONDecoder().decode(FaceReport.self, from: json) == halves[0])
    }

    @Test func aReportTellsLookAlikesGroupsAndCapturesOfSeveralFramesApart() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/faces-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var manifest: [String: [String]] = [:]
        let people = [("man", "obama.jpg"), ("same", "obama2.jpg"), ("other", "biden.jpg")]
        for (set, (person, photograph)) in zip(["a", "b", "c"], people) {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(set)", withIntermediateDirectories: true)
            let image = try Photographs.image(photograph)
            manifest[person] = try (0..<3).map { index in
                let file = "\(set)/\(index).jpg"
                let bytes = try image.reduced(toLongestSide: 700 - 100 * index).jpeg(quality: 85)
                try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + file))
                return file
            }
        }
        try JSONEncoder().encode(manifest).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
        let labels = "identity,gender,age\nman,male,51\nsame,male,48\nother,male,67\n"
        try Data(labels.utf8).write(to: URL(fileURLWithPath: folder + "/identities.csv"))

        let dataset = try FaceDataset(identities: folder)
        // One person a set: halves are rounded down, so none of them is in the fitting half.
        #expect(dataset.fittingHalf(seed: FaceEvaluation.splitSeed).allSatisfy { !$0 })
        let engine = try Photographs.engine.get()
        let evaluation = try FaceEvaluation(of: dataset, by: engine, threads: 2)
        let report = evaluation.report(with: engine.calibration, frames: engine.frameCalibration)
        func set(_ name: String) throws -> FaceReport { try #require(report.sets.first { $0.name == name }, "\(name)") }

        #expect(report.genuine == 9 && report.impostor == 27)
        #expect(try set("captures of stills").impostor == 27)
        // Each of nine images against the capture of the two others, and against those of the two other people.
        let several = try set("captures of several frames")
        #expect(several.genuine == 9 && several.impostor == 18)
        #expect(several.points.allSatisfy { $0.missed == 0 })
        #expect(try set("captures of several frames, the best alone").impostor == 18)
        // Two of the three "people" are one man: nine of the 27 pairs match, all of one sex and two of one age band.
        #expect(try set("look-alikes: same sex").impostor == 27)
        #expect(try set("look-alikes: same sex").points.allSatisfy { $0.observedFMR == 9.0 / 27 })
        let alike = try set("look-alikes: same sex and age band")
        #expect(alike.impostor == 9 && alike.points.allSatisfy { $0.observedFMR == 1 })
        #expect(try #require(alike.points[0].observedFMRLow) > 0.6 && alike.points[0].observedFMRHigh == 1)
        #expect(!report.sets.contains { $0.name == "look-alikes: same sex and skin tone" })
        #expect(try set("age: 45 to 59").genuine == 6 && set("age: 60 and over").genuine == 3)
        #expect(try set("age: 60 and over").points[0].observedFMR == nil)
        #expect(report.points.map { $0.isExtrapolated } == [false, false, false, true])
    }
}
