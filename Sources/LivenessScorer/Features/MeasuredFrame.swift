internal import FaceEngine
internal import Vision

/// What is kept of a frame while its capture is assessed: one grey image is all that the cues of movement need.
struct MeasuredFrame: Sendable {
    var evidence: FrameEvidence
    /// nil without exactly one face.
    var face: MeasuredFace?

    var isUsable: Bool { evidence.failures.isEmpty && face != nil }

    /// Whether there is a face that is upright rather than sideways. The detector finds sideways faces too.
    var showsUprightFace: Bool { evidence.measurements.map { abs($0.rollInDegrees) <= 45 } ?? false }

    /// Whether the face is certainly not upside down either: mesh and detector take such a face for an upright one, with a
    /// lower score.
    func showsSurelyUprightFace(_ thresholds: GateThresholds) -> Bool {
        guard let score = evidence.detectionScore else { return false }
        return showsUprightFace && score >= thresholds.surelyUprightDetectionScore
    }
}

/// The one face of a frame.
struct MeasuredFace: Sendable {
    let grey: GreyImage
    let mesh: FaceMesh
    let measurements: FaceMeasurements
    /// nil for an unusable frame, and where the capture asks for no codes.
    let code: CodedFrame?
    /// What the networks look at; nil for an unusable frame.
    let aligned: AlignedFace?
    /// What the networks of texture look at, in their order; empty for an unusable frame.
    let crops: [Image?]
    /// In the frame's colours. Kept for stills alone, because the best of them is aligned a second time.
    let image: Image?
    /// Kept where a challenge lights the face.
    var colours: FaceColours?
}
