/// What a provider says of itself (OpenID Connect Discovery §3).
struct ProviderDescription: Equatable, Sendable {
    /// How a client shows who it is at the token endpoint.
    enum Authentication: String, CaseIterable, Sendable {
        case basic = "client_secret_basic"
        case post = "client_secret_post"
        case none
    }

    let authorizationEndpoint: ProviderURL
    let tokenEndpoint: ProviderURL
    let keySet: ProviderURL
    let userInfoEndpoint: ProviderURL?
    /// Where somebody is signed out (RP-Initiated Logout §2.1).
    let endSessionEndpoint: ProviderURL?
    /// Those that we know; nil where it does not say.
    let authentications: [Authentication]?
    /// Nil where it does not say.
    let scopes: [String]?
    /// Whether it names itself when it sends a browser back (RFC 9207).
    let namesItself: Bool

    /// - Parameter issuer: what it has to be called, letter by letter (Discovery §4.3).
    init(_ body: [UInt8], issuer: String) throws(ProviderFailure) {
        guard let document = ProviderDocument(body) else { throw .descriptionInvalid }
        guard document.text("issuer") == issuer else { throw .issuerDiffers }
        guard let authorization = document.url("authorization_endpoint"), let token = document.url("token_endpoint"),
            let keySet = document.url("jwks_uri")
        else { throw .descriptionInvalid }
        (authorizationEndpoint, tokenEndpoint, self.keySet) = (authorization, token, keySet)
        userInfoEndpoint = document.url("userinfo_endpoint")
        endSessionEndpoint = document.url("end_session_endpoint")
        authentications = document.texts("token_endpoint_auth_methods_supported")?
            .compactMap(Authentication.init)
        scopes = document.texts("scopes_supported")
        namesItself = document.flag("authorization_response_iss_parameter_supported") ?? false
    }

    /// The way that is taken: with a secret the header, which is what every provider has to take unless it says otherwise, or
    /// else the form; without one, none.
    func authentication(hasSecret: Bool) throws(ProviderFailure) -> Authentication {
        guard hasSecret else { return .none }
        let supported = authentications ?? [.basic]
        guard let chosen = [.basic, .post].first(where: supported.contains) else { throw .authenticationUnsupported }
        return chosen
    }

    /// What is asked for: who it is, and what they are called. Not what it says it does not know.
    var scope: String {
        (["openid"] + ["profile", "email"].filter { scopes?.contains($0) ?? true }).joined(separator: " ")
    }
}
