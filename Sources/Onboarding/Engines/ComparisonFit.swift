internal import FaceEngine

/// The calibration in force and the pairs that it was fitted to, where they are known. To be shown; nothing is decided by it.
struct ComparisonFit: Sendable {
    var calibration: FaceCalibration?
    var distributions: SimilarityDistributions?
}
