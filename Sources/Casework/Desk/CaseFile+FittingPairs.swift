internal import FaceEngine
internal import Onboarding

extension CaseFile {
    /// The pairs of faces that a score's calibration was fitted to.
    package enum FittingPairs: Equatable, Sendable {
        case counted(Distributions)
        /// Nobody counted those of the calibration in force.
        case notCounted
        /// They were counted for another calibration than the one that made the score.
        case ofAnotherCalibration
    }

    /// How similar they were.
    package struct Distributions: Equatable, Sendable {
        package let model: String
        /// The parts of the data set.
        package let sets: [String]
        package let images: Int
        package let identities: Int
        /// Where the first bin begins, and how wide each is; similarities are −1 to 1.
        package let least: Double
        package let width: Double
        /// Pairs of one person, for each bin.
        package let mated: [Int]
        /// Pairs of different people.
        package let nonMated: [Int]
        /// The similarity that the score's threshold stands for.
        package let threshold: Double
        /// The share of the pairs of one person that lie below the threshold.
        package let matedBelowThreshold: Double
    }
}

extension CaseFile.FittingPairs {
    init(of comparison: CaseFile.Comparison, _ fit: ComparisonFit) {
        guard let found = fit.distributions, let calibration = fit.calibration else {
            self = .notCounted
            return
        }
        guard found.calibration == comparison.calibration, calibration.digest == comparison.calibration else {
            self = .ofAnotherCalibration
            return
        }
        let threshold = calibration.similarity(atScore: comparison.threshold)
        self = .counted(
            CaseFile.Distributions(
                model: found.model, sets: found.sets, images: found.images, identities: found.identities,
                least: found.least, width: found.width, mated: found.mated, nonMated: found.nonMated,
                threshold: threshold,
                matedBelowThreshold: 1 - found.share(of: found.mated, atLeast: threshold)))
    }
}
