internal import COpenSSL

/// An RSA key pair of 2048 to 4096 bits with the public exponent 65537.
public struct RSAKeyPair: Sendable {
    /// The public half.
    public let publicKey: RSAPublicKey
    /// The private key as PKCS#8 DER (RFC 5208). To be stored sealed only.
    public let pkcs8DER: [UInt8]

    private let key: AsymmetricKey
    /// From which the substitute keys of implicit rejection are made; see `unwrapPKCS1`.
    private let rejectionSecret: [UInt8]

    /// How a content key was encrypted to the public half.
    public enum Padding: Sendable {
        /// OAEP with SHA-256 as hash and in MGF1 (RFC 8017 §7.1).
        case oaepSHA256
        /// OAEP with SHA-1 as hash and in MGF1.
        case oaepSHA1
        /// PKCS#1 v1.5 (RFC 8017 §7.2), opened with implicit rejection: never an error for wrong padding.
        case pkcs1
    }

    /// A new key pair; takes 0.1 to 2 s. Call from a worker thread only.
    /// - Parameter bits: 2048, 3072 or 4096.
    /// - Throws: `invalidLength` for another size.
    public static func generate(bits: Int) throws(CryptoError) -> RSAKeyPair {
        guard [2048, 3072, 4096].contains(bits) else { throw .invalidLength }
        let key = try AsymmetricKey.generate(algorithm: "RSA") { context in
            EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits))
        }
        return try RSAKeyPair(key: key)
    }

    /// - Throws: `invalidKey` for anything but one RSA key of 2048 to 4096 bits in PKCS#8 DER.
    public init(pkcs8DER: [UInt8]) throws(CryptoError) {
        try self.init(key: AsymmetricKey(pkcs8DER: pkcs8DER))
    }

    private init(key: AsymmetricKey) throws(CryptoError) {
        publicKey = try RSAPublicKey(spkiDER: key.subjectPublicKeyInfoDER())
        pkcs8DER = try key.pkcs8DER()
        rejectionSecret = MessageAuthenticationCode.hmacSHA256(
            key: Digest.sha256(pkcs8DER), message: Array("implicit rejection".utf8))
        self.key = key
    }

    /// The public half as SubjectPublicKeyInfo DER.
    public var publicKeyDER: [UInt8] { publicKey.spkiDER }

    /// The public half as PEM text.
    public var publicKeyPEM: String { publicKey.pem }

    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 §8.2): as many bytes as the modulus has.
    public func signSHA256PKCS1(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try key.signSHA256(message)
    }

    /// The content key that was encrypted to the public half, 16 or 32 bytes.
    /// - Throws: `invalidLength` for a ciphertext that is not as long as the modulus or not smaller than it, with every
    ///   padding; `authenticationFailed` for OAEP that does not open or holds another length. Wrong PKCS#1 v1.5 padding
    ///   is no error: the answer is then a key that nobody knows.
    public func unwrap(_ ciphertext: [UInt8], padding: Padding) throws(CryptoError) -> [UInt8] {
        guard ciphertext.count == publicKey.modulusByteCount else { throw .invalidLength }
        switch padding {
        case .oaepSHA256:
            return try unwrapOAEP(ciphertext, hash: EVP_sha256())
        case .oaepSHA1:
            return try unwrapOAEP(ciphertext, hash: EVP_sha1())
        case .pkcs1:
            let block = try decrypt(ciphertext, failure: .invalidLength) { context in
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING)
            }
            return ImplicitRejection.contentKey(
                in: block, otherwise: substitute(for: ciphertext))
        }
    }

    /// The key that stands in for a content key that could not be unwrapped: 16 or 32 bytes that look random, always the
    /// same for one ciphertext, known to nobody without the private key.
    func substitute(for ciphertext: [UInt8]) -> [UInt8] {
        let bytes = MessageAuthenticationCode.hmacSHA256(key: rejectionSecret, message: ciphertext)
        let choice = MessageAuthenticationCode.hmacSHA256(key: rejectionSecret, message: bytes)
        // Both lengths come up, so that the speed of the cipher that follows says nothing about the padding.
        return choice[0] & 1 == 0 ? bytes : Array(bytes.prefix(16))
    }

    private func unwrapOAEP(_ ciphertext: [UInt8], hash: OpaquePointer?) throws(CryptoError) -> [UInt8] {
        let contentKey = try decrypt(ciphertext, failure: .authenticationFailed) { context in
            guard EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) > 0,
                EVP_PKEY_CTX_set_rsa_oaep_md(context, hash) > 0
            else { return 0 }
            return EVP_PKEY_CTX_set_rsa_mgf1_md(context, hash)
        }
        guard contentKey.count == 16 || contentKey.count == 32 else { throw .authenticationFailed }
        return contentKey
    }

    private func decrypt(
        _ ciphertext: [UInt8], failure: CryptoError, configure: (OpaquePointer) -> Int32
    ) throws(CryptoError) -> [UInt8] {
        try emptyingErrorQueue { () throws(CryptoError) in
            guard let context = EVP_PKEY_CTX_new(key.pointer, nil) else { throw .libraryFailure }
            defer { EVP_PKEY_CTX_free(context) }
            try require(EVP_PKEY_decrypt_init(context))
            try require(configure(context))
            var plain = [UInt8](repeating: 0, count: publicKey.modulusByteCount)
            var length = plain.count
            try require(
                EVP_PKEY_decrypt(context, &plain, &length, ciphertext, ciphertext.count), else: failure)
            return Array(plain.prefix(length))
        }
    }
}
