internal import Foundation

/// What shows that whoever sends a request holds the key that its token is bound to (DPoP, RFC 9449 §4.2).
public struct PossessionProof: Equatable, Sendable {
    /// The RFC 7638 thumbprint of the key, SHA-256.
    public let thumbprint: [UInt8]
    /// `htm`.
    public let method: String
    /// `htu`, as it stands there.
    public let url: String
    /// `jti`: another for each request.
    public let identifier: String
    /// What the server gave out last; nil where the sender has none yet.
    public let nonce: String?
    /// `ath`, SHA-256 of the token that is shown beside it; nil where none is.
    public let tokenDigest: [UInt8]?

    /// What is read at most: a proof has less than 1,000 characters.
    public static let maximumCharacters = 2048

    private static let type = "dpop+jwt"

    /// Nothing of what it says is compared here: method, address, nonce and token are the caller's part. `iat` is not asked for,
    /// because a nonce of the server says more of the time than the clock of a phone.
    /// - Throws: why it is no proof.
    public init(compact: String) throws(TokenError) {
        let (claims, key) = try JSONWebToken.verify(
            bringingItsKey: compact, type: Self.type, allowedAlgorithms: [.es256], atMost: Self.maximumCharacters)
        guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(claims)),
            let thumbprint = Base64URL.decode(key.keyID)
        else { throw .malformed }
        self.thumbprint = thumbprint
        (method, url, identifier, nonce) = (claims.htm, claims.htu, claims.jti, claims.nonce)
        tokenDigest = try claims.ath.map { (text) throws(TokenError) in
            guard let digest = Base64URL.decode(text) else { throw .malformed }
            return digest
        }
    }

    private struct Claims: Decodable {
        let htm: String
        let htu: String
        let jti: String
        let nonce: String?
        let ath: String?
    }
}
