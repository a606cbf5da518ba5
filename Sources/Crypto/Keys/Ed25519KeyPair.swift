internal import COpenSSL

/// A key pair of Ed25519 (RFC 8032 §5.1).
public struct Ed25519KeyPair: Sendable {
    /// The public half, 32 bytes.
    public let publicKey: [UInt8]
    /// The private key as PKCS#8 DER (RFC 8410). To be stored sealed only.
    public let pkcs8DER: [UInt8]

    private let key: AsymmetricKey

    /// A new key pair.
    public static func generate() throws(CryptoError) -> Ed25519KeyPair {
        try Ed25519KeyPair(key: AsymmetricKey.generate(algorithm: "ED25519") { _ in 1 })
    }

    /// - Throws: `invalidKey` for anything but one private key of Ed25519 in PKCS#8 DER.
    public init(pkcs8DER: [UInt8]) throws(CryptoError) {
        try self.init(key: AsymmetricKey(pkcs8DER: pkcs8DER))
    }

    private init(key: AsymmetricKey) throws(CryptoError) {
        guard EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_ED25519 else { throw .invalidKey }
        publicKey = try emptyingErrorQueue { () throws(CryptoError) in
            var bytes = [UInt8](repeating: 0, count: 32)
            var length = bytes.count
            try require(EVP_PKEY_get_raw_public_key(key.pointer, &bytes, &length))
            guard length == bytes.count else { throw .libraryFailure }
            return bytes
        }
        pkcs8DER = try key.pkcs8DER()
        self.key = key
    }

    /// 64 bytes.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] { try key.sign(message, digest: nil) }
}
