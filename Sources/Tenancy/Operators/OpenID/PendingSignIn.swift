internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// A sign-in that was sent to a provider and has not come back. The browser keeps it, sealed, so that nothing is stored for
/// whoever only looks at the page, and so that no other browser can end what this one has begun.
///
///     cookie   = base64url(salt ‖ AES-256-GCM of the JSON text, as `SealingKey` writes it)
///     key      = HKDF-SHA-256(server key, salt, info `onboarding-provider-sign-in-v1`)
///
/// with a salt of 32 random bytes: anybody may ask for any number of these, and no key seals twice.
struct PendingSignIn: Codable, Equatable, Sendable {
    let tenant: String
    let issuer: String
    let clientID: String
    /// Comes back in the query (RFC 6749 §10.12).
    let state: String
    /// Comes back in the ID token (OpenID Connect Core §15.5.2).
    let nonce: String
    /// Of which the provider was told the digest (RFC 7636).
    let verifier: String
    /// A path of ours to go on to.
    let next: String?
    /// In milliseconds since 1970.
    let begunAt: Int64

    init(tenant: TenantID, provider: ProviderSettings, next: String?, at now: Instant) throws(CryptoError) {
        func secret() throws(CryptoError) -> String { Base64URL.encode(try Random.bytes(32)) }
        self.tenant = tenant.text
        (issuer, clientID, self.next) = (provider.issuer, provider.clientID, next)
        (state, nonce, verifier) = (try secret(), try secret(), try secret())
        begunAt = now.millisecondsSince1970
    }

    /// `code_challenge` of the method S256 (RFC 7636 §4.2).
    var challenge: String { Base64URL.encode(Digest.sha256([UInt8](verifier.utf8))) }

    func isOver(at now: Instant) -> Bool {
        let begun = Instant(millisecondsSince1970: begunAt)
        return now >= begun.adding(seconds: Limit.providerSignIn.seconds) || now < begun.adding(seconds: -1)
    }

    private static let label = [UInt8]("onboarding-provider-sign-in-v1".utf8)

    func sealed(under key: SealingKey) throws -> String {
        let salt = try Random.bytes(Digest.byteCount)
        let text = try sortedKeyJSON(self)
        return Base64URL.encode(salt + (try Self.key(key, salt).seal(text, associated: Self.label)))
    }

    /// Nil for what this server has not sealed.
    init?(sealed text: String, under key: SealingKey) {
        guard let bytes = Base64URL.decode(text), bytes.count > Digest.byteCount,
            let sealing = try? Self.key(key, Array(bytes.prefix(Digest.byteCount))),
            let plain = try? sealing.open(Array(bytes.dropFirst(Digest.byteCount)), associated: Self.label),
            let pending = try? JSONDecoder().decode(Self.self, from: Data(plain))
        else { return nil }
        self = pending
    }

    private static func key(_ key: SealingKey, _ salt: [UInt8]) throws(CryptoError) -> SealingKey {
        try SealingKey(
            bytes: KeyDerivation.hkdfSHA256(
                secret: key.bytes, salt: salt, info: label, count: SealingKey.byteCount))
    }
}
