import TestSupport
import Testing

@testable import LivenessScorer

@Suite struct FusionTests {
    private let thresholds = LivenessThresholds(for: .balanced)

    /// What the rules decide from.
    private struct Findings: Equatable, Sendable {
        var observations: CaptureObservations
        var stillness: CueResult
        var flatness: CueResult
        var livingMotion = FusionTests.living
        var faceTexture = CueResult.abstained(.networkNotInstalled)
        var padPack = CueResult.abstained(.networkNotInstalled)

        var cues: [CueEvidence] {
            [
                CueEvidence(FaceTexture.name, faceTexture),
                CueEvidence(PadPack.name, padPack),
                CueEvidence(Stillness.name, stillness),
                CueEvidence(
                    Flatness.name, flatness,
                    feedback: flatness == .abstained(.unsteadyLight) ? [.invalidFrameLighting] : [.insufficientFrames]),
                CueEvidence(LivingMotion.name, livingMotion, feedback: [.insufficientFrames]),
            ]
        }
    }

    private static let flat = CueResult.measured(scoreInPercent: 20, .attack(.flat), speaksTo: Flatness.species)
    private static let deep = CueResult.measured(scoreInPercent: 80, .bonaFide, speaksTo: Flatness.species)
    private static let unclear = CueResult.measured(
        scoreInPercent: 50, .unclear(.depthUnclear), speaksTo: Flatness.species)

    private static let living = CueResult.measured(
        scoreInPercent: 90, .bonaFide, speaksTo: LivingMotion.species)
    private static let frozen = CueResult.measured(
        scoreInPercent: 5, .attack(.frozenAppearance), speaksTo: LivingMotion.species)

    /// A capture in which every cue passes.
    private let good = Findings(
        observations: CaptureObservations(
            failures: Array(repeating: [], count: 8), hasTimes: true, longestGapInMilliseconds: 250,
            longestGapWithoutOneFaceInMilliseconds: 250, durationInMilliseconds: 1750, distinctImages: 8,
            distinctUsableImages: 8, persons: .lowestScore(5), permitsStills: false),
        stillness: Stillness.changing, flatness: deep)

    private func decide(_ findings: Findings) -> ExplainedDecision {
        FusionRules.decide(findings.observations, findings.cues, thresholds: thresholds)
    }

    private func decideWithoutPersons(_ findings: Findings) -> ExplainedDecision? {
        FusionRules.decideWithoutPersons(findings.observations, findings.cues, thresholds: thresholds)
    }

    private func decision(_ change: (inout Findings) -> Void) -> ExplainedDecision {
        var findings = good
        change(&findings)
        return decide(findings)
    }

    @Test func aCaptureInWhichEveryCuePassesIsLive() {
        #expect(decision { _ in } == ExplainedDecision(decision: .live, reason: .everyCuePassed))
    }

    /// What was done before the camera stands in for what the cues could not tell, and for nothing that they found.
    @Test func aChallengeDecidesWhereTheCuesFoundNoAnswer() {
        let noTurn = CueResult.abstained(.turnTooSmall)
        #expect(
            decision {
                $0.observations.challenge = .met
                $0.flatness = noTurn
            } == ExplainedDecision(decision: .live, reason: .challengeMet))
        let missed = ExplainedDecision.undecided(.stepNotShown, [.insufficientFrames])
        #expect(
            decision { $0.observations.challenge = .notMet(.stepNotShown, [.insufficientFrames]) } == missed,
            "every cue passes")
        for met in [ChallengeFinding.met, .notMet(.stepNotShown, [])] {
            #expect(
                decision {
                    $0.observations.challenge = met
                    $0.flatness = Self.flat
                } == ExplainedDecision(decision: .presentationAttack, reason: .flat))
            #expect(
                decision {
                    $0.observations.challenge = met
                    $0.observations.failures = Array(repeating: [.tooBlurry], count: 8)
                }.decision == .tooBlurry)
            #expect(
                decision {
                    $0.observations.challenge = met
                    $0.observations.persons = .lowestScore(1)
                }.reason == .differentPersons)
        }
        let unclear = CueResult.measured(
            scoreInPercent: 50, .unclear(.appearanceUnclear), speaksTo: LivingMotion.species)
        for (livingMotion, reason) in [
            (unclear, LivenessReason.appearanceUnclear), (.abstained(.noDeformation), .noDeformation),
        ] {
            #expect(
                decision {
                    $0.observations.challenge = .met
                    $0.livingMotion = livingMotion
                }.reason == reason, "a face that does not live answers nothing")
        }
        #expect(
            decision {
                $0.observations.challenge = .met
                $0.observations.failures = [[]]
                $0.observations.distinctImages = 1
                $0.observations.permitsStills = true
            }.reason == .singleStill)
    }

    @Test func everyReasonHasItsDecisionAndFeedback() {
        func expect(
            _ expected: LivenessDecision, _ reason: LivenessReason, _ feedback: [LivenessFeedback],
            _ change: (inout Findings) -> Void
        ) {
            #expect(decision(change) == ExplainedDecision(decision: expected, reason: reason, feedback: feedback))
        }
        func makeSingle(_ findings: inout Findings) {
            findings.observations.failures = [[]]
            findings.observations.distinctImages = 1
            findings.observations.distinctUsableImages = 1
            findings.observations.persons = .nothingToCompare
            findings.stillness = .abstained(.tooFewFrames)
            findings.flatness = .abstained(.tooFewFrames)
        }
        expect(.unableToDecide, .noFace, [.noFace]) {
            for index in 0..<5 { $0.observations.failures[index] = [.noFace] }
        }
        expect(.unableToDecide, .noFace, [.noFace]) { $0.observations.failures = [] }
        expect(.unableToDecide, .multipleFaces, [.multipleFaces]) {
            for index in 0..<5 { $0.observations.failures[index] = [.severalFaces] }
        }
        expect(.unableToDecide, .noFace, [.noFace, .multipleFaces]) {
            for index in 0..<4 { $0.observations.failures[index] = [.severalFaces] }
            $0.observations.failures[4] = [.noFace]
        }
        for gap in [1500.1, .nan] {
            expect(.unableToDecide, .multipleFaces, [.multipleFaces]) {
                $0.observations.failures[3] = [.severalFaces]
                $0.observations.longestGapWithoutOneFaceInMilliseconds = gap
            }
        }
        for gap in [1500.1, .nan] {
            expect(.unableToDecide, .frameRateTooSlow, [.frameRateTooSlow]) {
                $0.observations.longestGapInMilliseconds = gap
            }
        }
        expect(.faceTooSmall, .faceTooSmall, [.invalidFrame]) {
            for index in 0..<5 { $0.observations.failures[index] = [.faceTooSmall, .tooBlurry] }
        }
        expect(.poseTooHigh, .poseTooHigh, [.invalidFramePose]) {
            for index in 0..<5 { $0.observations.failures[index] = [.poseTooHigh, .badExposure] }
        }
        expect(.tooLowDynamicRange, .badExposure, [.invalidFrameLighting]) {
            for index in 0..<5 { $0.observations.failures[index] = [.badExposure, .tooBlurry] }
        }
        expect(.tooBlurry, .tooBlurry, [.invalidFrameBlur]) {
            for index in 0..<5 { $0.observations.failures[index] = [.tooBlurry] }
        }
        expect(.unableToDecide, .tooFewUsableFrames, [.invalidFramePose, .invalidFrameLighting, .invalidFrameBlur]) {
            $0.observations.failures = [[.tooBlurry], [.badExposure], [.poseTooHigh], []]
        }
        for score in [2.99, .nan] {
            expect(.unableToDecide, .differentPersons, [.invalidFrame]) {
                $0.observations.persons = .lowestScore(score)
            }
        }
        expect(.unableToDecide, .singleStill, [.insufficientFrames], makeSingle)
        expect(.unableToDecide, .repeatedStill, [.insufficientFrames]) {
            $0.observations.distinctImages = 1
            $0.observations.distinctUsableImages = 1
            $0.stillness = Stillness.still
            $0.flatness = .abstained(.tooFewFrames)
        }
        expect(.unableToDecide, .repeatedStill, [.insufficientFrames]) { $0.stillness = Stillness.still }
        expect(.unableToDecide, .tooFewFrames, [.insufficientFrames]) {
            $0.observations.distinctUsableImages = 3
            $0.flatness = .abstained(.tooFewFrames)
        }
        expect(.unableToDecide, .tooFewFrames, [.insufficientFrames]) { $0.observations.distinctUsableImages = 5 }
        for duration in [999.9, 0, .nan] {
            expect(.unableToDecide, .captureTooShort, [.insufficientFrames]) {
                $0.observations.durationInMilliseconds = duration
            }
        }
        expect(.unableToDecide, .frameTimesMissing, [.insufficientFrames]) { $0.observations.hasTimes = false }
        for reason in [LivenessReason.tracksLost, .noDeformation, .turnTooSmall, .repeatedStill] {
            expect(.unableToDecide, reason, [.insufficientFrames]) { $0.flatness = .abstained(reason) }
        }
        expect(.unableToDecide, .depthUnclear, [.insufficientFrames]) { $0.flatness = Self.unclear }
        expect(.unableToDecide, .unsteadyLight, [.invalidFrameLighting]) { $0.flatness = .abstained(.unsteadyLight) }
        for permitsStills in [false, true] {
            expect(.presentationAttack, .flat, []) {
                $0.flatness = Self.flat
                $0.observations.permitsStills = permitsStills
            }
        }
        for permitsStills in [false, true] {
            expect(.presentationAttack, .frozenAppearance, []) {
                $0.livingMotion = Self.frozen
                $0.observations.permitsStills = permitsStills
            }
        }
        expect(.unableToDecide, .noDeformation, [.insufficientFrames]) { $0.livingMotion = .abstained(.noDeformation) }
        expect(.live, .stillsPermitted, []) {
            makeSingle(&$0)
            $0.observations.permitsStills = true
        }
    }

    @Test func halfOfTheFramesMayBeUnusable() {
        let tolerated = decision {
            $0.observations.failures = [[.tooBlurry], [.tooBlurry], [], [], [], [], [], []]
        }
        #expect(tolerated.decision == .live)
        let refused = decision { $0.observations.failures = [[.tooBlurry], [.tooBlurry], [.tooBlurry], []] }
        #expect(refused.decision == .tooBlurry)
    }

    /// Frames without one face are bad ones like others, unless they hide more time than may pass between two frames.
    @Test(arguments: [Set<QualityFailure>([.noFace]), [.severalFaces]])
    func aFrameWithoutOneFaceIsABadFrameLikeAnyOther(failure: Set<QualityFailure>) {
        let tolerated = decision { for index in 0..<4 { $0.observations.failures[index] = failure } }
        #expect(tolerated.decision == .live)
        let mixed = decision {
            for index in 0..<3 { $0.observations.failures[index] = failure }
            for index in 3..<6 { $0.observations.failures[index] = [.tooBlurry] }
        }
        #expect(mixed.reason == .tooFewUsableFrames)
    }

    /// Neither too few frames nor too little time nor missing times make bona fide of a flat print.
    @Test(arguments: [false, true]) func aShortCaptureOfAFlatPrintIsAnAttack(permitsStills: Bool) {
        let changes: [(inout CaptureObservations) -> Void] = [
            { $0.durationInMilliseconds = 20 }, { $0.hasTimes = false }, { $0.distinctUsableImages = 4 },
        ]
        for change in changes {
            let found = decision {
                change(&$0.observations)
                $0.observations.permitsStills = permitsStills
                $0.flatness = Self.flat
            }
            #expect(found.decision == .presentationAttack)
        }
    }

    @Test func aCueThatMayRefuseAndAbstainsRefusesNothing() {
        #expect(decision { $0.stillness = .abstained(.mostlyUnchanged) }.decision == .live)
    }

    /// An injected still has no movement, so the presentation cues do not decide.
    @Test func aFindingOfAnInjectionComesBeforeThePresentationCues() {
        let found = decision {
            $0.stillness = Stillness.still
            $0.flatness = Self.flat
        }
        #expect(found == .undecided(.repeatedStill, [.insufficientFrames]))
    }

    @Test func aRequiredCueThatIsMissingDecidesNothing() {
        let found = FusionRules.decide(good.observations, [], thresholds: thresholds)
        #expect(found == .undecided(.tooFewFrames, [.insufficientFrames]))
    }

    /// Too few frames are too few whoever they show, so no network compares them. If stills are permitted, one does.
    @Test func withoutAMovementTheDecisionDoesNotDependOnThePerson() {
        var findings = good
        findings.observations.distinctUsableImages = 3
        findings.flatness = .abstained(.tooFewFrames)
        findings.observations.persons = .lowestScore(0)
        #expect(decide(findings).reason == .tooFewFrames)
        findings.observations.permitsStills = true
        #expect(decideWithoutPersons(findings) == nil)
        #expect(decide(findings).reason == .differentPersons)
    }

    /// A capture whose tenant declares that it is rendered is live, and says so; nothing else is forgiven.
    @Test func whatIsDeclaredToBeRenderedMayBeFrozenAndNothingElse() {
        let rendered = decision {
            $0.livingMotion = Self.frozen
            $0.observations.source = .rendered
        }
        #expect(rendered == ExplainedDecision(decision: .live, reason: .renderedForDemonstration))
        let print = decision {
            $0.flatness = Self.flat
            $0.observations.source = .rendered
        }
        #expect(print == ExplainedDecision(decision: .presentationAttack, reason: .flat))
        let still = decision {
            $0.stillness = Stillness.still
            $0.observations.source = .rendered
        }
        #expect(still.reason == .repeatedStill)
    }

    /// What networks see in single frames stands in for the depth of a head that hardly turned, and for nothing else.
    @Test func textureStandsInForFlatnessWhereTheHeadHardlyTurned() {
        func texture(_ finding: CueFinding) -> CueResult {
            .measured(scoreInPercent: 80, finding, speaksTo: FaceTexture.species)
        }
        let (passes, doubts) = (texture(.bonaFide), texture(.unclear(.textureUnclear)))
        let silent = CueResult.abstained(.nothingToLookAt)
        var given = thresholds
        for index in given.cues.indices where given.cues[index].cue == FaceTexture.name {
            given.cues[index].role = .substitute
        }
        func decision(_ change: (inout Findings) -> Void) -> ExplainedDecision {
            var findings = good
            change(&findings)
            return FusionRules.decide(findings.observations, findings.cues, thresholds: given)
        }
        for reason in [LivenessReason.turnTooSmall, .noDeformation] {
            for (face, pack, isLive) in [
                (passes, passes, true), (passes, silent, true), (silent, passes, true), (passes, doubts, false),
                (doubts, passes, false), (doubts, silent, false), (silent, silent, false),
            ] {
                func found(_ change: (inout Findings) -> Void = { _ in }) -> ExplainedDecision {
                    decision {
                        $0.flatness = .abstained(reason)
                        ($0.faceTexture, $0.padPack) = (face, pack)
                        change(&$0)
                    }
                }
                #expect(found().reason == (isLive ? .everyCuePassed : reason))
                #expect(found { $0.observations.source = .rendered }.reason == reason)
                #expect(found { $0.livingMotion = .abstained(.noDeformation) }.reason == .noDeformation)
            }
        }
        for flatness in [Self.unclear, .abstained(.unsteadyLight), .abstained(.tracksLost)] {
            let found = decision {
                $0.flatness = flatness
                ($0.faceTexture, $0.padPack) = (passes, passes)
            }
            #expect(found.decision == .unableToDecide)
        }
    }

    /// Stills are live by their quality alone, unless single frames show an attack.
    @Test func permittedStillsAreAskedForTheirTexture() {
        func still(_ texture: CueResult) -> ExplainedDecision {
            decision {
                $0.observations.distinctUsableImages = 3
                $0.observations.permitsStills = true
                $0.flatness = .abstained(.tooFewFrames)
                $0.padPack = texture
            }
        }
        func texture(_ finding: CueFinding) -> CueResult {
            .measured(scoreInPercent: 20, finding, speaksTo: PadPack.species)
        }
        #expect(
            still(texture(.attack(.reproducedByPack)))
                == ExplainedDecision(decision: .presentationAttack, reason: .reproducedByPack))
        for harmless in [texture(.unclear(.textureUnclear)), texture(.bonaFide), .abstained(.networkNotInstalled)] {
            #expect(still(harmless) == ExplainedDecision(decision: .live, reason: .stillsPermitted))
        }
    }

    @Test func theScoreOfAnAttackIsTheLowestOfTheCuesThatDecideOrRefuse() {
        func fused(_ decision: LivenessDecision, _ change: (inout Findings) -> Void = { _ in }) -> Double? {
            var findings = good
            change(&findings)
            return fusedScore(
                of: findings.cues, gates: [], for: ExplainedDecision(decision: decision, reason: .frozenAppearance),
                thresholds: thresholds, source: .camera)
        }
        #expect(fused(.presentationAttack) { $0.livingMotion = Self.frozen } == 5)
        #expect(fused(.presentationAttack) { $0.livingMotion = .abstained(.noDeformation) } == 80)
        #expect(fused(.presentationAttack) { $0.stillness = Stillness.still } == 0)
        #expect(fused(.unableToDecide) == nil)
    }

    /// What the cues of a capture are fused to under weights and limits of its own.
    private func decision(
        scores: [Double?], weights: [Double], _ model: FusionModel, _ source: CaptureSource = .camera
    ) -> (decision: ExplainedDecision, score: Double?) {
        var weighed = thresholds
        weighed.fusion = model
        var findings = good
        findings.observations.source = source
        func result(_ score: Double?, _ found: CueResult) -> CueResult {
            guard let score, case .measured(_, let finding, let species) = found else {
                return .abstained(.turnTooSmall)
            }
            return .measured(scoreInPercent: score, finding, speaksTo: species)
        }
        findings.flatness = result(scores[0], Self.deep)
        findings.livingMotion = result(scores[1], Self.living)
        for index in weighed.cues.indices {
            switch weighed.cues[index].cue {
            case Flatness.name: weighed.cues[index].weight = weights[0]
            case LivingMotion.name: weighed.cues[index].weight = weights[1]
            default: weighed.cues[index].weight = 0
            }
        }
        let decision = FusionRules.decide(findings.observations, findings.cues, thresholds: weighed)
        let score = fusedScore(
            of: findings.cues, gates: [], for: decision, thresholds: weighed, source: source)
        return (decision, score)
    }

    @Test func cuesThatPassButSpeakTooWeaklyTogetherDecideNothing() {
        let model = FusionModel(bias: 0, leastLogOdds: 1, leastSumAgainst: -1)
        // 2 · (75 − 50) / 50 + 0 = 1.
        let (live, score) = decision(scores: [75, 50], weights: [2, 3], model)
        #expect(live.decision == .live && live.reason == .everyCuePassed)
        #expect(score.map { abs($0 - 200 / 3.0) < 1e-9 } == true)
        let (weak, none) = decision(scores: [74, 50], weights: [2, 3], model)
        #expect(weak == .undecided(.scoreTooLow, [.insufficientFrames]))
        #expect(none == nil)
        // Rendered captures are not weighed.
        #expect(decision(scores: [74, 50], weights: [2, 3], model, .rendered).decision.decision == .live)
    }

    @Test func whatSpeaksAgainstACaptureMayAddUpToAnAttack() throws {
        let model = FusionModel(bias: 5, leastLogOdds: 0, leastSumAgainst: -1)
        #expect(decision(scores: [25, 25], weights: [1, 1], model).decision.decision == .live)
        let (attack, score) = decision(scores: [24, 25], weights: [1, 1], model)
        #expect(attack == ExplainedDecision(decision: .presentationAttack, reason: .cuesTogether))
        #expect(try #require(score) <= 34)
    }

    /// A cue that falls silent makes no attack of a bona fide presentation, and a score that rises refuses nobody.
    @Test func theFusionIsMonotoneInEveryCueAndSilenceAccusesNobody() {
        var random = SeededGenerator.announced()
        for _ in 0..<500 {
            let weights = [Double.random(in: 0...4, using: &random), .random(in: 0...4, using: &random)]
            let model = FusionModel(
                bias: .random(in: -2...2, using: &random), leastLogOdds: .random(in: -2...2, using: &random),
                leastSumAgainst: .random(in: -4...0, using: &random))
            let scores = [Double.random(in: 0...100, using: &random), .random(in: 0...100, using: &random)]
            let before = decision(scores: scores, weights: weights, model)
            for index in scores.indices {
                var higher: [Double?] = scores
                higher[index] = .random(in: scores[index]...100, using: &random)
                let after = decision(scores: higher, weights: weights, model)
                if before.decision.decision == .live {
                    #expect(after.decision.decision == .live)
                    #expect((after.score ?? 0) >= (before.score ?? 100))
                }
                var silent: [Double?] = scores
                silent[index] = nil
                if before.decision.decision != .presentationAttack {
                    #expect(decision(scores: silent, weights: weights, model).decision.decision != .presentationAttack)
                }
            }
        }
    }

    /// Whatever the cues find: in another order they decide the same, and one that falls silent or is missing makes an attack
    /// of nobody.
    @Test func theOrderOfTheCuesDecidesNothingAndAMissingCueAccusesNobody() {
        var random = SeededGenerator.announced()
        func anyResult(_ role: CueRow.Role) -> CueResult {
            let score = Double.random(in: 0...100, using: &random)
            // Mostly what lets a capture through, so that many are live.
            switch Int.random(in: 0..<12, using: &random) {
            case 0: return .measured(scoreInPercent: score, .attack(.flat), speaksTo: Flatness.species)
            case 1: return .measured(scoreInPercent: score, .unclear(.depthUnclear), speaksTo: Flatness.species)
            case 2: return .abstained(.turnTooSmall)
            case 3: return .abstained(.noDeformation)
            case 4 where role == .mayRefuse: return Stillness.still
            default: return .measured(scoreInPercent: score, .bonaFide, speaksTo: Flatness.species)
            }
        }
        var seen = Set<LivenessDecision>()
        for _ in 0..<2000 {
            var given = thresholds
            given.fusion = FusionModel(
                bias: .random(in: -1...2, using: &random), leastLogOdds: .random(in: -2...1, using: &random),
                leastSumAgainst: .random(in: -3...(-1), using: &random))
            for index in given.cues.indices { given.cues[index].weight = .random(in: 0...1, using: &random) }
            let cues = given.cues.map { CueEvidence($0.cue, anyResult($0.role)) }
            let decision = FusionRules.decide(good.observations, cues, thresholds: given).decision
            seen.insert(decision)
            var shuffled = given
            shuffled.cues.shuffle(using: &random)
            #expect(
                FusionRules.decide(good.observations, cues.shuffled(using: &random), thresholds: shuffled).decision
                    == decision)
            // An injection is refused without a word about attacks, so what it hid would come to light without its cue.
            let isInjection = cues.contains { $0.result == Stillness.still }
            guard decision != .presentationAttack, !isInjection else { continue }
            for cue in given.cues.map(\.cue) {
                let without = cues.filter { $0.cue != cue }
                let silent = without + [CueEvidence(cue, .abstained(.turnTooSmall))]
                for fewer in [without, silent] {
                    let found = FusionRules.decide(good.observations, fewer, thresholds: given).decision
                    #expect(found != .presentationAttack, "\(cue)")
                }
            }
        }
        #expect(seen == [.live, .unableToDecide, .presentationAttack])
    }

    @Test func theScoreOfAPermittedStillIsTheLowestOfItsQuality() {
        let gates = [
            GateEvidence(.frameTimes, scoreInPercent: 0), GateEvidence(.pose, scoreInPercent: 75),
            GateEvidence(.focus, scoreInPercent: 50), GateEvidence(.samePerson, scoreInPercent: nil),
        ]
        let still = ExplainedDecision(decision: .live, reason: .stillsPermitted)
        #expect(fusedScore(of: good.cues, gates: gates, for: still, thresholds: thresholds, source: .camera) == 50)
    }

    /// Every combination of all observations for up to three frames.
    @Test func aCaptureIsLiveOnlyIfEveryCuePassesOrStillsArePermittedAndNoCueRefuses() {
        let single: [Set<QualityFailure>] = [[]] + QualityFailure.allCases.map { [$0] }
        let frames = combinations(of: single, upTo: 3)
        let persons: [PersonsObservation] = [
            .nothingToCompare, .nearDuplicates, .lowestScore(3), .lowestScore(2.99), .lowestScore(.nan),
        ]
        let stillnesses = [Stillness.still, Stillness.changing, .abstained(.mostlyUnchanged)]
        let abstentions: [LivenessReason] = [
            .tooFewFrames, .repeatedStill, .tracksLost, .noDeformation, .turnTooSmall, .unsteadyLight,
        ]
        let flatnesses = [Self.flat, Self.deep, Self.unclear] + abstentions.map { CueResult.abstained($0) }
        var wrong: [Findings] = []
        var seen = Set<LivenessDecision>()
        func check(_ findings: Findings) {
            let decision = decide(findings)
            seen.insert(decision.decision)
            let isEarlyRight = decideWithoutPersons(findings).map { $0 == decision && $0.decision != .live } ?? true
            if !isConsistent(decision, findings) || !isEarlyRight { wrong.append(findings) }
        }
        for failures in frames {
            for gap in [0.0, 1500, 1501] {
                for person in persons {
                    // Too few to measure, too few to judge, enough, enough without times, enough in no time.
                    for usable in [1, 4, 6, 7, 8] {
                        for permitsStills in [false, true] {
                            let observations = CaptureObservations(
                                failures: failures, hasTimes: usable != 7, longestGapInMilliseconds: gap,
                                longestGapWithoutOneFaceInMilliseconds: gap,
                                durationInMilliseconds: usable == 8 ? 20 : 2000, distinctImages: max(usable, 2),
                                distinctUsableImages: usable, persons: person, permitsStills: permitsStills)
                            for stillness in stillnesses {
                                for flatness in flatnesses {
                                    check(
                                        Findings(observations: observations, stillness: stillness, flatness: flatness))
                                }
                            }
                        }
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count), the first: \(String(describing: wrong.first))")
        #expect(seen == Set(LivenessDecision.allCases))
    }

    /// The promise of `live` and of `presentationAttack`, written a second time without branches.
    private func isConsistent(_ decision: ExplainedDecision, _ findings: Findings) -> Bool {
        let seen = findings.observations
        let unusable = seen.failures.count { !$0.isEmpty }
        let isAssessable =
            !seen.failures.isEmpty && seen.longestGapInMilliseconds <= 1500 && unusable * 2 <= seen.failures.count
        let isOnePerson =
            switch seen.persons {
            case .nothingToCompare, .nearDuplicates: true
            case .lowestScore(let score): score >= 3
            }
        let hasMovement =
            seen.failures.count > 1 && findings.stillness != Stillness.still && seen.distinctUsableImages >= 4
        let isAttack = isAssessable && isOnePerson && hasMovement && findings.flatness == Self.flat
        let isLongEnough =
            seen.distinctUsableImages >= 6 && seen.hasTimes && seen.durationInMilliseconds >= 1000
        let passes = isAssessable && isOnePerson && hasMovement && isLongEnough && findings.flatness == Self.deep
        let isLive = passes || (isAssessable && isOnePerson && !isAttack && seen.permitsStills)
        return (decision.decision == .live) == isLive
            && (decision.decision == .presentationAttack) == isAttack
            && (decision.reason == .everyCuePassed) == passes
            && decision.feedback.isEmpty == (isLive || isAttack)
    }

    private func combinations(of choices: [Set<QualityFailure>], upTo length: Int) -> [[Set<QualityFailure>]] {
        var all: [[Set<QualityFailure>]] = [[]]
        var longest = all
        for _ in 0..<length {
            longest = longest.flatMap { start in choices.map { start + [$0] } }
            all += longest
        }
        return all
    }
}
