internal import Foundation
internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

/// The realm: tokens, discovery, key set. What a stock OAuth or OpenID Connect library asks for.
enum TokenRoutes {
    /// Behind the issuer.
    static let tokenPath = "/protocol/openid-connect/token"

    static func all(
        _ tenants: TenantDirectory, signIn: SignIn, signatures: WorkerPool, publicURL: PublicURL
    ) -> [Route] {
        let endpoint = TokenEndpoint(tenants: tenants, signIn: signIn, signatures: signatures)
        @Sendable func known(
            _ request: Request, _ respond: (Tenant, String) async throws -> Response
        ) async throws -> Response {
            guard let realm = request.parameters["realm"], let tenant = try await tenants.tenant(realm: realm) else {
                return try .json(["error": "Realm does not exist"], status: 404)
            }
            return try await respond(tenant, try publicURL.value)
        }
        let realm = "/auth/realms/{realm}"
        let discovery = [
            realm + "/.well-known/openid-configuration", realm + "/.well-known/oauth-authorization-server",
            // RFC 8414 §3.1 puts the well-known part before the path.
            "/.well-known/oauth-authorization-server" + realm,
        ].map { template in
            Route(.get, template, for: .anyone) { request in
                try await known(request) { try .json(Discovery(tenant: $0, publicURL: $1)) }
            }
        }
        return discovery + [
            Route(.post, realm + tokenPath, for: .anyone) { request in
                try await known(request) { try await endpoint.response(to: request, of: $0, publicURL: $1) }
            },
            Route(.get, realm + "/protocol/openid-connect/certs", for: .anyone) { request in
                try await known(request) { _, _ in
                    try .json(try await tenants.tokens().jsonWebKeySet(at: request.now))
                }
            },
            Route(.get, realm, for: .anyone) { request in
                try await known(request) {
                    let tokens = try await tenants.tokens()
                    return try .json(Realm(tenant: $0, publicURL: $1, key: tokens.rsa.verificationKey))
                }
            },
        ]
    }
}

/// The discovery document (OpenID Connect Discovery §3, RFC 8414 §2).
private struct Discovery: Encodable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let jwksURI: String
    let responseTypesSupported = ["none"]
    let subjectTypesSupported = ["public"]
    let idTokenSigningAlgValuesSupported: [String]
    let grantTypesSupported = ["client_credentials"]
    let tokenEndpointAuthMethodsSupported = ["client_secret_basic", "client_secret_post", "private_key_jwt"]
    let tokenEndpointAuthSigningAlgValuesSupported = TokenAlgorithm.allCases.map(\.rawValue)
    let scopesSupported = ["openid"] + Scope.allCases.map(\.rawValue)
    let claimsSupported = ["iss", "sub", "aud", "exp", "iat", "jti", "azp", "typ", "scope"]

    init(tenant: Tenant, publicURL: String) {
        issuer = AccessTokens.issuer(publicURL: publicURL, realm: tenant.realm)
        // Some libraries refuse a document without it; nothing is served there, because nobody signs in this way.
        authorizationEndpoint = issuer + "/protocol/openid-connect/auth"
        tokenEndpoint = issuer + TokenRoutes.tokenPath
        jwksURI = issuer + "/protocol/openid-connect/certs"
        idTokenSigningAlgValuesSupported = [tenant.settings.tokenSigningAlgorithm.rawValue]
    }

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case jwksURI = "jwks_uri"
        case responseTypesSupported = "response_types_supported"
        case subjectTypesSupported = "subject_types_supported"
        case idTokenSigningAlgValuesSupported = "id_token_signing_alg_values_supported"
        case grantTypesSupported = "grant_types_supported"
        case tokenEndpointAuthMethodsSupported = "token_endpoint_auth_methods_supported"
        case tokenEndpointAuthSigningAlgValuesSupported = "token_endpoint_auth_signing_alg_values_supported"
        case scopesSupported = "scopes_supported"
        case claimsSupported = "claims_supported"
    }
}

/// The realm's own page, which some Java clients read first.
private struct Realm: Encodable {
    let realm: String
    /// Base64 of the RSA key's SPKI DER.
    let publicKey: String?
    let tokenService: String
    let accountService: String
    let tokensNotBefore = 0

    init(tenant: Tenant, publicURL: String, key: TokenVerificationKey) {
        realm = tenant.realm
        publicKey = if case .rs256(let key) = key { Data(key.spkiDER).base64EncodedString() } else { nil }
        let issuer = AccessTokens.issuer(publicURL: publicURL, realm: tenant.realm)
        tokenService = issuer + "/protocol/openid-connect"
        accountService = issuer + "/account"
    }

    enum CodingKeys: String, CodingKey {
        case realm
        case publicKey = "public_key"
        case tokenService = "token-service"
        case accountService = "account-service"
        case tokensNotBefore = "tokens-not-before"
    }
}
