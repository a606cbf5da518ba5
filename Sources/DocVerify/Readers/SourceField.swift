/// One value that a source states.
///
/// Values of different sources are compared as they stand: a source gives names in the transliteration of MRZs (ICAO 9303-3
/// §6) and states by their code.
package struct SourceField: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
        case text(String)
        case date(PartialDate)

        /// Dates as `YYYY-MM-DD`, shorter where parts are unknown.
        package var text: String {
            switch self {
            case .text(let text): text
            case .date(let date): date.text
            }
        }

        /// Whether both can be true of one document: a date of which parts are unknown fits every date that it allows.
        package func agrees(with other: Value) -> Bool {
            switch (self, other) {
            case (.date, .date): text.hasPrefix(other.text) || other.text.hasPrefix(text)
            default: text == other.text
            }
        }
    }

    package let type: DocumentFieldType
    /// Never empty.
    package let value: Value
    package let status: FieldStatus
    /// As it is printed, where `value` is what an MRZ would have of it; nil of a source that nobody prints.
    package let printed: String?
    /// Whether the value fills its columns, so that more of it may not have fitted in (ICAO 9303-4 §4.2.3).
    package let mayBeCut: Bool

    package init(
        _ type: DocumentFieldType, _ value: Value, _ status: FieldStatus, printed: String? = nil, mayBeCut: Bool = false
    ) {
        self.type = type
        self.value = value
        self.status = status
        self.printed = printed
        self.mayBeCut = mayBeCut
    }
}

/// What is known of a value by itself. Raw values are stored and never renamed.
package enum FieldStatus: String, Codable, Sendable {
    /// Not read surely, or nothing vouches for it.
    case notValidated
    case valid
    /// It cannot be right, or its protection does not hold.
    case invalid
}
