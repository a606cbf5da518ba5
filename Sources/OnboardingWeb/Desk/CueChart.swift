internal import Casework
internal import Foundation

/// Numbers as an image in SVG has them: the same in every language, and the same letters for the same number.
enum ChartText {
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        var text = String(format: "%.2f", value)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" ? "0" : text
    }

    static func percent(_ value: Double) -> String { number(value) + "%" }

    /// Where a text at a place of the width is held, so that it does not leave the image.
    static func anchor(at percent: Double) -> String { percent < 20 ? "start" : percent > 80 ? "end" : "middle" }
}

/// What each cue adds to the log-odds or takes from them, as bars around zero; an abstention is a hatched row and no zero.
struct CueChart {
    struct Row {
        let label: String
        /// As short as it has to be to stand beside the label on a phone.
        let value: String
        /// The same for the table.
        let meaning: String
        let labelY: String
        let barY: String
        let x: String
        let width: String
        /// Of the style sheet: `for`, `against`, `start`, `sum`.
        let kind: String
        let isHatched: Bool
        let hasBar: Bool
        /// Nil where the row has no threshold of its own.
        let threshold: Threshold?
    }

    struct Threshold {
        let x: String
        let from: String
        let to: String
    }

    struct Tick {
        let x: String
        let label: String
    }

    let id: String
    let title: String
    let description: String
    let height: String
    let axisY: String
    let tickY: String
    let rows: [Row]
    let ticks: [Tick]

    private static let rowHeight = 46.0

    /// The signs of the style sheet's states.
    private static func sign(of finding: CaseFile.Cue.Finding) -> String {
        switch finding {
        case .bonaFide: "✓ "
        case .attack: "✕ "
        case .unclear, .abstained: "! "
        }
    }

    init(_ cues: [CaseFile.Cue], _ fusion: CaseFile.Fusion, named name: String, _ format: CaseFormat) {
        let words = format.words
        id = "cues-\(name)"
        let terms = cues.map { $0.contribution ?? 0 }
        let all = terms + [fusion.bias, fusion.sum, fusion.leastSum, fusion.against, fusion.leastAgainst]
        let reach = max(0.5, (all.map(abs).max() ?? 0) * 1.15)
        func place(_ value: Double) -> Double { 50 + 50 * value / reach }
        func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + format.number(value, digits: 2) }
        var rows: [Row] = []
        func add(
            _ label: String, _ value: String, _ bar: Double?, _ kind: String, meaning: String? = nil,
            isHatched: Bool = false, threshold: Double? = nil
        ) {
            let top = Double(rows.count) * Self.rowHeight
            let (from, to) = (place(min(bar ?? 0, 0)), place(max(bar ?? 0, 0)))
            rows.append(
                Row(
                    label: label, value: value, meaning: meaning ?? value, labelY: ChartText.number(top + 14),
                    barY: ChartText.number(top + 21),
                    x: ChartText.percent(isHatched ? 0 : from),
                    width: ChartText.percent(isHatched ? 100 : max(to - from, 0.4)), kind: kind, isHatched: isHatched,
                    hasBar: bar != nil,
                    threshold: threshold.map {
                        Threshold(
                            x: ChartText.percent(place($0)), from: ChartText.number(top + 17),
                            to: ChartText.number(top + 39))
                    }))
        }
        add(words("case.chart.bias"), signed(fusion.bias), fusion.bias, "start")
        for cue in cues {
            let label = format.name(cue.name, in: "cues")
            if cue.finding == .abstained {
                add(label, words("case.findings.abstained"), nil, "none", isHatched: true)
            } else if let contribution = cue.contribution {
                add(label, signed(contribution), contribution, contribution < 0 ? "against" : "for")
            } else {
                add(
                    label, Self.sign(of: cue.finding) + words("case.chart.unweighted"), nil, "none",
                    meaning: words(
                        "case.chart.alone", ["finding": format.name(cue.finding.rawValue, in: "findings")]))
            }
        }
        func signed(_ value: Double, beside limit: Double) -> (value: String, limit: String) {
            let found = format.numbers(value, beside: limit, .decimals(2))
            return ((value > 0 ? "+" : "") + found.value, (limit > 0 ? "+" : "") + found.limit)
        }
        let sum = signed(fusion.sum, beside: fusion.leastSum)
        let against = signed(fusion.against, beside: fusion.leastAgainst)
        add(
            words("case.chart.sum"), words("case.chart.needs", ["n": sum.value, "least": sum.limit]), fusion.sum, "sum",
            threshold: fusion.leastSum)
        add(
            words("case.chart.against"), words("case.chart.needs", ["n": against.value, "least": against.limit]),
            fusion.against, "sum", threshold: fusion.leastAgainst)
        self.rows = rows
        let end = Double(rows.count) * Self.rowHeight
        (axisY, tickY, height) = (ChartText.number(end), ChartText.number(end + 18), ChartText.number(end + 26))
        let step = reach > 4 ? 2.0 : reach > 1.6 ? 1 : 0.5
        let count = Int(reach * 0.9 / step)
        ticks = (-count...count).map { number in
            let value = Double(number) * step
            return Tick(x: ChartText.percent(place(value)), label: signed(value))
        }
        title = words("case.chart.cuesTitle")
        description = words(
            "case.chart.cuesDescription",
            [
                "sum": sum.value, "least": sum.limit, "against": against.value, "leastAgainst": against.limit,
                "abstained": format.number(cues.count { $0.finding == .abstained }),
            ])
    }
}
