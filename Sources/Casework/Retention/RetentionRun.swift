package import Onboarding
package import OnboardingCore
package import OnboardingStorage
package import Tenancy

/// Erases what the tenants' policies keep no longer, or counts it.
package struct RetentionRun: Sendable {
    let cases: Cases
    let tenants: TenantDirectory

    package init(cases: Cases, tenants: TenantDirectory) {
        (self.cases, self.tenants) = (cases, tenants)
    }

    /// Of each kind and tenant, so that a round ends.
    private static let batch = 10_000

    package func trustsClock(at now: Instant) async throws -> Bool {
        try await ClockTrust(store: cases.store).holds(at: now)
    }

    /// What is due, by the tenant's name, and not erased.
    func due(at now: Instant) async throws -> [(tenant: String, counts: RetentionCounts)] {
        var due: [(tenant: String, counts: RetentionCounts)] = []
        for tenant in try await tenants.allWithDisabled() {
            due.append(
                (
                    tenant.name,
                    try await cases.store.overdue(tenant: tenant.id, tenant.settings.retention(at: now).limits(at: now))
                ))
        }
        return due.sorted { $0.tenant < $1.tenant }
    }

    /// Erases what is due, of each tenant up to a bound. What cannot be erased keeps nothing of the rest.
    package func perform(at now: Instant) async throws -> RetentionCounts {
        try await cases.store.trustClock(until: now)
        var done = RetentionCounts()
        var actor = AuditActor.current
        actor.purpose = "retention"
        try await AuditActor.$current.withValue(actor) {
            try await forEach(try await tenants.allWithDisabled()) { tenant in
                try await perform(tenant, at: now, &done)
            }
        }
        return done
    }

    private func perform(_ tenant: Tenant, at now: Instant, _ done: inout RetentionCounts) async throws {
        let limits = tenant.settings.retention(at: now).limits(at: now)
        var first: (any Error)?
        func regardless(_ body: () async throws -> Void) async throws {
            do { try await body() } catch let error as CancellationError { throw error } catch {
                first = first ?? error
            }
        }
        for isRegistered in [true, false] {
            let due = try await cases.store.ended(
                tenant: tenant.id, withRegistration: isRegistered,
                changedBefore: isRegistered ? limits.registrations : limits.failed, limit: Self.batch)
            for id in due {
                try await regardless {
                    try await cases.erasePerson.enrollment(id, at: now)
                    if isRegistered { done.registrations += 1 } else { done.failed += 1 }
                }
            }
        }
        for (kind, limit) in [
            (TemplateKind.face.evidenceKind, limits.faceEvidence),
            (TemplateKind.portrait.evidenceKind, limits.documentEvidence),
        ] {
            for row in try await cases.store.wholeEvidence(
                tenant: tenant.id, kind: kind, before: limit, limit: Self.batch)
            {
                try await regardless {
                    guard try await reduce(row, of: tenant.id, at: now) else { return }
                    if kind == TemplateKind.face.evidenceKind {
                        done.faceEvidence += 1
                    } else {
                        done.documentEvidence += 1
                    }
                }
            }
        }
        try await regardless { _ = try await FraudHolds(cases: cases).endDue(of: tenant.id, at: now) }
        // Images that a tenant's client has handed in are kept as long as captures.
        try await regardless {
            done.faceEvidence += try await cases.store.forgetImages(
                tenant: tenant.id, before: limits.faceEvidence, limit: Self.batch)
        }
        done.trail += try await cases.store.withdrawTrail(
            tenant: tenant.id, before: limits.trail, limit: Self.batch)
        if let first { throw first }
    }

    /// The images go when the row says so: until then the object that a crash left behind is nobody's.
    /// - Returns: false where it is being erased, was reduced meanwhile, or is held.
    private func reduce(_ row: EvidenceRow, of tenant: TenantID, at now: Instant) async throws -> Bool {
        let dataKey = try cases.keys.dataKey(of: row.enrollmentID, tenant: tenant)
        let reduced = try await cases.evidence.read(row, under: dataKey).reduced(kind: row.judgedKind)
        let object = try await cases.evidence.write(
            reduced, kind: row.kind, of: row.enrollmentID, under: dataKey, at: now)
        let isReplaced = try await cases.store.replace(row, by: row.reduced(to: object, at: now))
        try await cases.evidence.delete(isReplaced ? row.id : object.id)
        return isReplaced
    }
}
