internal import OnboardingCore
internal import OnboardingCrypto

/// An ID token that a provider has signed for this server, about whoever is at the browser that asked (OpenID Connect Core
/// §3.1.3.7).
struct IDToken {
    /// Locally unique at the issuer, and never given to another (§2).
    let subject: String
    /// How the provider knew them, as words of RFC 8176.
    let methods: [String]
    let claims: ProviderDocument

    private static let maximumSubject = 255
    private static let maximumMethods = 8

    /// - Parameters:
    ///   - keys: of the provider.
    ///   - now: its clock and ours may differ by `Limit.clockSkew`.
    /// - Throws: `unknownKey` where other keys may be the right ones.
    init(
        _ compact: String, keys: JSONWebKeySet, provider: ProviderSettings, nonce: String, at now: Instant
    ) throws(ProviderFailure) {
        let text = try Self.signed(compact, keys)
        guard let claims = ProviderDocument(text) else { throw .tokenMalformed }
        guard claims.text("iss") == provider.issuer else { throw .wrongIssuer }
        try Self.checkAudience(claims, provider.clientID)
        let (second, skew) = (Double(now.secondsSince1970), Double(Limit.clockSkew.seconds))
        guard let expiry = claims.number("exp"), second < expiry + skew else { throw .expired }
        guard let issued = claims.number("iat"), issued <= second + skew,
            (claims.number("nbf") ?? issued) <= second + skew
        else { throw .issuedInFuture }
        // Made for a sign-in of ours, of which none takes longer.
        guard issued + Double(Limit.providerSignIn.seconds) + skew > second else { throw .expired }
        guard claims.text("nonce") == nonce else { throw .wrongNonce }
        guard let subject = claims.text("sub"), (1...Self.maximumSubject).contains(subject.utf8.count) else {
            throw .subjectMissing
        }
        self.subject = subject
        self.claims = claims
        methods = (claims.texts("amr") ?? []).filter(Self.isMethod).prefix(Self.maximumMethods).map(\.self)
    }

    private static func signed(_ compact: String, _ keys: JSONWebKeySet) throws(ProviderFailure) -> [UInt8] {
        do {
            return try JSONWebToken.verify(
                compact: compact, by: keys, allowedAlgorithms: [.rs256, .es256], atMost: Limit.providerToken.value)
        } catch {
            switch error {
            case .tooLarge, .malformed, .criticalHeader: throw .tokenMalformed
            case .algorithmNotAllowed: throw .algorithmNotAllowed
            case .unknownKey: throw .unknownKey
            case .signatureInvalid: throw .signatureInvalid
            }
        }
    }

    /// A token for several has to say that it was asked for by this client (`azp`).
    private static func checkAudience(_ claims: ProviderDocument, _ clientID: String) throws(ProviderFailure) {
        guard let audience = claims.texts("aud"), audience.contains(clientID) else { throw .wrongAudience }
        guard audience.count == 1 || claims.has("azp") else { throw .wrongAudience }
        guard !claims.has("azp") || claims.text("azp") == clientID else { throw .wrongAudience }
    }

    /// What is fit to stand in the audit trail: some providers have URLs among these.
    private static func isMethod(_ text: String) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || "-._".utf8.contains($0)
            }
    }
}
