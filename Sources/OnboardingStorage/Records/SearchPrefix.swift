/// The beginning of a username or e-mail address, as a keyed digest of its first letters. Kept at a few lengths, so that a search
/// for other letters takes the longest length that they reach and compares what it finds (decision 0094).
package struct SearchPrefix: Hashable, Sendable {
    /// Columns are named for them.
    package enum Kind: String, CaseIterable, Sendable {
        case username, email
    }

    /// In Unicode code points. Names differ before the third letter too seldom for fewer to be worth a column.
    package static let lengths = [3, 5, 8, 12]

    package let kind: Kind
    /// One of `lengths`.
    package let length: Int
    package let digest: Int64

    /// - Parameter digest: of the letters, with kind and length in it; the first eight bytes are kept.
    package init(_ kind: Kind, length: Int, digest: [UInt8]) {
        self.kind = kind
        self.length = length
        self.digest = digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    var column: String { Self.column(kind, length) }

    private static func column(_ kind: Kind, _ length: Int) -> String { "\(kind.rawValue)_\(length)_digest" }

    /// All columns, in their order.
    static let columns = Kind.allCases.flatMap { kind in lengths.map { column(kind, $0) } }
}

/// What a text may be the beginning of: enrollments of which any of these holds.
package struct SearchText: Equatable, Sendable {
    package var prefixes: [SearchPrefix]
    /// Of whole values.
    package var keys: [SearchKey]
    /// Letters and digits in capitals; nil where no code begins so.
    package var codePrefix: String?

    package init(prefixes: [SearchPrefix] = [], keys: [SearchKey] = [], codePrefix: String? = nil) {
        self.prefixes = prefixes
        self.keys = keys
        self.codePrefix = codePrefix
    }
}
