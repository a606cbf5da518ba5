internal import Foundation

/// Fits the numbers of the fusion: logistic regression with weights that are never negative.
///
/// Both classes count the same, within a class every group, within a group every sample. The same samples give the same
/// numbers on every machine of one instruction set.
package struct FusionFit: Sendable {
    /// The cues that may get a weight, in their order.
    private let cues: [String]
    private let samples: [FusionSample]

    /// What a weight of w costs: half of this times w².
    private static let penalty = 0.02
    private static let rounds = 20_000
    private static let step = 0.5
    /// Bona fide captures that may be rejected at the levels, of those that the log-odds decide about.
    static let tolerated = FusionData.PerLevel(0.01, 0.03, 0.10)
    /// How much more must speak against a capture than ever spoke against a bona fide one before it is an attack.
    private static let marginAgainst = 1.0

    init(samples: [FusionSample], cues: [String]) {
        self.samples = samples
        self.cues = cues
    }

    /// - Returns: nil without attacks, and without bona fide captures that the log-odds decide about.
    func table() -> FusionTable? {
        guard samples.contains(where: \.isBonaFide), samples.contains(where: { !$0.isBonaFide }) else { return nil }
        // What one cue refuses is refused, but it tells what the cue is worth.
        var (bias, weights) = parameters()
        // What is written down decides, so that the thresholds are those of the very table.
        bias = bias.rounded(toPlaces: 3)
        weights = weights.map { $0.rounded(toPlaces: 3) }
        func logOdds(_ sample: FusionSample) -> Double {
            zip(cues, weights).reduce(bias) { $0 + $1.1 * (Self.term(sample, $1.0) ?? 0) }
        }
        func sumAgainst(_ sample: FusionSample) -> Double {
            zip(cues, weights).reduce(0) { $0 + min(0, $1.1 * (Self.term(sample, $1.0) ?? 0)) }
        }
        let bonaFide = samples.filter { $0.isBonaFide && !$0.isAttackByOneCue }
        let decided = bonaFide.filter(\.isDecidedByLogOdds)
        guard !decided.isEmpty else { return nil }
        func least(_ level: LivenessLevel) -> Double {
            let rising = decided.filter { $0.level == level }.map(logOdds).sorted()
            // A level that no sample has takes the samples of all.
            let values = rising.isEmpty ? decided.map(logOdds).sorted() : rising
            return values[Int(Self.tolerated[level] * Double(values.count))]
        }
        return FusionTable(
            bias: bias, weights: Dictionary(uniqueKeysWithValues: zip(cues, weights)),
            // Rounded down, so that rounding rejects nobody.
            leastLogOdds: FusionData.PerLevel(
                (least(.highUsability) - 0.005).rounded(toPlaces: 2), (least(.balanced) - 0.005).rounded(toPlaces: 2),
                (least(.highSecurity) - 0.005).rounded(toPlaces: 2)),
            leastSumAgainst: ((bonaFide.map(sumAgainst).min() ?? 0) - Self.marginAgainst).rounded(toPlaces: 2),
            falseRejections: Self.falseRejections(of: decided.map(logOdds)))
    }

    /// −1 … 1; nil where the cue abstained.
    private static func term(_ sample: FusionSample, _ cue: String) -> Double? {
        sample.scores[cue].map { ($0 - 50) / 50 }
    }

    /// Gradient descent from zero, each weight kept at zero or above.
    private func parameters() -> (bias: Double, weights: [Double]) {
        let rows = samples.map { sample in cues.map { Self.term(sample, $0) ?? 0 } }
        let shares = Self.shares(of: samples)
        var (bias, weights) = (0.0, [Double](repeating: 0, count: cues.count))
        for _ in 0..<Self.rounds {
            var (slope, slopes) = (0.0, weights.map { Self.penalty * $0 })
            for (index, row) in rows.enumerated() {
                let logOdds = zip(row, weights).reduce(bias) { $0 + $1.0 * $1.1 }
                let error = shares[index] * (1 / (1 + exp(-logOdds)) - (samples[index].isBonaFide ? 1 : 0))
                slope += error
                for cue in row.indices { slopes[cue] += error * row[cue] }
            }
            bias -= Self.step * slope
            for cue in weights.indices { weights[cue] = max(0, weights[cue] - Self.step * slopes[cue]) }
        }
        return (bias, weights)
    }

    /// How much each sample counts; together 1.
    private static func shares(of samples: [FusionSample]) -> [Double] {
        func key(_ sample: FusionSample) -> String { "\(sample.isBonaFide) \(sample.group)" }
        let sizes = Dictionary(grouping: samples, by: key).mapValues { Double($0.count) }
        let groups = Dictionary(grouping: sizes.keys) { $0.hasPrefix("true") }.mapValues { Double($0.count) }
        return samples.map { 0.5 / (groups[$0.isBonaFide] ?? 1) / (sizes[key($0)] ?? 1) }
    }

    /// At most so many rows describe the whole course.
    private static let rowsOfCourse = 20

    private static func falseRejections(of logOdds: [Double]) -> [FusionTable.FalseRejection] {
        let rising = logOdds.sorted()
        var rows: [FusionTable.FalseRejection] = []
        for row in 0...rowsOfCourse {
            let rank = row * (rising.count - 1) / rowsOfCourse
            let value = rising[rank].rounded(toPlaces: 2)
            let lower = rising.count { $0.rounded(toPlaces: 2) < value }
            guard rows.last.map({ $0.logOdds < value }) ?? true else { continue }
            rows.append(.init(value, (Double(lower) / Double(rising.count) * 100).rounded(toPlaces: 2)))
        }
        return rows
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let unit = pow(10, Double(places))
        return (self * unit).rounded() / unit
    }
}
