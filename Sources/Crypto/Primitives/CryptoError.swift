/// Why a cryptographic operation gave no result.
///
/// None of the cases carries what was given to the operation, nor OpenSSL's own words about it.
public enum CryptoError: Error, CaseIterable, Equatable, Sendable {
    /// The bytes are not a key of the kind, the size or the curve that was asked for.
    case invalidKey
    /// A key, a nonce or a count does not have the length that the algorithm demands.
    case invalidLength
    /// The ciphertext is not what this key sealed, or the associated bytes are not those it was sealed with.
    case authenticationFailed
    /// OpenSSL refused the operation, for example for lack of memory.
    case libraryFailure
}

extension CryptoError: CustomStringConvertible {
    /// For an operator.
    public var description: String {
        switch self {
        case .invalidKey: "A key is damaged or of another kind."
        case .invalidLength: "A key or a sealed value has a length that it cannot have."
        case .authenticationFailed: "A sealed value does not open: it, or the key over it, was changed."
        case .libraryFailure: "The cryptographic library refused an operation."
        }
    }
}
