/// How often templates of different people match, by the quality of both samples: part of what `onboarding eval faces --report` writes.
/// Rates are 0 to 1.
public struct QualityReport: Codable, Equatable, Sendable {
    /// Of one quality.
    public struct Quality: Codable, Equatable, Sendable {
        public let degradation: String
        /// Images in which one face is found.
        public let looked: Int
        /// Of these, those that the gate lets be compared.
        public let accepted: Int
    }

    /// Pairs of two qualities.
    public struct Cell: Codable, Equatable, Sendable {
        public let reference: String
        public let probe: String
        /// Whether a gate would let them be compared or not.
        public let all: Pairs
        /// Those of which the gate accepts both.
        public let accepted: Pairs
    }

    public struct Pairs: Codable, Equatable, Sendable {
        public let mated: Int
        public let nonMated: Int
        /// Mated pairs below each threshold, and non-mated ones at or above it.
        public let missed: [Int]
        public let matched: [Int]

        /// The false match rate at a threshold with its exact 95 % bounds, as if the pairs were independent, which those of one image
        /// are not; nil without pairs.
        public func falseMatchRate(at index: Int) -> (rate: Double, low: Double, high: Double)? {
            guard nonMated > 0 else { return nil }
            let bounds = exactBounds(hits: matched[index], of: nonMated)
            return (Double(matched[index]) / Double(nonMated), bounds.low, bounds.high)
        }

        /// Nil without pairs.
        public func falseNonMatchRate(at index: Int) -> Double? {
            mated > 0 ? Double(missed[index]) / Double(mated) : nil
        }
    }

    public let images: Int
    /// The false match rates that the thresholds are set for.
    public let rates: [Double]
    public let thresholds: [Double]
    public let qualities: [Quality]
    public let cells: [Cell]

    /// What becomes of the rate of a threshold in a cell.
    public enum Finding: String, Sendable {
        /// Its bounds reach down to the rate, or to what images show that nothing was done to.
        case holds
        case exceeds = "EXCEEDS"
        /// The gate lets nothing through, or so few that nobody can tell.
        case fewPairs = "–"
    }

    /// Fewer pairs than the rate's tenfold reciprocal say little.
    public func finding(on pairs: Pairs, at index: Int) -> Finding {
        guard let rate = pairs.falseMatchRate(at: index), Double(pairs.nonMated) * rates[index] >= 1 else {
            return .fewPairs
        }
        let unchanged = cells.first?.accepted.falseMatchRate(at: index)?.high ?? 0
        return rate.low <= max(rates[index], unchanged) ? .holds : .exceeds
    }

    /// All that the gate accepts, whatever its quality, each against each.
    public var accepted: Pairs {
        func sum(_ value: (Pairs) -> Int) -> Int { cells.reduce(0) { $0 + value($1.accepted) } }
        return Pairs(
            mated: sum(\.mated), nonMated: sum(\.nonMated),
            missed: rates.indices.map { index in sum { $0.missed[index] } },
            matched: rates.indices.map { index in sum { $0.matched[index] } })
    }
}
