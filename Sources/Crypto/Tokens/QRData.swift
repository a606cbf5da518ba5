/// What a QR image tells a phone.
public struct QRContent: Equatable, Sendable {
    /// Host name, with port if it is not 443, or a whole base URL where it contains `://`.
    public let host: String
    public let apiKey: String
    public let sessionToken: String

    public init(host: String, apiKey: String, sessionToken: String) {
        self.host = host
        self.apiKey = apiKey
        self.sessionToken = sessionToken
    }
}

/// Why QR data were not made.
public enum QRDataError: Error, CaseIterable, Equatable, Sendable {
    /// A part is empty or contains `&`.
    case partNotAllowed
    /// The signing key has not 2048 bits, or the content key not 32 bytes.
    case keyNotAllowed
    /// The data are not what the owner of the key signed. One case for everything, on purpose.
    case unreadable
    case libraryFailure
}

/// The parameter `data` of a session's callback URL: base64url without padding of
///
///     offset   length   content
///     0        256      RSASSA-PKCS1-v1_5 with SHA-256 (RSA-2048) over all bytes from offset 256 to the end
///     256      16       initialization vector, random
///     272      16 · k   AES-256-CBC with PKCS#7 padding of the UTF-8 text host & API key & session token
///
/// where the text's parts are joined by `&` and none of them contains one or is empty. The content key is known to every
/// client of the tenant: it hides little, the signature is what a client relies on and checks first.
public enum QRData {
    private static let signatureByteCount = 256
    private static let separator = "&"

    /// The data for a QR image, 448 characters or more.
    /// - Parameters:
    ///   - signingKey: RSA of 2048 bits.
    ///   - contentKey: 32 bytes.
    public static func seal(
        _ content: QRContent, signingKey: RSAKeyPair, contentKey: [UInt8]
    ) throws(QRDataError) -> String {
        let parts = [content.host, content.apiKey, content.sessionToken]
        guard parts.allSatisfy({ !$0.isEmpty && !$0.contains(separator) }) else { throw .partNotAllowed }
        guard signingKey.publicKey.modulusByteCount == signatureByteCount, contentKey.count == SealingKey.byteCount
        else { throw .keyNotAllowed }
        do {
            let initializationVector = try Random.bytes(BlockCipher.blockByteCount)
            let ciphertext = try BlockCipher.encrypt(
                Array(parts.joined(separator: separator).utf8), key: contentKey,
                initializationVector: initializationVector)
            let signed = initializationVector + ciphertext
            return Base64URL.encode(try signingKey.signSHA256PKCS1(signed) + signed)
        } catch {
            throw .libraryFailure
        }
    }

    /// The content of data that `publicKey`'s owner signed. The signature is verified before anything is decrypted.
    /// - Throws: `unreadable`, whatever is wrong.
    public static func open(
        _ data: String, publicKey: RSAPublicKey, contentKey: [UInt8]
    ) throws(QRDataError) -> QRContent {
        guard let bytes = Base64URL.decode(data),
            bytes.count >= signatureByteCount + 2 * BlockCipher.blockByteCount,
            (bytes.count - signatureByteCount).isMultiple(of: BlockCipher.blockByteCount)
        else { throw .unreadable }
        let signed = Array(bytes.dropFirst(signatureByteCount))
        guard publicKey.modulusByteCount == signatureByteCount,
            publicKey.isValidSHA256PKCS1(signature: Array(bytes.prefix(signatureByteCount)), of: signed),
            let plain = try? BlockCipher.decrypt(
                Array(signed.dropFirst(BlockCipher.blockByteCount)), key: contentKey,
                initializationVector: Array(signed.prefix(BlockCipher.blockByteCount))),
            let text = String(validating: plain, as: UTF8.self)
        else { throw .unreadable }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts.contains("") else { throw .unreadable }
        return QRContent(host: parts[0], apiKey: parts[1], sessionToken: parts[2])
    }
}
