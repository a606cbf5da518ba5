/// An AES-256 key that seals objects: what it sealed can be read and changed by nobody without it.
///
/// A sealed object is 12 bytes of random nonce, the ciphertext (as long as the plain text) and 16 bytes of tag
/// (AES-256-GCM, NIST SP 800-38D). With random nonces one key may seal 2³² objects (§8.3 there).
public struct SealingKey: Sendable {
    /// The length of a key in bytes.
    public static let byteCount = GaloisCounterMode.keyByteCount
    /// How much longer a sealed object is than its plain text, in bytes.
    public static let overhead = GaloisCounterMode.nonceByteCount + GaloisCounterMode.tagByteCount

    /// The key itself. For wrapping under another key and for handing it to a holder of the tenant's keys, nothing else.
    public let bytes: [UInt8]

    /// - Throws: `invalidLength` unless `bytes` are 32.
    public init(bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else { throw .invalidLength }
        self.bytes = bytes
    }

    /// A new random key.
    public static func generate() throws(CryptoError) -> SealingKey {
        try SealingKey(bytes: Random.bytes(byteCount))
    }

    /// Seals `plain`, bound to `associated`: bytes that are not kept in the object and must be given again to open it.
    public func seal(_ plain: [UInt8], associated: [UInt8]) throws(CryptoError) -> [UInt8] {
        let nonce = try Random.bytes(GaloisCounterMode.nonceByteCount)
        return nonce + (try GaloisCounterMode.seal(plain, key: bytes, nonce: nonce, associated: associated))
    }

    /// The plain text of what `seal` made.
    /// - Throws: `authenticationFailed` for everything else.
    public func open(_ sealed: [UInt8], associated: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= Self.overhead else { throw .authenticationFailed }
        let nonce = Array(sealed.prefix(GaloisCounterMode.nonceByteCount))
        let rest = Array(sealed.dropFirst(GaloisCounterMode.nonceByteCount))
        return try GaloisCounterMode.open(rest, key: bytes, nonce: nonce, associated: associated)
    }
}
