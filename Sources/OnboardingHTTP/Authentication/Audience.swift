package import HTTPTypes
package import OnboardingCore
package import Tenancy

/// Who may ask for a route: how the head of a request shows its principal, or with what reason it is refused.
///
/// Each kind of principal is a value; one with needs of its own, such as a store of sessions, captures them.
package struct Audience: Sendable {
    /// Nil where nobody has to show anything.
    let principal: @Sendable (HTTPFields, Authentication, _ now: Instant) async throws -> Principal?

    package init(
        principal: @escaping @Sendable (HTTPFields, Authentication, _ now: Instant) async throws -> Principal?
    ) {
        self.principal = principal
    }

    /// No credential.
    package static let anyone = Audience { _, _, _ in nil }

    /// The API key alone (`/tokenVerify`); a bearer is not asked for.
    static let apiKeyHolder = Audience { headers, authentication, _ in
        try await authentication.apiKeyHolder(headers)
    }

    /// A client of the tenant whose token has the scope, and the API key unless the route is a proxy's.
    static func client(_ scope: Scope, needsAPIKey: Bool = true) -> Audience {
        Audience { headers, authentication, now in
            let principal = try await authentication.bearer(headers, needsAPIKey: needsAPIKey, at: now)
            try principal.require(scope)
            return principal
        }
    }

    /// As `client`, where one of the scopes is enough, or a phone's bearer, which needs none.
    static func clientOrPhone(_ scopes: Scope...) -> Audience {
        Audience { headers, authentication, now in
            let principal = try await authentication.bearer(headers, needsAPIKey: true, at: now)
            try principal.requireOfClient(anyOf: scopes)
            return principal
        }
    }

    /// The same for what only tells how a session stands: it binds no session to a phone.
    static func clientOrWatchingPhone(_ scopes: Scope...) -> Audience {
        Audience { headers, authentication, now in
            let principal = try await authentication.bearer(headers, needsAPIKey: true, claims: false, at: now)
            try principal.requireOfClient(anyOf: scopes)
            return principal
        }
    }

    /// The API key or a bearer, whichever is there (`/b2c/proxy/validateSession`). A phone whose bearer has run out shows both.
    static let apiKeyOrBearer = Audience { headers, authentication, now in
        guard headers[.authorization] != nil else { return try await authentication.apiKeyHolder(headers) }
        let principal: Principal
        do {
            principal = try await authentication.bearer(headers, needsAPIKey: false, claims: false, at: now)
        } catch let refusal as Refusal where refusal.reason == .tokenExpired && headers[.apiKey] != nil {
            return try await authentication.apiKeyHolder(headers)
        }
        try principal.requireOfClient(anyOf: [.enroll])
        return principal
    }
}
