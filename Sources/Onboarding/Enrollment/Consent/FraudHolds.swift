package import OnboardingCore
package import OnboardingStorage
package import Tenancy

/// Locks the evidence of attacks away where somebody withdraws, so that an attack does not erase its own traces (decision 0116): the
/// evidence is sealed anew under a key that seals nothing else, and the person's key goes as it always does.
package struct FraudHolds: Sendable {
    let cases: Cases

    package init(cases: Cases) {
        self.cases = cases
    }

    private static let dayInSeconds: Int64 = 86_400

    /// What is to stay of enrollments of a person; the objects are durable when this returns.
    /// - Returns: nothing where the tenant keeps nothing.
    func prepare(for ids: [EnrollmentID], of tenant: Tenant, at now: Instant) async throws -> [FraudHoldWrite] {
        let days = tenant.settings.fraudHold.days
        guard days > 0 else { return [] }
        let until = now.adding(seconds: Int64(days) * Self.dayInSeconds)
        var writes: [FraudHoldWrite] = []
        for id in ids {
            guard let stored = try await cases.store.enrollment(id),
                let dataKey = try cases.dataKeyIfKept(of: stored)
            else { continue }
            let attacks = try await attacks(of: id)
            var rows: [EvidenceRow] = []
            var keyID: EnrollmentID?
            if !attacks.isEmpty {
                let new = try EnrollmentID.random()
                let key = try await cases.keys.makeDataKey(of: new, tenant: tenant.id)
                keyID = new
                for row in attacks {
                    // What cannot be read is no evidence of anything.
                    guard let object = try? await cases.evidence.read(row, under: dataKey) else { continue }
                    rows.append(
                        try await cases.evidence.write(
                            object, kind: EvidenceRow.lockedPrefix + row.kind, of: id, under: key, at: row.createdAt))
                }
            }
            let hold = FraudHold(
                enrollmentID: id, tenantID: tenant.id, keyID: keyID, until: until, count: rows.count)
            writes.append(FraudHoldWrite(hold: hold, days: days, evidence: rows))
        }
        return writes
    }

    /// Forgets what was kept for its time.
    /// - Returns: how many enrollments that was of.
    package func endDue(of tenant: TenantID, at now: Instant) async throws -> Int {
        let due = try await cases.store.fraudHolds(tenant: tenant, endedBefore: now)
        for hold in due {
            if let keyID = hold.keyID { try await cases.keys.erase([keyID]) }
            for row in try await locked(by: hold) { try await cases.evidence.delete(row.id) }
            try await cases.store.end(hold, at: now)
        }
        return due.count
    }

    /// The evidence that a hold keeps, opened.
    package func open(_ hold: FraudHold) async throws -> [(row: EvidenceRow, object: EvidenceObject)] {
        guard let keyID = hold.keyID else { return [] }
        let key = try cases.keys.dataKey(of: keyID, tenant: hold.tenantID)
        var opened: [(row: EvidenceRow, object: EvidenceObject)] = []
        for row in try await locked(by: hold) {
            opened.append((row, try await cases.evidence.read(row, under: key)))
        }
        return opened
    }

    private func locked(by hold: FraudHold) async throws -> [EvidenceRow] {
        try await cases.store.evidence(of: hold.enrollmentID).filter(\.isLockedAway)
    }

    private func attacks(of id: EnrollmentID) async throws -> [EvidenceRow] {
        var named: Set<EvidenceID> = []
        for (_, event) in try await cases.store.events(of: id) {
            if let evidence = event.evidenceOfAttack { named.insert(evidence.id) }
        }
        for visit in try await cases.store.authentications(of: id, limit: .max) {
            for (_, event) in try await cases.store.events(of: visit.id) {
                if let evidence = event.evidenceOfAttack { named.insert(evidence.id) }
            }
        }
        let rows = try await cases.store.evidence(of: id) + cases.store.evidence(ofAuthenticationsOf: id)
        return rows.filter { named.contains($0.id) && !$0.isLockedAway }
    }
}

extension FaceDecision {
    /// Whether it says that somebody tried to be taken for another, or for alive.
    fileprivate var isAttack: Bool {
        switch self {
        case .presentationAttack, .portraitReused, .packageReplayed: true
        case .live, .outsideAgeRange, .undecided, .notMatching, .portraitSuspected, .noFrameNearPortrait, .turnNotShown,
            .packageUnreadable, .challengeExpired, .duplicate:
            false
        }
    }
}

extension Event {
    fileprivate var evidenceOfAttack: EvidenceReference? {
        switch self {
        case .faceRefused(let decision, let evidence) where decision.isAttack: evidence
        case .documentRefused(.portraitReused, let evidence, _): evidence
        default: nil
        }
    }
}

extension AuthenticationEvent {
    fileprivate var evidenceOfAttack: EvidenceReference? {
        if case .faceRefused(let decision, let evidence) = self, decision.isAttack { evidence } else { nil }
    }
}
