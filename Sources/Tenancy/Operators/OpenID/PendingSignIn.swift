internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto

/// A sign-in that was sent to a provider and has not come back. The browser keeps it, sealed, so that nothing is stored for
/// whoever only looks at the page, and so that no other browser can end what this one has begun.
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

    func sealed(under key: SealingKey) throws -> String { try BrowserSeal.seal(self, Self.label, under: key) }

    /// Nil for what this server has not sealed.
    init?(sealed text: String, under key: SealingKey) {
        guard let pending: Self = BrowserSeal.open(text, Self.label, under: key) else { return nil }
        self = pending
    }
}
