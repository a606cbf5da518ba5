package import OnboardingCore
package import OnboardingStorage
internal import Tenancy

/// What usernames and e-mail addresses begin with, as somebody types it who has only the beginning: in any case.
package struct NameBeginning: Equatable, Sendable {
    /// In the form that is digested and compared.
    private let folded: [Unicode.Scalar]

    package init(_ text: String) {
        folded = Array(NameForm.normalized(text).lowercased().unicodeScalars)
    }

    /// Whether it is long enough to be looked for.
    var isSearchable: Bool { folded.count >= SearchPrefix.lengths[0] }

    package func begins(_ text: String) -> Bool { Self(text).folded.starts(with: folded) }

    /// What names that begin so are found among: those that begin with its longest part that has a column.
    package func candidates(in tenant: TenantID, keys: any KeyStore) throws -> [SearchPrefix] {
        guard let length = SearchPrefix.lengths.last(where: { $0 <= folded.count }) else { return [] }
        return try SearchPrefix.Kind.allCases.map { try prefix($0, length, tenant, keys) }
    }

    /// What a name of this kind is found by later.
    func prefixes(_ kind: SearchPrefix.Kind, in tenant: TenantID, keys: any KeyStore) throws -> [SearchPrefix] {
        try SearchPrefix.lengths.filter { $0 <= folded.count }.map { try prefix(kind, $0, tenant, keys) }
    }

    private func prefix(
        _ kind: SearchPrefix.Kind, _ length: Int, _ tenant: TenantID, _ keys: any KeyStore
    ) throws -> SearchPrefix {
        var letters = String.UnicodeScalarView()
        letters.append(contentsOf: folded.prefix(length))
        return SearchPrefix(
            kind, length: length,
            digest: try keys.lookupDigest(
                of: [UInt8](String(letters).utf8), field: "beginning \(kind.rawValue) \(length)", tenant: tenant))
    }
}

extension Person {
    /// What enrollments of theirs are found by whose beginning is all that somebody knows.
    package func searchPrefixes(in tenant: TenantID, keys: any KeyStore) throws -> [SearchPrefix] {
        try NameBeginning(username).prefixes(.username, in: tenant, keys: keys)
            + (email.map { try NameBeginning($0).prefixes(.email, in: tenant, keys: keys) } ?? [])
    }
}
