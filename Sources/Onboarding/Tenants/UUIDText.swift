internal import OnboardingCrypto

/// 16 random bytes in the form of a UUID (8-4-4-4-12), without version bits: all 128 bits are random.
enum UUIDText {
    /// - Parameter bytes: 16 bytes; any other number is printed as hexadecimal digits without dashes.
    static func format(_ bytes: [UInt8]) -> String {
        let digits = Array(Hexadecimal.encode(bytes))
        guard digits.count == 32 else { return String(digits) }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return parts.map { String(digits[$0]) }.joined(separator: "-")
    }

    /// The 16 bytes of a text in that form, in upper or lower case; nil for any other text, and for the nil UUID (RFC 9562
    /// §5.9).
    static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 36, let bytes = Hexadecimal.decode(text.filter { $0 != "-" }),
            format(bytes) == text.lowercased(), bytes.contains(where: { $0 != 0 })
        else { return nil }
        return bytes
    }
}
