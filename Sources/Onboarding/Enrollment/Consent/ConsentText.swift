internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto
package import Tenancy

/// A text that a person is asked to agree to, exactly as it is shown, and what a consent names it by.
///
/// The text is in Unicode's form NFC, its lines end in a line feed, and an empty line stands between paragraphs; nothing stands
/// before the first and behind the last. `hash` is SHA-256 of its UTF-8.
package struct ConsentText: Equatable, Sendable {
    package let text: String
    /// Lower-case hexadecimal.
    package let hash: String
    package let version: String
    /// BCP 47.
    package let language: String

    private static let derivedVersionLength = 16

    /// - Parameters:
    ///   - parts: in the order in which they are shown; empty ones are left out.
    ///   - version: nil for the beginning of the hash.
    package init(_ parts: [String], version: String?, language: String) {
        text = parts.map(Self.normal).filter { !$0.isEmpty }.joined(separator: "\n\n")
        hash = Hexadecimal.encode(Digest.sha256([UInt8](text.utf8)))
        self.version = version ?? String(hash.prefix(Self.derivedVersionLength))
        self.language = language
    }

    private static func normal(_ part: String) -> String {
        part.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    }
}

extension Consent {
    /// Refuses a consent to anything but one of these texts, in its language and version.
    package func check(isTo texts: [ConsentText]) throws(Refusal) {
        let isKnown = texts.contains { text in
            text.hash == textHash.lowercased() && text.version == textVersion
                && text.language.lowercased() == language.lowercased()
        }
        guard isKnown else { throw Refusal(.consentTextUnknown, member: "consent") }
    }
}
