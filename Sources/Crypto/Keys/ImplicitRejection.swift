/// Reading an RSA block of PKCS#1 v1.5 so that nothing but the result says whether it was well formed.
///
/// OpenSSL before 3.2 reports wrong padding as an error, which is the oracle of Bleichenbacher's attack (CRYPTO 1998).
/// Here wrong padding gives a substitute key instead; decrypting goes on with it and fails like any other wrong key.
enum ImplicitRejection {
    /// The content key of a well-formed block, else `substitute`.
    ///
    /// Well formed: `00 02`, no zero until the single `00` that stands 17 or 33 bytes before the end, then the key of 16
    /// or 32 bytes. Both places are always looked at, all bytes are always read, and the choice is made by masks.
    /// - Parameters:
    ///   - block: as many bytes as the modulus has, at least 44 (RFC 8017 §7.2.1 asks for 8 bytes of padding).
    ///   - substitute: 16 or 32 bytes.
    static func contentKey(in block: [UInt8], otherwise substitute: [UInt8]) -> [UInt8] {
        let longKey = 32
        let shortKey = 16
        guard block.count >= longKey + 11 else { return substitute }

        let header = isZero(block[0]) & isZero(block[1] ^ 2)
        let holdsLong = header & endsPadding(block, keyByteCount: longKey)
        let holdsShort = header & endsPadding(block, keyByteCount: shortKey)
        let holdsNone = ~(holdsLong | holdsShort)

        let long = block.suffix(longKey)
        let short = Array(block.suffix(shortKey)) + [UInt8](repeating: 0, count: longKey - shortKey)
        let other = substitute + [UInt8](repeating: 0, count: longKey - substitute.count)
        let key = zip(long, zip(short, other)).map { long, rest in
            (long & holdsLong) | (rest.0 & holdsShort) | (rest.1 & holdsNone)
        }
        let substituteIsShort = isZero(UInt8(truncatingIfNeeded: substitute.count ^ shortKey))
        let isShort = holdsShort | (holdsNone & substituteIsShort)
        return Array(key.prefix(longKey - Int(isShort & UInt8(longKey - shortKey))))
    }

    /// All ones if the first zero behind the header stands just before the last `keyByteCount` bytes, else zero.
    private static func endsPadding(_ block: [UInt8], keyByteCount: Int) -> UInt8 {
        let separator = block.count - keyByteCount - 1
        var result = isZero(block[separator])
        for index in 2..<separator { result &= ~isZero(block[index]) }
        return result
    }

    /// All ones for zero, zero for every other byte, without a branch.
    private static func isZero(_ byte: UInt8) -> UInt8 {
        let wide = Int16(byte) &- 1
        return UInt8(truncatingIfNeeded: wide >> 8)
    }
}
