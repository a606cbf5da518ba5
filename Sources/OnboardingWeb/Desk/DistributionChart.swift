internal import Casework
internal import Foundation

/// The pairs that a score's calibration was fitted to, by how similar they are, with the case among them: an area for the
/// pairs of different people, one for the pairs of one person, each as high as its share of pairs.
struct DistributionChart {
    struct Tick {
        let x: String
        let label: String
        let anchor: String
    }

    let title: String
    let description: String
    /// What was counted, and by what.
    let source: String
    /// In a field of 1000 by 100, as the next.
    let nonMated: String
    let mated: String
    let thresholdX: String
    let thresholdLabel: String
    let thresholdAnchor: String
    let scoreX: String
    let scoreLabel: String
    let scoreAnchor: String
    let ticks: [Tick]
    let rows: [CasePage.Pair]

    /// More steps than a narrow screen can show.
    private static let mostSteps = 80

    init(_ pairs: CaseFile.Distributions, _ comparison: CaseFile.Comparison, _ format: CaseFormat) {
        let words = format.words
        let end = pairs.least + Double(pairs.mated.count) * pairs.width
        let least = min(pairs.least, comparison.similarity, pairs.threshold)
        let reach = max(max(end, comparison.similarity, pairs.threshold) - least, 1e-6)
        func place(_ similarity: Double) -> Double { 100 * min(max((similarity - least) / reach, 0), 1) }

        let step = (pairs.mated.count + Self.mostSteps - 1) / Self.mostSteps
        let (different, same) = (Self.steps(pairs.nonMated, of: step), Self.steps(pairs.mated, of: step))
        let highest = max(different.max() ?? 0, same.max() ?? 0, 1e-9)
        func area(_ shares: [Double]) -> String {
            var path = "M\(ChartText.number(10 * place(pairs.least))) 100"
            for (index, share) in shares.enumerated() {
                let right = min(pairs.least + Double((index + 1) * step) * pairs.width, end)
                path += "V\(ChartText.number(100 - 100 * share / highest))H\(ChartText.number(10 * place(right)))"
            }
            return path + "V100Z"
        }
        (nonMated, mated) = (area(different), area(same))

        let (score, threshold) = format.numbers(comparison.score, beside: comparison.threshold, .decimals(1))
        thresholdX = ChartText.percent(place(pairs.threshold))
        thresholdAnchor = ChartText.anchor(at: place(pairs.threshold))
        thresholdLabel = words("case.chart.threshold", ["n": threshold])
        scoreX = ChartText.percent(place(comparison.similarity))
        scoreAnchor = ChartText.anchor(at: place(comparison.similarity))
        scoreLabel = words("case.chart.thisCase", ["n": score])

        let distance = reach > 0.8 ? 0.2 : reach > 0.3 ? 0.1 : 0.05
        let digits = distance < 0.1 ? 2 : 1
        let first = (least / distance).rounded(.up)
        ticks = stride(from: first, through: ((least + reach) / distance).rounded(.down), by: 1).map { number in
            let value = number * distance
            let percent = place(value)
            return Tick(
                x: ChartText.percent(percent), label: format.number(value, digits: digits),
                anchor: percent < 4 ? "start" : percent > 96 ? "end" : "middle")
        }

        title = words("case.distribution.title")
        let below = format.value(100 * pairs.matedBelowThreshold, in: .percent)
        description = words(
            "case.distribution.description",
            [
                "score": score, "threshold": threshold, "meaning": format.meaning(ofScore: comparison.threshold),
                "missed": below,
            ])
        let (count, otherCount) = (pairs.mated.reduce(0, +), pairs.nonMated.reduce(0, +))
        source = words(
            "case.distribution.source",
            [
                "mated": format.number(count), "nonMated": format.number(otherCount),
                "images": format.number(pairs.images), "people": format.number(pairs.identities),
                "sets": pairs.sets.joined(separator: ", "), "model": pairs.model,
            ])
        let similarity = format.numbers(comparison.similarity, beside: pairs.threshold, .decimals(3))
        rows = format.pairs([
            ("case.distribution.matedRow", format.number(count)),
            ("case.distribution.nonMatedRow", format.number(otherCount)),
            ("case.distribution.thresholdRow", similarity.limit), ("case.distribution.scoreRow", similarity.value),
            ("case.chart.thresholdRateRow", ScoreChart.rate(comparison.threshold, format)),
            ("case.distribution.missedRow", below),
        ])
    }

    /// The shares of several bins at a time.
    private static func steps(_ counts: [Int], of size: Int) -> [Double] {
        let all = Double(max(1, counts.reduce(0, +)))
        return stride(from: 0, to: counts.count, by: max(1, size)).map { start in
            let bins = counts[start..<min(start + max(1, size), counts.count)]
            // The last step may be narrower: as high as if it were not.
            return Double(bins.reduce(0, +)) / all * Double(max(1, size)) / Double(bins.count)
        }
    }
}
