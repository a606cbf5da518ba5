import Foundation
import TestSupport
import Testing

@testable import Casework
@testable import LivenessScorer

/// Each reason of a capture gives the rule that decided it, what was measured, and the limit of that day.
@Suite struct LivenessRulesTests {
    struct Expected: Sendable {
        let reason: String
        var decision = LivenessDecision.unableToDecide
        /// What the record says otherwise than the golden one, as JSON text.
        var changes: [(String, String)] = []
        let rule: String
        var measured: Double?
        var threshold: Double?
        var bound: Explanation.Rule.Bound?
        var missing: Explanation.Rule.Missing?
        /// What would have refused the capture next.
        var beside: [String] = []
    }

    static func evidence(
        _ decision: LivenessDecision, _ reason: String, changes: [(String, String)] = []
    ) throws -> LivenessEvidence {
        let golden = Material.packageRoot + "/Tests/LivenessScorerTests/Golden/liveness-evidence-1.json"
        var text = try String(contentsOfFile: golden, encoding: .utf8)
            .replacing(#""reason":"stillsPermitted""#, with: "\"reason\":\"\(reason)\"")
            .replacing(/"decision":"\w+"/, with: "\"decision\":\"\(decision.rawValue)\"")
            .replacing(#""restsOnQualityAlone":true"#, with: "\"restsOnQualityAlone\":\(reason == "stillsPermitted")")
        for (old, new) in changes {
            try #require(text.contains(old), "\(old)")
            text = text.replacing(old, with: new)
        }
        return try JSONDecoder().decode(LivenessEvidence.self, from: Data(text.utf8))
    }

    private static let strict = [(#""toleratedShareOfUnusableFrames":0.75"#, #""toleratedShareOfUnusableFrames":0.25"#)]
    private static let fused = [
        (#"{"cues":[{"cue":"stillness","limits""#, fusion + #""cues":[{"cue":"stillness","limits""#)
    ]
    private static let fusion = #"{"fusion":{"bias":-0.15,"leastLogOdds":0.23,"leastSumAgainst":-0.5},"#

    static let expected: [Expected] = [
        Expected(
            reason: "noFace", changes: strict, rule: "liveness.oneFace", measured: 2, threshold: 3, bound: .atLeast,
            beside: ["liveness.badExposure", "liveness.tooBlurry"]),
        Expected(
            reason: "frameRateTooSlow",
            changes: [(#""maximumGapInMilliseconds":1500"#, #""maximumGapInMilliseconds":100"#)], rule: "liveness.gap",
            measured: 200.5, threshold: 100, bound: .atMost),
        Expected(
            reason: "tooBlurry", decision: .tooBlurry, changes: strict, rule: "liveness.tooBlurry",
            measured: 100.0 / 3, threshold: 25, bound: .atMost),
        Expected(
            reason: "badExposure", decision: .tooLowDynamicRange, changes: strict, rule: "liveness.badExposure",
            measured: 100.0 / 3, threshold: 25, bound: .atMost, beside: ["liveness.tooBlurry"]),
        Expected(
            reason: "tooFewUsableFrames", changes: strict, rule: "liveness.usableShare", measured: 200.0 / 3,
            threshold: 25, bound: .atMost),
        Expected(
            reason: "differentPersons",
            changes: [
                (#""failures":["badExposure","tooBlurry"]"#, #""failures":[]"#), (#""value":4.5"#, #""value":2.5"#),
            ],
            rule: "liveness.samePerson", measured: 2.5, threshold: 3, bound: .atLeast),
        Expected(
            reason: "tooFewFrames", rule: "liveness.usableFrames", measured: 1, threshold: 4, bound: .atLeast),
        Expected(
            reason: "flat", decision: .presentationAttack, changes: [(#""ratio":0.375"#, #""ratio":0.125"#)],
            rule: "liveness.flatness.ratio", measured: 0.125, threshold: 0.35, bound: .above),
        Expected(
            reason: "depthUnclear",
            changes: [
                (#""finding":"attack","measurements":{"pairs""#, #""finding":"unclear","measurements":{"pairs""#),
                (#""reason":"flat""#, #""reason":"depthUnclear""#),
            ], rule: "liveness.flatness.ratio", measured: 0.375, threshold: 0.45, bound: .atLeast),
        Expected(
            reason: "scoreTooLow", changes: fused, rule: "liveness.together", measured: -0.9, threshold: 0.23,
            bound: .atLeast),
        Expected(
            reason: "cuesTogether", decision: .presentationAttack, changes: fused, rule: "liveness.against",
            measured: -0.75, threshold: -0.5, bound: .atLeast),
        // Records from before there were weights, and reasons of another version.
        Expected(reason: "scoreTooLow", rule: "liveness.scoreTooLow", missing: .notRecorded),
        Expected(reason: "ofTheFuture", rule: "liveness.ofTheFuture", missing: .notRecorded),
    ]

    @Test(arguments: expected) func theRuleOfEachReasonIsGiven(_ expected: Expected) throws {
        let liveness = try Self.evidence(expected.decision, expected.reason, changes: expected.changes)
        let rules = LivenessRules(liveness: liveness).deciding
        let rule = try #require(rules.first)
        #expect(rules.dropFirst().map(\.rule) == expected.beside)
        #expect(rule.rule == expected.rule && rule.holds == false)
        #expect(rule.missing == expected.missing && rule.bound == expected.bound)
        #expect(rule.threshold == expected.threshold)
        #expect(
            abs((rule.measured ?? 0) - (expected.measured ?? 0)) < 1e-9
                && (rule.measured == nil) == (expected.measured == nil))
    }

    @Test func anAcceptedStillSaysThatNothingWasMeasuredAgainstAttacks() throws {
        let rules = LivenessRules(liveness: try Self.evidence(.live, "stillsPermitted")).deciding
        #expect(rules.last?.rule == "liveness.stillsPermitted" && rules.allSatisfy { $0.holds != false })
        // Its second frame is none that is compared.
        let person = try #require(rules.first { $0.rule == "liveness.samePerson" })
        #expect(person.holds == nil && person.missing == .notMeasured)
        #expect(person.sentence.hasSuffix("was not looked at"))
    }

    /// Two attacks, and a cue that doubts.
    static func refusedByThree() throws -> LivenessEvidence {
        var liveness = try evidence(.presentationAttack, "frozenAppearance")
        liveness.permitsStills = false
        liveness.thresholds = LivenessThresholds(for: .balanced, withPadPack: false)
        liveness.thresholds.fusion = nil
        liveness.thresholds.gates.minimumUsableFrames = 0
        liveness.thresholds.gates.minimumFramesOfMovement = 0
        liveness.thresholds.gates.minimumDurationInMilliseconds = 0
        func cue(_ name: String, _ finding: CueFinding, _ measurement: String, _ value: Double) -> CueEvidence {
            CueEvidence(
                name, .measured(scoreInPercent: 10, finding, speaksTo: [.print]),
                measurements: [measurement: .number(value)])
        }
        liveness.cues = [
            cue("flatness", .unclear(LivenessReason(rawValue: "depthUnclear")), "ratio", 0.4),
            cue("livingMotion", .attack(LivenessReason(rawValue: "frozenAppearance")), "livingChange", 0.1),
            cue("severalImages", .attack(LivenessReason(rawValue: "blendedImages")), "steadiness", 0.95),
        ]
        return liveness
    }

    static let threeRules = [
        "liveness.livingMotion.livingChange", "liveness.severalImages.steadiness", "liveness.flatness.ratio",
    ]

    @Test func everyRuleThatRefusesByItselfIsGiven() throws {
        let rules = LivenessRules(liveness: try Self.refusedByThree()).deciding
        #expect(rules.map(\.rule) == Self.threeRules)
        #expect(rules.allSatisfy { $0.holds == false && $0.measured != nil && $0.threshold != nil })
    }

    @Test func whatTheChallengeAskedForIsHeldToItsLimits() throws {
        let step = ChallengeEvidence.StepEvidence(
            prompt: .turnLeft, fromInMilliseconds: 1000, toInMilliseconds: 2500, isMet: false, measured: 9.5,
            wanted: 15,
            frame: nil)
        var liveness = try Self.evidence(.unableToDecide, "stepNotShown")
        liveness.challenge = ChallengeEvidence(
            challenge: CaptureChallenge(leadInMilliseconds: 1000, steps: []), limits: ChallengeLimits(), rest: nil,
            steps: [step],
            take: TakeEvidence(longestGapInMilliseconds: 0, largestShift: 0, largestGrowth: 1, largestTurnInDegrees: 0),
            perspectiveGainInPercent: nil, light: nil, reason: .stepNotShown)
        let rule = try #require(LivenessRules(liveness: liveness).deciding.first)
        #expect(rule.rule == "liveness.challenge.step" && rule.detail == "turnLeft" && rule.holds == false)
        #expect(rule.measured == 9.5 && rule.threshold == 15 && rule.bound == .atLeast && rule.unit == .degrees)
    }

    @Test func everyCueHasTheLimitsThatItIsExplainedBy() {
        let rows = LivenessThresholds(for: .balanced, withPadPack: true).cues
        for limit in CueLimit.all + [.textureAttack] {
            let named = rows.filter { $0.cue == limit.cue ?? $0.cue }
            for name in [limit.limit] + [limit.enough].compactMap(\.self) {
                #expect(named.contains { $0.limits[name] != nil }, "\(limit.reason) \(name)")
            }
        }
        for row in rows where [.required, .replaceable].contains(row.role) {
            #expect(CueLimit.passed[row.cue]?.isEmpty == false, "\(row.cue)")
        }
    }
}
