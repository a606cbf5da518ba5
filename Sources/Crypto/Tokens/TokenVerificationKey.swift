/// A key that verifies tokens, with the one algorithm that it may verify.
public enum TokenVerificationKey: Sendable {
    case rs256(RSAPublicKey)
    case es256(ECPublicKey)

    /// A key of a client: RSA of 2048 to 4096 bits for RS256, P-256 for ES256.
    /// - Parameter spkiDER: SubjectPublicKeyInfo.
    /// - Throws: `invalidKey` for anything else.
    public init(spkiDER: [UInt8]) throws(CryptoError) {
        if let key = try? ECPublicKey(spkiDER: spkiDER) {
            self = .es256(key)
        } else {
            self = .rs256(try RSAPublicKey(spkiDER: spkiDER))
        }
    }

    /// The same from PEM text (RFC 7468 §13).
    public init(pem: String) throws(CryptoError) {
        guard let der = publicKeyDER(pem: pem) else { throw .invalidKey }
        try self.init(spkiDER: der)
    }

    /// SubjectPublicKeyInfo DER.
    public var spkiDER: [UInt8] {
        switch self {
        case .rs256(let key): key.spkiDER
        case .es256(let key): key.spkiDER
        }
    }

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
