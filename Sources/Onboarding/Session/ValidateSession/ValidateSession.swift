package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// A phone exchanges the session token of its QR code for a bearer of its own, which opens this one enrollment or
/// authentication. The first that asks has the session; it may ask again while that is open, to renew its bearer, and shows by the
/// bearer before it or by its key that it is the same.
package struct ValidateSession: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let binding: SessionBinding
    let signatures: WorkerPool
    let publicURL: PublicURL

    /// What a phone shows of itself.
    package struct Phone: Sendable {
        /// The bearer that it had, also one that has run out; nil of one that had none, or does not say so.
        let bearer: String?
        /// The thumbprint of the key that it has proved.
        let keyThumbprint: [UInt8]?

        package init(bearer: String? = nil, keyThumbprint: [UInt8]? = nil) {
            (self.bearer, self.keyThumbprint) = (bearer, keyThumbprint)
        }
    }

    package struct Result: Sendable {
        package let bearer: String
        /// Whether it opens nothing without a proof of the phone's key.
        package let needsProof: Bool
    }

    /// - Parameter principal: whoever holds the session token may validate it: a phone's bearer for another session as well.
    /// - Throws: `captureElsewhere` where another phone has the session.
    package func perform(
        sessionToken: String, from phone: Phone = Phone(), by principal: Principal, at now: Instant
    ) async throws -> Result {
        let session = Cases.sessionDigest(try sessionToken.checked(as: "sessionToken"))
        let tenant = principal.tenant
        guard try await isOpen(session, of: tenant, at: now) else { throw Refusal(.tokenUnknown) }
        var own = AccessTokens.PhoneBearer(sessionDigest: session, keyThumbprint: phone.keyThumbprint)
        if tenant.settings.sessionBinding == .lineage {
            let former = try await former(of: phone, session, principal, at: now)
            let lineage = try former?.lineage ?? SessionBinding.newLineage()
            if try await binding.bind(
                session, to: lineage, phone.keyThumbprint, holding: former?.lineage, of: tenant, at: now)
            {
                own = AccessTokens.PhoneBearer(
                    sessionDigest: session, lineage: lineage, keyThumbprint: former?.keyThumbprint)
            } else {
                own = AccessTokens.PhoneBearer(
                    sessionDigest: session, lineage: lineage, keyThumbprint: phone.keyThumbprint)
            }
        }
        try await validate(session: session, tenant: tenant, at: now)
        return Result(bearer: try await sign(own, for: tenant, at: now), needsProof: own.keyThumbprint != nil)
    }

    /// Notes that the phone is there, as `perform` does, where the principal is a phone already and needs no bearer.
    package func noteArrival(of principal: Principal, at now: Instant) async throws {
        guard let session = principal.sessionDigest else { throw Refusal(.tokenUnknown) }
        try await validate(session: session, tenant: principal.tenant, at: now)
    }

    /// A bearer that opens the enrollment or authentication of one session and nothing else, for whoever asks for that session to
    /// be made. It binds the session where it is the first to do something.
    package func phoneBearer(sessionDigest: [UInt8], tenant: Tenant, at now: Instant) async throws -> String {
        let lineage = tenant.settings.sessionBinding == .lineage ? try SessionBinding.newLineage() : nil
        return try await sign(
            AccessTokens.PhoneBearer(sessionDigest: sessionDigest, lineage: lineage), for: tenant, at: now)
    }

    /// What the phone was known by before; nil of one that shows nothing of this session.
    private func former(
        of phone: Phone, _ session: [UInt8], _ principal: Principal, at now: Instant
    ) async throws -> AccessTokens.PhoneBearer? {
        if principal.sessionDigest == session, let lineage = principal.lineage {
            return AccessTokens.PhoneBearer(
                sessionDigest: session, lineage: lineage,
                keyThumbprint: principal.hasProvedKey ? phone.keyThumbprint : nil)
        }
        guard let bearer = phone.bearer,
            case .phone(let realm, let former)? = try? await tenants.tokens().verify(
                bearer, publicURL: try publicURL.value, mayHaveExpired: true, at: now),
            realm == principal.tenant.realm, former.sessionDigest == session,
            former.keyThumbprint == nil || former.keyThumbprint == phone.keyThumbprint
        else { return nil }
        return former
    }

    private func isOpen(_ session: [UInt8], of tenant: Tenant, at now: Instant) async throws -> Bool {
        let stored = try await cases.captured(session: session, of: tenant)?.deadline
        let ofPage = try await cases.ofPage(session: session, of: tenant)?.deadline
        return (stored ?? ofPage).map { now < $0 } ?? false
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
            guard cases.pageSessions.session(digest, of: tenant.id) != nil else { throw Refusal(.tokenUnknown) }
            let proposal = AuthenticationProposal(.validate, record: nil, at: now)
            guard (try? cases.pageSessions.perform(proposal, on: digest, answer: { _ in true })) == true else {
                throw Refusal(.tokenUnknown)
            }
        }
    }

    private func sign(
        _ bearer: AccessTokens.PhoneBearer, for tenant: Tenant, at now: Instant
    ) async throws -> String {
        let (url, tokens) = (try publicURL.value, try await tenants.tokens())
        return try await signatures.run(.signature) {
            try tokens.accessToken(for: tenant, bearer, publicURL: url, at: now)
        }
    }
}
