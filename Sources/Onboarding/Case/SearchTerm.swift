package import OnboardingCore
package import OnboardingStorage
internal import Tenancy

/// What an enrollment is searched by, as somebody types it. What people write in several ways is one term.
package struct SearchTerm: Equatable, Sendable {
    package let kind: SearchKey.Kind
    /// In the form that is digested.
    let text: String

    private init(_ kind: SearchKey.Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// As it was enrolled, letter by letter, in its one form.
    package static func username(_ text: String) -> SearchTerm { SearchTerm(.username, NameForm.normalized(text)) }

    /// In any case.
    package static func email(_ text: String) -> SearchTerm { SearchTerm(.email, text.lowercased()) }

    /// By its digits: `+32 2 790 00 00` is `003227900000`.
    package static func phoneNumber(_ text: String) -> SearchTerm {
        let digits = text.filter { ("0"..."9").contains($0) }
        return SearchTerm(.phoneNumber, text.hasPrefix("+") ? "00" + digits : digits)
    }

    /// By its letters and digits, in any case: fillers and blanks do not count.
    package static func documentNumber(_ text: String) -> SearchTerm {
        SearchTerm(.documentNumber, text.uppercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Letter by letter.
    package static func reference(_ text: String) -> SearchTerm { SearchTerm(.reference, text) }

    /// Whether nothing is left of it that counts.
    package var isEmpty: Bool { kind == .phoneNumber ? !text.contains { $0 != "0" } : text.isEmpty }

    package func key(in tenant: TenantID, keys: any KeyStore) throws -> SearchKey {
        SearchKey(
            kind,
            digest: try keys.lookupDigest(of: [UInt8](text.utf8), field: "search \(kind.rawValue)", tenant: tenant))
    }
}

extension Person {
    /// What their enrollments are found by.
    package var searchTerms: [SearchTerm] {
        [
            .username(username), email.map(SearchTerm.email), phoneNumber.map(SearchTerm.phoneNumber),
            reference.map(SearchTerm.reference),
        ].compactMap(\.self).filter { !$0.isEmpty }
    }
}
