/// How long something took or is past, in one unit that a person reads at a glance.
struct SpanOfTime: Equatable {
    enum Unit: String, CaseIterable {
        case seconds, minutes, hours, days
    }

    let count: Int64
    let unit: Unit

    /// - Parameter milliseconds: below zero counts as none: clocks differ.
    init(milliseconds: Int64) {
        let seconds = max(0, milliseconds) / 1000
        // Two of a unit before it is used, so that nothing is off by half.
        (count, unit) =
            switch seconds {
            case ..<120: (seconds, .seconds)
            case ..<7200: (seconds / 60, .minutes)
            case ..<172_800: (seconds / 3600, .hours)
            default: (seconds / 86_400, .days)
            }
    }

    init(_ duration: Duration) {
        self.init(milliseconds: duration.components.seconds.multipliedReportingOverflow(by: 1000).partialValue)
    }

    func text(in words: Words) -> String { words("desk.span.\(unit.rawValue)", ["count": "\(count)"]) }
}
