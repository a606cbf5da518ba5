extension RSAPublicKey {
    /// The key of two numbers, big-endian, as a JSON Web Key has them (RFC 7518 §6.3.1). Zeros before a number are passed over:
    /// some libraries write one.
    /// - Throws: `invalidKey` for whatever `init(spkiDER:)` refuses.
    public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        let numbers = [modulus, exponent].map { Array($0.drop { $0 == 0 }) }
        // Longer than any that is taken; nothing is written for it.
        guard numbers.allSatisfy({ (1...512).contains($0.count) }) else { throw .invalidKey }
        let key = Self.der(0x30, numbers.flatMap(Self.integer))
        try self.init(spkiDER: Self.der(0x30, Self.algorithm + Self.der(0x03, [0] + key)))
    }

    /// AlgorithmIdentifier of rsaEncryption (RFC 3279 §2.3.1).
    private static let algorithm: [UInt8] = [
        0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    /// INTEGER of a number that is not negative, without zeros before it.
    private static func integer(_ number: [UInt8]) -> [UInt8] {
        der(0x02, (number.first ?? 0) >= 0x80 ? [0] + number : number)
    }

    /// One value of at most 65,535 bytes with its tag and length (X.690 §8.1).
    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length: [UInt8] =
            switch content.count {
            case ..<0x80: [UInt8(content.count)]
            case ..<0x100: [0x81, UInt8(content.count)]
            default: [0x82, UInt8(truncatingIfNeeded: content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
            }
        return [tag] + length + content
    }
}
