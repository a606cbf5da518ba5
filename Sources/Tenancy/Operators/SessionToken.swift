internal import OnboardingCrypto

/// The token of a session or a link: 256 random bits as base64url, 43 characters. What is stored is its SHA-256: nobody guesses
/// what has so many bits, and who reads the database has no token.
enum SessionToken {
    private static let byteCount = 32

    static func new() throws(CryptoError) -> (text: String, digest: [UInt8]) {
        let text = Base64URL.encode(try Random.bytes(byteCount))
        return (text, digest(ofWellFormed: text))
    }

    /// Nil for what is no token.
    static func digest(of text: String) -> [UInt8]? {
        guard text.utf8.count == 43, Base64URL.decode(text)?.count == byteCount else { return nil }
        return digest(ofWellFormed: text)
    }

    private static func digest(ofWellFormed text: String) -> [UInt8] { Digest.sha256([UInt8](text.utf8)) }
}
