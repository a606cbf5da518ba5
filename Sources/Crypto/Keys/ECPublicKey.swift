internal import COpenSSL

/// A public key on the curve P-256, checked to be a point of it.
public struct ECPublicKey: Sendable {
    /// SubjectPublicKeyInfo DER, 91 bytes.
    public let spkiDER: [UInt8]
    let key: AsymmetricKey

    /// SubjectPublicKeyInfo of id-ecPublicKey on the named curve prime256v1, up to the point (RFC 5480 §2).
    private static let prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
        0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    /// - Throws: `invalidKey` for anything but the 91 bytes of a P-256 key with an uncompressed point that lies on the
    ///   curve. Compressed points and curves given by their parameters are refused: nobody we know sends them, and
    ///   parameters of the sender's choice have been an attack (CVE-2020-0601).
    public init(spkiDER: [UInt8]) throws(CryptoError) {
        guard spkiDER.count == Self.prefix.count + 65, spkiDER.starts(with: Self.prefix),
            spkiDER[Self.prefix.count] == 4
        else { throw .invalidKey }
        let key = try AsymmetricKey(pointOnP256: Array(spkiDER.suffix(65)))
        try emptyingErrorQueue { () throws(CryptoError) in
            guard let context = EVP_PKEY_CTX_new(key.pointer, nil) else { throw .libraryFailure }
            defer { EVP_PKEY_CTX_free(context) }
            // On the curve is all there is to be: P-256 has no points of another order (SP 800-56A §5.6.2.3.4), and the
            // full check is a multiplication by the order.
            try require(EVP_PKEY_public_check_quick(context), else: .invalidKey)
        }
        self.spkiDER = spkiDER
        self.key = key
    }

    /// The key of an uncompressed point (SEC 1 §2.3.3): `04`, x, y, 65 bytes.
    /// - Throws: `invalidKey` for anything else.
    public init(uncompressedPoint: [UInt8]) throws(CryptoError) {
        try self.init(spkiDER: Self.prefix + uncompressedPoint)
    }

    /// `04`, x, y: 65 bytes.
    public var uncompressedPoint: [UInt8] { Array(spkiDER.suffix(65)) }
    /// The x coordinate, 32 bytes big-endian.
    public var x: [UInt8] { Array(spkiDER.suffix(64).prefix(32)) }
    /// The y coordinate, 32 bytes big-endian.
    public var y: [UInt8] { Array(spkiDER.suffix(32)) }
    /// PEM text.
    public var pem: String { OnboardingCrypto.publicKeyPEM(spkiDER) }

    /// Whether `rawSignature` (r and s, 32 bytes each) is an ECDSA signature of `message` with SHA-256.
    public func isValidES256(rawSignature: [UInt8], of message: [UInt8]) -> Bool {
        guard let signature = ECDSASignature.der(fromRaw: rawSignature) else { return false }
        return isValidES256(derSignature: signature, of: message)
    }

    /// Whether `derSignature` (ECDSA-Sig-Value, RFC 3279 §2.2.3) is an ECDSA signature of `message` with SHA-256.
    public func isValidES256(derSignature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValidSHA256Signature(derSignature, of: message)
    }
}
