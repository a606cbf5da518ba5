internal import COpenSSL

/// A key pair on the curve P-256 (SP 800-186 §3.2.1.3).
public struct ECKeyPair: Sendable {
    /// The public half.
    public let publicKey: ECPublicKey
    /// The private key as PKCS#8 DER (RFC 5208, RFC 5915). To be stored sealed only.
    public let pkcs8DER: [UInt8]

    private let key: AsymmetricKey

    /// A new key pair.
    public static func generate() throws(CryptoError) -> ECKeyPair {
        let key = try AsymmetricKey.generate(algorithm: "EC") { context in
            EVP_PKEY_CTX_set_group_name(context, "P-256")
        }
        return try ECKeyPair(key: key)
    }

    /// - Throws: `invalidKey` for anything but one private key on P-256 in PKCS#8 DER.
    public init(pkcs8DER: [UInt8]) throws(CryptoError) {
        try self.init(key: AsymmetricKey(pkcs8DER: pkcs8DER))
    }

    /// The key pair of a private scalar, 32 bytes big-endian; the public point is computed from it.
    /// - Throws: `invalidKey` for zero and for numbers that are not below the order of the curve.
    init(scalar: [UInt8]) throws(CryptoError) {
        guard scalar.count == 32 else { throw .invalidKey }
        // PKCS#8 of an id-ecPublicKey on prime256v1 whose ECPrivateKey (RFC 5915) has nothing but version and scalar.
        let prefix: [UInt8] = [
            0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
            0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
        ]
        try self.init(pkcs8DER: prefix + scalar)
    }

    private init(key: AsymmetricKey) throws(CryptoError) {
        publicKey = try ECPublicKey(spkiDER: key.subjectPublicKeyInfoDER())
        try emptyingErrorQueue { () throws(CryptoError) in
            guard let context = EVP_PKEY_CTX_new(key.pointer, nil) else { throw .libraryFailure }
            defer { EVP_PKEY_CTX_free(context) }
            try require(EVP_PKEY_check(context), else: .invalidKey)
        }
        pkcs8DER = try key.pkcs8DER()
        self.key = key
    }

    /// The public half as SubjectPublicKeyInfo DER, 91 bytes.
    public var publicKeyDER: [UInt8] { publicKey.spkiDER }

    /// The public half as PEM text.
    public var publicKeyPEM: String { publicKey.pem }

    /// ECDSA with SHA-256 as JWS writes it (RFC 7518 §3.4): r and s, 32 bytes each.
    public func signES256(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try ECDSASignature.raw(fromDER: signES256DER(message))
    }

    /// ECDSA with SHA-256 as ECDSA-Sig-Value (RFC 3279 §2.2.3).
    public func signES256DER(_ message: [UInt8]) throws(CryptoError) -> [UInt8] { try key.signSHA256(message) }

    /// The x coordinate of this scalar times `publicKey`: 32 bytes (SP 800-56A §5.7.1.2). Derive keys from it, use it as
    /// none.
    public func sharedSecret(with publicKey: ECPublicKey) throws(CryptoError) -> [UInt8] {
        try emptyingErrorQueue { () throws(CryptoError) in
            guard let context = EVP_PKEY_CTX_new(key.pointer, nil) else { throw .libraryFailure }
            defer { EVP_PKEY_CTX_free(context) }
            var secret = [UInt8](repeating: 0, count: 32)
            var length = secret.count
            try require(EVP_PKEY_derive_init(context))
            // Checked when it was read.
            try require(EVP_PKEY_derive_set_peer_ex(context, publicKey.key.pointer, 0), else: .invalidKey)
            try require(EVP_PKEY_derive(context, &secret, &length))
            guard length == secret.count else { throw .libraryFailure }
            return secret
        }
    }
}
