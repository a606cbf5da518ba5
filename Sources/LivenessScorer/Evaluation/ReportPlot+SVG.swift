internal import Foundation

extension TradeoffPlot {
    /// Shares outside are drawn on the edge: the normal distribution has no place for 0 and 1.
    private static let shown = 0.005...0.995
    private static let ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99]
    private static let (left, top, side) = (58.0, 10.0, 340.0)

    /// The plot with its key, as a `figure` element.
    var figure: String {
        let edge = (right: Self.left + Self.side, bottom: Self.top + Self.side)
        var parts = Self.ticks.flatMap { tick -> [String] in
            let (x, y) = (Self.horizontal(tick), Self.vertical(tick))
            let label = tick * 100 < 10 ? String(format: "%.0f", tick * 100) : String(Int((tick * 100).rounded()))
            return [
                line(x, Self.top, x, edge.bottom), line(Self.left, y, edge.right, y),
                text(x, edge.bottom + 14, label, anchor: "middle"), text(Self.left - 6, y + 4, label, anchor: "end"),
            ]
        }
        parts.append(
            "<rect class=\"grid\" x=\"\(Self.left)\" y=\"\(Self.top)\" width=\"\(Self.side)\" "
                + "height=\"\(Self.side)\" fill=\"none\"/>")
        parts.append(text(Self.left + Self.side / 2, edge.bottom + 32, horizontalAxis, anchor: "middle"))
        let middle = Self.top + Self.side / 2
        parts.append(
            "<text x=\"14\" y=\"\(middle)\" text-anchor=\"middle\" transform=\"rotate(-90 14 \(middle))\">"
                + "\(verticalAxis.escapedForHTML)</text>")
        for (index, series) in series.enumerated() {
            let corners = series.steps.map { "\(number(Self.horizontal($0.x))),\(number(Self.vertical($0.y)))" }
            parts.append(
                "<polyline class=\"curve\" stroke=\"\(colour(index))\" points=\"\(corners.joined(separator: " "))\"/>")
        }
        return framed(
            parts, width: edge.right + 12, height: edge.bottom + 40, caption: caption, names: series.map(\.name))
    }

    private static func place(_ share: Double) -> Double {
        let limits = (low: normalQuantile(shown.lowerBound), high: normalQuantile(shown.upperBound))
        let quantile = normalQuantile(min(max(share, shown.lowerBound), shown.upperBound))
        return (quantile - limits.low) / (limits.high - limits.low)
    }

    private static func horizontal(_ share: Double) -> Double { left + place(share) * side }
    private static func vertical(_ share: Double) -> Double { top + (1 - place(share)) * side }
}

extension TradeoffPlot.Series {
    /// With the corners between the points: nothing lies on a slope from one to the next.
    fileprivate var steps: [(x: Double, y: Double)] {
        zip(points, points.dropFirst()).flatMap { [$0, (x: $0.x, y: $1.y)] } + points.suffix(1)
    }
}

extension HistogramPlot {
    private static let (left, width, height, gap) = (20.0, 380.0, 46.0, 22.0)

    /// The plot as a `figure` element: one strip a series, each on the scale of its own largest bin.
    var figure: String {
        var parts: [String] = []
        for (row, series) in series.enumerated() {
            let top = Double(row) * (Self.height + Self.gap) + Self.gap
            let largest = series.bins.max() ?? 0
            parts.append(text(Self.left, top - 4, "\(series.name): largest bar \(largest)", anchor: "start"))
            let step = Self.width / Double(max(series.bins.count, 1))
            for (index, count) in series.bins.enumerated() where count > 0 {
                let bar = Self.height * Double(count) / Double(largest)
                parts.append(
                    "<rect fill=\"\(colour(row))\" x=\"\(number(Self.left + Double(index) * step + 0.5))\" "
                        + "y=\"\(number(top + Self.height - bar))\" width=\"\(number(step - 1))\" "
                        + "height=\"\(number(bar))\"/>")
            }
            parts.append(line(Self.left, top + Self.height, Self.left + Self.width, top + Self.height))
        }
        let bottom = Double(series.count) * (Self.height + Self.gap) + 14
        for share in [0, 0.25, 0.5, 0.75, 1] {
            let value = range.lowerBound + share * (range.upperBound - range.lowerBound)
            parts.append(
                text(Self.left + share * Self.width, bottom, String(format: "%g", value), anchor: "middle"))
        }
        return framed(parts, width: Self.left + Self.width + 20, height: bottom + 8, caption: caption, names: [])
    }
}

/// The quantile of the standard normal distribution of a share between 0 and 1, by bisection of its distribution function.
func normalQuantile(_ share: Double) -> Double {
    var (low, high) = (-8.0, 8.0)
    for _ in 0..<60 {
        let middle = (low + high) / 2
        if erfc(-middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
    }
    return (low + high) / 2
}

private func framed(_ parts: [String], width: Double, height: Double, caption: String, names: [String]) -> String {
    let key = names.enumerated().map { index, name in
        "<li><span style=\"background: \(colour(index))\"></span>\(name.escapedForHTML)</li>"
    }
    return """
        <figure>
        <figcaption>\(caption.escapedForHTML)</figcaption>
        <svg viewBox="0 0 \(number(width)) \(number(height))" role="img" aria-label="\(caption.escapedForHTML)">
        \(parts.joined(separator: "\n"))
        </svg>
        \(key.isEmpty ? "" : "<ul class=\"key\">\(key.joined())</ul>")
        </figure>
        """
}

/// Of a series; after the eighth they begin anew.
private func colour(_ index: Int) -> String { "var(--s\(index % 8))" }

private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<line class=\"grid\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\"/>"
}

private func text(_ x: Double, _ y: Double, _ text: String, anchor: String) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(text.escapedForHTML)</text>"
}

private func number(_ value: Double) -> String { String(format: "%.1f", value) }
