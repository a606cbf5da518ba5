internal import Foundation

/// A comparison score in percent, for interfaces that speak of faces so: 100 · (1 − FMR^¼), where the false match rate FMR is
/// 10^−score. Each further 9 divides the rate by ten thousand.
///
///     false match rate   1 in   10   100   1,000   10,000   100,000   1,000,000   100,000,000
///     percent                   44    68      82       90        94          97            99
///
/// It rises with the score, means the same for every model, and has nothing to do with a probability that two images show one
/// person. From a score of 9.2 on it is 100.
public enum MatchConfidence {
    /// No score is greater, and none can be asked for.
    public static let greatestScore = 12.0
    /// The percentage's root of the false match rate.
    private static let root = 4.0

    /// The nearest whole number, 0 to 100. What is no number is 0.
    public static func percent(ofScore score: Double) -> Int {
        guard score > 0 else { return 0 }
        return Int((100 * (1 - pow(10, -min(score, greatestScore) / root))).rounded())
    }

    /// The score that a percentage asks for, 0 to `greatestScore`. What is no number asks for everything.
    public static func score(ofPercent percent: Double) -> Double {
        guard percent < 100 else { return greatestScore }
        return min(max(0, -root * log10(1 - max(percent, 0) / 100)), greatestScore)
    }
}

extension ComparisonScore {
    /// In percent, see `MatchConfidence`.
    public var confidence: Int { MatchConfidence.percent(ofScore: value) }
}
