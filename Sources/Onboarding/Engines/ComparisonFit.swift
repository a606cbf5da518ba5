package import FaceEngine

/// The calibration in force and the pairs that it was fitted to, where they are known. To be shown; nothing is decided by it.
package struct ComparisonFit: Sendable {
    package var calibration: FaceCalibration?
    package var distributions: SimilarityDistributions?
}
