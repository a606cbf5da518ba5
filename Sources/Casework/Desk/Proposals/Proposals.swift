package import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// What takes two operators (decision 0129): one proposes, and nothing is done; another sees what it would do and agrees, and it is
/// done once, in the name of both, or declines.
package struct Proposals: Sendable {
    let cases: Cases
    let eraseCase: EraseCase
    let settleCase: SettleCase
    let operators: OperatorAdministration
    let clients: ClientCredentials
    let configuration: CustomerConfigurationAccess

    /// Of those that wait or have ended within a day.
    private static let listed = 2 * Limit.proposals.value

    /// Keeps what an operator wants to do for a colleague to agree to.
    /// - Throws: what doing it would throw, but for `secondOperatorRequired`; `rateLimited` where many wait.
    package func propose(
        _ proposed: ProposedAction, by principal: Principal, at now: Instant
    ) async throws -> ProposalID {
        try principal.require(right: proposed.action.right)
        guard let person = principal.operator else { throw Refusal(.roleMissing) }
        try await tryOut(proposed, by: principal, at: now)
        if case .changeSettings(let document) = proposed {
            try await configuration.checkDue(of: document, by: principal, at: now)
        }
        let id = try ProposalID.random()
        let document = SealedProposal(
            action: proposed, subject: try await subject(of: proposed, by: principal, at: now))
        let row = ProposalRow(
            id: id, tenantID: principal.tenant.id, action: proposed.action.rawValue, operatorID: person.id,
            enrollmentID: proposed.enrollment, proposedAt: now,
            expiresAt: now.adding(seconds: Limit.proposalLife.seconds),
            sealed: try document.sealed(as: id, under: try cases.keys.tenantKey(of: principal.tenant.id)))
        do {
            try await cases.store.add(row, atMost: Limit.proposals.value)
        } catch StorageError.limitReached {
            throw Refusal(.rateLimited, retryAfterInSeconds: 3600)
        }
        return id
    }

    /// Those that wait or have ended lately and that the operator has the right for, the newest first.
    package func list(by principal: Principal, at now: Instant) async throws -> [ShownProposal] {
        let names = try await names(in: principal.tenant)
        return try await cases.store.proposals(tenant: principal.tenant.id, limit: Self.listed).compactMap { row in
            guard let action = FourEyesAction(rawValue: row.action),
                (try? principal.require(right: action.right)) != nil
            else { return nil }
            return try shown(row, action, names, by: principal, at: now)
        }
    }

    /// - Throws: `routeUnknown` where the tenant has none such, `scopeMissing` without the right for it.
    package func one(
        _ id: String?, by principal: Principal, at now: Instant
    ) async throws -> (proposal: ShownProposal, effect: ProposalEffect) {
        let (row, action) = try await row(id, by: principal)
        let proposal = try shown(row, action, try await names(in: principal.tenant), by: principal, at: now)
        guard proposal.standing == .waiting else { return (proposal, ProposalEffect()) }
        guard let document = try document(of: row), try await isCurrent(document, by: principal, at: now) else {
            return (proposal, ProposalEffect(isOutdated: true))
        }
        return (proposal, try await effect(of: document.action, by: principal, at: now))
    }

    /// Does what a colleague has proposed.
    /// - Throws: as `one`; `ownProposal`; `proposalEnded` where a colleague was faster; `proposalVoid` where it has expired, or
    ///   who has made it may not do it any more; `proposalOutdated` where what it is about is not what it was.
    package func agree(_ id: String?, by principal: Principal, at now: Instant) async throws -> CarriedOut {
        let (row, action) = try await row(id, by: principal)
        guard let person = principal.operator else { throw Refusal(.roleMissing) }
        guard row.operatorID != person.id else { throw Refusal(.ownProposal) }
        try Self.checkOpen(row, at: now)
        let proposer = try await cases.store.operators(tenant: row.tenantID).first { $0.id == row.operatorID }
        guard let proposer, action.isOpen(to: proposer) else { throw Refusal(.proposalVoid) }
        let agreement = Agreement(
            proposal: row.id, action: row.action, proposer: proposer.name, colleague: person.id,
            attempt: try Random.bytes(16))
        do {
            guard let document = try document(of: row), try await isCurrent(document, by: principal, at: now) else {
                throw Refusal(.proposalOutdated)
            }
            var actor = AuditActor.current
            actor.agreement = agreement
            return try await AuditActor.$current.withValue(actor) {
                let carriedOut = try await carryOut(document, as: row.id, by: principal, at: now)
                try await cases.store.settle(agreement, tenant: row.tenantID, at: now)
                return carriedOut
            }
        } catch {
            throw try await refusal(for: error, under: agreement, of: row.tenantID)
        }
    }

    /// Also what takes back a proposal of one's own.
    /// - Parameter reason: in the operator's words.
    /// - Throws: `fieldEmpty`, `fieldTooLong`; as `one`; `proposalEnded`, `proposalVoid`.
    package func decline(
        _ id: String?, reason: String?, by principal: Principal, at now: Instant
    ) async throws {
        let (row, _) = try await row(id, by: principal)
        let reason = try (reason ?? "").checked(.reviewReason, as: "reason")
        try Self.checkOpen(row, at: now)
        guard let person = principal.operator else { throw Refusal(.roleMissing) }
        let sealed = try DeclinedReason.sealed(reason, of: row.id, under: try cases.keys.tenantKey(of: row.tenantID))
        let isDeclined = try await cases.store.decline(
            row.id, tenant: row.tenantID, by: person.id, leaving: sealed, at: now)
        guard isDeclined else { throw Refusal(.proposalEnded) }
    }

    private func row(_ id: String?, by principal: Principal) async throws -> (ProposalRow, FourEyesAction) {
        guard let id = id.flatMap(ProposalID.init(text:)),
            let row = try await cases.store.proposal(id, tenant: principal.tenant.id),
            let action = FourEyesAction(rawValue: row.action)
        else { throw Refusal(.routeUnknown) }
        try principal.require(right: action.right)
        return (row, action)
    }

    private static func checkOpen(_ row: ProposalRow, at now: Instant) throws(Refusal) {
        switch row.end {
        case .agreed, .declined: throw Refusal(.proposalEnded)
        case .expired, .void: throw Refusal(.proposalVoid)
        case nil: if !row.isOpen(at: now) { throw Refusal(.proposalVoid) }
        }
    }

    /// Whatever the slower of two meets, it is that the other was faster.
    private func refusal(
        for error: any Error, under agreement: Agreement, of tenant: TenantID
    ) async throws -> any Error {
        let row = try await cases.store.proposal(agreement.proposal, tenant: tenant)
        if let row, row.attempt == agreement.attempt { return error }
        switch row?.end {
        case .agreed, .declined: return Refusal(.proposalEnded)
        case .expired, .void: return Refusal(.proposalVoid)
        case nil: return Self.meansOutdated(error) ? Refusal(.proposalOutdated) : error
        }
    }

    /// Whether `error` says that something cannot be done to what it is about, as that is now.
    static func meansOutdated(_ error: any Error) -> Bool {
        switch error {
        case is OperatorAdministrationError, is ClientCredentials.Failure, is ConfigurationRefusal: true
        case let refusal as Refusal: [.enrollmentUnknown, .stepAlreadyDone].contains(refusal.reason)
        case StorageError.proposalEnded: true
        default: false
        }
    }

    private func names(in tenant: Tenant) async throws -> [OperatorID: String] {
        Dictionary(
            try await cases.store.operators(tenant: tenant.id).map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Nil of one that has ended, or that told of a person who was erased.
    private func document(of row: ProposalRow) throws -> SealedProposal? {
        guard row.end == nil, let sealed = row.sealed else { return nil }
        return try SealedProposal(opening: sealed, of: row.id, under: try cases.keys.tenantKey(of: row.tenantID))
    }

    private func shown(
        _ row: ProposalRow, _ action: FourEyesAction, _ names: [OperatorID: String], by principal: Principal,
        at now: Instant
    ) throws -> ShownProposal {
        let standing: ShownProposal.Standing =
            switch row.end {
            case .agreed: .agreed
            case .declined: .declined
            case .expired: .expired
            case .void: .void
            case nil: row.isOpen(at: now) ? .waiting : .expired
            }
        let key = try cases.keys.tenantKey(of: row.tenantID)
        let reason =
            try row.end == .declined ? row.sealed.map { try DeclinedReason.open($0, of: row.id, under: key) } : nil
        return ShownProposal(
            id: row.id, action: action, proposer: names[row.operatorID] ?? "",
            isOwn: row.operatorID == principal.operator?.id, proposedAt: row.proposedAt, expiresAt: row.expiresAt,
            standing: standing, endedAt: row.endedAt,
            endedBy: row.endedBy.flatMap { names[$0] }, proposed: try document(of: row)?.action, reason: reason)
    }
}
