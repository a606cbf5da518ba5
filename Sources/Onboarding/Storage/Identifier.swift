internal import OnboardingCrypto

/// Names one thing of the kind `Subject` in the database, in file names and in logs: 16 random bytes as 32 lower-case
/// hexadecimal digits. Says nothing about a person and opens nothing.
struct Identifier<Subject>: Hashable, Sendable, CustomStringConvertible {
    let text: String

    static func random() throws(CryptoError) -> Identifier {
        Identifier(checked: Hexadecimal.encode(try Random.bytes(16)))
    }

    /// Nil unless `text` is what `random` could have made.
    init?(text: String) {
        guard text.utf8.count == 32, let bytes = Hexadecimal.decode(text), Hexadecimal.encode(bytes) == text else {
            return nil
        }
        self.init(checked: text)
    }

    private init(checked text: String) {
        self.text = text
    }

    var description: String { text }
}

typealias TenantID = Identifier<TenantRow>
typealias EnrollmentID = Identifier<StoredEnrollment>
typealias EvidenceID = Identifier<EvidenceObject>
