internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// What every step of an enrollment shares: finding it, asking the core whether the step may be done, replaying what was
/// answered before, committing. The steps themselves are in a folder each.
package struct Cases: Sendable {
    let store: any Store
    let keys: any KeyStore
    let evidence: any EvidenceStore
    let replayIndex: ReplayIndex
    let singleFlight = SingleFlight()

    var erasePerson: ErasePerson {
        ErasePerson(store: store, keys: keys, evidence: evidence, replayIndex: replayIndex)
    }

    /// An enrollment by the token that its client holds. Unknown, foreign and malformed tokens are one refusal.
    func enrollment(token: String, for principal: Principal) async throws -> StoredEnrollment {
        let digest = Digest.sha256([UInt8](try token.checked().utf8))
        guard let stored = try await store.enrollment(tenant: principal.tenant.id, tokenDigest: digest),
            principal.opens(sessionDigest: stored.sessionDigest)
        else { throw Refusal(.tokenUnknown) }
        return stored
    }

    /// An enrollment by the session that a QR code handed over.
    func enrollment(sessionToken: String, for principal: Principal) async throws -> StoredEnrollment {
        let digest = Self.sessionDigest(sessionToken)
        guard principal.opens(sessionDigest: digest),
            let stored = try await store.enrollment(tenant: principal.tenant.id, sessionDigest: digest)
        else { throw Refusal(.tokenUnknown) }
        return stored
    }

    /// What stands in the database for a session token.
    package static func sessionDigest(_ sessionToken: String) -> [UInt8] {
        Digest.sha256([UInt8](sessionToken.lowercased().utf8))
    }

    /// The token of an enrollment: a keyed digest of its id, so that enroll can give the same token again without the token
    /// being stored anywhere.
    func token(of id: EnrollmentID, tenant: TenantID) throws -> String {
        let digest = try keys.lookupDigest(of: [UInt8](id.text.utf8), field: "enrollment token", tenant: tenant)
        return UUIDText.format(Array(digest.prefix(16)))
    }

    func usernameDigest(_ username: String, tenant: TenantID) throws -> [UInt8] {
        try keys.lookupDigest(of: [UInt8](username.utf8), field: "username", tenant: tenant)
    }

    func dataKey(of stored: StoredEnrollment) throws -> SealingKey {
        try keys.dataKey(of: stored.id, tenant: stored.tenantID)
    }

    /// Asks the core whether `command` may be done, before anything costly is done for it.
    func permit(
        _ command: Command, _ record: IdempotencyRecord, on stored: StoredEnrollment, at now: Instant
    ) throws(Refusal) {
        // The code is only used by an accepted command, and this one is never committed.
        let proposal = Proposal(command, record: record, at: now, registrationCode: "")
        if case .reject(let rejection) = decide(proposal, on: stored.enrollment) { throw Refusal(rejection.reason) }
    }

    /// Failed faces and documents of one person, device or document number within a day, until the refusal (decision 0006).
    /// Asked before anything costly is done, and again where it is committed.
    static func failureLimit(_ subjects: [[UInt8]], at now: Instant) -> FailureLimit {
        FailureLimit(
            subjects: subjects, since: now.adding(seconds: -Limit.failureWindow.seconds), maximum: Limit.failures.value)
    }

    /// Refuses when a person, device or document has failed too often lately, so that a fresh enrollment is no fresh set of
    /// tries.
    func checkFailures(_ limit: FailureLimit, tenant: Tenant) async throws {
        for subject in limit.subjects
        where try await store.failures(tenant: tenant.id, subject: subject, since: limit.since) >= limit.maximum {
            throw Self.tooManyFailures
        }
    }

    static let tooManyFailures = Refusal(.rateLimited, retryAfterInSeconds: 3600)
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
