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

    /// Whether two sources say the same; nil where one says nothing, or values of this kind are not compared.
    package func agree(_ one: SourceKind, _ other: SourceKind) -> Bool? {
        guard type.isComparable, let first = statement(of: one), let second = statement(of: other) else { return nil }
        return first.value.agrees(with: second.value)
    }

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
