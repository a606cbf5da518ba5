internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// Gathers all that an auditor is shown of one decision, and tells the audit trail that they were. Also of one that was
/// erased, of which the chain of events alone is left.
package struct OpenCase: Sendable {
    let cases: Cases
    let fit: ComparisonFit

    /// - Throws: `enrollmentUnknown` where the tenant has no such enrollment; `roleMissing`, `scopeMissing`.
    package func perform(_ id: String?, by principal: Principal, at now: Instant) async throws -> CaseFile {
        let found = try await cases.case(id, by: principal)
        let tenant = principal.tenant
        let rights = CaseFile.Rights(
            persons: principal.has(.readPersons), reviews: principal.has(.readPersons) || principal.has(.review))
        let kept = found.erasedAt == nil ? try await cases.kept(of: found.id) : nil
        // Its key goes first when it is erased.
        guard found.erasedAt != nil || kept != nil else { throw Refusal(.enrollmentUnknown) }
        let evidence = kept == nil ? [] : try await cases.judgedEvidence(of: found.id, tenant: tenant.id)
        var keptUntil: Instant?
        if let kept { keptUntil = try await cases.keptUntil(kept.stored, tenant.settings.retention) }
        let explained = ExplainedCase(
            id: found.id, tenant: tenant.name, isTest: tenant.isTest,
            events: try await cases.store.events(of: found.id),
            evidence: Dictionary(
                evidence.map { ($0.row.judgedID, $0.kept) }, uniquingKeysWith: { first, _ in first }),
            erasedAt: found.erasedAt, lock: try await lock(kept, at: now), now: now, keptUntil: keptUntil)
        let others = kept == nil ? [] : try await others(than: found.id, at: now)
        let notes = try await notes(of: found.id, kept)
        let flag = try await cases.store.caseFlag(of: found.id)
        let chain = try await cases.store.verifyChain(of: found.id)
        let isHeld = try await cases.store.holds(tenant: tenant.id).contains { $0.enrollmentID == found.id }

        // Told before it is shown, so that the list of who looked has this one as well.
        let shown = ["decision", "measurements"] + (rights.persons && kept != nil ? ["person", "document"] : [])
        let words = shown.joined(separator: " ")
        try await cases.noteReading("case", of: [found.id], shown: words, tenant: tenant.id, at: now)
        let readings = try await cases.store.auditEntries(naming: found.id, limit: Limit.shownReadings.value)
        let file = CaseFile(
            of: CaseMaterial(
                explained: explained, evidence: evidence, stored: kept?.stored, person: kept?.person,
                device: kept?.device, isHeld: isHeld, chain: chain, others: others, readings: readings, notes: notes,
                flag: flag, rights: rights))
        guard var file else { throw StorageError.storedValueInvalid }
        file.registrationSearch = try await cases.registrationSearch(in: evidence)
        file.registration = try await registration(kept, rights, of: tenant, at: now)
        file.fittingPairs = file.comparison.map { CaseFile.FittingPairs(of: $0, fit) } ?? .notCounted
        return file
    }

    private func lock(_ kept: KeptCase?, at now: Instant) async throws -> (until: Instant, failures: Int)? {
        guard let kept else { return nil }
        return try await cases.lock(of: kept.stored, at: now)
    }

    private func registration(
        _ kept: KeptCase?, _ rights: CaseFile.Rights, of tenant: Tenant, at now: Instant
    ) async throws -> CaseFile.Registration? {
        guard let kept, kept.stored.enrollment.status == .complete else { return nil }
        return try await cases.registration(kept, rights, of: tenant, at: now)
    }

    private func others(than id: EnrollmentID, at now: Instant) async throws -> [CaseFile.Other] {
        var others: [CaseFile.Other] = []
        for (other, _) in try await cases.store.enrollments(beside: id).suffix(Limit.shownEnrollments.value) {
            let events = try await cases.store.events(of: other)
            guard let standing = EnrollmentStanding(of: events, now: now) else { continue }
            others.append(
                CaseFile.Other(id: other.text, state: standing.state.rawValue, begunAt: standing.begunAt))
        }
        return others
    }

    private func notes(of id: EnrollmentID, _ kept: KeptCase?) async throws -> [CaseFile.Note] {
        guard let kept else { return [] }
        return try await cases.store.caseNotes(of: id, limit: Limit.shownNotes.value).map { row in
            CaseFile.Note(
                at: row.at, by: row.writtenBy, text: try? CaseNote(opening: row, of: id, under: kept.dataKey).text)
        }
    }
}

/// An enrollment of which everything is still there.
struct KeptCase: Sendable {
    let stored: StoredEnrollment
    let dataKey: SealingKey
    let person: Person
    let device: DeviceDescription?
}

extension Cases {
    /// The enrollment that an auditor names, within their tenant. Unknown, foreign and malformed names are one refusal.
    func `case`(_ id: String?, by principal: Principal) async throws -> TracedEnrollment {
        try principal.require(.readEnrollments)
        guard let id = id.flatMap(EnrollmentID.init(text:)),
            let found = try await store.traced(id: id, registrationCode: nil, tenant: principal.tenant.id)
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(found.id)
        return found
    }

    /// Nil where the person is being erased at this moment, or was.
    func kept(of id: EnrollmentID) async throws -> KeptCase? {
        guard let stored = try await store.enrollment(id), let dataKey = try dataKeyIfKept(of: stored) else {
            return nil
        }
        return KeptCase(
            stored: stored, dataKey: dataKey, person: try Person(of: stored, under: dataKey),
            device: try await store.device(of: id).map { try DeviceDescription($0, of: id, under: dataKey) })
    }
}
