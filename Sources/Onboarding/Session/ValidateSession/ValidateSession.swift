package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// A phone exchanges the session token of its QR code for a bearer of its own, which opens this one enrollment or
/// authentication. May be asked again while that is open, so that a slow phone can renew its bearer.
package struct ValidateSession: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL

    /// - Parameter principal: whoever holds the session token may validate it: a phone's bearer for another session as well.
    /// - Returns: the bearer.
    package func perform(sessionToken: String, by principal: Principal, at now: Instant) async throws -> String {
        let digest = Cases.sessionDigest(try sessionToken.checked(as: "sessionToken"))
        try await validate(session: digest, tenant: principal.tenant, at: now)
        return try await phoneBearer(sessionDigest: digest, tenant: principal.tenant, at: now)
    }

    /// Notes that the phone is there, as `perform` does, where the principal is a phone already and needs no bearer.
    package func noteArrival(of principal: Principal, at now: Instant) async throws {
        guard case .phone(let digest) = principal.role else { throw Refusal(.tokenUnknown) }
        try await validate(session: digest, tenant: principal.tenant, at: now)
    }

    private func validate(session digest: [UInt8], tenant: Tenant, at now: Instant) async throws {
        let store = cases.store
        if let stored = try await store.enrollment(tenant: tenant.id, sessionDigest: digest) {
            let proposal = Proposal(.validate, record: nil, at: now, registrationCode: "")
            guard case .accepted = try await store.commit(stored.id, proposal) else { throw Refusal(.tokenUnknown) }
        } else if let stored = try await store.authentication(tenant: tenant.id, sessionDigest: digest) {
            let proposal = AuthenticationProposal(.validate, record: nil, at: now)
            guard case .accepted = try await store.commit(stored.id, proposal) else { throw Refusal(.tokenUnknown) }
        } else {
            throw Refusal(.tokenUnknown)
        }
    }

    /// A bearer that opens the enrollment or authentication of one session and nothing else.
    package func phoneBearer(sessionDigest: [UInt8], tenant: Tenant, at now: Instant) async throws -> String {
        let (url, tokens) = (try publicURL.value, try await tenants.tokens())
        return try await signatures.run(.signature) {
            try tokens.accessToken(for: tenant, sessionDigest: sessionDigest, publicURL: url, at: now)
        }
    }
}
