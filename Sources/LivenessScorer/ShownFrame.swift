internal import FaceEngine
public import Vision

extension LivenessScorer {
    /// The face in a frame of a capture that was assessed before, cut out for a person to look at (`FaceEngine.shown`); nil
    /// where none is found any more.
    /// - Parameter index: of the frame in `evidence.frames`.
    public func shownFace(
        inFrame bytes: [UInt8], _ index: Int, of evidence: LivenessEvidence
    ) throws(LivenessError) -> Image? {
        guard evidence.frames.indices.contains(index) else { return nil }
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
            guard let face = try engine.faces(in: decoded.image).largest else { return nil }
            return try engine.shown(face, in: decoded.image)
        } catch {
            throw .engine(error)
        }
    }
}
