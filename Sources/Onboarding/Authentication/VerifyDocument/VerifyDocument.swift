internal import DocVerify
internal import FaceEngine
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// Reads an identity document of somebody who comes back, and compares its portrait with the faces of the registration. Names and
/// numbers may be others than before: the person is the same, the document may be another. What was enrolled stays; this is a further
/// version beside it, by whose number and kind the registration is found from now on.
package struct VerifyDocument: Sendable {
    /// Whose tokens it takes.
    let purpose: AuthenticationPurpose
    let cases: Cases
    let engines: Engines
    let pools: WorkerPools
    let metrics: Metrics

    /// - Parameter incoming: decodes to a request whose token is that of the authentication.
    package func perform(
        _ incoming: Incoming<AddDocument.Request>, by principal: Principal, at now: Instant
    ) async throws -> AddDocument.Result {
        let record = try cases.record(of: .addDocument, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, of: [.authentication], by: principal) {
            try await judge(incoming, record, principal, at: now)
        }
    }

    private func judge(
        _ incoming: Incoming<AddDocument.Request>, _ record: IdempotencyRecord, _ principal: Principal, at now: Instant
    ) async throws -> AddDocument.Result {
        let tenant = principal.tenant
        try pools.engines.checkCapacity(for: .document)
        try await cases.checkTurn(
            .addDocument(.retryCapture), for: purpose, incoming, principal, on: pools.bodies, at: now)
        let request = try await pools.bodies.run(.body) { try incoming.decode() }
        let rules = try DocumentRules(tenant: tenant, client: request.rules)

        // Load and permit.
        if let nobody = try cases.pageVisit(token: request.enrollmentToken, for: purpose, by: principal) {
            try await cases.check(nobody.lock, tenant: tenant, at: now)
            // It comes last, and nobody passes what comes before it.
            try nobody.permit(.addDocument(.retryCapture), record, at: now)
            throw Refusal(.internalError)
        }
        let visit = try await cases.visit(
            token: request.enrollmentToken, as: purpose.tokenMember, for: purpose, by: principal)
        let registration = visit.registration
        let dataKey = try cases.dataKey(of: registration)
        let persona = try cases.persona(of: registration, in: tenant, under: dataKey)
        let lock = try cases.lock(of: visit, by: principal, persona: persona)
        try await cases.check(lock, tenant: tenant, at: now)
        try cases.permit(.addDocument(.retryCapture), record, on: visit, at: now)
        let images = try request.readableImages
        try await cases.receive(persona, for: registration, at: now)
        let engines = engines.playing(persona, isFirstCapture: visit.stored.isFirstCapture)
        let registered = try await KeptFaces(cases: cases, engines: engines, pool: pools.engines)
            .registered(of: registration, under: dataKey)
        guard let template = registered.first, let capture = try await capture(of: visit, under: dataKey) else {
            throw Refusal(.internalError)
        }

        // Measure.
        guard let today = CalendarDate(of: now) else { throw Refusal(.internalError) }
        let reference = ReferenceFace.live(KeptCapture(template: template.template, object: capture))
        let assessing = AssessDocument(
            tenant: tenant, persona: persona, engines: engines, rules: rules, today: today)
        let refused = try await cases.keptImages(
            of: registration, adding: images.reduce(0) { $0 + $1.bytes.count }, for: tenant)
        let (assessed, evidence) = try await pools.engines.measure(.document, parts: images.count) {
            let assessed = try assessing.perform(images, against: reference)
            return (assessed, try assessed.evidence(keeping: refused))
        }
        // The face of this authentication was accepted, so it is not asked for again: one that may be the document's own photograph
        // is taken for it.
        let decision = assessed.faceReopening == .portraitSuspected ? .portraitReused : assessed.decision
        metrics.countDecision(step: "returning-document", decision: decision.rawValue)

        // Keep and commit.
        var writes = AuthenticationWrites(failureLimit: lock.limit(at: now))
        if decision.counts == .attempt { writes.failureSubjects = lock.subjects }
        let document = ReadDocument(assessed, requested: request.rules)
        if decision == .verified {
            let measured = document.measurements(portraitScore: nil)
            writes.document = DocumentFacts(
                searchKeys: try document.searchTerms.map { try $0.key(in: tenant.id, keys: cases.keys) },
                type: measured.documentType, issuingState: measured.issuingState)
        }
        return try await cases.commit(
            .addDocument(decision, findings: assessed.ruleFindings), record, to: visit, at: now, lock: lock,
            writes: writes,
            evidence: .init(kind: EvidenceRow.authenticationPrefix + "document", object: evidence)
        ) {
            AddDocument.Result(
                standing: CaseStanding(status: $0.status, registrationCode: ""), decision: decision,
                comparison: assessed.comparison, document: document, recapture: assessed.recapture)
        }
    }

    /// What the face of this authentication was accepted by; nil where none was.
    private func capture(of visit: Visit, under dataKey: SealingKey) async throws -> EvidenceObject? {
        var accepted: EvidenceReference?
        for case .faceVerified(let reference?) in try await cases.store.events(of: visit.stored.id).map(\.event) {
            accepted = reference
        }
        let rows = try await cases.store.evidence(ofAuthenticationsOf: visit.registration.id)
        guard let row = rows.last(where: { $0.judgedID == accepted?.id }) else { return nil }
        return try await cases.evidence.read(row, under: dataKey)
    }
}
