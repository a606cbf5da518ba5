internal import Foundation
public import OnboardingAPI
public import OnboardingCalls
internal import OnboardingCrypto

/// Seals face packages in form 2 (`docs/package-format.md`).
///
/// This target is the phone of the demo, the benchmarks and the end-to-end tests: the client of `clients/swift` with the server's own
/// cryptography in the place of swift-crypto, which would double what a clean build compiles. Its types have that client's names.
public struct FacePackageSealer: PackageSealer {
    private let keyID: String
    private let key: ECPublicKey

    /// - Throws: `unusableKey` where the key is none on P-256 or not the one that its `kid` names.
    public init(keys: PublicKeysResponse) throws(ClientError) {
        guard let key = try? ECPublicKey(spkiDER: Self.der(ofPEM: keys.ec.pem)),
            PackageKeys.keyID(ofPublicKeyDER: key.spkiDER) == keys.ec.kid
        else { throw .unusableKey }
        self.key = key
        keyID = keys.ec.kid
    }

    public func seal(
        _ content: FacePackageContent, token: String, challenge: String? = nil
    ) throws(ClientError) -> FacePackage {
        guard let text = try? JSONEncoder().encode(content) else { throw .unencodableRequest }
        let context = challenge.map { token + "\n" + $0 } ?? token
        guard
            let sealed = try? HPKE.seal(
                [UInt8](text), info: PackageOpener.info, associated: Array(context.utf8), recipient: key)
        else { throw .unusableKey }
        return .sealed(kid: keyID, encapsulatedKey: sealed.encapsulatedKey, ciphertext: sealed.ciphertext)
    }

    private static func der(ofPEM pem: String) -> [UInt8] {
        let base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        return Data(base64Encoded: base64).map { [UInt8]($0) } ?? []
    }
}

extension EnrollmentClient {
    /// The QR flow.
    /// - Parameter bearer: that the same phone had before it was started anew.
    public init(handOff: QRHandOff, bearer: String? = nil) throws(ClientError) {
        try self.init(handOff: handOff, bearer: bearer, sealedBy: FacePackageSealer.init(keys:))
    }

    /// The flow without a QR image.
    public init(credentials: TenantCredentials) throws(ClientError) {
        try self.init(credentials: credentials, sealedBy: FacePackageSealer.init(keys:))
    }
}

extension ReturningClient {
    /// The flow without a QR image.
    public init(credentials: TenantCredentials) throws(ClientError) {
        try self.init(credentials: credentials, sealedBy: FacePackageSealer.init(keys:))
    }
}
