public import FaceEngine
internal import Vision

extension LivenessScorer {
    /// The template of a capture that was judged before, made again by the model that runs now and the way a first one is
    /// made: the same model gives the same bits. Nil where the frames show no face to it.
    /// - Parameters:
    ///   - evidence: of the judgement.
    ///   - frames: the images of `evidence.framesOfTemplate`, in that order.
    public func template(
        madeAgainFrom evidence: LivenessEvidence, frames: [[UInt8]]
    ) throws(LivenessError) -> FaceTemplate? {
        let kind = CaptureKind(frames: evidence.frames.count, thresholds: evidence.thresholds)
        let judged = zip(evidence.framesOfTemplate, frames).compactMap { index, bytes in
            evidence.frames.indices.contains(index) ? (evidence.frames[index], bytes) : nil
        }
        var measured: [MeasuredFrame] = []
        for (index, (frame, bytes)) in judged.enumerated() {
            measured.append(
                try measure(
                    CapturedFrame(bytes: bytes, timeInMilliseconds: frame.timeInMilliseconds, digest: frame.digest),
                    index,
                    size: ImageSize(width: frame.widthInPixels, height: frame.heightInPixels),
                    clockwiseRotationInDegrees: evidence.clockwiseRotationInDegrees, kind: kind,
                    thresholds: evidence.thresholds))
        }
        let usable = measured.indices.filter { measured[$0].isUsable }
        try describe(usable, of: &measured, .inOrder)
        return try template(of: usable, of: measured)
    }
}
