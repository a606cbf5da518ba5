/// An address that SMTP takes as it is (RFC 5321 §4.1.2): a dot-string, `@`, a domain name; ASCII alone, nothing quoted, no
/// comment, no domain in brackets. What is not needed cannot smuggle a line into a header or a command.
package struct MailAddress: Equatable, Sendable {
    /// As it was given.
    package let text: String
    /// What stands behind the `@`.
    package let domain: String

    /// RFC 5321 §4.5.3.1.
    private static let longest = (address: 254, localPart: 64, label: 63)

    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest.address, let at = text.lastIndex(of: "@") else { return nil }
        let (localPart, domain) = (text[..<at], text[text.index(after: at)...])
        let localAtoms = localPart.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let labels = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard localPart.utf8.count <= Self.longest.localPart,
            localAtoms.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAtomText) }), labels.allSatisfy(Self.isLabel)
        else { return nil }
        self.text = text
        self.domain = String(domain)
    }

    private static func isAtomText(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        guard let first = label.first, let last = label.last, label.count <= longest.label else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
