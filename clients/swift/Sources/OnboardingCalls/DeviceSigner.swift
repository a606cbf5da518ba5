/// The key of a device, P-256, by which it proves that it is the registered one. On a phone it is one of the platform's key store.
public protocol DeviceSigner: Sendable {
    /// What `addDevice` and `completeReEnroll` send: base64 of the SubjectPublicKeyInfo.
    var publicKey: String { get }

    /// What `verifyDevice` sends: ECDSA with SHA-256, DER, over the token's text.
    func signature(over authToken: String) throws(ClientError) -> [UInt8]
}
