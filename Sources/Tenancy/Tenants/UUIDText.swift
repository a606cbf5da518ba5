internal import OnboardingCrypto

/// 16 bytes in the form of a UUID (8-4-4-4-12).
package enum UUIDText {
    /// A UUID of version 4 (RFC 9562 §5.4): 122 random bits.
    package static func random() throws -> String { version4(try Random.bytes(16)) }

    /// - Parameter bytes: 16 bytes that nobody can guess; six of their bits are overwritten.
    package static func version4(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        if bytes.count == 16 {
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
        }
        return format(bytes)
    }

    /// - Parameter bytes: 16 bytes; any other number is printed as hexadecimal digits without dashes.
    package static func format(_ bytes: [UInt8]) -> String {
        let digits = Array(Hexadecimal.encode(bytes))
        guard digits.count == 32 else { return String(digits) }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return parts.map { String(digits[$0]) }.joined(separator: "-")
    }

    /// The 16 bytes of a text in that form, in upper or lower case; nil for any other text, and for the nil UUID (RFC 9562
    /// §5.9).
    package static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 36, let bytes = Hexadecimal.decode(text.filter { $0 != "-" }),
            format(bytes) == text.lowercased(), bytes.contains(where: { $0 != 0 })
        else { return nil }
        return bytes
    }
}
