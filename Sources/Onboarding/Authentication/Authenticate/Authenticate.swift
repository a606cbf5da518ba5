package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Starts an authentication: by the session that a QR code handed over, or by username or registration code where the tenant's own
/// client asks. A code is an identifier: it opens nothing, and whoever tries codes is stopped.
package struct Authenticate: Sendable {
    let cases: Cases
    let codes: RegistrationCodes

    /// - Parameters:
    ///   - bodyDigest: SHA-256 of the raw body.
    ///   - address: that the request came from.
    package func perform(
        _ request: Request, bodyDigest: [UInt8], key: IdempotencyKey? = nil, from address: String,
        by principal: Principal, at now: Instant
    ) async throws -> Result {
        // Proved by verifyDevice; here it only has to be one.
        _ = try request.deviceID.checkedIfPresent(as: "deviceId")
        let reference = try request.reference.checkedIfPresent(.reference, as: "reference")
        var key = key
        // The key of a request that leads to nobody could not be remembered.
        if case .ofSession(let token) = request.person,
            try await cases.isOfPage(sessionToken: token, of: principal.tenant)
        {
            key = nil
        }
        return try await cases.once(key, "authenticate", bodyDigest: bodyDigest, by: principal, at: now) { keyed in
            try await begin(request.person, reference, bodyDigest, keyed, address, by: principal, at: now)
        }
    }

    private func begin(
        _ person: Request.Person, _ reference: String?, _ bodyDigest: [UInt8], _ keyed: KeyedRequest?,
        _ address: String, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        switch person {
        case .ofSession(let token):
            let session = Cases.sessionDigest(try token.checked(as: "sessionToken"))
            return try await start(session: session, bodyDigest, keyed, principal, at: now)
        case .named(nil) where principal.sessionDigest != nil:
            let session = principal.sessionDigest ?? []
            return try await start(session: session, bodyDigest + session, keyed, principal, at: now)
        case .named(let username):
            try principal.require(.enroll)
            let found = try await cases.registration(
                username: try username.required(.username, as: "username"), tenant: tenant)
            return try await begin(found, reference, keyed, tenant, at: now)
        case .registered(let code):
            try principal.require(.enroll)
            let found = try await codes.registration(
                try code.checked(as: "registrationCode"), tenant: tenant, from: address, at: now)
            return try await begin(found, reference, keyed, tenant, at: now)
        }
    }

    private func start(
        session: [UInt8], _ bodyDigest: [UInt8], _ keyed: KeyedRequest?, _ principal: Principal, at now: Instant
    ) async throws -> Result {
        let record = try cases.record(of: .authenticate, bodyDigest: bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, of: [.authentication], by: principal) {
            try await start(session: session, record, keyed, principal, at: now)
        }
    }

    private func start(
        session: [UInt8], _ record: IdempotencyRecord, _ keyed: KeyedRequest?, _ principal: Principal,
        at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        if principal.opens(sessionDigest: session), let page = cases.pageSessions.session(session, of: tenant.id),
            try await !cases.beginVisit(of: page, session, in: tenant, at: now)
        {
            return try await start(session, record, principal, at: now)
        }
        let visit = try await cases.visit(session: session, by: principal)
        guard let visit, visit.stored.purpose == .authenticate else { throw Refusal(.tokenUnknown) }
        let lock = try cases.lock(of: visit, by: principal)
        try await cases.check(lock, tenant: tenant, at: now)
        let policy = try await cases.policy(for: .authenticate, of: visit.registration, in: tenant)
        // A session whose authentication has ended is as unknown as one that never was.
        guard (try? cases.permit(.start(policy), record, on: visit, at: now)) != nil else {
            throw Refusal(.tokenUnknown)
        }
        let token = try cases.token(of: visit.stored)
        return try await cases.commit(.start(policy), record, to: visit, at: now, lock: lock, keyed: keyed) { after in
            Result(token, after.progress, tenant.settings)
        }
    }

    /// Goes on with nobody.
    private func start(
        _ digest: [UInt8], _ record: IdempotencyRecord, _ principal: Principal, at now: Instant
    ) async throws -> Result {
        let (tenant, lock) = (principal.tenant, try cases.senderLock(by: principal))
        try await cases.check(lock, tenant: tenant, at: now)
        let token = try cases.pageToken(of: digest, in: tenant)
        let proposal = AuthenticationProposal(
            .start(tenant.settings.policy(for: .authenticate)), record: record, at: now)
        do {
            return try cases.pageSessions.perform(proposal, on: digest) { Result(token, $0.progress, tenant.settings) }
        } catch is Refusal {
            throw Refusal(.tokenUnknown)
        }
    }

    private func begin(
        _ registration: StoredEnrollment, _ reference: String?, _ keyed: KeyedRequest?, _ tenant: Tenant,
        at now: Instant
    ) async throws -> Result {
        try await cases.check(cases.lock(of: registration.id, in: tenant), tenant: tenant, at: now)
        let policy = try await cases.policy(for: .authenticate, of: registration, in: tenant)
        let deadline = now.adding(seconds: policy.lifetimeInSeconds)
        let new = Cases.VisitBeginning(
            registration: registration, tenant: tenant, purpose: .authenticate,
            events: [.triggered(until: deadline), .started(policy, deadline: deadline)], keyed: keyed,
            reference: reference)
        return try await cases.begin(new, at: now) { token in
            Result(token, AuthenticationProgress(policy: policy, deadline: deadline), tenant.settings)
        }
    }
}
