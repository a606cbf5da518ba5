internal import Foundation
public import OnboardingCalls
internal import OnboardingCrypto

/// The key of a device, P-256.
public struct DeviceKey: DeviceSigner {
    private let pair: ECKeyPair

    /// A new one.
    public init() throws(ClientError) {
        guard let pair = try? ECKeyPair.generate() else { throw .unusableKey }
        self.pair = pair
    }

    public var publicKey: String { Data(pair.publicKeyDER).base64EncodedString() }

    public func signature(over authToken: String) throws(ClientError) -> [UInt8] {
        guard let signature = try? pair.signES256DER(Array(authToken.utf8)) else { throw .unusableKey }
        return signature
    }
}
