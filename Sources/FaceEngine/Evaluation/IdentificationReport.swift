/// What `onboarding eval dedupe --report` writes: how well somebody who enrolls twice is found among all (1:N). Rates are
/// 0 to 1.
public struct IdentificationReport: Codable, Equatable, Sendable {
    /// A share with what it may be as well.
    public struct Rate: Codable, Equatable, Sendable {
        /// Of how many; a count over galleries that were not drawn one by one need not be whole.
        public let hits: Double
        public let trials: Int
        public let share: Double
        /// 95 % bounds as if trials were independent (Wilson 1927).
        public let low: Double
        public let high: Double
        /// 95 % bounds over people: percentiles of the share among people drawn again (bootstrap), which knows that the trials
        /// of one person go together. Nothing is known where no trial hit.
        public let bootstrapLow: Double
        public let bootstrapHigh: Double
    }

    /// One size of gallery.
    public struct Row: Codable, Equatable, Sendable {
        public let gallery: Int
        /// The similarity from which on somebody counts as found; nil where the gallery is too large to decide.
        public let threshold: Double?
        /// −log₁₀ of the false match rate that it asks for.
        public let score: Double?
        public let extrapolatedDecades: Double?
        /// Second images of people in the gallery that did not find them (FNIR).
        public let falseNegatives: Rate
        /// Images of people who are not in the gallery that found somebody (FPIR), over all galleries of this size that the people
        /// of the half give; nil where it has too few.
        public let falsePositives: Rate?
        /// The size times the upper 95 % bound of the false match rate that pairs show at the threshold: what the data can
        /// promise of a gallery that is larger than they are.
        public let falsePositiveBound: Double
    }

    /// Thresholds of one half of the people, judged on the other.
    public struct Fold: Codable, Equatable, Sendable {
        /// In the gallery or kept from it.
        public let people: Int
        public let images: Int
        /// Pairs of different people that the thresholds were fitted on.
        public let fittedPairs: Int
        public let rows: [Row]
    }

    /// Whether scanning bytes gives what comparing all numbers gives.
    public struct Exactness: Codable, Equatable, Sendable {
        public let searches: Int
        /// Searches of which any of the ten best, or its similarity, was another.
        public let differing: Int
        /// Searches that had to scan twice.
        public let widened: Int
    }

    public let model: String
    /// The rate that thresholds are set for.
    public let rate: Double
    public let folds: [Fold]
    /// Both folds together; thresholds are those of each fold, and the row names the first's.
    public let pooled: [Row]
    public let exactness: Exactness
}
