/// A date of which the day, or the month and the day, may be unknown (ICAO 9303-3 §4.8).
package struct PartialDate: Hashable, Sendable {
    package let year: Int
    package let month: Int?
    /// Nil whenever `month` is nil.
    package let day: Int?

    /// `1951-03-07`, `1951-03` or `1951`.
    package var text: String {
        [Self.padded(year, to: 4), month.map { Self.padded($0, to: 2) }, day.map { Self.padded($0, to: 2) }]
            .compactMap { $0 }.joined(separator: "-")
    }

    /// The whole date; nil when a part is unknown.
    package var complete: CalendarDate? {
        guard let month, let day else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }

    /// The first day that this date can mean.
    package var earliest: CalendarDate? { CalendarDate(year: year, month: month ?? 1, day: day ?? 1) }

    /// The last day that this date can mean.
    package var latest: CalendarDate? {
        let lastMonth = month ?? 12
        return CalendarDate(
            year: year, month: lastMonth, day: day ?? CalendarDate.days(inMonth: lastMonth, of: year))
    }

    /// Whole years on `today` of somebody born on this date. Unknown parts give the least age that the date allows, so
    /// that nobody passes an age limit by an unreadable day.
    package func age(on today: CalendarDate) -> Int? {
        latest.map { max(0, $0.wholeYears(until: today)) }
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Stored as its `text`.
extension PartialDate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0] else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        self.init(year: year, month: parts.count > 1 ? parts[1] : nil, day: parts.count > 2 ? parts[2] : nil)
        guard self.text == text, earliest != nil else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
