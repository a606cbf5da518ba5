import Foundation
import OnboardingJSON
import TestSupport
import Testing

@testable import LivenessScorer

@Suite struct LivenessReportTests {
    @Test func theThreeSharesOfASpeciesAddUpToOne() throws {
        var generator = SeededGenerator.announced()
        let decisions: [LivenessDecision?] = LivenessDecision.allCases + [nil]
        for _ in 0..<100 {
            let results = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                PresentationResult.sample(
                    .presentationAttack, species: "print", person: String(Int.random(in: 0...5, using: &generator)),
                    decision: decisions.randomElement(using: &generator) ?? nil)
            }
            let rates = try #require(LivenessReport.of(results).rates(of: "print"))
            #expect(rates.accepted.count + rates.calledAttack.count + rates.withoutResponse.count == results.count)
            #expect(rates.refusals.reduce(0) { $0 + $1.count } == results.count - rates.accepted.count)
        }
    }

    @Test func speciesOfAttacksAreNeverAveraged() throws {
        let report = LivenessReport.of(
            [.sample(.presentationAttack, species: "print", decision: .live)]
                + (0..<99).map { _ in .sample(.presentationAttack, species: "replay", decision: .presentationAttack) }
                + [.sample(.injectionAttack, species: "injected-still", decision: .tooBlurry)])
        #expect(report.rates(of: "print")?.accepted.share == 1)
        #expect(report.rates(of: "replay")?.accepted.share == 0)
        let point = try #require(report.operatingPoints.first)
        #expect(point.species.map(\.species) == ["print", "replay", "injected-still"])
        #expect(point.species.map(\.presentationClass) == [.presentationAttack, .presentationAttack, .injectionAttack])
    }

    @Test func allBonaFideStandTogetherAndByTheirKind() throws {
        let report = LivenessReport.of([
            .sample(species: "phone", decision: .presentationAttack), .sample(species: "webcam", person: "b"),
        ])
        #expect(report.operatingPoints.first?.species.map(\.species) == [nil, "phone", "webcam"])
        #expect(report.rates(of: nil)?.calledAttack.share == 0.5)
        #expect(report.rates(of: nil)?.claim == nil)
    }

    @Test func aPersonCountsOnceHoweverManyPackagesThereAre() throws {
        let report = LivenessReport.of(
            (0..<99).map { .sample(.presentationAttack, species: "print", person: "a", start: Double($0) * 1000) }
                + [.sample(.presentationAttack, species: "print", person: "b", decision: .presentationAttack)])
        let accepted = try #require(report.rates(of: "print")).accepted
        #expect(accepted.share == 0.99)
        #expect(accepted.shareOfPersons == 0.5)
        #expect(accepted.persons == 2)
        #expect(accepted.intervalOfPersons == WilsonInterval(share: 0.5, of: 2))
        #expect(accepted.interval == WilsonInterval(hits: 99, of: 100))
    }

    @Test func aClaimIsShownOnlyByEnoughPersonsWithoutError() throws {
        func claim(_ persons: Int, errors: Int = 0, packages: Int = 1) throws -> ClaimFinding? {
            let results = (0..<persons).flatMap { person in
                (0..<packages).map { package in
                    PresentationResult.sample(
                        .presentationAttack, species: "print", person: String(person), start: Double(package) * 1000,
                        decision: person < errors ? .live : .unableToDecide)
                }
            }
            return try #require(LivenessReport.of(results).rates(of: "print")).claim
        }
        #expect(try claim(73) == .shown)
        #expect(try claim(72) == .notShown)
        #expect(try claim(73, errors: 1) == .notShown)
        #expect(try claim(7, packages: 20) == .notShown)
        #expect(try claim(73, errors: 40) == .refuted)
        #expect(
            LivenessReport.of([.sample(.presentationAttack, species: "print", decision: .tooBlurry)]).document.text
                .contains("not shown"))
    }

    @Test func triesOfAPersonDoNotOverlapAndAreThree() {
        let clip = (0..<6).map { second in
            PresentationResult.sample(
                start: Double(second) * 1000, decision: second == 5 ? .live : .tooBlurry)
        }
        #expect(TriesOfPersons.firstTries(of: clip).map(\.startInMilliseconds) == [0, 2000, 4000])
        let tries = TriesOfPersons(of: clip)
        #expect(tries.persons == 1)
        #expect(tries.neverAccepted == 1)
        #expect(tries.withoutResponse == 1)
        #expect(tries.withFewerTries == 0)
        // Another clip of the person is another try, at the same second.
        let other = PresentationResult.sample(item: "clips/other.mp4", decision: .presentationAttack)
        let two = TriesOfPersons(of: [clip[0], other])
        #expect(two.persons == 1)
        #expect(two.withFewerTries == 1)
        #expect(two.withoutResponse == 0)
        #expect(two.neverAccepted == 1)
    }

    @Test func aCaptureThatWasNotAssessedIsANonResponseWithItsError() {
        let result = PresentationResult.sample(decision: nil)
        #expect(result.isWithoutResponse)
        #expect(result.refusedBy == "frameSizesDiffer")
        #expect(PresentationResult.sample(decision: .presentationAttack).refusedBy == "sample")
        #expect(PresentationResult.sample(decision: .live).refusedBy == nil)
    }

    @Test func findingsOfInjectionAreCountedApartFromThoseOfPresentation() throws {
        let report = LivenessReport.of([
            .sample(.injectionAttack, species: "injected", decision: .presentationAttack),
            .sample(.injectionAttack, species: "injected", decision: .tooBlurry),
        ])
        let cue = try #require(report.operatingPoints.first?.cues.first)
        #expect(cue.injectionAttack == 1)
        #expect(cue.presentationAttack == 0)
        #expect(cue.abstained == 1)
    }

    @Test func onlyAMatchedAcceptedCaptureCountsForTheMatcher() throws {
        func attack(_ decision: LivenessDecision, _ score: Double?, hasReference: Bool = true) -> PresentationResult {
            .sample(
                .presentationAttack, species: "print", decision: decision, hasReference: hasReference,
                referenceScore: score)
        }
        let report = LivenessReport.of([
            attack(.live, 3), attack(.live, 2.9), attack(.tooBlurry, nil), attack(.live, nil, hasReference: false),
        ])
        let matched = try #require(report.rates(of: "print")?.matched)
        #expect(matched.count == 1)
        #expect(matched.of == 3)
        #expect(LivenessReport.of([attack(.live, nil, hasReference: false)]).rates(of: "print")?.matched == nil)
    }

    @Test func theTradeoffFallsInOneErrorAsItRisesInTheOther() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<50 {
            let results = (0..<60).map { index in
                PresentationResult.sample(
                    index % 2 == 0 ? .bonaFide : .presentationAttack, species: index % 2 == 0 ? "webcam" : "print",
                    score: Bool.random(using: &generator) ? Double.random(in: 0...100, using: &generator) : nil)
            }
            let curve = try #require(LivenessReport.of(results).operatingPoints.first?.tradeoffs.first)
            for (point, next) in zip(curve.points, curve.points.dropFirst()) {
                #expect(point.thresholdInPercent < next.thresholdInPercent)
                #expect(point.apcer >= next.apcer && point.bpcer <= next.bpcer)
            }
            #expect(curve.points.first?.apcer == Double(curve.attacksWithScore) / 30)
            #expect(curve.points.last?.bpcer == Double(curve.bonaFideWithScore) / 30)
            #expect(curve.points.first?.bpcer == 0)
            #expect(curve.points.last?.apcer == 0)
        }
    }

    @Test func scoresFallIntoTwentyBinsWithTheirEnds() {
        let scores: [Double?] = [0, 4.99, 5, 99.9, 100, nil]
        let histogram = ScoreHistogram(
            of: scores.map { .sample(score: $0) }, presentationClass: .bonaFide, species: "webcam")
        #expect(histogram.bins.count == 20)
        #expect(histogram.bins[0] == 2)
        #expect(histogram.bins[1] == 1)
        #expect(histogram.bins[19] == 2)
        #expect(histogram.withoutScore == 1)
    }

    @Test func theWorstErrorsComeFirst() {
        let report = LivenessReport.of([
            .sample(.presentationAttack, species: "print", person: "weak", decision: .live, score: 70),
            .sample(person: "doubted", decision: .presentationAttack, score: 30),
            .sample(.presentationAttack, species: "print", person: "strong", decision: .live, score: 95),
            .sample(person: "accused", decision: .presentationAttack, score: 2),
            .sample(person: "right", decision: .live, score: 90),
            .sample(person: "unanswered", decision: .tooBlurry),
        ])
        #expect(report.errors.map(\.subject.person) == ["accused", "doubted", "strong", "weak"])
    }

    /// `UPDATE_GOLDEN=1` writes it.
    @Test func theReportIsTheGoldenFileByteForByteAndIsReadBack() throws {
        let report = LivenessReport.of(
            [
                .sample(person: "a", decision: .live, score: 88),
                .sample(person: "b", decision: .presentationAttack, score: 12),
                .sample(.presentationAttack, species: "print", person: "c", decision: .live, score: 71),
                .sample(.injectionAttack, species: "injected-still", person: "d", decision: nil),
            ],
            omissions: [.init(set: "set/manifest.json", item: "clips/e.mp4", packageKind: .burst, reason: "tooShort")])
        let file = Material.packageRoot + "/Tests/LivenessScorerTests/Golden/liveness-report-1.json"
        let written = try sortedKeyJSON(report) + [UInt8(ascii: "\n")]
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try Data(written).write(to: URL(fileURLWithPath: file))
        }
        let golden = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(written == [UInt8](golden))
        #expect(try JSONDecoder().decode(LivenessReport.self, from: golden) == report)
    }
}
