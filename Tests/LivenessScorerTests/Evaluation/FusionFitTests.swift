import Foundation
import TestSupport
import Testing

@testable import LivenessScorer

@Suite struct FusionFitTests {
    /// Thirty people and thirty attacks: the first cue tells them apart for the most part, the second guesses, the third says
    /// the opposite of the truth.
    private static func samples(_ random: inout SeededGenerator) -> [FusionSample] {
        (0..<60).map { index in
            let isBonaFide = index < 30
            let middle = isBonaFide ? 75.0 : 35
            return FusionSample(
                isBonaFide: isBonaFide, group: "\(index)", level: index.isMultiple(of: 2) ? .balanced : .highSecurity,
                scores: [
                    "telling": min(max(middle + .random(in: -35...35, using: &random), 0), 100),
                    "guessing": .random(in: 0...100, using: &random),
                    "lying": isBonaFide ? 20 : 80,
                ])
        }
    }

    private static let cues = ["telling", "guessing", "lying"]

    @Test func theCueThatTellsGetsTheWeightAndNoWeightIsNegative() throws {
        var random = SeededGenerator.announced()
        let table = try #require(FusionFit(samples: Self.samples(&random), cues: Self.cues).table())
        let telling = try #require(table.weights["telling"])
        #expect(telling > 1)
        #expect(abs(try #require(table.weights["guessing"])) < telling / 2)
        #expect(table.weights["lying"] == 0)
        #expect(table.weights.values.allSatisfy { $0 >= 0 })
    }

    @Test func theSameSamplesGiveTheSameTable() {
        var random = SeededGenerator.announced()
        let samples = Self.samples(&random)
        #expect(
            FusionFit(samples: samples, cues: Self.cues).table() == FusionFit(samples: samples, cues: Self.cues).table()
        )
    }

    @Test func theOperatingPointsRejectNoMoreThanIsTolerated() throws {
        var random = SeededGenerator.announced()
        let samples = Self.samples(&random)
        let table = try #require(FusionFit(samples: samples, cues: Self.cues).table())
        for level in [LivenessLevel.balanced, .highSecurity] {
            let bonaFide = samples.filter { $0.isBonaFide && $0.level == level }
            let rejected = bonaFide.count { sample in
                let logOdds = sample.scores.reduce(table.bias) {
                    $0 + (table.weights[$1.key] ?? 0) * ($1.value - 50) / 50
                }
                return logOdds < table.leastLogOdds[level]
            }
            #expect(Double(rejected) <= FusionFit.tolerated[level] * Double(bonaFide.count))
        }
        #expect(table.leastSumAgainst < 0)
    }

    @Test func withoutOneOfTheClassesThereIsNoFit() {
        var random = SeededGenerator.announced()
        let samples = Self.samples(&random)
        #expect(FusionFit(samples: samples.filter(\.isBonaFide), cues: Self.cues).table() == nil)
        #expect(FusionFit(samples: samples.filter { !$0.isBonaFide }, cues: Self.cues).table() == nil)
        #expect(FusionFit(samples: [], cues: Self.cues).table() == nil)
    }

    @Test func falseRejectionsRiseWithTheLogOddsFromNothingOn() throws {
        var random = SeededGenerator.announced()
        let table = try #require(FusionFit(samples: Self.samples(&random), cues: Self.cues).table())
        let course = (-100...100).compactMap { table.falseRejectionInPercent(atLogOdds: Double($0) / 10) }
        #expect(course.count == 201)
        #expect(zip(course, course.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(course.first == 0)
        #expect(try #require(course.last) > 50)
        #expect(table.falseRejectionInPercent(atLogOdds: .nan) == nil)
    }

    /// People count once each, however many captures there are of them.
    @Test func aPersonWithManyCapturesCountsAsOne() throws {
        var random = SeededGenerator.announced()
        let samples = Self.samples(&random)
        let repeated = samples + [FusionSample](repeating: samples[0], count: 500)
        let table = try #require(FusionFit(samples: samples, cues: Self.cues).table())
        let again = try #require(FusionFit(samples: repeated, cues: Self.cues).table())
        #expect(abs(try #require(table.weights["telling"]) - (again.weights["telling"] ?? 0)) < 0.01)
    }

    @Test(arguments: [false, true]) func theTableInForceIsComplete(withPadPack: Bool) {
        let table = FusionData.table(withPadPack: withPadPack)
        #expect(Set(table.weights.keys) == Set(FusionData.weighedCues(withPadPack: withPadPack)))
        #expect(table.weights.keys.contains(PadPack.name) == withPadPack)
        #expect(table.falseRejections.count >= 2)
        for (low, high) in zip(table.falseRejections, table.falseRejections.dropFirst()) {
            #expect(low.logOdds < high.logOdds && low.percent <= high.percent)
        }
        #expect(
            table.leastLogOdds.highUsability <= table.leastLogOdds.balanced
                && table.leastLogOdds.balanced <= table.leastLogOdds.highSecurity)
    }
}
