internal import CFido

/// The public key of a passkey (WebAuthn), as libfido2 reads and uses it.
public struct PasskeyPublicKey: Equatable, Sendable {
    /// By its number in COSE (RFC 9053); the order is that in which a site asks for them.
    public enum Algorithm: Int32, CaseIterable, Sendable {
        case es256 = -7
        case edDSA = -8
        case rs256 = -257
    }

    public let algorithm: Algorithm
    /// ES256: x and y, 64 bytes; EdDSA: 32 bytes; RS256: 256 bytes of modulus and three of exponent.
    public let bytes: [UInt8]

    /// Takes what was read before.
    public init(algorithm: Algorithm, bytes: [UInt8]) {
        (self.algorithm, self.bytes) = (algorithm, bytes)
    }

    /// Whether the key's bearer has signed what an authenticator and a browser say at a sign-in (WebAuthn Level 2, 7.2, 15 to 20).
    /// - Parameters:
    ///   - authenticatorData: whose first 32 bytes have to be the SHA-256 of `site`.
    ///   - clientData: the browser's JSON, of which the digest was signed.
    ///   - needsVerified: whether the authenticator has to have verified the person; present they have to be always.
    public func hasSigned(
        authenticatorData: [UInt8], clientData: [UInt8], site: String, signature: [UInt8], needsVerified: Bool
    ) -> Bool {
        emptyingErrorQueue {
            cfido_verify_assertion(
                site, Digest.sha256(clientData), authenticatorData, authenticatorData.count, signature,
                signature.count, algorithm.rawValue, bytes, bytes.count, needsVerified ? 1 : 0) == 1
        }
    }
}

/// What an authenticator says (WebAuthn Level 2, 6.1): for which site, of which person, how often.
public struct AuthenticatorData: Equatable, Sendable {
    /// A credential that was made with it.
    public struct Credential: Equatable, Sendable {
        /// 1 to 1023 bytes.
        public let id: [UInt8]
        public let publicKey: PasskeyPublicKey
    }

    /// SHA-256 of the site's name.
    public let siteDigest: [UInt8]
    public let isPresent: Bool
    public let isVerified: Bool
    /// How often the credential has signed; 0 for authenticators that do not count.
    public let counter: UInt32
    let bytes: [UInt8]

    /// Nil where there are fewer bytes than always.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 37, bytes.count <= Self.maximumCount else { return nil }
        siteDigest = Array(bytes[..<32])
        (isPresent, isVerified) = (bytes[32] & 0x01 != 0, bytes[32] & 0x04 != 0)
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        self.bytes = bytes
    }

    /// Nil where there is none, or its key is of no algorithm of ours.
    public var credential: Credential? {
        // The flag AT.
        guard bytes[32] & 0x40 != 0 else { return nil }
        return emptyingErrorQueue {
            for algorithm in PasskeyPublicKey.Algorithm.allCases {
                var id = [UInt8](repeating: 0, count: Int(CFIDO_LONGEST_ID))
                var key = [UInt8](repeating: 0, count: Int(CFIDO_LONGEST_KEY))
                var (idCount, keyCount) = (0, 0)
                let isRead = cfido_read_credential(
                    bytes, bytes.count, algorithm.rawValue, &id, &idCount, &key, &keyCount)
                guard isRead == 1 else { continue }
                return Credential(
                    id: Array(id.prefix(idCount)),
                    publicKey: PasskeyPublicKey(algorithm: algorithm, bytes: Array(key.prefix(keyCount))))
            }
            return nil
        }
    }

    /// An identifier, a key of RS256 and some extensions are far below.
    private static let maximumCount = 4096
}
