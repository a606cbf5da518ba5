internal import Casework
internal import Foundation

/// A comparison score on the scale of its calibration, −log10 of the false match rate, beside the threshold.
struct ScoreChart {
    struct Tick {
        let x: String
        let label: String
        /// `1 in 10,000`; nil for every other tick, so that they do not run into each other.
        let meaning: String?
        /// Whether a phone has no room for its meaning.
        let isLesser: Bool
        let anchor: String
    }

    let title: String
    let description: String
    let thresholdX: String
    let thresholdLabel: String
    let thresholdAnchor: String
    /// From the threshold on.
    let matchWidth: String
    let scoreX: String
    let scoreLabel: String
    let scoreAnchor: String
    let ticks: [Tick]
    let rows: [CasePage.Pair]

    init(_ comparison: CaseFile.Comparison, _ format: CaseFormat) {
        let words = format.words
        let end = max(6, comparison.threshold.rounded(.up), min(comparison.score, 15).rounded(.up))
        func place(_ score: Double) -> Double { 100 * min(max(score, 0), end) / end }
        let (score, threshold) = format.numbers(comparison.score, beside: comparison.threshold, .decimals(1))
        thresholdX = ChartText.percent(place(comparison.threshold))
        let held = ChartText.anchor(at: place(comparison.threshold))
        // Away from the case, whose own line goes up beside it.
        thresholdAnchor = held != "middle" ? held : comparison.score < comparison.threshold ? "start" : "end"
        thresholdLabel = words("case.chart.threshold", ["n": threshold])
        matchWidth = ChartText.percent(100 - place(comparison.threshold))
        scoreX = ChartText.percent(place(comparison.score))
        scoreAnchor = ChartText.anchor(at: place(comparison.score))
        scoreLabel = words("case.chart.thisCase", ["n": score])
        let step = end > 8 ? 2 : 1
        ticks = stride(from: 0, through: Int(end), by: step).map { number in
            let percent = place(Double(number))
            return Tick(
                x: ChartText.percent(percent), label: format.number(number),
                meaning: number > 0 && number.isMultiple(of: 2 * step)
                    ? words("case.chart.oneIn", ["n": format.number(pow(10, Double(number)))]) : nil,
                isLesser: number.isMultiple(of: 4 * step),
                anchor: number == 0 ? "start" : percent == 100 ? "end" : "middle")
        }
        title = words("case.chart.scoreTitle")
        description = words(
            "case.chart.scoreDescription",
            ["score": score, "threshold": threshold, "meaning": format.meaning(ofScore: comparison.score)])
        let rates = format.values(
            Self.rate(comparison.score), beside: Self.rate(comparison.threshold), in: .percent)
        rows = format.pairs(
            [
                ("scoreRow", score), ("thresholdRow", threshold), ("rateRow", rates.value),
                ("thresholdRateRow", rates.limit),
            ], in: "chart")
    }

    /// `0.08 %`
    static func rate(_ score: Double, _ format: CaseFormat) -> String { format.value(rate(score), in: .percent) }

    private static func rate(_ score: Double) -> Double { 100 * pow(10, -min(max(score, 0), 15)) }
}
