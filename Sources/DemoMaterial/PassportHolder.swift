/// A day of the Gregorian calendar as a page prints it.
public struct PageDate: Equatable, Sendable {
    public let year: Int
    public let month: Int
    public let day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The same day so many years later (or earlier); 29 February becomes 28 February where the year has none.
    public func adding(years: Int) -> PageDate {
        let target = year + years
        let isLeapYear = target % 4 == 0 && (target % 100 != 0 || target % 400 == 0)
        return PageDate(year: target, month: month, day: month == 2 && day == 29 && !isLeapYear ? 28 : day)
    }

    /// Six digits, year first, for the machine readable MRZ (ICAO 9303-3 §4.8).
    var mrzForm: String {
        [year % 100, month, day].map { ($0 < 10 ? "0" : "") + String($0) }.joined()
    }

    /// `07 NOV 1985`, for the visual zone.
    var printedForm: String {
        let names = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
        let name = names.indices.contains(month - 1) ? names[month - 1] : "—"
        return (day < 10 ? "0" : "") + "\(day) \(name) \(year)"
    }

    /// Whether the numbers can be a day that six digits hold.
    var isPlausible: Bool {
        (1900...2099).contains(year) && (1...12).contains(month) && (1...31).contains(day)
    }
}

/// What a passport page says about its holder. All values are printed as they are; the MRZ is written from them.
public struct PassportHolder: Equatable, Sendable {
    public enum Sex: String, Sendable {
        case female = "F"
        case male = "M"
        /// `X` on the page, a filler in the MRZ (ICAO 9303-4 §4.2).
        case unspecified = "X"
    }

    /// Primary identifier: letters A to Z, spaces, hyphens, apostrophes, in any case.
    public var surname: String
    /// Secondary identifier, the same letters.
    public var givenNames: String
    /// At most nine letters A to Z or digits.
    public var documentNumber: String
    public var dateOfBirth: PageDate
    public var placeOfBirth: String
    public var sex: Sex
    public var dateOfIssue: PageDate
    public var dateOfExpiry: PageDate
    /// At most fourteen letters A to Z or digits; empty where the page has none.
    public var personalNumber = ""

    /// A person who does not exist, with a passport issued two years before `today` for ten years.
    public static func fictitious(today: PageDate) -> PassportHolder {
        PassportHolder(
            surname: "Vesterholm", givenNames: "Elias Jonathan", documentNumber: "K47P29163",
            dateOfBirth: PageDate(year: 1979, month: 3, day: 17), placeOfBirth: "Amaurote", sex: .male,
            dateOfIssue: today.adding(years: -2), dateOfExpiry: today.adding(years: 8))
    }

    /// Another person who does not exist, with a passport as good.
    public static func otherFictitious(today: PageDate) -> PassportHolder {
        var other = fictitious(today: today)
        other.surname = "Marchetti"
        other.givenNames = "Paul"
        other.documentNumber = "R20L85514"
        return other
    }
}
