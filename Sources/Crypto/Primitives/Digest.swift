internal import COpenSSL

/// SHA-256, and SHA-384 where others chose it (FIPS 180-4).
public enum Digest {
    /// The length of a digest in bytes.
    public static let byteCount = 32

    /// The digest of `bytes`.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        digest(of: bytes, EVP_sha256(), count: byteCount)
    }

    /// The digest of all `parts`, one after the other.
    public static func sha256(parts: [[UInt8]]) -> [UInt8] {
        var digest = RunningDigest()
        for part in parts { part.withUnsafeBytes { digest.update($0) } }
        return digest.finish()
    }

    /// SHA-384, which some origins of models publish instead; 48 bytes.
    public static func sha384(_ bytes: [UInt8]) -> [UInt8] {
        digest(of: bytes, EVP_sha384(), count: 48)
    }

    private static func digest(of bytes: [UInt8], _ algorithm: OpaquePointer?, count: Int) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: count)
        let status = emptyingErrorQueue { EVP_Digest(bytes, bytes.count, &digest, nil, algorithm, nil) }
        // Fails only where OpenSSL was built without it; a digest of zeros would be far worse than no process.
        precondition(status == 1, "OpenSSL lacks a digest")
        return digest
    }

    /// The digest of `bytes` in lower-case hexadecimal, 64 characters.
    public static func hex(_ bytes: [UInt8]) -> String {
        Hexadecimal.encode(sha256(bytes))
    }
}

/// SHA-256 of bytes that come in pieces.
public struct RunningDigest: ~Copyable {
    private let context: OpaquePointer

    public init() {
        let begun = emptyingErrorQueue { () -> OpaquePointer? in
            guard let context = EVP_MD_CTX_new() else { return nil }
            if EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 { return context }
            EVP_MD_CTX_free(context)
            return nil
        }
        guard let begun else { preconditionFailure("OpenSSL has no SHA-256") }
        context = begun
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Goes on with `bytes`.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let status = emptyingErrorQueue { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }
        precondition(status == 1, "OpenSSL did not go on with a digest")
    }

    /// The digest of all bytes so far.
    public consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Digest.byteCount)
        let status = emptyingErrorQueue { EVP_DigestFinal_ex(context, &digest, nil) }
        precondition(status == 1, "OpenSSL did not end a digest")
        return digest
    }
}
