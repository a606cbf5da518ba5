internal import FaceEngine
internal import Vision

/// What is kept of a frame while its capture is judged. The colours are gone: one grey picture is all that the cues of
/// movement need.
struct MeasuredFrame {
    var evidence: FrameEvidence
    /// nil without exactly one face.
    var face: MeasuredFace?

    var isUsable: Bool { evidence.faults.isEmpty && face != nil }

    /// Whether there is a face whose top is rather up than aside. The detector finds sideways faces too.
    var showsUprightFace: Bool { evidence.measurements.map { abs($0.rollInDegrees) <= 45 } ?? false }
}

/// The one face of a frame.
struct MeasuredFace {
    let grey: GreyPicture
    let mesh: FaceMesh
    let measurements: FaceMeasurements
    /// nil where a fault keeps the frame out of the comparison.
    let template: FaceTemplate?
}

/// Frames are measured on pictures of about this size: larger ones are decoded at half or quarter size as long as the
/// longest side stays at or above it. A face that fills a third of it is wider than any network looks at.
private let workingSide = 960
/// Formats that cannot be decoded smaller are reduced to this; it bounds what a capture holds in memory.
private let largestWorkingSide = 1920

extension LivenessScorer {
    /// Decodes one frame, finds its faces and measures the largest.
    ///
    /// The detector looks at every frame: following the mesh alone would save a millisecond and overlook a second face
    /// that comes in later.
    ///
    /// - Parameter passes: of the mesh: two for measuring, one where only a template is wanted.
    func measure(
        _ frame: CapturedFrame, index: Int, size: PictureSize, quarterTurns: Int, passes: Int,
        thresholds: LivenessThresholds
    ) throws(LivenessError) -> MeasuredFrame {
        let picture: Picture
        do {
            picture = try Picture(decoding: frame.bytes, atLeast: workingSide)
                .reduced(toLongestSide: largestWorkingSide)
                .turned(clockwiseQuarterTurns: quarterTurns)
        } catch {
            throw .frameUnreadable(index: index, error)
        }
        let reduction = Double(size.longestSide) / Double(picture.size.longestSide)
        do {
            return try measure(
                frame, size: size, picture: picture, reduction: reduction, passes: passes, thresholds: thresholds)
        } catch {
            throw .engine(error)
        }
    }

    private func measure(
        _ frame: CapturedFrame, size: PictureSize, picture: Picture, reduction: Double, passes: Int,
        thresholds: LivenessThresholds
    ) throws(FaceEngineError) -> MeasuredFrame {
        let faces = try engine.faces(in: picture)
        let areas = faces.map(\.box.area).sorted(by: >)
        let secondShare = areas.count > 1 && areas[0] > 0 ? areas[1] / areas[0] : nil
        var measured = MeasuredFrame(
            evidence: FrameEvidence(
                timeInMilliseconds: frame.timeInMilliseconds, digest: frame.digest, widthInPixels: size.width,
                heightInPixels: size.height, reduction: reduction, faceCount: faces.count,
                secondFaceShare: secondShare, faults: []))
        if let secondShare, secondShare >= thresholds.competitorAreaShare {
            measured.evidence.faults = [.severalFaces]
            return measured
        }
        guard let largest = faces.max(by: { $0.box.area < $1.box.area }) else {
            measured.evidence.faults = [.noFace]
            return measured
        }
        let mesh = try engine.mesh(of: largest, in: picture, passes: passes)
        guard mesh.presence >= thresholds.minimumFacePresence else {
            measured.evidence.faults = [.noFace]
            return measured
        }
        let measurements = engine.measurements(of: mesh, in: picture)
        measured.evidence.measurements = measurements
        measured.evidence.faults = faults(of: measurements, reduction: reduction, thresholds: thresholds)
        measured.face = MeasuredFace(
            grey: picture.grey, mesh: mesh, measurements: measurements,
            template: measured.evidence.faults.isEmpty ? try engine.template(of: mesh, in: picture) : nil)
        return measured
    }
}

/// What is wrong with a face, by the limits. A measurement that is not a number is wrong.
///
/// - Parameter reduction: how many times smaller than the frame the measured picture is.
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
