import Foundation
import Testing
import TestSupport

@testable import FaceEngine

@Suite struct SearchThresholdTests {
    private static let table = FaceCalibration(
        version: 1, model: "m", madeBy: "by hand", impostorPairs: 3_000_000, identities: 9, seed: 1,
        points: [
            .init(similarity: -0.2, score: 0), .init(similarity: 0.1, score: 2), .init(similarity: 0.3, score: 4),
            .init(similarity: 0.35, score: 5),
        ], tailSlope: 20, greatestScore: 6, digest: "")

    private static func committed() throws -> FaceCalibration {
        let file = Material.packageRoot + "/packs/face-recognition.calibration.json"
        return try JSONDecoder().decode(FaceCalibration.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    @Test func thresholdsNeverFallWithTheSizeOfTheGallery() throws {
        for calibration in [Self.table, try Self.committed()] {
            var (last, isDecided) = (-1.0, true)
            for step in 0...180 {
                let threshold = calibration.searchThreshold(gallery: Int(pow(10, Double(step) / 10)))
                guard let threshold else {
                    isDecided = false
                    continue
                }
                #expect(isDecided && threshold.similarity >= last && threshold.similarity <= 1)
                last = threshold.similarity
            }
            #expect(!isDecided)
            #expect(calibration.searchThreshold(gallery: 0) == calibration.searchThreshold(gallery: 1))
        }
    }

    /// Where pairs show the rate, their own rate at the threshold is less than asked for, by the margin and by what the number of
    /// pairs leaves open.
    @Test func theRateThatPairsShowIsKept() throws {
        for calibration in [Self.table, try Self.committed()] {
            for size in [1, 2, 5, 20] {
                let threshold = try #require(calibration.searchThreshold(gallery: size))
                guard !threshold.isExtrapolated else { continue }
                let shown = calibration.score(atSimilarity: threshold.similarity)
                #expect(!shown.isExtrapolated)
                let pairs = Double(calibration.impostorPairs) * pow(10, -shown.value)
                let bound = pow(10, -shown.value) * (1 + 1.645 / pairs.squareRoot())
                #expect(abs(bound * Double(size) * 2.5 / 1e-3 - 1) < 1e-6)
            }
        }
    }

    @Test func beyondThePairsTheThresholdRisesSlowerThanTheMeasuredTailFalls() throws {
        let first = try #require(Self.table.searchThreshold(gallery: 1000))
        let second = try #require(Self.table.searchThreshold(gallery: 10_000))
        #expect(first.isExtrapolated && abs(second.extrapolatedDecades - first.extrapolatedDecades - 1) < 1e-9)
        // A decade of the rate takes 0.05 of similarity at the measured slope, and more at its lower bound.
        let decade = second.similarity - first.similarity
        #expect(decade > 0.05 && decade < 0.06)
        // No step where the pairs end.
        let rates = (0..<2000).map { pow(10, -4 - Double($0) / 1000) }
        let thresholds = try rates.map {
            try #require(Self.table.searchThreshold(gallery: 1, rate: $0)).similarity
        }
        #expect(zip(thresholds, thresholds.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 < 1e-3 })
    }

    @Test func noRateIsPromisedThatIsNone() {
        for rate in [0, -1, 1, 2, .nan] { #expect(Self.table.searchThreshold(gallery: 10, rate: rate) == nil) }
        let none = FaceCalibration(
            version: 1, model: "m", madeBy: "", impostorPairs: 0, identities: 0, seed: 0, points: [], tailSlope: 1,
            greatestScore: 6, digest: "")
        #expect(none.searchThreshold(gallery: 10) == nil)
    }
}
