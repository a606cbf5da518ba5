/// A point in time: UTC milliseconds since 1970. The clock is read once a request, at the edge.
package struct Instant: Hashable, Comparable, Sendable {
    package let millisecondsSince1970: Int64

    package init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// Whole seconds from `earlier` to this instant, rounded up; at least 1.
    package func secondsAfter(_ earlier: Instant) -> Int {
        let (milliseconds, overflow) = millisecondsSince1970.subtractingReportingOverflow(earlier.millisecondsSince1970)
        return overflow ? 1 : max(1, Int((Double(milliseconds) / 1000).rounded(.up)))
    }

    /// The instant `seconds` later (earlier where negative); stays at the end of the range instead of overflowing.
    package func adding(seconds: Int64) -> Instant {
        let (milliseconds, tooMany) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, tooFar) = millisecondsSince1970.addingReportingOverflow(milliseconds)
        let end: Int64 = seconds < 0 ? .min : .max
        return Instant(millisecondsSince1970: tooMany || tooFar ? end : sum)
    }
}

/// Stored as its milliseconds.
extension Instant: Codable {
    package init(from decoder: any Decoder) throws {
        millisecondsSince1970 = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(millisecondsSince1970)
    }
}
