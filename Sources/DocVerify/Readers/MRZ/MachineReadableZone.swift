/// A machine-readable zone as its characters say it: nothing corrected, nothing padded, nothing left out.
///
/// An MRZ whose check digits are wrong is still an MRZ: the findings tell. Only text that has no known layout is refused.
public struct MachineReadableZone: Equatable, Codable, Sendable {
    public enum Sex: String, Codable, Sendable {
        case female = "F"
        case male = "M"
        case unspecified = ""
    }

    /// How the document number continues when nine columns are not enough (ICAO 9303-5 §4.2.4).
    public enum NumberDialect: String, Codable, Sendable {
        /// The number stands in its own columns.
        case ownColumns
        /// Continued in the optional data; the digit leaves the filler between the parts out, as the standard says.
        case continued
        /// Continued, and the digit counts that filler.
        case continuedCountingFiller
    }

    /// One element as printed and as understood.
    public struct Field: Equatable, Codable, Sendable {
        public let element: MRZElement
        /// All columns, fillers included.
        public let raw: String
        /// Without fillers at the ends; inner ones as spaces in names. Dates `YYYY-MM-DD`, empty where there is none.
        public let value: String
        /// Nil where the format has no digit over this element.
        public let checkDigit: CheckDigitResult?
        /// Whether every character is one that its column may hold.
        public let hasAllowedCharacters: Bool
    }

    public let format: MRZFormat
    /// Two to three lines of equal length; one for driving licences.
    public let lines: [String]
    /// In reading order. The elements that are check digits themselves are not repeated here.
    public let fields: [Field]
    /// Over most of the MRZ; nil on visas, which have none.
    public let compositeCheckDigit: CheckDigitResult?

    /// Without filler: `P`, `PP`, `ID`. Read as printed: before 2026 issuers gave the second letter meanings of their own.
    public let documentCode: String
    /// Without fillers: `D`, `UTO`.
    public let issuingState: String
    /// Empty where the MRZ has none (driving licences).
    public let documentNumber: String
    public let numberDialect: NumberDialect
    /// Components separated by one space.
    public let primaryIdentifier: String
    /// Components separated by one space; empty where there is none.
    public let secondaryIdentifier: String
    /// Without fillers; empty where the MRZ leaves it out.
    public let nationality: String
    public let birthDate: MRZDate
    public let sex: Sex
    public let expiryDate: MRZDate
    /// Printed on the French card of 1988 only, as year and month.
    public let issueDate: PartialDate?
    /// What the optional columns hold beside a continued number; the parts of a TD1 separated by a space.
    public let optionalData: String
    /// Each at most once, in the order of `MRZFinding.allCases`.
    public let findings: [MRZFinding]

    /// Every check digit of the format is right and every character stands where it may. No proof: see `DocumentReading.isChecked`.
    public var hasValidCheckDigits: Bool {
        findings.allSatisfy {
            switch $0 {
            case .documentNumberCheckDigitWrong, .birthDateCheckDigitWrong, .expiryDateCheckDigitWrong,
                .optionalDataCheckDigitWrong, .compositeCheckDigitWrong, .characterNotAllowed:
                false
            default: true
            }
        }
    }

    public var isSpecimen: Bool { findings.contains(.specimen) }

    public func field(_ element: MRZElement) -> Field? { fields.first { $0.element == element } }

    /// Whether the document's life ended before `today`; nil where the MRZ does not say. The last day counts as valid.
    public func isExpired(on today: CalendarDate) -> Bool? {
        switch expiryDate {
        case .notStated: findings.contains(.expiryUnlimited) ? false : nil
        case .impossible: nil
        case .date(let date): date.latest.map { $0 < today }
        }
    }
}

/// Why a text is no machine-readable zone.
public enum MRZError: Error, Equatable {
    /// More than 10,000 bytes.
    case tooLong
    /// A character that is neither `A`–`Z`, `0`–`9`, `<` nor white space.
    case foreignCharacter
    /// Number or lengths of the lines fit no format.
    case unknownLayout
}
