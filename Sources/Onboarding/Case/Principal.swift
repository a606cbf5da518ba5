package import OnboardingCore

/// Who asks, once authenticated: the tenant, and what of the tenant's it may touch.
package struct Principal: Sendable {
    package enum Role: Equatable, Sendable {
        /// A client of the tenant, which has shown a credential of it.
        /// - scopes: what its token opens.
        case client(id: String, scopes: Set<Scope>)
        /// A phone that exchanged a session token: the enrollment of that session and no other.
        case phone(sessionDigest: [UInt8])
        /// Nothing but the API key, which every QR code carries.
        case apiKeyHolder
    }

    package let tenant: Tenant
    package let role: Role

    package init(tenant: Tenant, role: Role) {
        self.tenant = tenant
        self.role = role
    }

    /// Whether a client asks that has the scope.
    package func has(_ scope: Scope) -> Bool {
        if case .client(_, let scopes) = role { scopes.contains(scope) } else { false }
    }

    /// - Throws: `roleMissing` where no client asks, `scopeMissing` where it lacks the scope.
    package func require(_ scope: Scope) throws(Refusal) {
        guard case .client(_, let scopes) = role else { throw Refusal(.roleMissing) }
        guard scopes.contains(scope) else {
            throw Refusal(.scopeMissing, details: RefusalDetails(allowed: [scope.rawValue]))
        }
    }

    /// The same for one of several scopes, and nothing for who is no client.
    package func requireOfClient(anyOf scopes: [Scope]) throws(Refusal) {
        guard case .client = role, !scopes.contains(where: has) else { return }
        throw Refusal(.scopeMissing, details: RefusalDetails(allowed: scopes.map(\.rawValue)))
    }

    /// In whose name what it asks for is done.
    package var identity: AuditActor.Identity {
        switch role {
        case .client(let id, _): .credential(clientID: id)
        case .phone: .phone
        case .apiKeyHolder: .anyone
        }
    }

    /// Whether this principal may touch the enrollment of a session: the one rule for what a phone's bearer opens.
    /// - Parameter sessionDigest: of the enrollment; nil for one that no session began.
    func opens(sessionDigest: [UInt8]?) -> Bool {
        switch role {
        case .client, .apiKeyHolder: true
        case .phone(let own): own == sessionDigest
        }
    }
}
