/// The public keys of a tenant's realm, by which receipts and certificates are verified. Those of receipts stay there for ever: whoever
/// keeps them needs no server.
public struct RealmKeys: Equatable, Sendable {
    /// Of the realm, as its discovery document says.
    public let issuer: String
    /// JSON Web Key Set (RFC 7517).
    public let keySet: [UInt8]

    public init(issuer: String, keySet: [UInt8]) {
        (self.issuer, self.keySet) = (issuer, keySet)
    }
}
