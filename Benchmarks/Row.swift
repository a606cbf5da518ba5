import Foundation

/// A row of the table: what was measured, beside what it is held to.
struct Row: Sendable {
    enum Unit: String, Sendable {
        case milliseconds = "ms"
        case perSecond = "a second"
        case mebibytes = "MiB"
        case kilobytes = "kB"
        case gigabytesPerSecond = "GB/s"
        case percent = "%"
        case count = ""
    }

    let what: String
    let measured: Double
    let unit: Unit
    /// The bare calls, or another peer, in the same run and unit.
    let limit: Double?
    let goal: Goal?

    init(_ what: String, _ measured: Double, _ unit: Unit, limit: Double? = nil, goal: Goal? = nil) {
        self.what = what
        self.measured = measured
        self.unit = unit
        self.limit = limit
        self.goal = goal
    }

    private var ratio: Double? { limit.flatMap { $0 > 0 ? measured / $0 : nil } }

    /// The lines that stand above the rows.
    static let header =
        cells("part", "what", "measured", "goal", "limit", "ratio") + "\n"
        + cells("---", "---", "---", "---", "---", "---")

    /// A line of a table in Markdown.
    func line(in part: String) -> String {
        let goal = goal.map { goal in
            let value = goal.isOfRatio ? ratio ?? .nan : measured
            let isReached = goal.bound == .atLeast ? value >= goal.value : value <= goal.value
            return goal.bound.rawValue + Self.text(goal.value) + (goal.isOfRatio ? " × limit" : "")
                + (isReached ? "" : ", missed")
        }
        return Self.cells(
            part, what, (Self.text(measured) + " " + unit.rawValue).trimmingCharacters(in: .whitespaces), goal ?? "",
            limit.map(Self.text) ?? "", ratio.map(Self.text) ?? "")
    }

    /// Three digits, or all before the point.
    private static func text(_ value: Double) -> String {
        let places =
            switch abs(value) {
            case 100...: 0
            case 10...: 1
            case 0.1...: 2
            default: value == 0 ? 0 : 4
            }
        return String(format: "%.\(places)f", value)
    }

    private static func cells(_ texts: String...) -> String {
        "| "
            + zip(texts, [10, 58, 14, 22, 8, 6]).map {
                $0.padding(toLength: max($0.count, $1), withPad: " ", startingAt: 0)
            }.joined(separator: " | ") + " |"
    }
}
