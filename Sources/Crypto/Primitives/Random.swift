internal import COpenSSL

/// Random numbers for keys, nonces and tokens, from OpenSSL's generator, which the system's seeds.
public enum Random {
    /// `count` random bytes.
    /// - Throws: `invalidLength` for a negative count; `libraryFailure` where the system gives no randomness.
    public static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
        guard let length = Int32(exactly: count), length >= 0 else { throw .invalidLength }
        var bytes = [UInt8](repeating: 0, count: count)
        try emptyingErrorQueue { () throws(CryptoError) in
            try require(RAND_bytes(&bytes, length))
        }
        return bytes
    }
}
