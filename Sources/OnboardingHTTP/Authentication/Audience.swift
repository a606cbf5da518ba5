package import HTTPTypes
package import OnboardingCore
package import Tenancy

/// Who may ask for a route: how the head of a request shows its principal, or with what reason it is refused.
///
/// Each kind of principal is a value; one with needs of its own, such as a store of sessions, captures them.
package struct Audience: Sendable {
    /// Nil where nobody has to show anything.
    let principal: @Sendable (HTTPFields, Authentication, _ now: Instant) async throws -> Principal?
    /// What the principal must be allowed: asked once it is known whose request it is, so that a refusal can be put down to them.
    let requirement: @Sendable (Principal) throws(Refusal) -> Void

    package init(
        requirement: @escaping @Sendable (Principal) throws(Refusal) -> Void = { _ in },
        principal: @escaping @Sendable (HTTPFields, Authentication, _ now: Instant) async throws -> Principal?
    ) {
        (self.requirement, self.principal) = (requirement, principal)
    }

    /// No credential.
    package static let anyone = Audience { _, _, _ in nil }

    /// The API key alone (`/tokenVerify`); a bearer is not asked for.
    static let apiKeyHolder = Audience { headers, authentication, _ in
        try await authentication.apiKeyHolder(headers)
    }

    /// A client of the tenant whose token has the scope, and the API key unless the route is a proxy's.
    static func client(_ scope: Scope, needsAPIKey: Bool = true) -> Audience {
        Audience { principal throws(Refusal) in
            try principal.require(scope)
        } principal: { headers, authentication, now in
            try await authentication.bearer(headers, needsAPIKey: needsAPIKey, at: now)
        }
    }

    /// As `client`, where one of the scopes is enough, or a phone's bearer, which needs none.
    static func clientOrPhone(_ scopes: Scope...) -> Audience {
        Audience { principal throws(Refusal) in
            try principal.requireOfClient(anyOf: scopes)
        } principal: { headers, authentication, now in
            try await authentication.bearer(headers, needsAPIKey: true, at: now)
        }
    }

    /// The same for what only tells how a session stands: it binds no session to a phone.
    static func clientOrWatchingPhone(_ scopes: Scope...) -> Audience {
        Audience { principal throws(Refusal) in
            try principal.requireOfClient(anyOf: scopes)
        } principal: { headers, authentication, now in
            try await authentication.bearer(headers, needsAPIKey: true, claims: false, at: now)
        }
    }

    /// The API key or a bearer, whichever is there (`/b2c/proxy/validateSession`). A phone whose bearer has run out shows both.
    static let apiKeyOrBearer = Audience { principal throws(Refusal) in
        try principal.requireOfClient(anyOf: [.enroll])
    } principal: { headers, authentication, now in
        guard headers[.authorization] != nil else { return try await authentication.apiKeyHolder(headers) }
        do {
            return try await authentication.bearer(headers, needsAPIKey: false, claims: false, at: now)
        } catch let refusal as Refusal where refusal.reason == .tokenExpired && headers[.apiKey] != nil {
            return try await authentication.apiKeyHolder(headers)
        }
    }
}
