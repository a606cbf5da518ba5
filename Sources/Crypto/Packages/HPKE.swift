/// Hybrid public key encryption (RFC 9180), base mode, one message a key: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256,
/// AES-256-GCM (0x0010, 0x0001, 0x0002). OpenSSL 3.0 has no call for it, so its steps are spelled out here.
public enum HPKE {
    /// What `seal` makes.
    public struct Sealed: Equatable, Sendable {
        /// The sender's one-time public key as an uncompressed point, 65 bytes.
        public let encapsulatedKey: [UInt8]
        /// Ciphertext and tag: 16 bytes longer than the plain text.
        public let ciphertext: [UInt8]
    }

    /// The plain text of what somebody sealed for `recipient` with the same `info` and `associated` bytes.
    /// - Throws: `invalidKey` where `encapsulatedKey` is no point of the curve, `authenticationFailed` for all else.
    public static func open(
        encapsulatedKey: [UInt8], ciphertext: [UInt8], info: [UInt8], associated: [UInt8], recipient: ECKeyPair
    ) throws(CryptoError) -> [UInt8] {
        let sharedSecret = try decapsulate(encapsulatedKey, recipient: recipient)
        let (key, nonce) = try schedule(sharedSecret: sharedSecret, info: info)
        return try GaloisCounterMode.open(ciphertext, key: key, nonce: nonce, associated: associated)
    }

    /// Seals `plain` for the owner of `recipient`.
    public static func seal(
        _ plain: [UInt8], info: [UInt8], associated: [UInt8], recipient: ECPublicKey
    ) throws(CryptoError) -> Sealed {
        try seal(plain, info: info, associated: associated, recipient: recipient, ephemeral: .generate())
    }

    /// `seal` with a given one-time key, which published vectors need.
    static func seal(
        _ plain: [UInt8], info: [UInt8], associated: [UInt8], recipient: ECPublicKey, ephemeral: ECKeyPair
    ) throws(CryptoError) -> Sealed {
        let encapsulatedKey = ephemeral.publicKey.uncompressedPoint
        let sharedSecret = try extractAndExpand(
            ephemeral.sharedSecret(with: recipient), context: encapsulatedKey + recipient.uncompressedPoint)
        let (key, nonce) = try schedule(sharedSecret: sharedSecret, info: info)
        return Sealed(
            encapsulatedKey: encapsulatedKey,
            ciphertext: try GaloisCounterMode.seal(plain, key: key, nonce: nonce, associated: associated))
    }

    /// Decap of RFC 9180 §4.1.
    static func decapsulate(_ encapsulatedKey: [UInt8], recipient: ECKeyPair) throws(CryptoError) -> [UInt8] {
        let sender = try ECPublicKey(uncompressedPoint: encapsulatedKey)
        return try extractAndExpand(
            recipient.sharedSecret(with: sender), context: encapsulatedKey + recipient.publicKey.uncompressedPoint)
    }

    /// ExtractAndExpand of RFC 9180 §4.1.
    private static func extractAndExpand(_ secret: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        let suite = Array("KEM".utf8) + [0x00, 0x10]
        let key = labeledExtract(salt: [], suite: suite, label: "eae_prk", secret: secret)
        return try labeledExpand(key, suite: suite, label: "shared_secret", info: context, count: 32)
    }

    /// KeySchedule of RFC 9180 §5.1 for the base mode, whose pre-shared key and its identifier are empty.
    private static func schedule(
        sharedSecret: [UInt8], info: [UInt8]
    ) throws(CryptoError) -> (key: [UInt8], nonce: [UInt8]) {
        let suite = Array("HPKE".utf8) + [0x00, 0x10, 0x00, 0x01, 0x00, 0x02]
        let baseMode: [UInt8] = [0]
        let context =
            baseMode
            + labeledExtract(salt: [], suite: suite, label: "psk_id_hash", secret: [])
            + labeledExtract(salt: [], suite: suite, label: "info_hash", secret: info)
        let secret = labeledExtract(salt: sharedSecret, suite: suite, label: "secret", secret: [])
        let key = try labeledExpand(
            secret, suite: suite, label: "key", info: context, count: UInt16(GaloisCounterMode.keyByteCount))
        let nonce = try labeledExpand(
            secret, suite: suite, label: "base_nonce", info: context, count: UInt16(GaloisCounterMode.nonceByteCount))
        return (key, nonce)
    }

    private static let version = Array("HPKE-v1".utf8)

    private static func labeledExtract(salt: [UInt8], suite: [UInt8], label: String, secret: [UInt8]) -> [UInt8] {
        KeyDerivation.extract(salt: salt, secret: version + suite + Array(label.utf8) + secret)
    }

    private static func labeledExpand(
        _ key: [UInt8], suite: [UInt8], label: String, info: [UInt8], count: UInt16
    ) throws(CryptoError) -> [UInt8] {
        let length = [UInt8(count >> 8), UInt8(count & 255)]
        let labeledInfo = length + version + suite + Array(label.utf8) + info
        return try KeyDerivation.expand(key, info: labeledInfo, count: Int(count))
    }
}
