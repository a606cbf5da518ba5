internal import Crypto
internal import CryptoExtras
internal import Foundation
public import OnboardingAPI
public import OnboardingCalls

/// Seals face packages with swift-crypto.
public struct FacePackageSealer: PackageSealer {
    /// In which form a package is sent.
    public enum Form: Sendable {
        /// Form 2, HPKE, bound to the token. The one to use.
        case v2
        /// AES-256-CBC under a key wrapped by RSA-OAEP with SHA-256: for servers that know no better. Not authenticated.
        case oaepSHA256CBC
        /// Not sealed: TLS is the only protection.
        case plain
    }

    private let form: Form
    private let keyID: String
    private let ellipticKey: P256.KeyAgreement.PublicKey
    /// RSA, as SubjectPublicKeyInfo DER: the library's key type is not marked safe to share.
    private let rsaKeyDER: Data

    private static let info = Data("onboarding-face-package-v2".utf8)

    /// - Parameter keys: as getPublicKey answered them.
    /// - Throws: `unusableKey` where a key is not of its kind or not the one that its `kid` names.
    public init(keys: PublicKeysResponse, form: Form = .v2) throws(ClientError) {
        guard let elliptic = try? P256.KeyAgreement.PublicKey(pemRepresentation: keys.ec.pem),
            let rsa = try? _RSA.Encryption.PublicKey(pemRepresentation: keys.rsa.pem),
            Self.keyID(of: elliptic.derRepresentation) == keys.ec.kid,
            Self.keyID(of: rsa.derRepresentation) == keys.rsa.kid
        else { throw .unusableKey }
        self.form = form
        keyID = keys.ec.kid
        ellipticKey = elliptic
        rsaKeyDER = rsa.derRepresentation
    }

    public func seal(
        _ content: FacePackageContent, token: String, challenge: String? = nil
    ) throws(ClientError) -> FacePackage {
        switch form {
        case .plain:
            return .plain(content.video)
        case .v2:
            return try sealWithHPKE(
                Self.text(of: content), context: challenge.map { token + "\n" + $0 } ?? token)
        case .oaepSHA256CBC:
            return try sealWithWrappedKey(Self.text(of: content))
        }
    }

    private func sealWithHPKE(_ text: Data, context: String) throws(ClientError) -> FacePackage {
        do {
            var sender = try HPKE.Sender(
                recipientKey: ellipticKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: Self.info)
            let ciphertext = try sender.seal(text, authenticating: Data(context.utf8))
            return .sealed(
                kid: keyID, encapsulatedKey: [UInt8](sender.encapsulatedKey), ciphertext: [UInt8](ciphertext))
        } catch {
            throw .unusableKey
        }
    }

    private func sealWithWrappedKey(_ text: Data) throws(ClientError) -> FacePackage {
        do {
            let contentKey = SymmetricKey(size: .bits256)
            let initializationVector = AES._CBC.IV()
            let ciphertext = try AES._CBC.encrypt(text, using: contentKey, iv: initializationVector)
            let rsaKey = try _RSA.Encryption.PublicKey(derRepresentation: rsaKeyDER)
            let wrapped = try rsaKey.encrypt(
                contentKey.withUnsafeBytes { Data($0) }, padding: .PKCS1_OAEP_SHA256)
            return .wrapped(
                key: [UInt8](wrapped), iv: [UInt8](initializationVector), content: [UInt8](ciphertext))
        } catch {
            throw .unusableKey
        }
    }

    /// The JSON text that is sealed.
    private static func text(of content: FacePackageContent) throws(ClientError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let text = try? encoder.encode(content) else { throw .unencodableRequest }
        return text
    }

    /// Base64url without padding of the first 16 bytes of SHA-256 over the key's SubjectPublicKeyInfo DER.
    private static func keyID(of der: Data) -> String {
        Data(SHA256.hash(data: der).prefix(16)).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
