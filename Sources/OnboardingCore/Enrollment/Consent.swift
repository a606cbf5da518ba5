/// A person's consent to the processing of biometric data (GDPR art. 9).
package struct Consent: Codable, Hashable, Sendable {
    /// SHA-256 of the text that was shown, lower-case hexadecimal.
    package let textHash: String
    /// Letters, digits and `._+-`.
    package let textVersion: String
    /// BCP 47.
    package let language: String
    /// ISO 8601, with time and offset.
    package let acceptedAt: String

    package init(textHash: String, textVersion: String, language: String, acceptedAt: String) {
        self.textHash = textHash
        self.textVersion = textVersion
        self.language = language
        self.acceptedAt = acceptedAt
    }

    private enum CodingKeys: String, CodingKey {
        case textHash, textVersion, language, acceptedAt
    }
}
