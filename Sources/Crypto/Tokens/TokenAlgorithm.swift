/// The signature algorithms of tokens that we write and accept (RFC 7518 §3.1).
public enum TokenAlgorithm: String, CaseIterable, Codable, Sendable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
}
