internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// A session that a page has begun and that goes on with nobody: for its sender like that of a person whom nothing matches.
struct PageVisit: Sendable {
    let session: PageSessions.Session
    let digest: [UInt8]
    let cases: Cases
    let tenant: Tenant
    let lock: RegistrationLock

    /// Asks the core whether a command may be done.
    func permit(_ command: AuthenticationCommand, _ record: IdempotencyRecord?, at now: Instant) throws {
        let proposal = AuthenticationProposal(command, record: record, at: now)
        if case .reject = decide(proposal, on: session.authentication) {
            throw Refusal.of(proposal, on: session.authentication)
        }
    }

    /// Does what the command does, and leaves what a step of a stored authentication leaves where others are held against it: the
    /// failure, and that the capture was shown.
    func perform<Value: Sendable>(
        _ command: AuthenticationCommand, _ record: IdempotencyRecord?, counts: Counts = .nothing,
        marks: CaptureMarks = CaptureMarks(), at now: Instant, answer: (Authentication) -> Value
    ) async throws -> Value {
        let end = try await cases.store.keepTraces(
            failuresOf: counts == .attempt ? lock.subjects : [], unless: lock.limit(at: now), marks: marks,
            tenant: tenant.id, at: now)
        switch end {
        case .kept: break
        case .captureReplayed(.image): throw Refusal(.packageReplayed)
        case .captureReplayed(.session): throw Refusal(.sessionIDInvalid)
        case .failuresExhausted(let oldest): throw lock.refusal(oldest: oldest, at: now)
        }
        let proposal = AuthenticationProposal(command, record: record, at: now, recordedAt: cases.clock())
        return try cases.pageSessions.perform(proposal, on: digest, answer: answer)
    }

    /// Stands where a registration would.
    func registration() throws -> StoredEnrollment { try .ofNobody(in: tenant.id, at: session.begunAt) }
}

extension Cases {
    /// Remembers the session of a page that shows no credential.
    func beginPageSession(
        _ sessionToken: String, for username: String, in tenant: Tenant, until deadline: Instant, at now: Instant
    ) throws {
        let digest = Self.sessionDigest(sessionToken)
        pageSessions.begin(
            .init(
                tenant: tenant.id, usernameDigest: try usernameDigest(username, tenant: tenant.id), begunAt: now,
                until: deadline),
            digest, token: Digest.sha256([UInt8](try pageToken(of: digest, in: tenant).utf8)))
    }

    /// Whether nobody has vouched for whom this session is of.
    func isOfPage(sessionToken: String, of tenant: Tenant) async throws -> Bool {
        try await ofPage(session: Self.sessionDigest(sessionToken), of: tenant) != nil
    }

    /// What a page has begun for somebody who comes back, whether it is stored by now or not; nil where it is no page's.
    func ofPage(session digest: [UInt8], of tenant: Tenant) async throws -> Authentication? {
        if let session = pageSessions.session(digest, of: tenant.id) { return session.authentication }
        guard let stored = try await store.authentication(tenant: tenant.id, sessionDigest: digest),
            try beginner(of: stored) == .page
        else { return nil }
        return stored.authentication
    }

    /// Stores the authentication of a page's session where it can begin for somebody. A refusal would tell that there is somebody.
    /// - Returns: whether it was done; false where it goes on with nobody.
    func beginVisit(
        of session: PageSessions.Session, _ digest: [UInt8], in tenant: Tenant, at now: Instant
    ) async throws -> Bool {
        guard session.version == 1, let deadline = session.authentication.deadline, now < deadline,
            let found = try await store.registration(tenant: tenant.id, usernameDigest: session.usernameDigest)
        else { return false }
        do {
            _ = try await policy(for: .authenticate, of: found, in: tenant)
            let new = VisitBeginning(
                registration: found, tenant: tenant, purpose: .authenticate, sessionDigest: digest,
                events: [.triggered(until: deadline)], beginner: .page)
            _ = try await begin(new, at: now) { _ in VisitBegun() }
        } catch let refusal as Refusal
            where refusal.reason == .authenticationUnavailable || refusal.reason == .notRegistered
        {
            return false
        } catch StorageError.nameTaken {
            // Another request with the same session was faster.
        }
        pageSessions.end(digest)
        return true
    }

    /// What goes on with nobody, by the token that its client holds; nil where nothing does.
    func pageVisit(token: String, for purpose: AuthenticationPurpose, by principal: Principal) throws -> PageVisit? {
        guard purpose == .authenticate,
            let (digest, session) = pageSessions.started(
                token: Digest.sha256([UInt8](token.utf8)), of: principal.tenant.id),
            principal.opens(sessionDigest: digest)
        else { return nil }
        return PageVisit(
            session: session, digest: digest, cases: self, tenant: principal.tenant,
            lock: try senderLock(by: principal))
    }

    /// The token of a session that goes on with nobody.
    func pageToken(of sessionDigest: [UInt8], in tenant: Tenant) throws -> String {
        UUIDText.version4(
            try keys.lookupDigest(of: sessionDigest, field: "authentication token of nobody", tenant: tenant.id)
                .prefix(16).map(\.self))
    }
}

/// The result of an authentication that is begun on behalf of a page, of which nobody is told.
private struct VisitBegun: StepResult {}

extension Refusal {
    /// What is known under no token.
    static var tokenOfNothing: Refusal { Refusal(.tokenUnknown) }

    /// What a proposal is refused with that the core does not accept.
    static func of(_ proposal: AuthenticationProposal, on authentication: Authentication) -> Refusal {
        switch decide(proposal, on: authentication) {
        case .reject(let rejection): Refusal(rejection, of: authentication)
        case .accept, .replay: Refusal(.tokenUnknown)
        }
    }
}
