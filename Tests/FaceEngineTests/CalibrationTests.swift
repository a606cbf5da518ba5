import Foundation
import Testing
import TestSupport

@testable import FaceEngine

@Suite struct CalibrationTests {
    private let table = FaceCalibration(
        version: 1, model: "m", madeBy: "by hand", impostorPairs: 30_000, identities: 9, seed: 1,
        points: [
            .init(similarity: -0.2, score: 0), .init(similarity: 0.1, score: 1), .init(similarity: 0.2, score: 2),
            .init(similarity: 0.3, score: 3),
        ], tailSlope: 10, greatestScore: 6, digest: "")

    @Test func scoresRiseWithSimilarity() {
        var last = -1.0
        for step in 0...2000 {
            let score = table.score(atSimilarity: -1 + Double(step) / 1000)
            #expect(score.value >= last)
            #expect(score.value >= 0 && score.value <= 6)
            last = score.value
        }
        #expect(abs(table.score(atSimilarity: 0.15).value - 1.5) < 1e-12)
        #expect(table.score(atSimilarity: -0.9).value == 0)
    }

    @Test func whatThePairsCannotShowIsMarkedExtrapolated() {
        #expect(table.score(atSimilarity: 0.3) == (3, false))
        let beyond = table.score(atSimilarity: 0.4)
        #expect(abs(beyond.value - 4) < 1e-12 && beyond.isExtrapolated)
        #expect(table.score(atSimilarity: 0.99) == (6, true))
    }

    @Test func aThresholdIsTheSimilarityOfItsScore() {
        for score in [0.3, 1, 1.7, 2.999, 3, 4.5, 6] {
            #expect(abs(table.score(atSimilarity: table.similarity(atScore: score)).value - score) < 1e-9)
        }
    }

    /// Similarities drawn from a known distribution: the table must say that distribution's own rates.
    @Test func aFittedTableGivesTheRatesOfItsPairs() throws {
        var generator = SeededGenerator.announced()
        let similarities = (0..<300_000).map { _ in
            // Uniform on −0.5…0.5: the share at or above s is 0.5 − s.
            Float.random(in: -0.5...0.5, using: &generator)
        }
        let fitted = try #require(
            FaceCalibration.fitted(
                toImpostors: similarities, model: "m", madeBy: "test", identities: 2, seed: 3, digest: { "\($0.count)" }
            ))
        #expect(fitted.isWellFormed && fitted.impostorPairs == 300_000)
        for score in [0.5, 1, 2, 3] {
            let rate = 0.5 - fitted.similarity(atScore: score)
            #expect(abs(rate / pow(10, -score) - 1) < 0.2, "score \(score), seed \(generator.seed)")
        }
        #expect(abs((fitted.points.last?.score ?? 0) - 4) < 1e-6)
        #expect(fitted.digest == "\(fitted.canonicalText.utf8.count)")
        let read = try JSONDecoder().decode(FaceCalibration.self, from: Data(try fitted.json()))
        #expect(read == fitted && read.canonicalText == fitted.canonicalText)
    }

    @Test func tooFewPairsGiveNoTable() {
        let few = [Float](repeating: 0.1, count: 2_999)
        #expect(
            FaceCalibration.fitted(
                toImpostors: few, model: "m", madeBy: "", identities: 1, seed: 1, digest: { _ in "" }) == nil)
        #expect(
            FaceCalibration.fitted(
                toImpostors: few + few, model: "m", madeBy: "", identities: 1, seed: 1, digest: { _ in "" }) == nil)
    }

    @Test func exactBoundsAreThoseOfTheTables() {
        // Clopper and Pearson: 0 of 100, 5 of 100, 10 of 10.
        let none = exactBounds(hits: 0, of: 100)
        #expect(none.low == 0 && abs(none.high - 0.03622) < 1e-4)
        let five = exactBounds(hits: 5, of: 100)
        #expect(abs(five.low - 0.01643) < 1e-4 && abs(five.high - 0.11283) < 1e-4)
        let all = exactBounds(hits: 10, of: 10)
        #expect(abs(all.low - 0.69150) < 1e-4 && all.high == 1)
        #expect(exactBounds(hits: 0, of: 0) == (0, 1))
    }

    /// As many trials as there are pairs of different people: the chance of no hit at all is 0 in floating point there.
    /// Beside the limits of the normal approximation, which is good to a thousandth for these counts.
    @Test func boundsOfManyTrialsAreNarrowAndRight() {
        for (hits, count) in [(5_700, 571_241), (560, 571_241), (1_000, 2_000)] {
            let share = Double(hits) / Double(count)
            let deviation = (share * (1 - share) / Double(count)).squareRoot()
            let bounds = exactBounds(hits: hits, of: count)
            #expect(abs(bounds.low - (share - 1.96 * deviation)) < 0.1 * deviation)
            #expect(abs(bounds.high - (share + 1.96 * deviation)) < 0.1 * deviation)
        }
        let none = exactBounds(hits: 0, of: 571_241)
        #expect(none.low == 0 && abs(none.high * 571_241 - 3.689) < 0.01)
    }
}
