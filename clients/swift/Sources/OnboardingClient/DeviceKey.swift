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

    /// One that was kept.
    /// - Parameter rawRepresentation: the private scalar, 32 bytes big-endian.
    /// - Throws: `unusableKey`.
    public init(rawRepresentation: [UInt8]) throws(ClientError) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: rawRepresentation) else {
            throw .unusableKey
        }
        self.key = key
    }

    /// To be kept as a secret: whoever has it comes back as the device.
    public var rawRepresentation: [UInt8] { [UInt8](key.rawRepresentation) }

    public var publicKey: String { key.publicKey.derRepresentation.base64EncodedString() }

    public func signature(over authToken: String) throws(ClientError) -> [UInt8] {
        do {
            return [UInt8](try key.signature(for: Data(authToken.utf8)).derRepresentation)
        } catch {
            throw .unusableKey
        }
    }
}
