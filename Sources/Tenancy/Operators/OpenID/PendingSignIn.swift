internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto

/// A sign-in that was sent to a provider and has not come back.
struct PendingSignIn: BegunWithBrowser, Equatable {
    static let label = "onboarding-provider-sign-in-v1"
    static let time = Limit.providerSignIn

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
}
