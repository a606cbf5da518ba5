/// Finds sealed values again by exact comparison: a username or a document number is stored sealed, with its keyed
/// digest beside it. Without the key the digest of a guessed value cannot be made.
public struct LookupKey: Sendable {
    /// What is kept of it: 32 bytes that are wrapped as a sealing key is.
    public let key: SealingKey

    /// A look-up key as it was kept, or a new one of random bytes.
    public init(key: SealingKey) {
        self.key = key
    }

    /// The look-up key that key databases of version 1 have for a tenant; always the same for one tenant key.
    public init(tenantKey: SealingKey) throws(CryptoError) {
        key = try SealingKey(
            bytes: KeyDerivation.hkdfSHA256(
                secret: tenantKey.bytes, salt: [], info: Array("onboarding-lookup-v1".utf8),
                count: SealingKey.byteCount))
    }

    /// HMAC-SHA-256 of `field` and `value` with a zero byte between them: 32 bytes. Equal exactly for equal values of one
    /// field; bring values to one spelling first. A field's name has no zero byte.
    public func digest(of value: String, field: String) -> [UInt8] {
        MessageAuthenticationCode.hmacSHA256(key: key.bytes, message: Array(field.utf8) + [0] + Array(value.utf8))
    }
}

extension LookupKey: SecretValue {}
