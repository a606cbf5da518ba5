/// Base32 with the standard alphabet (RFC 4648 §6).
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// - Parameter isPadded: whether `=` fills the last group of eight characters; otpauth URIs go without.
    public static func encode(_ bytes: [UInt8], isPadded: Bool = true) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity(bytes.count * 8 / 5 + 8)
        var (pending, bitCount) = (UInt32(0), 0)
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 5 {
                bitCount -= 5
                characters.append(alphabet[Int(pending >> UInt32(bitCount) & 31)])
            }
        }
        if bitCount > 0 { characters.append(alphabet[Int(pending << UInt32(5 - bitCount) & 31)]) }
        while isPadded, !characters.count.isMultiple(of: 8) { characters.append(UInt8(ascii: "=")) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The bytes of `text`, or nil unless `text` is exactly what `encode` writes for them, with its padding or without.
    public static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (pending, bitCount, isPadded) = (UInt32(0), 0, false)
        for character in text.utf8 {
            if character == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            guard !isPadded, let value = value(of: character) else { return nil }
            pending = pending << 5 | value
            bitCount += 5
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bitCount)))
            }
        }
        return encode(bytes, isPadded: isPadded) == text ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2")) + 26
        default: nil
        }
    }
}
