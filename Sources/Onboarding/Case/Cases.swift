internal import Foundation
package import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage
package import Tenancy

/// What every step of an enrollment shares: finding it, asking the core whether the step may be done, replaying what was
/// answered before, committing. The steps themselves are in a folder each.
package struct Cases: Sendable {
    package let store: any Store
    package let keys: any KeyStore
    package let evidence: any EvidenceStore
    /// Empty until `ReplayIndexing` has filled it, which only a server does.
    package let replayIndex = ReplayIndex()
    /// Empty until `FaceIndexing` has filled it.
    package let faceIndex = FaceIndex()
    let journal: ErasureJournal
    /// What says when an event happened, beside the instant at which the request came.
    package let clock: @Sendable () -> Instant
    /// Nil where nobody watches, as on the command line.
    let metrics: Metrics?
    package let singleFlight = SingleFlight()
    let keysInUse = IdempotencyKeysInUse()
    package let pendingReadings = PendingReadings()
    let personaRefusals = PersonaRefusals()
    let keptBytes = KeptBytes()
    let pageSessions = PageSessions()

    /// - Parameter metrics: nil where nobody watches.
    package init(
        of data: DataDirectory, clock: @escaping @Sendable () -> Instant = { Instant.now() }, metrics: Metrics? = nil
    ) {
        (store, keys, evidence, journal) = (data.store, data.keys, data.evidence, data.journal)
        (self.clock, self.metrics) = (clock, metrics)
    }

    /// Erases through all three stores, and what is in memory.
    package var erasePerson: ErasePerson {
        ErasePerson(
            store: store, keys: keys, evidence: evidence, replayIndex: replayIndex, faceIndex: faceIndex,
            journal: journal)
    }

    package var repeatErasures: RepeatErasures {
        RepeatErasures(
            store: store, keys: keys, journal: journal, erasePerson: erasePerson, removeTenant: removeTenant)
    }

    /// Destroys what there is of a tenant, in all three stores and in memory.
    package var removeTenant: RemoveTenant {
        RemoveTenant(
            store: store, keys: keys, evidence: evidence, replayIndex: replayIndex, faceIndex: faceIndex,
            journal: journal)
    }

    /// An enrollment by the token that its client holds. Unknown, foreign and malformed tokens are one refusal.
    func enrollment(token: String, for principal: Principal) async throws -> StoredEnrollment {
        let digest = Digest.sha256([UInt8](try token.checked(as: "enrollmentToken").utf8))
        guard let stored = try await store.enrollment(tenant: principal.tenant.id, tokenDigest: digest),
            principal.opens(sessionDigest: stored.sessionDigest)
        else { throw Refusal(.tokenUnknown) }
        RequestSubject.note(stored.id)
        return stored
    }

    /// An enrollment by the session that a QR code handed over.
    package func enrollment(sessionToken: String, for principal: Principal) async throws -> StoredEnrollment {
        try await enrollment(session: Self.sessionDigest(sessionToken), for: principal)
    }

    func enrollment(session digest: [UInt8], for principal: Principal) async throws -> StoredEnrollment {
        guard principal.opens(sessionDigest: digest),
            let stored = try await store.enrollment(tenant: principal.tenant.id, sessionDigest: digest)
        else { throw Refusal(.tokenUnknown) }
        RequestSubject.note(stored.id)
        return stored
    }

    /// What stands in the database for a session token.
    package static func sessionDigest(_ sessionToken: String) -> [UInt8] {
        Digest.sha256([UInt8](sessionToken.lowercased().utf8))
    }

    /// The token of an enrollment: a keyed digest of its id, so that enroll can give the same token again without the token
    /// being stored anywhere.
    package func token(of id: EnrollmentID, tenant: TenantID, begunBy beginner: Beginner = .tenant) throws -> String {
        UUIDText.version4(try tokenBytes(of: id, tenant: tenant, begunBy: beginner))
    }

    /// Who has said whose enrollment it is: its token tells.
    package func beginner(of stored: StoredEnrollment) throws -> Beginner {
        let token = try token(of: stored.id, tenant: stored.tenantID, begunBy: .page)
        return Digest.sha256([UInt8](token.utf8)) == stored.tokenDigest ? .page : .tenant
    }

    /// The token that the client of a stored enrollment has.
    func token(of stored: StoredEnrollment) throws -> String {
        guard try beginner(of: stored) == .tenant else {
            return try token(of: stored.id, tenant: stored.tenantID, begunBy: .page)
        }
        let bytes = try tokenBytes(of: stored.id, tenant: stored.tenantID, begunBy: .tenant)
        let token = UUIDText.version4(bytes)
        // What began before tokens bore a version has the bytes as they are.
        return Digest.sha256([UInt8](token.utf8)) == stored.tokenDigest ? token : UUIDText.format(bytes)
    }

    private func tokenBytes(of id: EnrollmentID, tenant: TenantID, begunBy beginner: Beginner) throws -> [UInt8] {
        try keys.lookupDigest(of: [UInt8](id.text.utf8), field: "enrollment token\(beginner.suffix)", tenant: tenant)
            .prefix(16).map(\.self)
    }

    package func usernameDigest(_ username: String, tenant: TenantID) throws -> [UInt8] {
        try keys.lookupDigest(
            of: [UInt8](NameForm.normalized(username).utf8), field: "username", tenant: tenant)
    }

    /// - Parameter digest: SHA-256 of an image as it was received.
    func frameDigest(_ digest: [UInt8], tenant: TenantID) throws -> [UInt8] {
        try keys.lookupDigest(of: digest, field: "frame", tenant: tenant)
    }

    func dataKey(of stored: StoredEnrollment) throws -> SealingKey {
        try keys.dataKey(of: stored.id, tenant: stored.tenantID)
    }

    /// Nil where the person is being erased at this moment, or was.
    package func dataKeyIfKept(of stored: StoredEnrollment) throws -> SealingKey? {
        do {
            return try dataKey(of: stored)
        } catch StorageError.keyMissing {
            return nil
        }
    }

    /// Asks the core whether `command` may be done, before anything costly is done for it.
    func permit(
        _ command: Command, _ record: IdempotencyRecord, on stored: StoredEnrollment, at now: Instant
    ) throws(Refusal) {
        // The code is only used by an accepted command, and this one is never committed.
        let proposal = Proposal(command, record: record, at: now, registrationCode: "")
        if case .reject(let rejection) = decide(proposal, on: stored.enrollment) {
            throw Refusal(rejection, of: stored.enrollment)
        }
    }

    /// Failed faces and documents of one person within a day, until the refusal (decision 0006). Asked before anything costly is
    /// done, and again where it is committed.
    package static func failureLimit(_ subjects: [[UInt8]], at now: Instant) -> FailureLimit {
        FailureLimit(
            subjects: subjects, since: now.adding(seconds: -Limit.failureWindow.seconds), maximum: Limit.failures.value)
    }

    /// Refuses when a person, document or sender has failed too often lately, so that a fresh enrollment is no fresh set of
    /// tries.
    func checkFailures(_ limit: FailureLimit, tenant: Tenant, at now: Instant) async throws {
        if let end = try await endOfLimit(limit, tenant: tenant.id) { throw Self.tooManyFailures(until: end, at: now) }
    }

    /// When the last of those who have failed too often lately may try again; nil where none has.
    package func endOfLimit(_ limit: FailureLimit, tenant: TenantID) async throws -> Instant? {
        var end: Instant?
        for bound in limit.bounds {
            let failures = try await store.failures(
                tenant: tenant, subject: bound.subject, since: limit.since, limit: bound.maximum)
            guard failures.count >= bound.maximum, let oldest = failures.last else { continue }
            end = max(end ?? oldest, Self.endOfLimit(oldest: oldest))
        }
        return end
    }

    /// - Parameter oldest: of the failures that are one too many.
    package static func endOfLimit(oldest: Instant) -> Instant {
        Instant(millisecondsSince1970: oldest.adding(seconds: Limit.failureWindow.seconds).millisecondsSince1970 + 1)
    }

    static func tooManyFailures(until end: Instant, at now: Instant) -> Refusal {
        Refusal(.rateLimited, retryAfterInSeconds: end.secondsAfter(now))
    }
}

extension Refusal {
    /// What a rejected command is refused with; it names the step that an open enrollment asks for. One whose time is over stays open
    /// until the job comes round that ends it, and asks for nothing.
    init(_ rejection: Rejection, of enrollment: Enrollment) {
        let next: String? =
            switch enrollment.state {
            case _ where rejection == .enrollmentFinished: nil
            case .triggered, .validated: "enroll"
            case .open(let progress): progress.nextCheck?.rawValue
            case .complete, .failed, .cancelled, .expired: nil
            }
        self.init(rejection.reason, details: RefusalDetails(nextStep: next))
    }
}

extension Rejection {
    var reason: RefusalReason {
        switch self {
        case .stepOutOfOrder: .stepOutOfOrder
        case .stepAlreadyDone: .stepAlreadyDone
        case .enrollmentFinished: .enrollmentFinished
        case .consentRequired: .consentRequired
        case .challengeRequired: .challengeRequired
        case .challengeInvalid: .challengeInvalid
        }
    }
}
