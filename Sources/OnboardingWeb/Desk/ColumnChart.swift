internal import Foundation

/// Columns of one or several parts on a common scale, with the table of the same numbers. Each part leads to the cases that it
/// counts.
struct ColumnChart {
    /// What a part of each column counts.
    struct Series {
        let name: String
        /// Of the style sheet: `complete`, `failed`, `expired`, `pending`, `all`.
        let kind: String
    }

    /// A column as it is given.
    struct Entry {
        let name: String
        /// Under the column; nil where there is no room for one.
        let label: String?
        /// Whether a phone has no room for the label.
        let isLesser: Bool
        /// One for each series: how many cases, and the query of the list that has them.
        let parts: [(cases: Int, query: String)]
    }

    struct Part {
        let x: String
        let y: String
        let width: String
        let height: String
        let kind: String
        let query: String
        let title: String
    }

    struct Label {
        let x: String
        let text: String
        let anchor: String
        let isLesser: Bool
    }

    struct Tick {
        let y: String
        let labelY: String
        let text: String
    }

    struct Threshold {
        let x: String
        let text: String
        let anchor: String
    }

    struct Cell {
        let count: String
        /// Nil where there is no case.
        let query: String?
        let said: String
    }

    struct Row {
        let name: String
        let cells: [Cell]
    }

    let id: String
    let title: String
    let description: String
    let firstColumn: String
    let series: [Series]
    /// Whether there is more than one part to tell apart.
    let hasLegend: Bool
    let parts: [Part]
    let labels: [Label]
    let ticks: [Tick]
    let threshold: Threshold?
    let rows: [Row]

    /// In pixels, of the box of the columns; the template has room above and below it.
    private static let (top, height) = (24.0, 160.0)

    /// - Parameters:
    ///   - labelsEdges: whether a label names the value at the left edge of its column, and so stands below that edge.
    ///   - threshold: where it lies, as a share of the width, and what stands there.
    init(
        _ id: String, title: String, description: String, firstColumn: String, series: [Series], entries: [Entry],
        labelsEdges: Bool = false, threshold: (share: Double, text: String)? = nil, _ format: CaseFormat
    ) {
        (self.id, self.title, self.description, self.firstColumn, self.series) = (
            id, title, description, firstColumn, series
        )
        hasLegend = series.count > 1
        let most = entries.map { $0.parts.reduce(0) { $0 + $1.cases } }.max() ?? 0
        let (step, end) = Self.scale(to: most)
        let width = 100 / Double(max(entries.count, 1))
        var (parts, labels) = ([Part](), [Label]())
        for (index, entry) in entries.enumerated() {
            let left = Double(index) * width
            var below = 0
            for (series, part) in zip(series, entry.parts) where part.cases > 0 {
                let barHeight = Self.height * Double(part.cases) / Double(end)
                let bottom = Self.top + Self.height * (1 - Double(below) / Double(end))
                below += part.cases
                parts.append(
                    Part(
                        x: ChartText.percent(left + width * 0.1), y: ChartText.number(bottom - barHeight),
                        width: ChartText.percent(width * 0.8), height: ChartText.number(max(barHeight, 0.5)),
                        kind: series.kind, query: part.query,
                        title: format.words(
                            "dashboard.part",
                            ["column": entry.name, "series": series.name, "n": format.number(part.cases)])))
            }
            if let text = entry.label {
                let place = labelsEdges ? left : left + width / 2
                let isCentred = labelsEdges ? index > 0 : width > 8
                labels.append(
                    Label(
                        x: ChartText.percent(place), text: text,
                        anchor: isCentred ? "middle" : ChartText.anchor(at: place), isLesser: entry.isLesser))
            }
        }
        (self.parts, self.labels) = (parts, labels)
        ticks = stride(from: 0, through: end, by: step).map { value in
            let y = Self.top + Self.height * (1 - Double(value) / Double(end))
            return Tick(y: ChartText.number(y), labelY: ChartText.number(y - 3), text: format.number(value))
        }
        self.threshold = threshold.map {
            Threshold(
                x: ChartText.percent(100 * $0.share), text: $0.text, anchor: ChartText.anchor(at: 100 * $0.share))
        }
        rows = entries.map { entry in
            Row(
                name: entry.name,
                cells: zip(series, entry.parts).map { series, part in
                    Cell(
                        count: format.number(part.cases), query: part.cases > 0 ? part.query : nil,
                        said: "\(entry.name), \(series.name)")
                })
        }
    }

    /// Up to four steps of 1, 2 or 5 times a power of ten that reach `most`.
    private static func scale(to most: Int) -> (step: Int, end: Int) {
        var (unit, factors) = (1, [1, 2, 5][...])
        while let factor = factors.first {
            let step = factor * unit
            if step * 4 >= most { return (step, step * max(1, (most + step - 1) / step)) }
            factors = factors.dropFirst()
            if factors.isEmpty, unit < Int.max / 50 { (unit, factors) = (unit * 10, [1, 2, 5][...]) }
        }
        return (max(most, 1), max(most, 1))
    }
}
