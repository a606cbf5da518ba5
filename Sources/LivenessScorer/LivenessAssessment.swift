public import FaceEngine

/// The answer about one capture.
public struct LivenessAssessment: Sendable {
    /// What the answer rests on.
    public let evidence: LivenessEvidence
    /// Of up to three of the best frames, for comparison with a document. nil for every decision but `live`: a face that was
    /// refused gets no template.
    public let template: FaceTemplate?

    public var decision: LivenessDecision { evidence.decision }
    /// Empty for `live`.
    public var feedback: [LivenessFeedback] { evidence.feedback }
    /// 0 … 100, 100 for bona fide: the lowest score of the cues that decide. The gates have no weight. `live` is never below 66
    /// and `presentationAttack` never above 34. For a capture that is `live` by its quality alone: the lowest score of the
    /// quality gates. nil with every other decision: no number is made up.
    public var scoreInPercent: Double? { evidence.scoreInPercent }
    /// The share of bona fide captures that would score lower. nil because no calibration on real captures exists yet.
    public var falseRejectionInPercent: Double? { nil }
    /// Every gate and every cue once, in a stable order.
    public var components: [LivenessComponent] { evidence.components }
    /// Index into the capture's frames.
    public var bestFrame: Int? { evidence.bestFrame }
}
