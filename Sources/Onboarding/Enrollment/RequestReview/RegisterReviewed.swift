internal import FaceEngine
internal import LivenessScorer
package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage
package import Tenancy

/// Registers whom a human accepts after a machine has refused (decision 0132): by the face that the enrollment has, by that of its
/// last capture, or by one capture more.
package struct RegisterReviewed: Sendable {
    let cases: Cases
    let engines: Engines
    let duplicates: DuplicateSearch
    let pools: WorkerPools

    package init(cases: Cases, engines: Engines, duplicates: DuplicateSearch, pools: WorkerPools) {
        (self.cases, self.engines, self.duplicates, self.pools) = (cases, engines, duplicates, pools)
    }

    /// What whoever is accepted is registered by.
    private struct Face {
        let template: FaceTemplate
        /// Nil for the template that is kept already.
        let write: TemplateWrite?
    }

    /// - Parameter draft: what the human says, as evidence.
    /// - Throws: what the core rejects; `usernameRegistered` and `faceRegistered` where somebody else is registered meanwhile, and then
    ///   nothing is recorded; `faceSearchNotReady`.
    package func perform(
        _ draft: Cases.EvidenceDraft, _ record: IdempotencyRecord, on stored: StoredEnrollment, of tenant: Tenant,
        at now: Instant
    ) async throws -> CaseStanding {
        try cases.permit(.review(.accepted), record, on: stored, at: now)
        let events = try await cases.store.events(of: stored.id).map(\.event)
        guard events.startedPolicy?.requiredChecks.contains(.addFace) == true, let face = try await face(of: stored)
        else { return try await cases.accept(draft, record, on: stored, at: now) }
        if !face.template.isScripted { try await duplicates.waitUntilReady(for: tenant) }
        let claim = try await duplicates.claim(face.template, of: stored, in: tenant)
        do {
            var object = draft.object
            let check = try await duplicates.perform(face.template, of: stored, in: tenant)
            let found = check.flatMap { Self.unknown($0, to: events) }
            if found?.isRefused == true { throw Refusal(.faceRegistered) }
            if let check { object = try object.adding(check) }
            var writes = StepWrites()
            if let write = face.write {
                (writes.templates, writes.forgottenTemplateKinds) = ([write], [TemplateKind.face.rawValue])
            }
            let standing = try await cases.commit(
                record, to: stored, at: now, writes: writes, evidence: .init(kind: draft.kind, object: object),
                command: .review(.accepted), duplicate: found
            ) { CaseStanding(of: $0) }
            await duplicates.settle(claim, of: stored.id)
            return standing
        } catch {
            await duplicates.settle(claim, of: stored.id)
            throw error
        }
    }

    /// The most similar registration of those that the machine had not found before: of the others the human was told.
    private static func unknown(_ check: DuplicateCheck, to events: [Event]) -> FoundDuplicate? {
        check.findings.lazy.compactMap { $0.enrollment.flatMap(EnrollmentID.init(text:)) }
            .first { !events.contains(.duplicateFound(of: $0)) }
            .map { FoundDuplicate($0, isRefused: check.isRefusing) }
    }

    /// Nil where nothing is kept that is good enough.
    private func face(of stored: StoredEnrollment) async throws -> Face? {
        let dataKey = try cases.dataKey(of: stored)
        let kept = try await cases.store.templates(of: stored.id).last { $0.kind == TemplateKind.face.rawValue }
        if let kept = try kept?.judged(of: stored.id, under: dataKey), kept.maySuffice,
            kept.template.model == engines.descriptor
        {
            return Face(template: kept.template, write: nil)
        }
        // The same that a template of another model is made of later.
        let row = try await cases.store.evidence(of: stored.id).last { $0.kind == TemplateKind.face.evidenceKind }
        guard let row, row.reduction == nil else { return nil }
        let object: EvidenceObject
        do {
            object = try await cases.evidence.read(row, under: dataKey)
        } catch StorageError.evidenceUnreadable {
            return nil
        }
        try pools.engines.checkCapacity(for: .face)
        let (pool, engines) = (pools.engines, engines)
        guard let made = try await pool.measure(.template, { try engines.reviewedTemplate(from: object) }) else {
            return nil
        }
        return Face(
            template: made.template,
            write: try TemplateWrite(made.template, of: made.quality, kind: .face, of: stored.id, under: dataKey))
    }
}

extension Cases {
    /// Accepts whom a machine has refused where there is no face to register by: asks for one, within a time; registers at once where
    /// the enrollment asks for none.
    /// - Throws: as `RegisterReviewed`.
    package func accept(
        _ draft: EvidenceDraft, _ record: IdempotencyRecord, on stored: StoredEnrollment, at now: Instant
    ) async throws -> CaseStanding {
        try permit(.review(.accepted), record, on: stored, at: now)
        guard try await !store.isComplete(tenant: stored.tenantID, usernameDigest: stored.usernameDigest) else {
            throw Refusal(.usernameRegistered)
        }
        let events = try await store.events(of: stored.id)
        guard let policy = events.map(\.event).startedPolicy,
            let standing = EnrollmentStanding(of: events, now: now)
        else { throw StorageError.storedValueInvalid }
        guard policy.requiredChecks.contains(.addFace) else {
            return try await commit(record, to: stored, at: now, evidence: draft, command: .review(.accepted)) {
                CaseStanding(of: $0)
            }
        }
        let asked = policy.askingForFace(
            beside: standing.accepted.map(\.check), lifetimeInSeconds: Limit.acceptedCapture.seconds)
        let writes = StepWrites(forgottenTemplateKinds: [TemplateKind.face.rawValue])
        return try await commit(
            record, to: stored, at: now, writes: writes, evidence: draft, command: .review(.accepted, asking: asked)
        ) { CaseStanding(of: $0) }
    }
}

extension [Event] {
    /// What was asked for when it was started; nil where it was not.
    fileprivate var startedPolicy: Policy? {
        for case .started(let policy, _) in self { return policy }
        return nil
    }
}
