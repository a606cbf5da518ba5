internal import Foundation

/// From which similarity on somebody counts as found in a gallery of some size.
public struct SearchThreshold: Equatable, Sendable {
    public let similarity: Double
    /// −log₁₀ of the false match rate that is asked for.
    public let score: Double
    /// By how many decades that rate lies beyond what the calibration's pairs can show; 0 where they show it.
    public let extrapolatedDecades: Double

    public var isExtrapolated: Bool { extrapolatedDecades > 0 }

    /// The same, or what is stricter: a threshold can be raised and never lowered.
    public func raised(to least: Double) -> SearchThreshold {
        SearchThreshold(
            similarity: max(similarity, least), score: score, extrapolatedDecades: extrapolatedDecades)
    }
}

extension FaceCalibration {
    /// The share of searches for somebody who is not in the gallery that may give anybody, at most (FPIR).
    public static let falsePositiveIdentificationRate = 1e-3
    /// In decades: people of one sex and skin tone match 2.4 times as often as any two (docs/measurements/face-comparison.md),
    /// and who is in a tenant's gallery may be of one sex, one place and one age.
    static let lookAlikeMargin = log10(2.5)
    /// Of a normal distribution, 95 % lie below: rates are taken as high as the pairs allow.
    private static let confidence = 1.645

    /// The threshold at which a search among `count` templates gives a stranger with a probability of `rate` at most.
    ///
    /// Whoever is not there is taken for one of N people with a probability of N times the false match rate at most, whether
    /// or not the N are independent. So the rate that is asked for is `rate` / N, less a margin for galleries of look-alikes.
    ///
    /// Where pairs fix that rate, the threshold is the calibration's at the upper bound of the rate: of n pairs that reach
    /// a similarity, n · (1 + 1.645 / √n). Beyond, the rate falls as an exponential function of the similarity, at the mean
    /// fall over the last measured decade less 1.645 of its standard errors. Measured rates fall ever more steeply, so this
    /// sets thresholds too high rather than too low (decision 0106).
    /// - Returns: nil where no similarity is enough: the gallery is too large to decide.
    public func searchThreshold(
        gallery count: Int, rate: Double = FaceCalibration.falsePositiveIdentificationRate
    ) -> SearchThreshold? {
        guard let last = points.last, rate > 0, rate < 1 else { return nil }
        let score = log10(Double(max(count, 1))) - log10(rate) + Self.lookAlikeMargin
        // The place in the table whose upper bound is this rate: x² = 10^score · (1 + a·x), with x = 10^(place / 2).
        let asked = pow(10, score)
        let spread = Self.confidence / Double(max(impostorPairs, 1)).squareRoot()
        let place = 2 * log10((asked * spread + (asked * asked * spread * spread + 4 * asked).squareRoot()) / 2)
        if place <= last.score {
            return SearchThreshold(similarity: similarity(atScore: place), score: score, extrapolatedDecades: 0)
        }
        let lastShown = last.score - log10(1 + spread * pow(10, last.score / 2))
        let pairsOfLastDecade = Double(max(impostorPairs, 1)) * pow(10, 1 - last.score)
        let slope = tailSlope * (1 - Self.confidence / max(pairsOfLastDecade, 4).squareRoot())
        let similarity = last.similarity + (score - lastShown) / slope
        guard similarity <= 1 else { return nil }
        return SearchThreshold(similarity: similarity, score: score, extrapolatedDecades: score - lastShown)
    }
}
