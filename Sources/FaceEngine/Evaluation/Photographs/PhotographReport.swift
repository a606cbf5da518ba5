/// What `onboarding eval reuse --report` writes: how often a photograph on a document is told from the live face, and how
/// often two photographs are taken for one.
public struct PhotographReport: Codable, Equatable, Sendable {
    /// So many of so many, with the exact 95 % bounds of the share (Clopper and Pearson), as if they were independent.
    public struct Share: Codable, Equatable, Sendable {
        public let hits: Int
        public let count: Int
        public let low: Double
        public let high: Double

        init(hits: Int, of count: Int) {
            self.hits = hits
            self.count = count
            (low, high) = exactBounds(hits: hits, of: count)
        }
    }

    /// Where a measured number lies over the captures of a group, over the best frame of each.
    public struct Spread: Codable, Equatable, Sendable {
        public let least: Double
        public let fivePercent: Double
        public let median: Double
        public let ninetyFivePercent: Double
        public let greatest: Double

        /// Nil of nothing.
        init?(_ values: [Double]) {
            let sorted = values.sorted()
            guard let first = sorted.first, let last = sorted.last else { return nil }
            func quantile(_ share: Double) -> Double { sorted[Int((share * Double(sorted.count - 1)).rounded())] }
            (least, greatest) = (first, last)
            (fivePercent, median, ninetyFivePercent) = (quantile(0.05), quantile(0.5), quantile(0.95))
        }
    }

    public struct CertainFrom: Codable, Equatable, Sendable {
        /// Of `rigid.weakestCorrelation`.
        public let limit: Double
        public let hits: Int
        /// How many people they show.
        public let people: Int

        /// Limits about the one in force.
        static let limits = [0.975, 0.98, 0.984, 0.986, 0.988, 0.99]
    }

    public struct Group: Codable, Equatable, Sendable {
        public let name: String
        /// Whether the live side shows the document's photograph.
        public let isReuse: Bool
        public let people: Int
        /// Of all captures.
        public let reused: Share
        /// How many captures another limit than the one in force would call certain.
        public let certainFrom: [CertainFrom]
        /// Suspected or certain, of all captures.
        public let suspected: Share
        /// People with at least one such capture, of all people.
        public let peopleReused: Share
        public let peopleSuspected: Share
        /// Of all captures: by the reason.
        public let cannotTell: [String: Int]
        /// `rigid.weakestCorrelation`, `rigid.correlation` and `mesh.correlation`, over captures with a comparison.
        public let rigidWeakest: Spread?
        public let rigid: Spread?
        public let mesh: Spread?
    }

    public let thresholds: PhotographThresholds
    /// Photographs in which no face was found.
    public let failures: Int
    /// One frame against one portrait and its mirror image, with both overlays, mean.
    public let millisecondsPerFrame: Double
    /// What the descriptor takes for the same frame, mean.
    public let millisecondsPerDescriptor: Double
    public let groups: [Group]
}
