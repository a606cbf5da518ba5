public import FaceEngine

/// What a single image is worth as a sample of a face (ISO/IEC 29794-5): what was measured, and by which gates it does not pass.
/// Kept beside the template that was made from it, and beside what it was compared with. Stored as
///
///     {"detail":{"evenness","innerFocus"},"detectionScore","faceCount","failures":["tooBlurry"],"measurements":{…},
///      "reduction","secondFaceShare"}
///
/// with `measurements` as `FaceMeasurements`; absent are what no single face has, and `detail` of a frame of a capture.
public struct SampleQuality: Codable, Equatable, Sendable {
    /// All faces found, also small ones in the background.
    public var faceCount: Int
    /// Area of the second largest face against the largest; nil with fewer than two.
    public var secondFaceShare: Double?
    /// How sure the detector is of the face, 0 to 1.
    public var detectionScore: Double?
    /// Of the one face.
    public var measurements: FaceMeasurements?
    public var detail: SampleDetail?
    /// Lengths in pixels of `measurements`, times this number, are in pixels of the image.
    public var reduction: Double
    /// By the limits of the time when it was measured. A drawing shows no face.
    public private(set) var failures: [QualityFailure]

    private enum CodingKeys: String, CodingKey {
        case faceCount, secondFaceShare, detectionScore, measurements, detail, reduction, failures
    }

    init(
        faceCount: Int, secondFaceShare: Double? = nil, detectionScore: Double? = nil, reduction: Double,
        failures: [QualityFailure]
    ) {
        self.faceCount = faceCount
        self.secondFaceShare = secondFaceShare
        self.detectionScore = detectionScore
        self.reduction = reduction
        self.failures = failures
    }

    /// Takes in what was measured of the one face, and judges it.
    mutating func judge(_ measurements: FaceMeasurements, _ detail: SampleDetail?, by limits: SampleLimits) {
        self.measurements = measurements
        self.detail = detail
        failures = judged(by: limits)
    }

    /// That of the frame that a capture's template goes by; nil where it shows no single face.
    public init?(of frame: FrameEvidence) {
        guard let measurements = frame.measurements else { return nil }
        self.init(
            faceCount: frame.faceCount, secondFaceShare: frame.secondFaceShare, detectionScore: frame.detectionScore,
            reduction: frame.reduction, failures: [])
        self.measurements = measurements
        failures = frame.failures
    }

    /// By today's limits, from the measurements; what had no face has none.
    public var failuresToday: [QualityFailure] { measurements == nil ? failures : judged(by: .standard) }

    private func judged(by limits: SampleLimits) -> [QualityFailure] {
        guard let measurements else { return failures }
        var found = qualityFailures(of: measurements, reduction: reduction, thresholds: limits.gates)
        if let detail {
            if !(detail.innerFocus >= limits.minimumInnerFocus), !found.contains(.tooBlurry) {
                found.append(.tooBlurry)
            }
            if !(detail.evenness >= limits.minimumEvenness) { found.insert(.noFace, at: 0) }
        }
        return found
    }
}

extension LivenessEvidence {
    /// What the frame is worth that the capture's template goes by; nil where none was made.
    public var sample: SampleQuality? {
        guard let best = framesOfTemplate.first, frames.indices.contains(best) else { return nil }
        return SampleQuality(of: frames[best])
    }
}
