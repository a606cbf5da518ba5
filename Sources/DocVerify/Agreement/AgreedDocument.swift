/// What the sources of one document say together on one day.
///
/// A value is taken from the first source that states it and that something vouches for, confirmed sources first. What is only
/// printed is listed beside it, and decides nothing (decision 0141).
package struct AgreedDocument: Sendable {
    package let sources: [SourceReading]
    /// The reference day of ages and expiry.
    package let today: CalendarDate
    /// The field types in their order: those that are always listed, and others that a source states.
    package let fields: [DocumentField]
    /// The sources with values that something vouches for, confirmed ones first.
    private let ranked: [SourceReading]

    package init(_ sources: [SourceReading], today: CalendarDate) {
        self.sources = sources
        self.today = today
        let withValues = sources.filter { $0.hasValues && $0.kind.isProtected }
        ranked =
            withValues.filter { $0.integrity == .confirmed } + withValues.filter { $0.integrity != .confirmed }
        let stated = sources.map { (source: $0.kind, fields: $0.fields(on: today)) }
        fields = DocumentFieldType.allCases.compactMap { type in
            let statements = stated.compactMap { source, fields in
                fields.first { $0.type == type }.map {
                    DocumentField.Statement(
                        source: source, value: $0.value, status: $0.status, printed: $0.printed, mayBeCut: $0.mayBeCut)
                }
            }
            return type.isAlwaysListed || !statements.isEmpty ? DocumentField(type: type, statements: statements) : nil
        }
    }

    /// Whether any source has values that something vouches for.
    package var hasValues: Bool { !ranked.isEmpty }

    /// Whether `source` has values.
    package func hasValues(of source: SourceKind) -> Bool { sources.contains { $0.kind == source && $0.hasValues } }

    /// Why another capture is needed; nil where what was read decides. A source that is there but was not read surely
    /// decides nothing, and print alone decides nothing. Without any other readable source the reason is that of the source
    /// most documents have.
    package var retryReason: RetryReason? {
        for case .retry(let reason) in sources.map(\.readability) { return reason }
        return sources.contains { $0.readability == .readable && $0.kind.isProtected } ? nil : .mrzNotFound
    }

    package var findings: [SourceFinding] { sources.flatMap(\.findings) }

    package func hasFinding(_ meaning: SourceFinding.Meaning) -> Bool { findings.contains { $0.meaning == meaning } }

    /// The text of a value; empty where no source states it.
    package func text(of type: DocumentFieldType) -> String { value(of: type)?.text ?? "" }

    /// What kind of document it is; nil where no source says.
    package var kind: DocumentKind? { ranked.lazy.compactMap(\.documentKind).first }

    /// Country and kind, as the document reader names documents: `Germany - Passport`. A state that no table has is
    /// named by its code.
    package var typeText: String {
        let code = text(of: .issuingStateCode)
        return (IssuingState(code: code)?.name ?? code) + " - " + (kind?.name ?? "")
    }

    /// Whole years of the holder; nil where no source states a date of birth.
    package var age: Int? { date(of: .dateOfBirth)?.age(on: today) }

    /// Whether the document expired before `today`; nil where no source says. The last day counts as valid.
    package var isExpired: Bool? {
        if let date = date(of: .dateOfExpiry) { return date.latest.map { $0 < today } }
        return hasFinding(.unlimitedValidity) ? false : nil
    }

    private func value(of type: DocumentFieldType) -> SourceField.Value? {
        ranked.lazy.compactMap { $0.field(type)?.value }.first
    }

    private func date(of type: DocumentFieldType) -> PartialDate? {
        if case .date(let date) = value(of: type) { date } else { nil }
    }
}
