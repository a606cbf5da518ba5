internal import COpenSSL

/// Keys made from secrets: HKDF from strong ones, scrypt from those that people choose.
public enum KeyDerivation {
    /// HKDF with SHA-256 (RFC 5869): `count` bytes bound to `info`.
    /// - Throws: `invalidLength` unless `count` is in 1…8160 (255 digests, RFC 5869 §2.3).
    public static func hkdfSHA256(
        secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        try expand(extract(salt: salt, secret: secret), info: info, count: count)
    }

    /// The first half of HKDF (RFC 5869 §2.2): a pseudorandom key of 32 bytes.
    static func extract(salt: [UInt8], secret: [UInt8]) -> [UInt8] {
        MessageAuthenticationCode.hmacSHA256(key: salt, message: secret)
    }

    /// The second half of HKDF (RFC 5869 §2.3).
    static func expand(_ pseudorandomKey: [UInt8], info: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        guard (1...255 * Digest.byteCount).contains(count) else { throw .invalidLength }
        var output: [UInt8] = []
        var block: [UInt8] = []
        var counter: UInt8 = 1
        while output.count < count {
            block = MessageAuthenticationCode.hmacSHA256(key: pseudorandomKey, message: block + info + [counter])
            output += block
            counter &+= 1
        }
        return Array(output.prefix(count))
    }

    /// How much work one scrypt call is: memory is 128 · `blockSize` · `cost` bytes.
    public struct ScryptCost: Codable, Equatable, Sendable {
        /// N of RFC 7914, a power of two above 1.
        public let cost: UInt64
        /// r of RFC 7914.
        public let blockSize: UInt64
        /// p of RFC 7914.
        public let parallelization: UInt64

        public init(cost: UInt64, blockSize: UInt64, parallelization: UInt64) {
            self.cost = cost
            self.blockSize = blockSize
            self.parallelization = parallelization
        }

        /// For passwords of operators: 64 MiB and about 0.2 s a call. Limit how many calls run at once.
        public static let password = ScryptCost(cost: 1 << 16, blockSize: 8, parallelization: 1)
    }

    /// scrypt (RFC 7914): `count` bytes from a password. Call from a worker thread only.
    /// - Throws: `invalidLength` for a count outside 1…1024 or a cost above 256 MiB; `libraryFailure` for a cost that
    ///   RFC 7914 does not allow.
    public static func scrypt(
        password: [UInt8], salt: [UInt8], cost: ScryptCost, count: Int
    ) throws(CryptoError) -> [UInt8] {
        let memoryLimit: UInt64 = 256 << 20
        let (perBlock, overflowed) = cost.blockSize.multipliedReportingOverflow(by: 128)
        let (memory, overflowedAgain) = perBlock.multipliedReportingOverflow(by: cost.cost)
        guard (1...1024).contains(count), !overflowed, !overflowedAgain, memory <= memoryLimit else {
            throw .invalidLength
        }
        var output = [UInt8](repeating: 0, count: count)
        try emptyingErrorQueue { () throws(CryptoError) in
            let characters = password.map { CChar(bitPattern: $0) }
            // The library counts some further blocks beside the 128·r·N bytes, so its own limit is set above ours.
            try require(
                EVP_PBE_scrypt(
                    characters, password.count, salt, salt.count, cost.cost, cost.blockSize, cost.parallelization,
                    memoryLimit * 2, &output, count))
        }
        return output
    }
}
