public import FaceEngine

/// What was measured in one frame.
public struct FrameEvidence: Codable, Equatable, Sendable {
    public var timeInMilliseconds: Double
    /// As the caller gave it.
    public var digest: String?
    public var widthInPixels: Int
    public var heightInPixels: Int
    /// Large frames are decoded at half or quarter size. Lengths in pixels of `measurements`, times this number, are in
    /// pixels of the frame.
    public var reduction: Double
    /// The earlier frame with the same bytes; nothing was measured twice.
    public var repeatsFrame: Int?
    /// All faces found, also small ones in the background.
    public var faceCount: Int
    /// How sure the detector is of the largest face, 0 to 1; nil without a face.
    public var detectionScore: Double?
    /// Area of the second largest face against the largest; nil with fewer than two.
    public var secondFaceShare: Double?
    /// Of the largest face; nil if there is none.
    public var measurements: FaceMeasurements?
    /// Why the frame is unusable; empty for a usable one.
    public var failures: [QualityFailure]
    /// Similarity of the face's details to those of the best frame, −1 to 1. nil for the best frame itself, for an unusable
    /// frame, if either is blurred, and if the decision does not depend on the person shown.
    public var detailSimilarityToBest: Double?
    /// Comparison with the best frame; nil for the best frame itself, for its near-duplicates, and if none was made.
    public var scoreToBest: ComparisonScore?

    private enum CodingKeys: String, CodingKey {
        case timeInMilliseconds, digest, widthInPixels, heightInPixels, reduction, repeatsFrame, faceCount
        case detectionScore, secondFaceShare, measurements, failures, detailSimilarityToBest, scoreToBest
    }
}
