package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage
package import Tenancy

/// Whose turn a capture is, asked before its images cost anything: what comes out of order, or for a case that has ended, is
/// refused whatever it shows. What was answered before may be asked for again.
extension Cases {
    /// By the session of a phone, before its body is read.
    package func checkTurn(_ command: Command, as step: Step, of principal: Principal, at now: Instant) async throws {
        guard let session = principal.sessionDigest else { return }
        guard let stored = try await store.enrollment(tenant: principal.tenant.id, sessionDigest: session) else {
            throw Refusal(.tokenUnknown)
        }
        guard !stored.enrollment.records.contains(where: { $0.step == step }) else { return }
        try Self.refuseOutOfTurn(decide(Self.proposal(command, at: now), on: stored.enrollment)) {
            Refusal($0, of: stored.enrollment)
        }
    }

    /// By the token in a body, before that is parsed. Says nothing of a token that nobody has: what is wrong with the body comes
    /// first.
    func checkTurn<Request>(
        _ command: Command, _ incoming: Incoming<Request>, _ principal: Principal, on pool: WorkerPool, at now: Instant
    ) async throws {
        guard let token = try await pool.run(.body, incoming.readToken),
            let stored = try? await enrollment(token: token, for: principal)
        else { return }
        try Self.refuseOutOfTurn(decide(Self.proposal(command, at: now), on: stored.enrollment)) {
            Refusal($0, of: stored.enrollment)
        }
    }

    /// The same of somebody who comes back.
    func checkTurn<Request>(
        _ command: AuthenticationCommand, for purpose: AuthenticationPurpose, _ incoming: Incoming<Request>,
        _ principal: Principal, on pool: WorkerPool, at now: Instant
    ) async throws {
        guard let token = try await pool.run(.body, incoming.readToken) else { return }
        if let nobody = try pageVisit(token: token, for: purpose, by: principal) {
            try await check(nobody.lock, tenant: principal.tenant, at: now)
            let authentication = nobody.session.authentication
            try Self.refuseOutOfTurn(decide(AuthenticationProposal(command, record: nil, at: now), on: authentication))
            {
                Refusal($0, of: authentication)
            }
            return
        }
        guard let visit = try? await visit(token: token, as: purpose.tokenMember, for: purpose, by: principal) else {
            return
        }
        // Whoever is locked is told that before anything else.
        let (registration, tenant) = (visit.registration, principal.tenant)
        let persona = try persona(of: registration, in: tenant, under: try dataKey(of: registration))
        try await check(try lock(of: visit, by: principal, persona: persona), tenant: tenant, at: now)
        let proposal = AuthenticationProposal(command, record: nil, at: now)
        try Self.refuseOutOfTurn(decide(proposal, on: visit.stored.authentication)) {
            Refusal($0, of: visit.stored.authentication)
        }
    }

    private static func proposal(_ command: Command, at now: Instant) -> Proposal {
        Proposal(command, record: nil, at: now, registrationCode: "")
    }

    private static func refuseOutOfTurn<Event>(
        _ decision: CaseDecision<Event>, _ refusal: (Rejection) -> Refusal
    ) throws(Refusal) {
        guard case .reject(let rejection) = decision else { return }
        switch rejection {
        case .enrollmentFinished, .stepAlreadyDone, .stepOutOfOrder: throw refusal(rejection)
        default: return
        }
    }
}
