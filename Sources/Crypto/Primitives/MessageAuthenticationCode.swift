internal import COpenSSL

/// HMAC (RFC 2104).
public enum MessageAuthenticationCode {
    /// HMAC with SHA-256 of `message` under `key`: 32 bytes. Compare with `isEqualInConstantTime`.
    public static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Digest.byteCount)
        var written = 0
        // OpenSSL reads a key without an address as "no key given", so an empty one needs an address too.
        let addressableKey = key.isEmpty ? [0] : key
        let result = emptyingErrorQueue {
            EVP_Q_mac(
                nil, "HMAC", nil, "SHA256", nil, addressableKey, key.count, message, message.count, &code, code.count,
                &written)
        }
        // Fails only where OpenSSL was built without HMAC; see `Digest.sha256`.
        precondition(result != nil && written == code.count, "OpenSSL has no HMAC with SHA-256")
        return code
    }
}
