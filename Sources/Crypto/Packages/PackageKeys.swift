/// The two keys that a tenant's clients seal packages with.
public struct PackageKeyPair: Sendable {
    public let rsa: RSAKeyPair
    public let ec: ECKeyPair

    public init(rsa: RSAKeyPair, ec: ECKeyPair) {
        self.rsa = rsa
        self.ec = ec
    }

    /// New keys: RSA of `rsaBits` bits (2048, 3072 or 4096) and P-256. Takes up to 2 s; call from a worker thread only.
    public static func generate(rsaBits: Int = 3072) throws(CryptoError) -> PackageKeyPair {
        PackageKeyPair(rsa: try .generate(bits: rsaBits), ec: try .generate())
    }
}

/// The package keys of a tenant that still open packages: the current ones and, for a day after a rotation, those
/// before. Who builds this value leaves the previous ones out when their day is over.
public struct PackageKeys: Sendable {
    public let current: PackageKeyPair
    public let previous: PackageKeyPair?

    public init(current: PackageKeyPair, previous: PackageKeyPair? = nil) {
        self.current = current
        self.previous = previous
    }

    /// The name of a public key: base64url without padding of the first 16 bytes of SHA-256 over its
    /// SubjectPublicKeyInfo DER, 22 characters.
    public static func keyID(ofPublicKeyDER der: [UInt8]) -> String {
        Base64URL.encode(Array(Digest.sha256(der).prefix(16)))
    }

    /// All pairs, the current one first.
    var pairs: [PackageKeyPair] { [current] + (previous.map { [$0] } ?? []) }
}

extension RSAKeyPair {
    /// The `kid` under which package keys are named; see `PackageKeys.keyID(ofPublicKeyDER:)`.
    public var keyID: String { PackageKeys.keyID(ofPublicKeyDER: publicKeyDER) }
}

extension ECKeyPair {
    /// The `kid` under which package keys are named; see `PackageKeys.keyID(ofPublicKeyDER:)`.
    public var keyID: String { PackageKeys.keyID(ofPublicKeyDER: publicKeyDER) }
}
