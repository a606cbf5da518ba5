/// What the six columns YYMMDD of an MRZ say.
package enum MRZDate: Equatable, Sendable {
    /// A date with its century; month and day may be unknown.
    case date(PartialDate)
    /// All fillers: an unknown birth date, or a document without expiry.
    case notStated
    /// No date: letters, month 13, 31 April.
    case impossible

    /// The date, where there is one.
    package var date: PartialDate? {
        if case .date(let date) = self { date } else { nil }
    }

    /// `YYYY-MM-DD` or shorter; empty where there is no date.
    package var text: String { date?.text ?? "" }
}

/// Stored as the date's text, or as the word of the case.
extension MRZDate: Codable {
    private static let notStatedWord = "notStated"
    private static let impossibleWord = "impossible"

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self =
            switch text {
            case Self.notStatedWord: .notStated
            case Self.impossibleWord: .impossible
            default: .date(try PartialDate(from: decoder))
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .date(let date): try container.encode(date)
        case .notStated: try container.encode(Self.notStatedWord)
        case .impossible: try container.encode(Self.impossibleWord)
        }
    }
}

/// YYMMDD before a century is chosen.
struct TwoDigitDate: Equatable {
    let year: Int
    let month: Int?
    let day: Int?
    /// `00` stands where the standard requires fillers.
    let usesZerosForUnknown: Bool

    enum Reading: Equatable {
        case date(TwoDigitDate)
        case notStated
        case impossible
    }

    /// Reads six columns. Unknown parts come from the right, in pairs: `51<<<<` and `5103<<`, never `51<<07`.
    static func reading(of columns: ArraySlice<UInt8>) -> Reading {
        let characters = Array(columns)
        guard characters.count == 6 else { return .impossible }
        if characters.allSatisfy({ $0 == UInt8(ascii: "<") }) { return .notStated }
        guard case .number(let year) = pair(characters[0], characters[1]) else { return .impossible }
        switch (pair(characters[2], characters[3]), pair(characters[4], characters[5])) {
        case (.number(let month), .number(let day)):
            let monthIsKnown = month != 0
            let dayIsKnown = day != 0
            guard month <= 12, monthIsKnown || !dayIsKnown else { return .impossible }
            // Checked against a leap year: the century is chosen later.
            guard !monthIsKnown || day <= CalendarDate.days(inMonth: month, of: 2000) else { return .impossible }
            return .date(
                TwoDigitDate(
                    year: year, month: monthIsKnown ? month : nil, day: dayIsKnown ? day : nil,
                    usesZerosForUnknown: !(monthIsKnown && dayIsKnown)))
        case (.number(let month), .fillers):
            guard (1...12).contains(month) else { return .impossible }
            return .date(TwoDigitDate(year: year, month: month, day: nil, usesZerosForUnknown: false))
        case (.fillers, .fillers):
            return .date(TwoDigitDate(year: year, month: nil, day: nil, usesZerosForUnknown: false))
        case (.fillers, .number), (.other, _), (_, .other):
            return .impossible
        }
    }

    /// The latest date with this ending whose first possible day is not after `limit`.
    func latest(notAfter limit: CalendarDate) -> PartialDate? {
        let sameCentury = PartialDate(year: limit.year / 100 * 100 + year, month: month, day: day)
        for candidate in [sameCentury, sameCentury.addingCenturies(-1)] {
            // A day that does not exist in one century (29 February 1900) is not looked for in an older one.
            guard let earliest = candidate.earliest else { continue }
            if earliest <= limit { return candidate }
        }
        return nil
    }

    /// The date with this ending whose year lies from 50 years before to 49 years after `reference`.
    func nearest(to reference: CalendarDate) -> PartialDate? {
        let offset = ((year - reference.year + 50) % 100 + 100) % 100
        let candidate = PartialDate(year: reference.year - 50 + offset, month: month, day: day)
        return candidate.earliest == nil ? nil : candidate
    }

    private enum Pair {
        case number(Int)
        case fillers
        case other
    }

    private static func pair(_ first: UInt8, _ second: UInt8) -> Pair {
        let filler = UInt8(ascii: "<")
        if first == filler && second == filler { return .fillers }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard digits.contains(first), digits.contains(second) else { return .other }
        return .number(Int(first - digits.lowerBound) * 10 + Int(second - digits.lowerBound))
    }
}

extension PartialDate {
    func addingCenturies(_ centuries: Int) -> PartialDate {
        PartialDate(year: year + centuries * 100, month: month, day: day)
    }
}
