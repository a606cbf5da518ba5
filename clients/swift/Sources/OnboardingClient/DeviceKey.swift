internal import Crypto
internal import Foundation
public import OnboardingCalls

/// The key of a device for whoever has no key store.
public struct DeviceKey: DeviceSigner {
    private let key: P256.Signing.PrivateKey

    /// A new one.
    public init() {
        key = P256.Signing.PrivateKey()
    }

    public var publicKey: String { key.publicKey.derRepresentation.base64EncodedString() }

    public func signature(over authToken: String) throws(ClientError) -> [UInt8] {
        do {
            return [UInt8](try key.signature(for: Data(authToken.utf8)).derRepresentation)
        } catch {
            throw .unusablePublicKey
        }
    }
}
