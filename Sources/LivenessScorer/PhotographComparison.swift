public import FaceEngine
internal import Vision

extension LivenessScorer {
    /// Whether frames of a capture that was assessed before show one of `portraits` itself: the same photograph. Frames whose
    /// quality failed are not looked at, and of the others only the few nearest in pose are decoded.
    /// - Parameters:
    ///   - portraits: nil for one that shows no face.
    ///   - evidence: of the assessment.
    ///   - frames: all images of the capture, in order.
    /// - Returns: one comparison for each portrait.
    public func comparePhotographs(
        _ portraits: [PhotographedPortrait?], evidence: LivenessEvidence, frames: [[UInt8]]
    ) throws(LivenessError) -> [PhotographComparison] {
        let measured = evidence.frames.map { $0.failures.isEmpty ? $0.measurements : nil }
        var faces: [Int: PhotographedFace] = [:]
        var comparisons: [PhotographComparison] = []
        for portrait in portraits {
            let near = portrait.map { engine.framesNearPose(of: $0, among: measured) } ?? []
            for index in near where faces[index] == nil && frames.indices.contains(index) {
                faces[index] = try face(in: frames[index], index, of: evidence)
            }
            comparisons.append(
                engine.comparePhotographs(
                    portrait, frames: near.compactMap { index in faces[index].map { (number: index, face: $0) } }))
        }
        return comparisons
    }

    private func face(
        in bytes: [UInt8], _ index: Int, of evidence: LivenessEvidence
    ) throws(LivenessError) -> PhotographedFace? {
        let frame = evidence.frames[index]
        let decoded: FrameImage
        do {
            decoded = try FrameImage(
                decoding: bytes, size: ImageSize(width: frame.widthInPixels, height: frame.heightInPixels),
                clockwiseQuarterTurns: evidence.clockwiseRotationInDegrees / 90)
        } catch {
            throw .frameUnreadable(index: index, error)
        }
        do {
            return try engine.photographedFace(inFrame: decoded.image)
        } catch {
            throw .engine(error)
        }
    }
}
