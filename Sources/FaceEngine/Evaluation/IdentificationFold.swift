internal import Foundation

/// What the people of one half show at the thresholds of the other.
struct IdentificationFold {
    /// What the images of one person show, by sizes of galleries.
    struct Person {
        /// Images that look for the person's own first one.
        var mated = 0
        var missed: [Int]
        /// Images that look for others.
        var probes = 0
        /// How many of them find somebody, over all galleries of the size.
        var falsePositives: [Double]
    }

    let report: IdentificationReport.Fold
    private let people: [Person]
    private let sizes: [Int]
    private let thresholds: [SearchThreshold?]
    /// Pairs of an image and another person's first one, and how many of them reach each threshold.
    private let pairs: Int
    private let matched: [Int]

    /// - Parameters:
    ///   - people: the captures of each, of which the first is in galleries.
    ///   - thresholds: one for each size.
    init(_ captures: [[FaceTemplate]], thresholds: [SearchThreshold?], sizes: [Int], fittedPairs: Int) {
        let others = max(captures.count - 1, 0)
        var (people, matched, pairs) = ([Person](), [Int](repeating: 0, count: sizes.count), 0)
        for (number, own) in captures.enumerated() {
            var person = Person(
                missed: [Int](repeating: 0, count: sizes.count),
                falsePositives: [Double](repeating: 0, count: sizes.count))
            for (place, image) in own.enumerated() {
                let strangers = captures.enumerated().compactMap { other, images in
                    other == number ? nil : images.first.flatMap { try? image.similarity(to: $0) }
                }
                let mate = place == 0 ? nil : own.first.flatMap { try? image.similarity(to: $0) }
                person.probes += 1
                pairs += strangers.count
                if mate != nil { person.mated += 1 }
                for (row, threshold) in thresholds.enumerated() {
                    let reached = threshold.map { limit in strangers.count { $0 >= limit.similarity } } ?? 0
                    matched[row] += reached
                    person.falsePositives[row] += Self.chance(
                        ofAnyAmong: sizes[row], of: others, where: reached)
                    if let mate, mate < threshold?.similarity ?? .infinity { person.missed[row] += 1 }
                }
            }
            people.append(person)
        }
        (self.people, self.sizes, self.thresholds) = (people, sizes, thresholds)
        (self.pairs, self.matched) = (pairs, matched)
        report = IdentificationReport.Fold(
            people: captures.count, images: captures.reduce(0) { $0 + $1.count }, fittedPairs: fittedPairs,
            rows: Self.rows(people: people, others: others, sizes, thresholds, pairs: pairs, matched: matched))
    }

    /// The probability that of `size` people, drawn from `all`, one or more are among `hits` of these; nothing where there are
    /// not so many.
    static func chance(ofAnyAmong size: Int, of all: Int, where hits: Int) -> Double {
        guard size <= all, hits > 0 else { return 0 }
        guard hits <= all - size else { return 1 }
        var none = 1.0
        for index in 0..<hits { none *= Double(all - size - index) / Double(all - index) }
        return 1 - none
    }

    static func rows(of folds: [IdentificationFold]) -> [IdentificationReport.Row] {
        guard let first = folds.first else { return [] }
        return rows(
            people: folds.flatMap(\.people), others: folds.map { $0.people.count - 1 }.min() ?? 0, first.sizes,
            first.thresholds, pairs: folds.reduce(0) { $0 + $1.pairs },
            matched: first.sizes.indices.map { row in folds.reduce(0) { $0 + $1.matched[row] } })
    }

    private static func rows(
        people: [Person], others: Int, _ sizes: [Int], _ thresholds: [SearchThreshold?], pairs: Int, matched: [Int]
    ) -> [IdentificationReport.Row] {
        sizes.indices.map { row in
            let size = sizes[row]
            let bound = exactBounds(hits: matched[row], of: pairs).high
            return IdentificationReport.Row(
                gallery: size, threshold: thresholds[row]?.similarity, score: thresholds[row]?.score,
                extrapolatedDecades: thresholds[row]?.extrapolatedDecades,
                falseNegatives: rate(people.map { (Double($0.missed[row]), $0.mated) }),
                falsePositives: size <= others ? rate(people.map { ($0.falsePositives[row], $0.probes) }) : nil,
                falsePositiveBound: min(1, Double(size) * bound))
        }
    }

    /// The share of hits among the trials of several people.
    static func rate(_ people: [(hits: Double, trials: Int)]) -> IdentificationReport.Rate {
        let (hits, trials) = people.reduce((0.0, 0)) { ($0.0 + $1.hits, $0.1 + $1.trials) }
        let share = trials == 0 ? 0 : hits / Double(trials)
        let bounds = wilsonBounds(hits: hits, of: trials)
        var generator = SplitMix64(state: FaceEvaluation.splitSeed)
        var shares: [Double] = []
        for _ in 0..<FaceEvaluation.bootstrapRounds where trials > 0 {
            var (drawnHits, drawnTrials) = (0.0, 0)
            for _ in people {
                let drawn = people[Int(generator.next() % UInt64(people.count))]
                drawnHits += drawn.hits
                drawnTrials += drawn.trials
            }
            shares.append(drawnTrials == 0 ? 0 : drawnHits / Double(drawnTrials))
        }
        shares.sort()
        func percentile(_ part: Double) -> Double {
            shares.isEmpty ? 0 : shares[min(Int(part * Double(shares.count)), shares.count - 1)]
        }
        return .init(
            hits: hits, trials: trials, share: share, low: bounds.low, high: bounds.high,
            bootstrapLow: percentile(0.025), bootstrapHigh: percentile(0.975))
    }
}

/// The 95 % score bounds of a share (Wilson 1927); hits need not be whole.
func wilsonBounds(hits: Double, of count: Int) -> (low: Double, high: Double) {
    guard count > 0 else { return (0, 1) }
    let (z, n) = (1.959964, Double(count))
    let share = hits / n
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot() / (1 + z * z / n)
    return (hits <= 0 ? 0 : max(0, middle - half), hits >= n ? 1 : min(1, middle + half))
}
