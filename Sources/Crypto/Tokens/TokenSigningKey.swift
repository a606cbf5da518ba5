/// A key that signs tokens.
public enum TokenSigningKey: Sendable {
    case rs256(RSAKeyPair)
    case es256(ECKeyPair)

    public var algorithm: TokenAlgorithm { verificationKey.algorithm }

    /// The public half.
    public var verificationKey: TokenVerificationKey {
        switch self {
        case .rs256(let pair): .rs256(pair.publicKey)
        case .es256(let pair): .es256(pair.publicKey)
        }
    }

    /// The `kid` of tokens and key sets: the key's RFC 7638 thumbprint, 43 characters.
    public var keyID: String { verificationKey.keyID }

    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        switch self {
        case .rs256(let pair): try pair.signSHA256PKCS1(message)
        case .es256(let pair): try pair.signES256(message)
        }
    }
}
