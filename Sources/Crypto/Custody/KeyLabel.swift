/// What a wrapped key is for. It is bound to the wrapped bytes, so that a row moved to another tenant or enrollment
/// does not open.
public enum KeyLabel: Hashable, Sendable {
    /// A tenant's key, wrapped under the master key.
    case tenant(String)
    /// An enrollment's data key, wrapped under the tenant's key.
    case enrollment(String)

    /// `tenant:…` or `enrollment:…` in UTF-8.
    public var associatedBytes: [UInt8] {
        switch self {
        case .tenant(let identifier): Array("tenant:\(identifier)".utf8)
        case .enrollment(let identifier): Array("enrollment:\(identifier)".utf8)
        }
    }
}
