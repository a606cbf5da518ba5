internal import DocVerify
package import OnboardingCore

/// A calendar month in UTC, from 1970 to 9998.
package struct ReportMonth: Equatable, Sendable {
    private let year: Int
    /// 1 to 12.
    private let month: Int

    /// `2026-10`
    package var text: String { "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))" }

    /// Its first instant.
    package var start: Instant { Self.start(year: year, month: month) }

    /// The first instant of the next month.
    package var end: Instant { Self.start(year: month == 12 ? year + 1 : year, month: month % 12 + 1) }

    package func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

    /// Nil for what is not written as `text` is.
    package init?(text: String) {
        guard text.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])/) != nil, let year = Int(text.prefix(4)),
            let month = Int(text.suffix(2)), (1970...9998).contains(year)
        else { return nil }
        (self.year, self.month) = (year, month)
    }

    /// The month in which `instant` lies.
    package init(of instant: Instant) {
        let days = Int(instant.millisecondsSince1970 / 86_400_000)
        let day = CalendarDate(daysSince1970: max(0, days))
        (year, month) = (min(day?.year ?? 9998, 9998), day?.month ?? 12)
    }

    /// The last month that is over at `instant`.
    package init(before instant: Instant) {
        self.init(of: Instant(millisecondsSince1970: Self(of: instant).start.millisecondsSince1970 - 1))
    }

    /// Days-from-civil in the form of H. Hinnant: years that begin in March, eras of 400 of them.
    private static func start(year: Int, month: Int) -> Instant {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Instant(millisecondsSince1970: Int64(era * 146_097 + dayOfEra - 719_468) * 86_400_000)
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
