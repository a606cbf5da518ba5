/// What a wrapped key is for. It is bound to the wrapped bytes, so that a row moved to another tenant or enrollment
/// does not open.
public enum KeyLabel: Hashable, Sendable {
    /// A tenant's key, wrapped under the master key, as key databases of version 1 have it.
    case tenant(String)
    /// The key of this number that has a purpose for an owner, wrapped under the master key.
    /// - owner: a tenant, or empty for the server.
    case kept(purpose: String, owner: String, number: Int)
    /// An enrollment's data key, wrapped under the tenant's key.
    case enrollment(String)

    /// `tenant:…`, `key:PURPOSE:OWNER:NUMBER` or `enrollment:…` in UTF-8.
    public var associatedBytes: [UInt8] {
        switch self {
        case .tenant(let identifier): Array("tenant:\(identifier)".utf8)
        case .kept(let purpose, let owner, let number): Array("key:\(purpose):\(owner):\(number)".utf8)
        case .enrollment(let identifier): Array("enrollment:\(identifier)".utf8)
        }
    }
}
