internal import FaceEngine
internal import Vision

/// What is kept of a frame while its capture is assessed: one grey image is all that the cues of movement need.
struct MeasuredFrame: Sendable {
    var evidence: FrameEvidence
    /// nil without exactly one face.
    var face: MeasuredFace?

    var isUsable: Bool { evidence.failures.isEmpty && face != nil }

    /// Whether there is a face whose top is rather up than aside. The detector finds sideways faces too.
    var showsUprightFace: Bool { evidence.measurements.map { abs($0.rollInDegrees) <= 45 } ?? false }

    /// The same where it is no upside-down face either, which mesh and detector take for an upright one that is hard to see.
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
    /// What the networks look at; nil for an unusable frame.
    let aligned: AlignedFace?
    /// In the frame's colours; kept of stills alone, of which the best is looked at once more.
    let image: Image?
}
