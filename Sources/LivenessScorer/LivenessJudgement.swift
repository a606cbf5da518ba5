public import FaceEngine

/// What a capture is taken for.
public enum LivenessDecision: String, Codable, Sendable, CaseIterable {
    /// A bona fide presentation: every cue could be judged and passed (or, where stills are permitted and movement
    /// tells nothing, every cue of quality passed; see `LivenessEvidence.restsOnQualityAlone`).
    case live
    /// The face lies in one plane: a print or an image on a screen that was tilted before the camera.
    case presentationAttack
    /// Most frames are out of focus or smeared by movement.
    case tooBlurry
    /// Nothing speaks clearly for or against. Never an accusation.
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
    /// Two frames are further apart than `LivenessThresholds.maximumGapInMilliseconds`.
    case frameRateTooSlow
    /// A single still, a repeated still, too few frames, or no turn of the head that can be judged.
    case insufficientFrames
    /// A frame cannot belong to this capture: it shows another person.
    case invalidFrame
    case invalidFrameBlur
    case invalidFrameLighting
    case invalidFramePose
}

/// Which cue a result is of. The raw values are stable: they are stored and sent.
public enum CueName: String, Codable, Sendable, CaseIterable {
    /// Exactly one face in every frame.
    case oneFace
    /// The frames follow each other without a gap.
    case frameTimes
    case faceSize
    case pose
    /// Light on the face: range, clipping, brightness.
    case exposure
    case focus
    /// Every frame that is used shows the person of the best frame.
    case samePerson
    /// Whether the face region changes at all from frame to frame.
    case stillness
    /// Whether the face is deeper than one plane. Stops images; a video replay of a turning head passes it.
    case flatness
}

/// What one cue says.
public struct CueResult: Codable, Equatable, Sendable {
    public let name: CueName
    /// 0 … 100, where 100 speaks for a bona fide presentation; nil where the cue could not be judged.
    ///
    /// For the quality cues the share of frames within the limit; for `samePerson` the lowest comparison score against
    /// the limit, at most 100; for `stillness` 0 or 100; for `flatness` a ramp over r from 0.25 (0) to 0.55 (100).
    public let scoreInPercent: Double?
    public let feedback: [LivenessFeedback]

    public init(name: CueName, scoreInPercent: Double?, feedback: [LivenessFeedback] = []) {
        self.name = name
        self.scoreInPercent = scoreInPercent
        self.feedback = feedback
    }
}

/// The answer about one capture.
public struct LivenessJudgement: Sendable {
    public let decision: LivenessDecision
    /// Empty for `live`.
    public let feedback: [LivenessFeedback]
    /// 0 … 100, 100 for bona fide: the score of the flatness cue, because quality opens the gate and weighs nothing.
    /// `live` is never below 67 and `presentationAttack` never above 34. Where a capture is `live` by its quality
    /// alone: the least score of the quality cues. nil with every other decision: no number is made up.
    public let scoreInPercent: Double?
    /// The share of bona fide captures that would score lower. nil: not known, because no calibration on real captures
    /// exists for this scorer.
    public let falseRejectionInPercent: Double?
    /// Every cue once, in the order of `CueName`.
    public let cues: [CueResult]
    public let evidence: LivenessEvidence
    /// Of up to three of the best frames, for comparison with a document. nil for every decision but `live`: no template is
    /// made of a face that was refused.
    public let template: FaceTemplate?
    /// Index into the capture's frames.
    public let bestFrame: Int?
}
