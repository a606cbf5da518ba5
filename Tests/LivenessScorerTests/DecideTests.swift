import Testing

@testable import LivenessScorer

@Suite struct DecideTests {
    private let thresholds = LivenessThresholds(for: .balanced)

    /// A capture in which every cue passes.
    private let good = CaptureObservations(
        faults: [[], [], [], []], longestGapInMilliseconds: 200, distinctImages: 4, distinctUsableImages: 4,
        persons: .lowestScore(5), stillness: .changing, flatness: .deep, permitsStills: false)

    private func ruling(_ change: (inout CaptureObservations) -> Void) -> LivenessRuling {
        var observations = good
        change(&observations)
        return decide(observations, thresholds: thresholds)
    }

    @Test func aCaptureInWhichEveryCuePassesIsLive() {
        #expect(ruling { _ in } == LivenessRuling(decision: .live, reason: .everyCuePassed))
    }

    @Test func everyReasonHasItsDecisionAndFeedback() {
        func expect(
            _ decision: LivenessDecision, _ reason: LivenessReason, _ feedback: [LivenessFeedback],
            _ change: (inout CaptureObservations) -> Void
        ) {
            #expect(ruling(change) == LivenessRuling(decision: decision, reason: reason, feedback: feedback))
        }
        expect(.unableToDecide, .noFace, [.noFace]) { $0.faults[2] = [.noFace] }
        expect(.unableToDecide, .noFace, [.noFace]) { $0.faults = [] }
        expect(.unableToDecide, .multipleFaces, [.multipleFaces]) { $0.faults[0] = [.severalFaces] }
        expect(.unableToDecide, .noFace, [.noFace, .multipleFaces]) {
            $0.faults[0] = [.severalFaces]
            $0.faults[3] = [.noFace]
        }
        expect(.unableToDecide, .frameRateTooSlow, [.frameRateTooSlow]) { $0.longestGapInMilliseconds = 1500.1 }
        expect(.unableToDecide, .frameRateTooSlow, [.frameRateTooSlow]) { $0.longestGapInMilliseconds = .nan }
        expect(.faceTooSmall, .faceTooSmall, [.invalidFrame]) {
            for index in 0..<3 { $0.faults[index] = [.faceTooSmall, .tooBlurry] }
        }
        expect(.poseTooHigh, .poseTooHigh, [.invalidFramePose]) {
            for index in 0..<3 { $0.faults[index] = [.poseTooHigh, .poorLight] }
        }
        expect(.tooLowDynamicRange, .poorLight, [.invalidFrameLighting]) {
            for index in 0..<3 { $0.faults[index] = [.poorLight, .tooBlurry] }
        }
        expect(.tooBlurry, .tooBlurry, [.invalidFrameBlur]) {
            for index in 0..<3 { $0.faults[index] = [.tooBlurry] }
        }
        expect(.unableToDecide, .tooFewGoodFrames, [.invalidFramePose, .invalidFrameLighting, .invalidFrameBlur]) {
            $0.faults = [[.tooBlurry], [.poorLight], [.poseTooHigh], []]
        }
        expect(.unableToDecide, .differentPersons, [.invalidFrame]) { $0.persons = .lowestScore(2.99) }
        expect(.unableToDecide, .differentPersons, [.invalidFrame]) { $0.persons = .lowestScore(.nan) }
        expect(.unableToDecide, .singleStill, [.insufficientFrames]) {
            $0.faults = [[]]
            $0.distinctImages = 1
            $0.distinctUsableImages = 1
            $0.persons = .nothingToCompare
            $0.stillness = nil
            $0.flatness = nil
        }
        expect(.unableToDecide, .repeatedStill, [.insufficientFrames]) {
            $0.distinctImages = 1
            $0.distinctUsableImages = 1
            $0.stillness = .still
            $0.flatness = nil
        }
        expect(.unableToDecide, .repeatedStill, [.insufficientFrames]) { $0.stillness = .still }
        expect(.unableToDecide, .tooFewFrames, [.insufficientFrames]) {
            $0.distinctUsableImages = 3
            $0.flatness = nil
        }
        expect(.unableToDecide, .tracksLost, [.insufficientFrames]) { $0.flatness = .tracksLost }
        expect(.unableToDecide, .noDeformation, [.insufficientFrames]) { $0.flatness = .noDeformation }
        expect(.unableToDecide, .turnTooSmall, [.insufficientFrames]) { $0.flatness = .turnTooSmall }
        expect(.unableToDecide, .depthUnclear, [.insufficientFrames]) { $0.flatness = .depthUnclear }
        expect(.unableToDecide, .unsteadyLight, [.invalidFrameLighting]) { $0.flatness = .unsteadyLight }
        expect(.presentationAttack, .flat, []) { $0.flatness = .flat }
        expect(.presentationAttack, .flat, []) {
            $0.flatness = .flat
            $0.permitsStills = true
        }
        expect(.live, .stillsPermitted, []) {
            $0.faults = [[]]
            $0.distinctImages = 1
            $0.distinctUsableImages = 1
            $0.persons = .nothingToCompare
            $0.stillness = nil
            $0.flatness = nil
            $0.permitsStills = true
        }
    }

    @Test func aFaultInHalfOfTheFramesIsTolerated() {
        let tolerated = ruling { $0.faults = [[.tooBlurry], [.tooBlurry], [], [], [], [], [], []] }
        #expect(tolerated.decision == .live)
        #expect(ruling { $0.faults = [[.tooBlurry], [.tooBlurry], [.tooBlurry], []] }.decision == .tooBlurry)
    }

    @Test func aStillnessCueThatAbstainsDoesNotStandInTheWay() {
        #expect(ruling { $0.stillness = .abstains }.decision == .live)
    }

    /// Too few frames are too few whomever they show, so no network has to look; where stills are permitted it has to.
    @Test func whereThereIsNoMovementToJudgeItDoesNotMatterWhoIsShown() {
        var observations = good
        observations.distinctUsableImages = 3
        observations.flatness = nil
        observations.persons = .lowestScore(0)
        #expect(decide(observations, thresholds: thresholds).reason == .tooFewFrames)
        observations.permitsStills = true
        #expect(decideWhomeverItShows(observations, thresholds: thresholds) == nil)
        #expect(decide(observations, thresholds: thresholds).reason == .differentPersons)
    }

    /// Every combination of every observation for up to three frames (the promise of the fourth is a number).
    @Test func aCaptureIsLiveExactlyWhenEverythingPassesOrStillsArePermittedAndNothingSpeaksAgainst() {
        let single: [Set<FrameFault>] = [[]] + FrameFault.allCases.map { [$0] }
        let frames = combinations(of: single, upTo: 3)
        let persons: [PersonsObservation] = [
            .nothingToCompare, .alike, .lowestScore(3), .lowestScore(2.99), .lowestScore(.nan),
        ]
        let stillnesses: [StillnessVerdict?] = [nil] + StillnessVerdict.allCases
        let flatnesses: [FlatnessVerdict?] = [nil] + FlatnessVerdict.allCases
        var wrong: [CaptureObservations] = []
        var seen = Set<LivenessDecision>()
        for faults in frames {
            for gap in [0.0, 1500, 1501] {
                for person in persons {
                    for stillness in stillnesses {
                        for flatness in flatnesses {
                            for usable in [1, 4] {
                                for permitsStills in [false, true] {
                                    let observations = CaptureObservations(
                                        faults: faults, longestGapInMilliseconds: gap, distinctImages: max(usable, 2),
                                        distinctUsableImages: usable, persons: person, stillness: stillness,
                                        flatness: flatness, permitsStills: permitsStills)
                                    let ruling = decide(observations, thresholds: thresholds)
                                    seen.insert(ruling.decision)
                                    let isEarlyRight =
                                        decideWhomeverItShows(observations, thresholds: thresholds)
                                        .map { $0 == ruling && $0.decision != .live } ?? true
                                    if !isConsistent(ruling, observations) || !isEarlyRight {
                                        wrong.append(observations)
                                    }
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

    /// The promise of `live` and of `presentationAttack`, said a second time without branches.
    private func isConsistent(_ ruling: LivenessRuling, _ seen: CaptureObservations) -> Bool {
        let poor = seen.faults.count { !$0.isEmpty }
        let hasVoidFrame = seen.faults.contains { $0.contains(.noFace) || $0.contains(.severalFaces) }
        let isJudgeable =
            !seen.faults.isEmpty && !hasVoidFrame && seen.longestGapInMilliseconds <= 1500
            && poor * 2 <= seen.faults.count
        let isOnePerson =
            switch seen.persons {
            case .nothingToCompare, .alike: true
            case .lowestScore(let score): score >= 3
            }
        let cuesApply =
            seen.faults.count > 1 && seen.stillness != nil && seen.stillness != .still
            && seen.distinctUsableImages >= 4
        let isAttack = isJudgeable && isOnePerson && cuesApply && seen.flatness == .flat
        let passes = isJudgeable && isOnePerson && cuesApply && seen.flatness == .deep
        let isLive = passes || (isJudgeable && isOnePerson && !isAttack && seen.permitsStills)
        return (ruling.decision == .live) == isLive
            && (ruling.decision == .presentationAttack) == isAttack
            && (ruling.reason == .everyCuePassed) == passes
            && ruling.feedback.isEmpty == (isLive || isAttack)
    }

    private func combinations(of choices: [Set<FrameFault>], upTo length: Int) -> [[Set<FrameFault>]] {
        var all: [[Set<FrameFault>]] = [[]]
        var longest = all
        for _ in 0..<length {
            longest = longest.flatMap { start in choices.map { start + [$0] } }
            all += longest
        }
        return all
    }
}
