internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

extension Site {
    /// Pages for everybody, which show who is signed in.
    var signedInIfAnybody: Audience {
        Audience { headers, _, now in
            try await principal(ofSession: OperatorCookie.value(in: headers), at: now)
        }
    }

    /// Pages for who is signed in, whatever their rights.
    var signedIn: Audience { signedInWhere { _ in } }

    /// Pages for who is signed in and has one of these rights.
    func signedIn(with rights: OperatorRight...) -> Audience { signedIn(withAnyOf: rights) }

    func signedIn(withAnyOf rights: [OperatorRight]) -> Audience {
        signedInWhere { principal throws(Refusal) in
            guard let person = principal.operator, rights.contains(where: person.rights.contains) else {
                throw Refusal(.scopeMissing, details: RefusalDetails(allowed: rights.map(\.rawValue)))
            }
        }
    }

    private func signedInWhere(_ requirement: @escaping @Sendable (Principal) throws(Refusal) -> Void) -> Audience {
        Audience(requirement: requirement) { headers, _, now in
            guard let principal = try await principal(ofSession: OperatorCookie.value(in: headers), at: now) else {
                throw Refusal(.sessionEnded)
            }
            return principal
        }
    }

    /// Sends on who has signed out. Whoever came by a provider is still signed in there, and is offered to end that too: by a link,
    /// because browsers hold a redirect behind a form against `form-action`.
    /// - Parameter principal: nil for who had not shown all that is asked.
    func afterSignOut(of principal: Principal?, at now: Instant) async throws -> Response {
        var fields: KeyValuePairs = ["notice": "signedOut"]
        if let principal, principal.operator?.isOfProvider == true {
            let tenant = principal.tenant.name
            if try await providers.signOutLocation(tenantName: tenant, at: now) != nil {
                fields = ["notice": "signedOut", "tenant": tenant, "also": "provider"]
            }
        }
        return seeOther(
            "/sign-in" + PageQuery(fields).suffix, extraHeaders: [.setCookie: try OperatorCookie.removal().value])
    }

    /// Who signs in anew leaves no session behind in the browser's place for it (OWASP ASVS 5.0, V7.2.4).
    func endSession(before request: Request) async throws {
        guard let session = OperatorCookie.value(in: request.headers) else { return }
        try await operators.signOut(token: session, at: request.now)
    }

    /// Nil where the session is not known, or has ended.
    func principal(ofSession session: String?, at now: Instant) async throws -> Principal? {
        guard let session else { return nil }
        return try await operators.principal(token: session, at: now)
    }
}
