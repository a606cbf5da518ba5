/// What a capture is taken for.
public enum LivenessDecision: String, Codable, Sendable, CaseIterable {
    /// A bona fide presentation: every gate and every cue passed. If stills are permitted and there is no movement to assess,
    /// the gates are enough; see `LivenessEvidence.restsOnQualityAlone`.
    case live
    /// A print or an image on a screen that was tilted before the camera, or images that were set in motion by computing, shown
    /// or injected.
    case presentationAttack
    /// Most frames are out of focus or smeared by movement.
    case tooBlurry
    /// The capture allows no decision. Never an accusation.
    case unableToDecide
    /// Most frames show the face turned too far from the camera.
    case poseTooHigh
    /// Most frames are too dark, too bright or too flat in the region of the face.
    case tooLowDynamicRange
    /// Most frames show the face too small.
    case faceTooSmall
}

/// What the person in front of the camera, or the sender, can do about a decision that is not `live`.
public enum LivenessFeedback: String, Codable, Sendable, CaseIterable {
    case noFace
    case multipleFaces
    /// Two frames are further apart than `GateThresholds.maximumGapInMilliseconds`.
    case frameRateTooSlow
    /// A single still, a repeated still, too few frames, or no turn of the head that can be assessed.
    case insufficientFrames
    /// A frame cannot belong to this capture: it shows another person.
    case invalidFrame
    case invalidFrameBlur
    case invalidFrameLighting
    case invalidFramePose
}

/// A decision, why it was made, and what can be done about it.
struct ExplainedDecision: Equatable, Sendable {
    var decision: LivenessDecision
    var reason: LivenessReason
    var feedback: [LivenessFeedback] = []

    /// A decision that is none.
    static func undecided(_ reason: LivenessReason, _ feedback: [LivenessFeedback]) -> ExplainedDecision {
        ExplainedDecision(decision: .unableToDecide, reason: reason, feedback: feedback)
    }
}
