import Foundation
import TestSupport
import Testing

@testable import FaceEngine

/// The pairs that a calibration was fitted to, counted.
@Suite struct DistributionTests {
    private func counted(mated: [Float], nonMated: [Float]) -> SimilarityDistributions {
        SimilarityDistributions(
            mated: mated, nonMated: nonMated, model: "m", calibration: "c", madeBy: "command", sets: ["a"], images: 4,
            identities: 2, seed: 1)
    }

    @Test func everyPairIsInOneBinAndEmptyEndsAreCutOff() {
        let found = counted(mated: [0.615, 0.619, 1.0000001], nonMated: [-0.005, 0.0, 0.0099])
        #expect(found.least == -0.01 && found.width == 0.01 && found.mated.count == 101)
        #expect(found.nonMated.prefix(2) == [1, 2] && found.nonMated.reduce(0, +) == 3)
        #expect(found.mated[62] == 2 && found.mated.last == 1 && found.mated.reduce(0, +) == 3)
        #expect(found.isWellFormed)
    }

    @Test func theShareAboveASimilarityIsThatOfThePairs() {
        var generator = SeededGenerator.announced()
        let similarities = (0..<5000).map { _ in Float.random(in: -0.3...0.9, using: &generator) }
        let found = counted(mated: similarities, nonMated: [0])
        for threshold in [-0.9, -0.3, 0, 0.255, 0.5, 0.9, 1] {
            let share = Double(similarities.count { Double($0) >= threshold }) / 5000
            #expect(abs(found.share(of: found.mated, atLeast: threshold) - share) < 0.01, "\(threshold)")
        }
    }

    @Test func whatCannotBeDrawnIsNotWellFormed() {
        #expect(!counted(mated: [], nonMated: [0.1]).isWellFormed)
        #expect(!counted(mated: [0.1], nonMated: []).isWellFormed)
        #expect(!counted(mated: [.nan], nonMated: [.nan]).isWellFormed)
    }

    @Test func theFileIsReadBack() throws {
        let found = counted(mated: [0.5, 0.7], nonMated: [0.1, 0.2])
        #expect(try JSONDecoder().decode(SimilarityDistributions.self, from: Data(found.json())) == found)
    }

    /// What stands in `packs/` was counted on the pairs of the calibration beside it.
    @Test(arguments: ["face-recognition", "dlib-resnet", "edgeface"])
    func committedDistributionsFitTheirCalibration(name: String) throws {
        let packs = Material.packageRoot + "/packs/" + name
        func contents(_ ending: String) -> Data? { FileManager.default.contents(atPath: packs + ending) }
        // A pack may do without.
        guard let file = contents(".distributions.json") else { return }
        let found = try JSONDecoder().decode(SimilarityDistributions.self, from: file)
        let table = try JSONDecoder().decode(
            FaceCalibration.self, from: try #require(contents(".calibration.json")))
        #expect(found.isWellFormed && file.count < 20_000)
        #expect(found.calibration == table.digest && found.model == table.model)
        #expect(found.nonMated.reduce(0, +) == table.impostorPairs && found.identities == table.identities)
        for score in [1.0, 2, 3] {
            let share = found.share(of: found.nonMated, atLeast: table.similarity(atScore: score))
            // Within a bin the pairs of dlib fall by most of a decade, and are taken to lie evenly.
            #expect(abs(-log10(share) - score) < 0.3, "a score of \(score)")
        }
    }
}
