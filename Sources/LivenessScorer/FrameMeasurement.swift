internal import FaceEngine
internal import Vision

/// What is kept of a frame while its capture is judged: one grey image is all that the cues of movement need.
struct MeasuredFrame: Sendable {
    var evidence: FrameEvidence
    /// nil without exactly one face.
    var face: MeasuredFace?

    var isUsable: Bool { evidence.faults.isEmpty && face != nil }

    /// Whether there is a face whose top is rather up than aside. The detector finds sideways faces too.
    var showsUprightFace: Bool { evidence.measurements.map { abs($0.rollInDegrees) <= 45 } ?? false }

    /// The same where it is no upside-down face either, which mesh and detector take for an upright one that is hard to see.
    func showsSurelyUprightFace(_ thresholds: LivenessThresholds) -> Bool {
        guard let least = thresholds.surelyUprightDetectionScore, let score = evidence.detectionScore else {
            return showsUprightFace
        }
        return showsUprightFace && score >= least
    }
}

/// The one face of a frame.
struct MeasuredFace: Sendable {
    let grey: GreyImage
    let mesh: FaceMesh
    let measurements: FaceMeasurements
    /// What the networks look at; nil where a fault keeps the frame out of the comparison.
    let aligned: AlignedFace?
    /// In the frame's colours; kept of stills alone, of which the best is looked at once more.
    let image: Image?
    /// By the engine's frame descriptor; nil until it is made, and where a fault keeps the frame out of the comparison.
    var template: FaceTemplate?
}

extension LivenessScorer {
    /// Decodes one frame of a capture, finds its faces, measures the largest and cuts it out for the descriptor.
    ///
    /// The detector looks at every frame: following the mesh alone would save a millisecond and overlook a second face
    /// that comes in later.
    /// - Parameters:
    ///   - index: names the frame in an error.
    ///   - size: as the frame's header states it, turned upright.
    func measure(
        _ frame: CapturedFrame, _ index: Int, size: ImageSize, clockwiseRotationInDegrees: Int, kind: CaptureKind,
        thresholds: LivenessThresholds
    ) throws(LivenessError) -> MeasuredFrame {
        let decoded: FrameImage
        do {
            decoded = try FrameImage(
                decoding: frame.bytes, size: size,
                clockwiseQuarterTurns: clockwiseRotationInDegrees / 90)
        } catch {
            throw .frameUnreadable(index: index, error)
        }
        do {
            return try measure(frame, size: size, decoded: decoded, kind: kind, thresholds: thresholds)
        } catch {
            throw .engine(error)
        }
    }

    private func measure(
        _ frame: CapturedFrame, size: ImageSize, decoded: FrameImage, kind: CaptureKind,
        thresholds: LivenessThresholds
    ) throws(FaceEngineError) -> MeasuredFrame {
        let image = decoded.image
        let faces = try engine.faces(in: image)
        let areas = faces.map(\.box.area).sorted(by: >)
        let secondShare = areas.count > 1 && areas[0] > 0 ? areas[1] / areas[0] : nil
        var measured = MeasuredFrame(
            evidence: FrameEvidence(
                timeInMilliseconds: frame.timeInMilliseconds, digest: frame.digest, widthInPixels: size.width,
                heightInPixels: size.height, reduction: decoded.reduction, faceCount: faces.count,
                detectionScore: faces.largest?.score, secondFaceShare: secondShare, faults: []))
        if let secondShare, secondShare >= thresholds.competitorAreaShare {
            measured.evidence.faults = [.severalFaces]
            return measured
        }
        guard let largest = faces.largest else {
            measured.evidence.faults = [.noFace]
            return measured
        }
        let mesh = try engine.mesh(of: largest, in: image, passes: kind.meshPasses)
        guard mesh.presence >= thresholds.minimumFacePresence else {
            measured.evidence.faults = [.noFace]
            return measured
        }
        let measurements = engine.measurements(of: mesh, in: image)
        measured.evidence.measurements = measurements
        measured.evidence.faults = faults(
            of: measurements, reduction: decoded.reduction, thresholds: thresholds)
        measured.face = MeasuredFace(
            grey: image.grey, mesh: mesh, measurements: measurements,
            aligned: measured.evidence.faults.isEmpty ? try engine.aligned(mesh, in: image, for: kind) : nil,
            image: kind == .stills ? image : nil)
        return measured
    }
}

/// What is wrong with a face, by the limits. A measurement that is not a number is wrong.
///
/// - Parameter reduction: how many times smaller than the frame the measured image is.
func faults(
    of measurements: FaceMeasurements, reduction: Double, thresholds: LivenessThresholds
) -> [FrameFault] {
    var faults: [FrameFault] = []
    if !(measurements.faceWidthInPixels * reduction >= thresholds.minimumFaceWidthInPixels) {
        faults.append(.faceTooSmall)
    }
    if !(abs(measurements.yawInDegrees) <= thresholds.maximumYawInDegrees)
        || !(abs(measurements.pitchInDegrees) <= thresholds.maximumPitchInDegrees)
    {
        faults.append(.poseTooHigh)
    }
    if !(measurements.dynamicRangeInBits >= thresholds.minimumDynamicRangeInBits)
        || !(measurements.clippedDarkShare <= thresholds.maximumClippedShare)
        || !(measurements.clippedBrightShare <= thresholds.maximumClippedShare)
    {
        faults.append(.poorLight)
    }
    if !(measurements.focus >= thresholds.minimumFocus) {
        faults.append(.tooBlurry)
    }
    return faults
}
