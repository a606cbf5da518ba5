internal import COpenSSL

/// scrypt (RFC 7914): a key of what a person can remember, made so that guessing takes memory and time.
public enum Scrypt {
    public struct Cost: Equatable, Sendable {
        /// N = 2^logN.
        public let logN: Int
        public let r: Int
        public let p: Int

        public init(logN: Int, r: Int, p: Int) {
            self.logN = logN
            self.r = r
            self.p = p
        }

        /// 128 MiB and 0.4 s of one core (OWASP Password Storage, 2024).
        public static let standard = Cost(logN: 17, r: 8, p: 1)
    }

    /// `count` bytes. Takes 128 · r · N bytes of memory: nothing for an event loop.
    /// - Throws: `libraryFailure` where the cost is none that anybody asks for, or the memory is not there.
    static func key(
        of password: [UInt8], salt: [UInt8], cost: Cost, count: Int
    ) throws(CryptoError) -> [UInt8] {
        guard (1...24).contains(cost.logN), (1...64).contains(cost.r), (1...64).contains(cost.p) else {
            throw .libraryFailure
        }
        // `EVP_PBE_scrypt` fetches the EVP_KDF "SCRYPT" and sets its parameters; by default that refuses more than 32 MiB.
        let memory = 128 * cost.r * ((1 << cost.logN) + cost.p + 2)
        var key = [UInt8](repeating: 0, count: count)
        try emptyingErrorQueue { () throws(CryptoError) in
            let status = password.withUnsafeBytes { password in
                EVP_PBE_scrypt(
                    password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count,
                    1 << UInt64(cost.logN), UInt64(cost.r), UInt64(cost.p), UInt64(memory), &key, key.count)
            }
            try require(status)
        }
        return key
    }
}
