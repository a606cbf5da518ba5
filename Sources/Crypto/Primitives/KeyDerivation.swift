internal import COpenSSL

/// Keys made from strong secrets.
public enum KeyDerivation {
    /// HKDF with SHA-256 (RFC 5869): `count` bytes bound to `info`.
    /// - Throws: `invalidLength` unless `count` is in 1…8160 (255 digests, RFC 5869 §2.3).
    public static func hkdfSHA256(
        secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        try expand(extract(salt: salt, secret: secret), info: info, count: count)
    }

    /// The first half of HKDF (RFC 5869 §2.2): a pseudorandom key of 32 bytes.
    static func extract(salt: [UInt8], secret: [UInt8]) -> [UInt8] {
        MessageAuthenticationCode.hmacSHA256(key: salt, message: secret)
    }

    /// The second half of HKDF (RFC 5869 §2.3).
    static func expand(_ pseudorandomKey: [UInt8], info: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        guard (1...255 * Digest.byteCount).contains(count) else { throw .invalidLength }
        var output: [UInt8] = []
        var block: [UInt8] = []
        var counter: UInt8 = 1
        while output.count < count {
            block = MessageAuthenticationCode.hmacSHA256(key: pseudorandomKey, message: block + info + [counter])
            output += block
            counter &+= 1
        }
        return Array(output.prefix(count))
    }
}
