/// One value of a document with what each source says about it.
package struct DocumentField: Equatable, Sendable {
    /// What one source says.
    package struct Statement: Equatable, Sendable {
        package let source: SourceKind
        package let value: SourceField.Value
        package let status: FieldStatus
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

    /// Whether no two sources contradict each other.
    package var isAgreed: Bool {
        guard type.isComparable, let first = statements.first else { return true }
        return statements.dropFirst().allSatisfy { $0.value.agrees(with: first.value) }
    }

    /// Failed where a value is invalid or two sources contradict each other, ok where one is valid, otherwise undefined.
    package var check: Check {
        if !isAgreed || statements.contains(where: { $0.status == .invalid }) { return .failed }
        return statements.contains { $0.status == .valid } ? .ok : .undefined
    }
}
