/// A key that verifies tokens, with the one algorithm that it may verify.
public enum TokenVerificationKey: Sendable {
    case rs256(RSAPublicKey)
    case es256(ECPublicKey)

    public var algorithm: TokenAlgorithm {
        switch self {
        case .rs256: .rs256
        case .es256: .es256
        }
    }

    /// The RFC 7638 thumbprint with SHA-256 in base64url, 43 characters.
    public var keyID: String {
        // The members that RFC 7638 §3.2 names, sorted, without white space; their values need no escaping.
        let members = essentialMembers.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
        return Base64URL.encode(Digest.sha256(Array("{\(members.joined(separator: ","))}".utf8)))
    }

    /// The members of the key's JSON Web Key (RFC 7517 §4, RFC 7518 §6): `kty`, `use`, `alg`, `kid` and the numbers.
    public var jsonWebKey: [String: String] {
        essentialMembers.merging(["use": "sig", "alg": algorithm.rawValue, "kid": keyID]) { member, _ in member }
    }

    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .rs256(let key): key.isValidSHA256PKCS1(signature: signature, of: message)
        case .es256(let key): key.isValidES256(rawSignature: signature, of: message)
        }
    }

    private var essentialMembers: [String: String] {
        switch self {
        case .rs256(let key):
            ["kty": "RSA", "n": Base64URL.encode(key.modulus), "e": Base64URL.encode(key.exponent)]
        case .es256(let key):
            ["kty": "EC", "crv": "P-256", "x": Base64URL.encode(key.x), "y": Base64URL.encode(key.y)]
        }
    }
}
