internal import Foundation

/// What `onboarding eval faces --report` writes: how well a descriptor tells people apart. Rates are 0 to 1.
public struct FaceReport: Codable, Equatable, Sendable {
    public struct Point: Codable, Equatable, Sendable {
        /// The false match rate that the threshold was set for, on the fitting half.
        public let fmr: Double
        /// The similarity from which on two samples count as mated.
        public let threshold: Double
        /// Share of mated pairs below the threshold.
        public let fnmr: Double
        /// Exact 95 % bounds of `fnmr` (Clopper and Pearson), as if the pairs were independent.
        public let low: Double
        public let high: Double
        /// How many mated pairs fell below the threshold.
        public let missed: Int
        /// The false match rate at this threshold on the non-mated pairs of this report; nil where there are none.
        public let observedFMR: Double?
        /// Whether the threshold lies beyond what the fitting half's pairs can show.
        public let isExtrapolated: Bool
    }

    /// The name of the set; nil for the report as a whole.
    public var name: String?
    /// Name of the model.
    public let model: String
    /// Mated pairs compared.
    public let genuine: Int
    /// Non-mated pairs compared.
    public let impostor: Int
    /// Pictures looked at.
    public let pictures: Int
    /// Share of the pictures in which no face was found.
    public let failureToEnroll: Double
    /// Mean time from the file's bytes to the template, on one thread among `threads`.
    public let millisecondsPerPicture: Double
    public let points: [Point]
    /// The same for parts of the pictures; empty within a set.
    public var sets: [FaceReport]
}

/// The exact bounds of a share, after `hits` of `count` independent trials (Clopper and Pearson 1934).
func exactBounds(hits: Int, of count: Int) -> (low: Double, high: Double) {
    guard count > 0 else { return (0, 1) }
    /// The greatest share at which `atMost` or fewer hits have at least the probability 2.5 %.
    func share(atMost: Int) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if binomialTail(upTo: atMost, of: count, share: middle) >= 0.025 { low = middle } else { high = middle }
        }
        return low
    }
    let high = hits == count ? 1 : share(atMost: hits)
    let low = hits == 0 ? 0 : 1 - share(atMost: count - hits)
    return (low, high)
}

/// The probability of `limit` or fewer hits in `count` trials.
private func binomialTail(upTo limit: Int, of count: Int, share: Double) -> Double {
    guard share > 0 else { return 1 }
    guard share < 1 else { return limit >= count ? 1 : 0 }
    var logTerm = Double(count) * log1p(-share)
    let logOdds = log(share) - log1p(-share)
    var sum = exp(logTerm)
    guard limit > 0 else { return sum }
    for hit in 1...limit {
        logTerm += logOdds + log(Double(count - hit + 1) / Double(hit))
        sum += exp(logTerm)
    }
    return min(sum, 1)
}
