internal import HTTPTypes
internal import Onboarding
internal import OnboardingCore

/// Who may ask for a route: how the head of a request shows its principal, or with what reason it is refused.
///
/// Each kind of principal is a value; one with needs of its own, such as a store of sessions, captures them.
struct Audience: Sendable {
    /// Nil where nobody has to show anything.
    let principal: @Sendable (HTTPFields, Authentication, _ now: Instant) async throws -> Principal?

    /// No credential.
    static let anyone = Audience { _, _, _ in nil }

    /// The API key alone (`/tokenVerify`); a bearer is not asked for.
    static let apiKeyHolder = Audience { headers, authentication, _ in
        try await authentication.apiKeyHolder(headers)
    }

    /// A bearer, and the API key unless the route is a proxy's.
    static func portal(needsAPIKey: Bool) -> Audience {
        Audience { headers, authentication, now in
            let principal = try await authentication.bearer(headers, needsAPIKey: needsAPIKey, at: now)
            guard principal.role == .portal else { throw Refusal(.roleMissing) }
            return principal
        }
    }

    /// As `portal`, or a phone's bearer.
    static func portalOrPhone(needsAPIKey: Bool) -> Audience {
        Audience { headers, authentication, now in
            try await authentication.bearer(headers, needsAPIKey: needsAPIKey, at: now)
        }
    }

    /// The API key or a bearer, whichever is there (`/b2c/proxy/validateSession`).
    static let apiKeyOrBearer = Audience { headers, authentication, now in
        headers[.authorization] == nil
            ? try await authentication.apiKeyHolder(headers)
            : try await authentication.bearer(headers, needsAPIKey: false, at: now)
    }
}
