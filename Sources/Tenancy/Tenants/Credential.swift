package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// What a client of a tenant shows to get tokens, and what these open.
package struct Credential: Sendable {
    package let clientID: String
    package let scopes: Set<Scope>
    let endsAt: Instant?
    private let secrets: [(digest: [UInt8], endsAt: Instant?)]
    private let publicKeys: [(key: TokenVerificationKey, endsAt: Instant?)]

    /// - Throws: `invalidKey` for a public key that is none.
    init(_ row: CredentialRow) throws {
        clientID = row.clientID
        scopes = Scope.all(in: row.scopes)
        endsAt = row.endsAt
        secrets = row.keys.filter { $0.kind == .secret }.map { ($0.value, $0.endsAt) }
        publicKeys = try row.keys.filter { $0.kind == .publicKey }.map { key in
            (try TokenVerificationKey(spkiDER: key.value), key.endsAt)
        }
    }

    package func isGood(at now: Instant) -> Bool { Self.isBefore(endsAt, now) }

    /// Whether `secret` is one of its own that is good at `now`. The time it takes tells nothing of a secret.
    func accepts(secret: String, at now: Instant) -> Bool {
        let digest = Digest.sha256([UInt8](secret.utf8))
        return secrets.reduce(false) { accepted, secret in
            (isEqualInConstantTime(digest, secret.digest) && Self.isBefore(secret.endsAt, now)) || accepted
        }
    }

    /// The keys that verify its assertions at `now`.
    func verificationKeys(at now: Instant) -> [TokenVerificationKey] {
        publicKeys.filter { Self.isBefore($0.endsAt, now) }.map(\.key)
    }

    private static func isBefore(_ end: Instant?, _ now: Instant) -> Bool { end.map { now < $0 } ?? true }
}
