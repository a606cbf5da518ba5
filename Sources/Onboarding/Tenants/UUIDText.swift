internal import OnboardingCrypto

/// The shape of a UUID around 16 random bytes: 8-4-4-4-12, without version bits, so that all 128 bits are random.
enum UUIDText {
    /// - Parameter bytes: 16 bytes; fewer or more are printed as they are, without dashes.
    static func format(_ bytes: [UInt8]) -> String {
        let digits = Array(Hexadecimal.encode(bytes))
        guard digits.count == 32 else { return String(digits) }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return parts.map { String(digits[$0]) }.joined(separator: "-")
    }

    /// The 16 bytes of a text of that shape, in either case; nil for others and the one of zeros, which names nothing
    /// (RFC 9562 §5.9).
    static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 36, let bytes = Hexadecimal.decode(text.filter { $0 != "-" }),
            format(bytes) == text.lowercased(), bytes.contains(where: { $0 != 0 })
        else { return nil }
        return bytes
    }
}
