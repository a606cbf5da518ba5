/// One value of a document with what each source says about it.
package struct DocumentField: Equatable, Sendable {
    /// What one source says.
    package struct Statement: Equatable, Sendable {
        package let source: SourceKind
        package let value: SourceField.Value
        package let status: FieldStatus
        /// As it is printed; nil of a source that nobody prints.
        package var printed: String?
        /// Whether the value fills its columns.
        package var mayBeCut = false
    }

    /// Raw values are stored and never renamed.
    package enum Check: String, Codable, Sendable {
        case ok
        case failed
        /// Nothing was read that could be checked.
        case undefined
    }

    package let type: DocumentFieldType
    /// In the order of the sources; those without a value are left out.
    package let statements: [Statement]

    /// What `source` says; nil where it has no value.
    package func statement(of source: SourceKind) -> Statement? { statements.first { $0.source == source } }

    /// Those of the sources that something vouches for.
    private var protected: [Statement] { statements.filter(\.source.isProtected) }

    /// Whether no two sources contradict each other that something vouches for.
    package var isAgreed: Bool {
        guard type.isComparable, let first = protected.first else { return true }
        return protected.dropFirst().allSatisfy { $0.value.agrees(with: first.value) }
    }

    /// Failed where a value is invalid or two sources contradict each other, ok where one is valid, otherwise undefined.
    package var check: Check {
        if !isAgreed || protected.contains(where: { $0.status == .invalid }) { return .failed }
        return protected.contains { $0.status == .valid } ? .ok : .undefined
    }

    /// How what is printed compares with what the MRZ says; nil where one of both says nothing, or the type is not compared.
    package var printComparison: PrintComparison? {
        guard type.isComparable, let mrz = statement(of: .mrz), let print = statement(of: .visualInspectionZone) else {
            return nil
        }
        return PrintComparison(
            type, printed: print.value, asPrinted: print.printed, mrz: mrz.value, mayBeCut: mrz.mayBeCut)
    }
}
