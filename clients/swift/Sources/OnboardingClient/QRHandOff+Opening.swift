internal import Crypto
internal import CryptoExtras
internal import Foundation
public import OnboardingCalls

/// The keys that an app of a tenant carries to read QR images: `qrPublicKey` and `qrKey` of the tenant.
public struct QRKeys: Sendable {
    let publicKey: _RSA.Signing.PublicKey
    let contentKey: SymmetricKey

    /// - Parameters:
    ///   - publicKey: base64 of the RSA-2048 SubjectPublicKeyInfo DER.
    ///   - contentKey: base64 of 32 bytes.
    /// - Throws: `unusableKey` for anything else.
    public init(publicKey: String, contentKey: String) throws(ClientError) {
        guard let der = Data(base64Encoded: publicKey), let key = try? _RSA.Signing.PublicKey(derRepresentation: der),
            key.keySizeInBits == QRHandOff.signatureByteCount * 8, let bytes = Data(base64Encoded: contentKey),
            bytes.count == 32
        else { throw .unusableKey }
        self.publicKey = key
        self.contentKey = SymmetricKey(data: bytes)
    }
}

extension QRHandOff {
    static let signatureByteCount = 256
    private static let blockByteCount = 16

    /// Opens the parameter `data` of a session's callback URL (layout: `docs/package-format.md`). The signature is
    /// verified before anything is decrypted.
    public init(opening data: String, keys: QRKeys) throws(Unreadable) {
        guard let bytes = Base64URL.strictlyDecoded(data),
            bytes.count >= Self.signatureByteCount + 2 * Self.blockByteCount,
            (bytes.count - Self.signatureByteCount).isMultiple(of: Self.blockByteCount)
        else { throw Unreadable() }
        let signature = _RSA.Signing.RSASignature(rawRepresentation: bytes.prefix(Self.signatureByteCount))
        let signed = bytes.dropFirst(Self.signatureByteCount)
        guard keys.publicKey.isValidSignature(signature, for: signed, padding: .insecurePKCS1v1_5),
            let initializationVector = try? AES._CBC.IV(ivBytes: signed.prefix(Self.blockByteCount)),
            let plain = try? AES._CBC.decrypt(
                signed.dropFirst(Self.blockByteCount), using: keys.contentKey, iv: initializationVector),
            let text = String(validating: plain, as: UTF8.self)
        else { throw Unreadable() }
        let parts = text.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts.contains("") else { throw Unreadable() }
        self.init(host: parts[0], apiKey: parts[1], sessionToken: parts[2])
    }

    /// Opens a whole callback URL, as a QR reader gives it: `…?data=…`. Nothing but the signed `data` is trusted; the
    /// URL's own host is not looked at.
    public init(openingCallbackURL url: String, keys: QRKeys) throws(Unreadable) {
        let items = URLComponents(string: url)?.queryItems?.filter { $0.name == "data" } ?? []
        guard items.count == 1, let data = items.first?.value else { throw Unreadable() }
        try self.init(opening: data, keys: keys)
    }
}
