/// A report as it is shown to people: what it says, apart from how a page or a terminal shows it.
package struct ReportDocument: Equatable, Sendable {
    package var title: String
    package var blocks: [ReportBlock]
    /// What follows on a page; a terminal does not show it.
    package var details: [ReportBlock]

    package init(title: String, blocks: [ReportBlock], details: [ReportBlock] = []) {
        self.title = title
        self.blocks = blocks
        self.details = details
    }
}

package indirect enum ReportBlock: Equatable, Sendable {
    case heading(String)
    case paragraph(String)
    case table(ReportTable)
    case curves(TradeoffPlot)
    case histograms(HistogramPlot)
    /// Closed until the reader opens it; a terminal shows the summary alone.
    case folded(summary: String, [ReportBlock])
}

package struct ReportTable: Equatable, Sendable {
    package struct Column: Equatable, Sendable {
        package var title: String
        package var isNumber: Bool

        package init(_ title: String, isNumber: Bool = false) {
            self.title = title
            self.isNumber = isNumber
        }
    }

    package var columns: [Column]
    /// As many cells each as there are columns.
    package var rows: [[String]]

    package init(columns: [Column], rows: [[String]]) {
        self.columns = columns
        self.rows = rows
    }
}

/// Detection error trade-off curves on the axes of the normal distribution (Martin et al. 1997), one for each series.
package struct TradeoffPlot: Equatable, Sendable {
    package struct Series: Equatable, Sendable {
        package var name: String
        /// Shares, 0 to 1.
        package var points: [(x: Double, y: Double)]

        package init(name: String, points: [(x: Double, y: Double)]) {
            self.name = name
            self.points = points
        }

        package static func == (first: Series, second: Series) -> Bool {
            first.name == second.name && first.points.elementsEqual(second.points, by: ==)
        }
    }

    package var caption: String
    package var horizontalAxis: String
    package var verticalAxis: String
    package var series: [Series]

    package init(caption: String, horizontalAxis: String, verticalAxis: String, series: [Series]) {
        self.caption = caption
        self.horizontalAxis = horizontalAxis
        self.verticalAxis = verticalAxis
        self.series = series
    }
}

/// Histograms of one scale below each other.
package struct HistogramPlot: Equatable, Sendable {
    package struct Series: Equatable, Sendable {
        package var name: String
        package var bins: [Int]

        package init(name: String, bins: [Int]) {
            self.name = name
            self.bins = bins
        }
    }

    package var caption: String
    /// The value where the first bin begins and the one where the last ends.
    package var range: ClosedRange<Double>
    package var series: [Series]

    package init(caption: String, range: ClosedRange<Double>, series: [Series]) {
        self.caption = caption
        self.range = range
        self.series = series
    }
}
