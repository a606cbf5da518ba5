public import FaceEngine

/// The answer about one capture.
public struct LivenessAssessment: Sendable {
    /// What the answer rests on.
    public let evidence: LivenessEvidence
    /// Of up to three of the best frames, for comparison with a document. nil for every decision but `live`: a face that was
    /// refused gets no template.
    public let template: FaceTemplate?
    /// Of the usable frames in their order, repetitions left out: what a replay of this capture is seen by. Empty where the
    /// capture did not ask for them. Derived from biometric data; they never leave the server.
    package let codes: [CodedFrame]

    public var decision: LivenessDecision { evidence.decision }
    /// Empty for `live`.
    public var feedback: [LivenessFeedback] { evidence.feedback }
    /// 0 … 100, 100 for bona fide. Of a capture that is `live` by its cues: what they say together, two thirds at the limit of
    /// its level. Of an attack, never above a third, and of a rendered capture: the lowest score of the cues that decide. Of
    /// a capture that is `live` by its quality alone: the lowest score of the quality gates. nil with every other decision:
    /// no number is made up.
    public var scoreInPercent: Double? { evidence.scoreInPercent }
    /// How many in a hundred of the bona fide captures that the fusion was calibrated on score lower. nil where the decision
    /// does not rest on what the cues say together.
    public var falseRejectionInPercent: Double? { evidence.falseRejectionInPercent }
    /// Every gate and every cue once, in a stable order.
    public var components: [LivenessComponent] { evidence.components }
    /// Index into the capture's frames.
    public var bestFrame: Int? { evidence.bestFrame }
}
