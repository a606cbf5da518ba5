internal import COpenSSL

/// The public half of an RSA key of 2048 to 4096 bits.
public struct RSAPublicKey: Sendable {
    /// SubjectPublicKeyInfo DER.
    public let spkiDER: [UInt8]
    /// The modulus, big-endian, without leading zeros.
    public let modulus: [UInt8]
    /// The public exponent, big-endian, without leading zeros.
    public let exponent: [UInt8]

    private let key: AsymmetricKey

    /// - Throws: `invalidKey` for anything but one RSA key of 2048 to 4096 bits with the exponent 65537.
    public init(spkiDER: [UInt8]) throws(CryptoError) {
        let key = try AsymmetricKey(subjectPublicKeyInfoDER: spkiDER)
        guard EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_RSA, (2048...4096).contains(EVP_PKEY_get_bits(key.pointer))
        else { throw .invalidKey }
        modulus = try key.number("n")
        exponent = try key.number("e")
        guard exponent == [1, 0, 1] else { throw .invalidKey }
        self.spkiDER = try key.subjectPublicKeyInfoDER()
        self.key = key
    }

    /// PEM text.
    public var pem: String { OnboardingCrypto.publicKeyPEM(spkiDER) }

    /// How long signatures and wrapped keys are, in bytes.
    public var modulusByteCount: Int { modulus.count }

    /// Whether `signature` is an RSASSA-PKCS1-v1_5 signature of `message` with SHA-256.
    public func isValidSHA256PKCS1(signature: [UInt8], of message: [UInt8]) -> Bool {
        signature.count == modulusByteCount && key.isValidSHA256Signature(signature, of: message)
    }

    /// Encrypts a content key to the owner of the private half. What a client does; the server needs it in its tests.
    public func wrap(_ contentKey: [UInt8], padding: RSAKeyPair.Padding) throws(CryptoError) -> [UInt8] {
        try emptyingErrorQueue { () throws(CryptoError) in
            guard let context = EVP_PKEY_CTX_new(key.pointer, nil) else { throw .libraryFailure }
            defer { EVP_PKEY_CTX_free(context) }
            try require(EVP_PKEY_encrypt_init(context))
            switch padding {
            case .oaepSHA256, .oaepSHA1:
                let hash = padding == .oaepSHA256 ? EVP_sha256() : EVP_sha1()
                try require(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING))
                try require(EVP_PKEY_CTX_set_rsa_oaep_md(context, hash))
                try require(EVP_PKEY_CTX_set_rsa_mgf1_md(context, hash))
            case .pkcs1:
                try require(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING))
            }
            var wrapped = [UInt8](repeating: 0, count: modulusByteCount)
            var length = wrapped.count
            try require(
                EVP_PKEY_encrypt(context, &wrapped, &length, contentKey, contentKey.count), else: .invalidLength)
            return Array(wrapped.prefix(length))
        }
    }
}
