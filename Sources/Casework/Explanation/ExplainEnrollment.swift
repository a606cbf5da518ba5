internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Says why an enrollment stands or ended as it does.
package struct ExplainEnrollment: Sendable {
    let cases: Cases

    package func perform(_ id: String?, by principal: Principal, at now: Instant) async throws -> Explanation {
        guard let id = id.flatMap(EnrollmentID.init(text:)), let stored = try await cases.store.enrollment(id),
            stored.tenantID == principal.tenant.id
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(stored.id)
        let found = TracedEnrollment(id: stored.id, erasedAt: nil)
        guard
            try cases.dataKeyIfKept(of: stored) != nil,
            let explanation = try await cases.explanation(
                of: found, tenant: principal.tenant.id, name: principal.tenant.name, isTest: principal.tenant.isTest,
                settings: principal.tenant.settings, at: now)
        else { throw Refusal(.enrollmentUnknown) }
        try await cases.noteReading("explanation", of: [stored.id], tenant: stored.tenantID, at: now)
        return explanation
    }
}

extension Cases {
    /// Also of one that was erased, of which the chain of events alone is left. Nil where that does not begin as one does.
    func explanation(
        of found: TracedEnrollment, tenant: TenantID, name: String, isTest: Bool, settings: TenantSettings,
        at now: Instant
    ) async throws -> Explanation? {
        var evidence: [EvidenceID: ExplainedCase.Kept] = [:]
        var keptUntil: Instant?
        var (lock, registrationLock) = ((until: Instant, failures: Int)?.none, (until: Instant, failures: Int)?.none)
        if found.erasedAt == nil {
            for judged in try await judgedEvidence(of: found.id, tenant: tenant) {
                evidence[judged.row.judgedID] = judged.kept
            }
            if let stored = try await store.enrollment(found.id) {
                lock = try await self.lock(of: stored, at: now)
                let own = try self.lock(of: stored.id, tenant: tenant, settings)
                registrationLock = try await lockedUntil(own, tenant: tenant, at: now).map { ($0, own.maximum) }
                keptUntil = try await self.keptUntil(stored, settings.retention)
            }
        }
        return Explanation(
            of: ExplainedCase(
                id: found.id, tenant: name, isTest: isTest, events: try await store.events(of: found.id),
                evidence: evidence, erasedAt: found.erasedAt, lock: lock, now: now,
                keptUntil: keptUntil,
                authentications: try await authentications(of: found, tenant: name, isTest: isTest, at: now),
                authenticationCount: try await store.countAuthentications(of: found.id),
                registrationLock: registrationLock))
    }

    /// When what has ended is erased by itself; nil where it has not ended, or a hold keeps it.
    func keptUntil(_ stored: StoredEnrollment, _ retention: RetentionPolicy) async throws -> Instant? {
        guard stored.enrollment.isFinished,
            try await !store.holds(tenant: stored.tenantID).contains(where: { $0.enrollmentID == stored.id })
        else { return nil }
        // Whom a human has accepted is kept like whoever is registered.
        let isKeptAsRegistered = stored.enrollment.isComplete || stored.enrollment.review?.decision == .accepted
        let days = isKeptAsRegistered ? retention.registrationsInDays : retention.failedInDays
        return stored.changedAt.adding(seconds: Int64(days) * 86_400)
    }

    /// Until when no attempt of the person is taken, and after how many that failed; nil where one is, and of
    /// an enrollment that is complete.
    func lock(
        of stored: StoredEnrollment, at now: Instant
    ) async throws -> (until: Instant, failures: Int)? {
        guard !stored.enrollment.isComplete else { return nil }
        let limit = Self.failureLimit(try ownerSubjects(of: stored), at: now)
        guard let until = try await endOfLimit(limit, tenant: stored.tenantID) else { return nil }
        var most = 0
        for bound in limit.bounds {
            let failures = try await store.failures(
                tenant: stored.tenantID, subject: bound.subject, since: limit.since, limit: bound.maximum)
            most = max(most, failures.count)
        }
        return (until, most)
    }
}

extension Enrollment {
    fileprivate var isComplete: Bool {
        if case .complete = state { true } else { false }
    }
}
