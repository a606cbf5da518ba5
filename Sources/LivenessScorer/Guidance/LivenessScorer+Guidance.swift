internal import FaceEngine
internal import Vision

extension LivenessScorer {
    /// What is wrong with each image of a preview. Costs 5 to 15 ms of one core an image; nothing is decided.
    ///
    /// - Parameters:
    ///   - preview: its images, turned upright by its rotation; their times are not looked at beyond their order.
    ///   - enlargement: how many times larger the images of the capture will be, side by side.
    /// - Throws: `LivenessError` as `assess` does.
    public func guide(
        _ preview: FaceCapture, enlargement: Double = 1, frames runner: FrameRunner = .inOrder
    ) throws(LivenessError) -> [FrameGuidance] {
        let thresholds = LivenessThresholds(for: preview.level).gates
        let meter = FrameMeter(engine, .none, frames: preview.frames.count, thresholds: thresholds)
        let size = try CaptureMeter.checked(preview)
        return try runner.results(of: preview.frames.count) { index throws(LivenessError) in
            let frame = try meter.measure(
                preview.frames[index], index, size: size,
                clockwiseRotationInDegrees: preview.clockwiseRotationInDegrees)
            return FrameGuidance(of: frame, enlargement: enlargement, thresholds: thresholds)
        }
    }
}

extension FrameGuidance {
    init(of frame: MeasuredFrame, enlargement: Double, thresholds: GateThresholds) {
        guard let face = frame.face else {
            self.init(advice: frame.evidence.failures.contains(.severalFaces) ? [.severalFaces] : [.noFace], focus: nil)
            return
        }
        let failures = qualityFailures(
            of: face.measurements, reduction: frame.evidence.reduction * enlargement, thresholds: thresholds)
        let found = Set(
            failures.map { CaptureAdvice($0, face.measurements) }
                + FaceFraming.advice(for: face.mesh.bounds, in: face.grey.size))
        self.init(
            advice: CaptureAdvice.allCases.filter(found.contains), focus: face.measurements.focus,
            yawInDegrees: face.measurements.yawInDegrees)
    }
}

extension CaptureAdvice {
    init(_ failure: QualityFailure, _ measurements: FaceMeasurements?) {
        self =
            switch failure {
            case .noFace: .noFace
            case .severalFaces: .severalFaces
            case .faceTooSmall: .faceTooFar
            case .poseTooHigh: .poseTooHigh
            case .badExposure:
                (measurements?.clippedBrightShare ?? 0) > (measurements?.clippedDarkShare ?? 0) ? .tooBright : .tooDark
            case .tooBlurry: .tooBlurry
            }
    }
}

extension LivenessEvidence {
    /// What is wrong with the frames, all of them together, in the order of `CaptureAdvice`.
    public var advice: [CaptureAdvice] {
        let found = Set(
            frames.flatMap { frame in frame.failures.map { CaptureAdvice($0, frame.measurements) } })
        return CaptureAdvice.allCases.filter(found.contains)
    }
}
