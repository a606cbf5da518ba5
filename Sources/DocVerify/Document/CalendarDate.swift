/// A day of the Gregorian calendar, without a time zone.
package struct CalendarDate: Hashable, Comparable, Sendable {
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to the length of the month.
    package let day: Int

    /// Nil for a day that does not exist (month 13, 31 April, 29 February of a common year) and years outside 1…9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.days(inMonth: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day of an instant in UTC, counted in days since 1 January 1970 (negative before); nil outside years 1…9999.
    package init?(daysSince1970 days: Int) {
        guard (-719_162...2_932_896).contains(days) else { return nil }
        // Civil-from-days in the form of H. Hinnant: eras of 400 years that begin on 1 March.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// `YYYY-MM-DD`.
    package var text: String { PartialDate(year: year, month: month, day: day).text }

    /// How many days `month` (1…12) of `year` has; 0 for another month.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: 31
        case 4, 6, 9, 11: 30
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        default: 0
        }
    }

    /// Whole months from this day to `other`, rounded towards minus infinity; negative when `other` is earlier.
    package func wholeMonths(until other: CalendarDate) -> Int {
        (other.year - year) * 12 + other.month - month - (other.day < day ? 1 : 0)
    }

    /// Whole years from this day to `other`: the age on `other` of somebody born on this day.
    package func wholeYears(until other: CalendarDate) -> Int {
        let months = wholeMonths(until: other)
        return months >= 0 ? months / 12 : -((11 - months) / 12)
    }
}
