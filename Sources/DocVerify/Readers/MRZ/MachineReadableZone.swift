/// A machine-readable zone as its characters say it: nothing corrected, nothing padded, nothing left out.
///
/// An MRZ whose check digits are wrong is still an MRZ: its findings say so. Only text without a known layout is refused.
///
/// Stored as a JSON object:
///
///     format          a raw value of `MRZFormat`
///     lines           as read
///     elements        in reading order: `{"checkDigit":{"computed","isCorrect","printed"},"element",
///                     "hasAllowedCharacters","raw","value"}`, `element` a raw value of `MRZElement`, the digit absent
///                     where the format has none over the element
///     compositeCheckDigit
///                     absent where the format has none
///     documentCode, issuingState, documentNumber, primaryIdentifier, secondaryIdentifier, nationality, optionalData
///                     as the properties say; empty where there is none
///     numberForm      a raw value of `NumberForm`
///     birthDate, expiryDate
///                     "YYYY-MM-DD", shorter where parts are unknown; "notStated" or "impossible" where there is no date
///     issueDate       the same; absent where the MRZ has none
///     sex             "F", "M" or empty
///     findings        raw values of `MRZFinding`
package struct MachineReadableZone: Equatable, Codable, Sendable {
    package enum Sex: String, Codable, Sendable {
        case female = "F"
        case male = "M"
        case unspecified = ""
    }

    /// How the document number continues when nine columns are not enough (ICAO 9303-5 §4.2.4).
    package enum NumberForm: String, Codable, Sendable {
        /// The number stands in its own columns.
        case ownColumns
        /// Continued in the optional data; the digit leaves the filler between the parts out, as the standard says.
        case continued
        /// Continued, and the digit counts that filler.
        case continuedCountingFiller
    }

    /// One element as printed and as understood.
    package struct Field: Equatable, Codable, Sendable {
        package let element: MRZElement
        /// All columns, fillers included.
        package let raw: String
        /// Without fillers at the ends; inner ones as spaces in names. Dates `YYYY-MM-DD`, empty where there is none.
        package let value: String
        /// Nil where the format has no digit over this element.
        package let checkDigit: CheckDigitResult?
        /// Whether every character is one that its column may hold.
        package let hasAllowedCharacters: Bool

        private enum CodingKeys: String, CodingKey {
            case element, raw, value, checkDigit, hasAllowedCharacters
        }
    }

    package let format: MRZFormat
    /// Two to three lines of equal length; one for driving licences.
    package let lines: [String]
    /// In reading order. The elements that are check digits themselves are not repeated here.
    package let fields: [Field]
    /// Over most of the MRZ; nil on visas, which have none.
    package let compositeCheckDigit: CheckDigitResult?

    /// Without filler: `P`, `PP`, `ID`. Read as printed: before 2026 issuers gave the second letter meanings of their own.
    package let documentCode: String
    /// Without fillers: `D`, `UTO`.
    package let issuingState: String
    /// Empty where the MRZ has none (driving licences).
    package let documentNumber: String
    package let numberForm: NumberForm
    /// Components separated by one space.
    package let primaryIdentifier: String
    /// Components separated by one space; empty where there is none.
    package let secondaryIdentifier: String
    /// Without fillers; empty where the MRZ leaves it out.
    package let nationality: String
    package let birthDate: MRZDate
    package let sex: Sex
    package let expiryDate: MRZDate
    /// Printed on the French card of 1988 only, as year and month.
    package let issueDate: PartialDate?
    /// What the optional columns hold beside a continued number; the parts of a TD1 separated by a space.
    package let optionalData: String
    /// Each at most once, in the order of `MRZFinding.allCases`.
    package let findings: [MRZFinding]

    private enum CodingKeys: String, CodingKey {
        case format, lines
        case fields = "elements"
        case compositeCheckDigit, documentCode, issuingState, documentNumber, numberForm, primaryIdentifier
        case secondaryIdentifier, nationality, birthDate, sex, expiryDate, issueDate, optionalData, findings
    }

    /// Every check digit of the format is right and every character stands where it may. This does not say that every character was read
    /// surely: see `MRZReader.Result.isChecked`.
    package var hasValidCheckDigits: Bool {
        findings.allSatisfy {
            switch $0 {
            case .documentNumberCheckDigitWrong, .birthDateCheckDigitWrong, .expiryDateCheckDigitWrong,
                .optionalDataCheckDigitWrong, .compositeCheckDigitWrong, .characterNotAllowed:
                false
            default: true
            }
        }
    }

    /// How many check digits fit what they cover; one that covers nothing but fillers tells nothing.
    var fittingCheckDigits: Int { allCheckDigits.count(where: \.isCorrect) }

    /// How many do not.
    var otherCheckDigits: Int { allCheckDigits.count { !$0.isCorrect } }

    private var allCheckDigits: [CheckDigitResult] {
        fields.filter { $0.raw.contains { $0 != "<" } }.compactMap(\.checkDigit)
            + [compositeCheckDigit].compactMap { $0 }
    }

    package func field(_ element: MRZElement) -> Field? { fields.first { $0.element == element } }

    /// What kind of document its code says.
    package var kind: DocumentKind { DocumentKind(code: documentCode, format: format) }
}

/// Why a text is no machine-readable zone.
package enum MRZError: Error, Equatable {
    /// More than 10,000 bytes.
    case tooLong
    /// A character that is neither `A`–`Z`, `0`–`9`, `<` nor white space.
    case foreignCharacter
    /// Number or lengths of the lines fit no format.
    case unknownLayout
}
