internal import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage
package import Tenancy

/// A registered person who comes back: the authentication, and the registration that it is of.
package struct Visit: Sendable {
    package let stored: StoredAuthentication
    package let registration: StoredEnrollment

    package init(stored: StoredAuthentication, registration: StoredEnrollment) {
        (self.stored, self.registration) = (stored, registration)
    }
}

/// What the steps of an authentication share, as those of an enrollment do: finding it, asking the core whether a step may be done.
extension Cases {
    /// An authentication by the token that its client holds. Unknown, foreign and malformed tokens, and those of another purpose,
    /// are one refusal.
    /// - Parameter member: that held the token.
    func visit(
        token: String, as member: String, for purpose: AuthenticationPurpose, by principal: Principal
    ) async throws -> Visit {
        let digest = Digest.sha256([UInt8](try token.checked(as: member).utf8))
        let stored = try await store.authentication(tenant: principal.tenant.id, tokenDigest: digest)
        guard let stored, stored.purpose == purpose, principal.opens(sessionDigest: stored.sessionDigest) else {
            throw Refusal(.tokenUnknown)
        }
        return try await visit(stored)
    }

    /// An authentication by the session that a QR code handed over; nil where the session is no authentication's.
    package func visit(sessionToken: String, by principal: Principal) async throws -> Visit? {
        try await visit(session: Self.sessionDigest(sessionToken), by: principal)
    }

    func visit(session digest: [UInt8], by principal: Principal) async throws -> Visit? {
        guard principal.opens(sessionDigest: digest),
            let stored = try await store.authentication(tenant: principal.tenant.id, sessionDigest: digest)
        else { return nil }
        return try await visit(stored)
    }

    private func visit(_ stored: StoredAuthentication) async throws -> Visit {
        guard let registration = try await store.enrollment(stored.enrollmentID) else { throw Refusal(.tokenUnknown) }
        RequestSubject.note(registration.id)
        return Visit(stored: stored, registration: registration)
    }

    /// The token of an authentication: a keyed digest of its id, as that of an enrollment.
    func token(of id: AuthenticationID, tenant: TenantID, begunBy beginner: Beginner = .tenant) throws -> String {
        UUIDText.version4(
            try keys.lookupDigest(
                of: [UInt8](id.text.utf8), field: "authentication token\(beginner.suffix)", tenant: tenant
            ).prefix(16).map(\.self))
    }

    /// The token that the client of a stored authentication has.
    func token(of stored: StoredAuthentication) throws -> String {
        try token(of: stored.id, tenant: stored.tenantID, begunBy: beginner(of: stored))
    }

    /// Who has said who comes back: its token tells.
    func beginner(of stored: StoredAuthentication) throws -> Beginner {
        let token = try token(of: stored.id, tenant: stored.tenantID, begunBy: .page)
        return Digest.sha256([UInt8](token.utf8)) == stored.tokenDigest ? .page : .tenant
    }

    /// Asks the core whether `command` may be done, before anything costly is done for it.
    func permit(
        _ command: AuthenticationCommand, _ record: IdempotencyRecord, on visit: Visit, at now: Instant
    ) throws(Refusal) {
        let proposal = AuthenticationProposal(command, record: record, at: now)
        if case .reject(let rejection) = decide(proposal, on: visit.stored.authentication) {
            throw Refusal(rejection, of: visit.stored.authentication)
        }
    }

    /// What is asked of somebody who comes back to this registration now.
    /// - Throws: `authenticationUnavailable` where the tenant offers none, or asks for what the registration does not have.
    func policy(
        for purpose: AuthenticationPurpose, of registration: StoredEnrollment, in tenant: Tenant
    ) async throws -> AuthenticationPolicy {
        let settings = tenant.settings
        let policy = settings.policy(for: purpose)
        // Another device is registered for a face alone; a tenant that switched that off wants none registered.
        guard purpose == .authenticate || settings.reenrollmentChecks.contains(.verifyFace) else {
            throw Refusal(.authenticationUnavailable)
        }
        let kinds = Set(try await store.templates(of: registration.id).map(\.kind))
        for check in policy.requiredChecks {
            let isThere =
                switch check {
                case .verifyDevice: try await store.devices(of: registration.id).contains { $0.replacedAt == nil }
                case .verifyFace: kinds.contains(TemplateKind.face.rawValue)
                case .addDocument: !kinds.isEmpty
                }
            guard isThere else { throw Refusal(.authenticationUnavailable) }
        }
        return policy
    }

    /// Counts what was not judged, without an answer to it on record.
    func count(
        _ decision: FaceDecision, _ challenge: ChallengeID?, of visit: Visit, at now: Instant
    ) async throws {
        let proposal = AuthenticationProposal(
            .verifyFace(decision, challenge: challenge), record: nil, at: now, recordedAt: clock())
        switch try await store.commit(visit.stored.id, proposal) {
        case .rejected(let rejection): throw Refusal(rejection, of: visit.stored.authentication)
        case .unknown: throw Refusal(.tokenUnknown)
        case .accepted(let after): countEnd(after, of: visit)
        case .alreadyAnswered, .captureReplayed, .failuresExhausted: break
        }
    }
}

extension StoredAuthentication {
    /// Whether every capture that it has had was accepted, or none was sent.
    var isFirstCapture: Bool { authentication.progress?.tally.captures ?? 0 == 0 }
}

extension AuthenticationPurpose {
    /// The member of requests that holds the token.
    var tokenMember: String {
        switch self {
        case .authenticate: "authToken"
        case .reEnroll: "reEnrollmentToken"
        }
    }
}
