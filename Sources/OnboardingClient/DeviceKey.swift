internal import Crypto
internal import Foundation

/// The key of a device, by which it proves that it is the registered one. On a phone it belongs into the platform's key store; this one
/// is for whoever has none.
public struct DeviceKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// A new one.
    public init() {
        key = P256.Signing.PrivateKey()
    }

    /// What `addDevice` and `completeReEnroll` send: base64 of the SubjectPublicKeyInfo.
    public var publicKey: String { key.publicKey.derRepresentation.base64EncodedString() }

    /// What `verifyDevice` sends: ECDSA with SHA-256, DER, over the token's text.
    public func signature(over authToken: String) throws(ClientError) -> [UInt8] {
        do {
            return [UInt8](try key.signature(for: Data(authToken.utf8)).derRepresentation)
        } catch {
            throw .unusablePublicKey
        }
    }
}
