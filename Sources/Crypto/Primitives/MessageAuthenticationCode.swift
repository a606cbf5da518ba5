internal import COpenSSL

/// HMAC (RFC 2104).
public enum MessageAuthenticationCode {
    /// HMAC with SHA-256 of `message` under `key`: 32 bytes. Compare with `isEqualInConstantTime`.
    public static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        hmac("SHA256", count: Digest.byteCount, key: key, message: message)
    }

    /// HMAC with SHA-1, which the codes of authenticator apps are made with and nothing else is: 20 bytes. What is known
    /// against SHA-1 are collisions, which an HMAC does not rest on.
    static func hmacSHA1(key: [UInt8], message: [UInt8]) -> [UInt8] {
        hmac("SHA1", count: 20, key: key, message: message)
    }

    private static func hmac(_ digest: String, count: Int, key: [UInt8], message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: count)
        var written = 0
        // OpenSSL reads a key without an address as "no key given", so an empty one needs an address too.
        let addressableKey = key.isEmpty ? [0] : key
        let result = emptyingErrorQueue {
            EVP_Q_mac(
                nil, "HMAC", nil, digest, nil, addressableKey, key.count, message, message.count, &code, code.count,
                &written)
        }
        // Fails only where OpenSSL was built without HMAC; see `Digest.sha256`.
        precondition(result != nil && written == code.count, "OpenSSL has no HMAC with this digest")
        return code
    }
}
