package import OnboardingCore

/// Who asks, once authenticated: the tenant, and what of the tenant's it may touch.
package struct Principal: Sendable {
    package enum Role: Equatable, Sendable {
        /// A client of the tenant, which has shown a credential of it.
        /// - scopes: what its token opens.
        case client(id: String, scopes: Set<Scope>)
        /// Somebody of the tenant who has signed in at the web side.
        case `operator`(SignedInOperator)
        /// A phone that exchanged a session token: the enrollment of that session and no other.
        case phone(sessionDigest: [UInt8])
        /// Nothing but the API key, which every QR code carries.
        case apiKeyHolder
    }

    package let tenant: Tenant
    package let role: Role
    /// What a phone has in its bearers alone; nil of everybody else, and where a session binds nobody.
    package var lineage: String?
    /// Whether a phone has proved the key of its device with this request.
    package var hasProvedKey = false

    package init(tenant: Tenant, role: Role) {
        self.tenant = tenant
        self.role = role
    }

    /// The session of a phone; nil of everybody else.
    package var sessionDigest: [UInt8]? {
        if case .phone(let digest) = role { digest } else { nil }
    }

    /// Whether a client asks that has the scope, or an operator with a right that opens the same.
    package func has(_ scope: Scope) -> Bool {
        switch role {
        case .client(_, let scopes): scopes.contains(scope)
        case .operator(let person): person.opens(scope)
        case .phone, .apiKeyHolder: false
        }
    }

    /// - Throws: `roleMissing` where neither a client nor an operator asks, `scopeMissing` where they lack the scope.
    package func require(_ scope: Scope) throws(Refusal) {
        switch role {
        case .client, .operator: try require(anyOf: [scope])
        case .phone, .apiKeyHolder: throw Refusal(.roleMissing)
        }
    }

    /// The same for one of several scopes, and nothing for a phone and who has the API key alone.
    package func requireOfClient(anyOf scopes: [Scope]) throws(Refusal) {
        switch role {
        case .client, .operator: try require(anyOf: scopes)
        case .phone, .apiKeyHolder: return
        }
    }

    /// - Throws: `roleMissing` where no operator asks, `scopeMissing` where they lack the right.
    package func require(right: OperatorRight) throws(Refusal) {
        guard case .operator(let person) = role else { throw Refusal(.roleMissing) }
        guard person.rights.contains(right) else {
            throw Refusal(.scopeMissing, details: RefusalDetails(allowed: [right.rawValue]))
        }
    }

    /// Names what would open it: scopes to a client, rights to an operator.
    private func require(anyOf scopes: [Scope]) throws(Refusal) {
        guard !scopes.contains(where: has) else { return }
        let allowed =
            if case .operator = role {
                scopes.flatMap(OperatorRight.all(for:)).map(\.rawValue)
            } else {
                scopes.map(\.rawValue)
            }
        throw Refusal(.scopeMissing, details: RefusalDetails(allowed: allowed))
    }

    /// The operator who asks; nil where somebody else does.
    package var `operator`: SignedInOperator? {
        if case .operator(let person) = role { person } else { nil }
    }

    /// In whose name what it asks for is done.
    package var identity: AuditActor.Identity {
        switch role {
        case .client(let id, _): .credential(clientID: id)
        case .operator(let person): .operator(name: person.name)
        case .phone: .phone
        case .apiKeyHolder: .anyone
        }
    }

    /// Whether this principal may touch the enrollment of a session: the one rule for what a phone's bearer opens.
    /// - Parameter sessionDigest: of the enrollment; nil for one that no session began.
    package func opens(sessionDigest: [UInt8]?) -> Bool {
        switch role {
        case .client, .operator, .apiKeyHolder: true
        case .phone(let own): own == sessionDigest
        }
    }
}
