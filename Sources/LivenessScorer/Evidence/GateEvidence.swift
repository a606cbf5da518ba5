/// The gates: what a capture must pass before a cue can decide about it. Stored and sent, so each word is stable.
public enum GateName: String, Codable, Sendable, CaseIterable {
    /// Exactly one face in a frame.
    case oneFace
    /// The frames follow each other without a gap.
    case frameTimes
    case faceSize
    case pose
    /// Light on the face: range and clipping.
    case exposure
    case focus
    /// Every usable frame shows the person of the best frame.
    case samePerson
    /// Enough usable frames over enough time to judge a movement.
    case captureLength
}

/// What one gate found.
public struct GateEvidence: Codable, Equatable, Sendable {
    public var gate: GateName
    /// 0 … 100; nil if there was nothing to assess. For the quality gates the share of frames that pass; for
    /// `samePerson` the lowest comparison score against the limit, at most 100.
    public var scoreInPercent: Double?
    public var feedback: [LivenessFeedback]
    /// What it wanted, where it does not pass; nil where there is nothing to say.
    public var hints: [LivenessHint]?

    public init(
        _ gate: GateName, scoreInPercent: Double?, feedback: [LivenessFeedback] = [], hints: [LivenessHint]? = nil
    ) {
        self.hints = hints
        self.gate = gate
        self.scoreInPercent = scoreInPercent
        self.feedback = feedback
    }

    private enum CodingKeys: String, CodingKey {
        case gate, scoreInPercent, feedback, hints
    }
}
