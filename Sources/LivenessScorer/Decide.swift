/// What was found out about a capture, reduced to what the decision rests on.
struct CaptureObservations: Equatable, Sendable {
    /// What is wrong with each frame, in order; empty for a frame that can be used.
    var faults: [Set<FrameFault>]
    /// Between two neighbouring frames; 0 for a single one.
    var longestGapInMilliseconds: Double
    /// Images whose bytes differ.
    var distinctImages: Int
    /// Of these, the ones that can be used.
    var distinctUsableImages: Int
    var persons: PersonsObservation
    /// nil where no two frames could be compared.
    var stillness: StillnessVerdict?
    /// nil where too few frames could be used.
    var flatness: FlatnessVerdict?
    var permitsStills: Bool
}

/// Whether the usable frames show one person.
enum PersonsObservation: Equatable, Sendable {
    /// Fewer than two usable frames, or the capture is decided whomever it shows.
    case nothingToCompare
    /// Every usable frame shows the best one's face over again.
    case alike
    /// The lowest score between the best frame and a usable one that does not show its face over again.
    case lowestScore(Double)
}

/// A decision, the branch that led to it, and what can be done about it.
struct LivenessRuling: Equatable, Sendable {
    var decision: LivenessDecision
    var reason: LivenessReason
    var feedback: [LivenessFeedback] = []
}

extension LivenessEvidence {
    /// Raised with every change of `decide` or of what is asked before it, so that a record can be decided again as it was:
    /// 1 asked who is shown before it asked whether there is a movement to judge; 2 asks in the other order.
    public static let currentRulesVersion = 2
}

/// Decides about a capture. Total, and `live` only at its two marked ends.
///
/// First what makes any judgement void (faces, gaps), then the quality that most frames share, distance before pose
/// before light before focus, then whether there is a movement to judge at all, then whether it is one person, and last
/// the cues against attacks: focus comes before flatness because blur makes a print look deep.
func decide(_ observations: CaptureObservations, thresholds: LivenessThresholds) -> LivenessRuling {
    if let ruling = decideWhomeverItShows(observations, thresholds: thresholds) { return ruling }

    switch observations.persons {
    case .nothingToCompare, .alike: break
    case .lowestScore(let score):
        guard score >= thresholds.samePersonScore else {
            return LivenessRuling(decision: .unableToDecide, reason: .differentPersons, feedback: [.invalidFrame])
        }
    }

    switch movement(in: observations, thresholds: thresholds) {
    case .flat:
        return LivenessRuling(decision: .presentationAttack, reason: .flat)
    case .deep:
        return LivenessRuling(decision: .live, reason: .everyCuePassed)  // live by every cue
    case .absent(let reason), .tellsNothing(let reason):
        return observations.permitsStills
            ? LivenessRuling(decision: .live, reason: .stillsPermitted)  // live by quality alone
            : undecided(reason)
    }
}

/// The ruling on a capture that is the same whomever its frames show, which no network has to compare; nil where that
/// matters. Looks at everything but `persons`.
func decideWhomeverItShows(_ observations: CaptureObservations, thresholds: LivenessThresholds) -> LivenessRuling? {
    let faults = observations.faults
    var voids: [(LivenessReason, LivenessFeedback)] = []
    if faults.isEmpty || faults.contains(where: { $0.contains(.noFace) }) { voids.append((.noFace, .noFace)) }
    if faults.contains(where: { $0.contains(.severalFaces) }) { voids.append((.multipleFaces, .multipleFaces)) }
    // Written so that a gap that is not a number counts as too long.
    if !(observations.longestGapInMilliseconds <= thresholds.maximumGapInMilliseconds) {
        voids.append((.frameRateTooSlow, .frameRateTooSlow))
    }
    if let (reason, _) = voids.first {
        return LivenessRuling(decision: .unableToDecide, reason: reason, feedback: voids.map(\.1))
    }

    let tolerated = thresholds.toleratedShareOfPoorFrames * Double(faults.count)
    func isCommon(_ fault: FrameFault) -> Bool {
        let poor = faults.count { $0.contains(fault) }
        return poor > 0 && (Double(poor) > tolerated || poor == faults.count)
    }
    if isCommon(.faceTooSmall) {
        return LivenessRuling(decision: .faceTooSmall, reason: .faceTooSmall, feedback: [.invalidFrame])
    }
    if isCommon(.poseTooHigh) {
        return LivenessRuling(decision: .poseTooHigh, reason: .poseTooHigh, feedback: [.invalidFramePose])
    }
    if isCommon(.poorLight) {
        return LivenessRuling(decision: .tooLowDynamicRange, reason: .poorLight, feedback: [.invalidFrameLighting])
    }
    if isCommon(.tooBlurry) {
        return LivenessRuling(decision: .tooBlurry, reason: .tooBlurry, feedback: [.invalidFrameBlur])
    }
    let poor = faults.count { !$0.isEmpty }
    if Double(poor) > tolerated || poor == faults.count {
        return LivenessRuling(
            decision: .unableToDecide, reason: .tooFewGoodFrames, feedback: feedback(on: faults))
    }

    if !observations.permitsStills, case .absent(let reason) = movement(in: observations, thresholds: thresholds) {
        return undecided(reason)
    }
    return nil
}

private func undecided(_ reason: LivenessReason) -> LivenessRuling {
    LivenessRuling(
        decision: .unableToDecide, reason: reason,
        feedback: [reason == .unsteadyLight ? .invalidFrameLighting : .insufficientFrames])
}

/// What both cues against attacks say together.
private enum MovementFinding {
    case flat, deep
    /// There is no movement that could be judged.
    case absent(LivenessReason)
    /// There may be one, and nothing can be said about it.
    case tellsNothing(LivenessReason)
}

/// A stillness cue that abstains does not stand in the way: it can only refuse, and a face that is judged deep has moved.
private func movement(in observations: CaptureObservations, thresholds: LivenessThresholds) -> MovementFinding {
    if observations.faults.count == 1 { return .absent(.singleStill) }
    guard observations.distinctImages > 1, observations.stillness != .still else {
        return .absent(.repeatedStill)
    }
    guard observations.stillness != nil, let flatness = observations.flatness,
        observations.distinctUsableImages >= thresholds.minimumFramesForFlatness
    else { return .absent(.tooFewFrames) }
    switch flatness {
    case .flat: return .flat
    case .deep: return .deep
    case .rigid: return .tellsNothing(.repeatedStill)
    case .tracksLost: return .tellsNothing(.tracksLost)
    case .noDeformation: return .tellsNothing(.noDeformation)
    case .turnTooSmall: return .tellsNothing(.turnTooSmall)
    case .depthUnclear: return .tellsNothing(.depthUnclear)
    case .unsteadyLight: return .tellsNothing(.unsteadyLight)
    }
}

/// What to say about frames that have different faults.
private func feedback(on faults: [Set<FrameFault>]) -> [LivenessFeedback] {
    let all = faults.reduce(into: Set<FrameFault>()) { $0.formUnion($1) }
    return FrameFault.allCases.filter(all.contains).map { fault in
        switch fault {
        case .noFace: .noFace
        case .severalFaces: .multipleFaces
        case .faceTooSmall: .invalidFrame
        case .poseTooHigh: .invalidFramePose
        case .poorLight: .invalidFrameLighting
        case .tooBlurry: .invalidFrameBlur
        }
    }
}
