internal import DocVerify
internal import FaceEngine
internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// Reads an identity document and compares its portrait with the live face. A document that is refused, or has to be
/// captured again, is a result, not an error.
package struct AddDocument: Sendable {
    let cases: Cases
    let engines: Engines
    let duplicates: DuplicateSearch
    let pools: WorkerPools
    let metrics: Metrics

    /// Refuses a phone's capture that cannot be judged, before its body is read.
    package func admit(_ principal: Principal, at now: Instant) async throws {
        try await cases.checkTurn(.addDocument(.retryCapture), as: .addDocument, of: principal, at: now)
    }

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let record = try cases.record(of: .addDocument, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, by: principal) {
            try await judge(incoming, record, principal, at: now)
        }
    }

    private func judge(
        _ incoming: Incoming<Request>, _ record: IdempotencyRecord, _ principal: Principal, at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        try pools.engines.checkCapacity(for: .document)
        try await cases.checkTurn(.addDocument(.retryCapture), incoming, principal, on: pools.bodies, at: now)
        let request = try await pools.bodies.run(.body) { try incoming.decode() }
        let rules = try DocumentRules(tenant: tenant, client: request.rules)

        // Load and permit.
        let stored = try await cases.enrollment(token: request.enrollmentToken, for: principal)
        try cases.permit(.addDocument(.retryCapture), record, on: stored, at: now)
        let dataKey = try cases.dataKey(of: stored)
        let persona = try cases.persona(of: stored, in: tenant, under: dataKey)
        var subjects = try cases.failureSubjects(of: stored, persona, by: principal)
        try await cases.checkFailures(subjects.limit(at: now), tenant: tenant, at: now)
        let images = try request.readableImages
        try await cases.receive(persona, for: stored, at: now)
        let engines = engines.playing(persona, isFirstCapture: stored.isFirstCapture(of: .addDocument))

        // The policy says whether a face is asked for; a template that is missing must not answer that.
        let needsLiveFace = stored.enrollment.progress?.policy.requiredChecks.contains(.addFace) ?? true
        let kept = KeptFaces(cases: cases, engines: engines, pool: pools.engines)
        let reference =
            needsLiveFace ? .live(try await kept.capture(of: stored, under: dataKey)) : try request.referenceFace

        // Measure.
        guard let today = CalendarDate(of: now) else { throw Refusal(.internalError) }
        let assessing = AssessDocument(
            tenant: tenant, persona: persona, engines: engines, rules: rules, today: today)
        let earlier = try await earlierReadings(of: stored, under: dataKey)
        let refused = try await cases.keptImages(
            of: stored, adding: images.reduce(0) { $0 + $1.bytes.count }, for: tenant)
        let (assessed, measured): (AssessedDocument, EvidenceObject)
        do {
            (assessed, measured) = try await pools.engines.measure(
                .document, parts: images.count + (reference?.imageCount ?? 0)
            ) {
                let assessed = try assessing.perform(images, against: reference, after: earlier)
                return (assessed, try assessed.evidence(keeping: refused))
            }
        } catch let failure as AssessDocument.Undecodable {
            try await cases.count(.addDocument(.retryCapture), of: stored, at: now)
            throw failure.refusal
        }
        let number = assessed.document.text(of: .documentNumber)
        if !number.isEmpty, persona == nil, assessed.isShownByHolder {
            let subject = try cases.keys.lookupDigest(
                of: [UInt8](number.utf8), field: "document number", tenant: tenant.id)
            subjects.owners.append(subject)
            try await cases.checkFailures(Cases.failureLimit([subject], at: now), tenant: tenant, at: now)
        }

        let decision = assessed.decision
        let reopening = assessed.faceReopening.map { FaceReopening($0, turn: PrescribedTurn.random()) }
        metrics.countDecision(step: "document", decision: reopening?.reason.rawValue ?? decision.rawValue)

        // Keep and commit.
        var writes = StepWrites(failureLimit: subjects.limit(at: now))
        if decision == .verified, let portrait = assessed.reading.portrait {
            writes.templates = [try TemplateWrite(portrait.template, kind: .portrait, of: stored.id, under: dataKey)]
        }
        if decision.counts == .attempt { writes.failureSubjects = subjects.all }
        if reopening != nil { writes.forgottenTemplateKinds = [TemplateKind.face.rawValue] }
        let document = ReadDocument(assessed, requested: request.rules)
        writes.searchKeys = try document.searchTerms.map { try $0.key(in: tenant.id, keys: cases.keys) }
        writes.measured = document.measurements(portraitScore: persona == nil ? assessed.comparison.score : nil)

        // Somebody with this face may have been registered since it was captured.
        var registering: FaceIndex.Claim?
        var face: FaceTemplate?
        if decision == .verified, reopening == nil, case .live(let capture?) = reference,
            stored.enrollment.progress?.isComplete(with: .addDocument) == true
        {
            face = capture.template
            registering = try await duplicates.claim(capture.template, of: stored, in: tenant)
        }
        do {
            var (evidence, check) = (measured, DuplicateCheck?.none)
            if let face, try await !isFound(stored) {
                check = try await duplicates.perform(face, of: stored, in: tenant)
                if let check { evidence = try evidence.adding(check) }
            }
            let result = try await commit(
                assessed, document, reopening, check, evidence, writes, record, to: stored, at: now)
            await duplicates.settle(registering, of: stored.id)
            return result
        } catch {
            await duplicates.settle(registering, of: stored.id)
            throw error
        }
    }

    /// How many earlier captures a document is held against.
    private static let earlierCaptures = 3

    /// What the newest captures of this document that were not accepted were read as.
    private func earlierReadings(
        of stored: StoredEnrollment, under dataKey: SealingKey
    ) async throws -> [DocumentEvidence] {
        guard !stored.isFirstCapture(of: .addDocument) else { return [] }
        let rows = try await cases.store.evidence(of: stored.id).filter { $0.kind == "document" }
        var readings: [DocumentEvidence] = []
        for row in rows.suffix(Self.earlierCaptures).reversed() {
            // What cannot be read any more vouches for nothing.
            guard let object = try? await cases.evidence.read(row, under: dataKey),
                let measurements = object["measurements"],
                let record = try? JSONDecoder().decode(DocumentRecord.self, from: Data(measurements)),
                [.retryCapture, .notVerified].contains(record.decision), record.sandboxPersona == nil,
                let reading = record.reading
            else { continue }
            readings.append(reading)
        }
        return readings
    }

    /// Whether the search for the face has told of another registration already.
    private func isFound(_ stored: StoredEnrollment) async throws -> Bool {
        try await cases.store.events(of: stored.id).contains { $0.event.kind == .duplicateFound }
    }

    private func commit(
        _ assessed: AssessedDocument, _ document: ReadDocument, _ reopening: FaceReopening?, _ check: DuplicateCheck?,
        _ evidence: EvidenceObject, _ writes: StepWrites, _ record: IdempotencyRecord, to stored: StoredEnrollment,
        at now: Instant
    ) async throws -> Result {
        let decision = assessed.decision
        return try await cases.commit(
            record, to: stored, at: now, writes: writes, evidence: .init(kind: "document", object: evidence),
            command: reopening.map { .addDocumentReopeningFace($0) }
                ?? .addDocument(decision, findings: assessed.ruleFindings),
            duplicate: check?.duplicate
        ) {
            Result(
                standing: CaseStanding(of: $0), decision: decision, comparison: assessed.comparison, document: document,
                faceReopening: $0.progress?.faceReopening, requiresChallenge: $0.requiresChallenge,
                recapture: assessed.recapture, isDuplicate: $0.state == .failed(.duplicateEnrollment))
        }
    }
}

/// The face that a document's portrait must match.
enum ReferenceFace: Sendable {
    /// The enrollment's own; nil where it is missing, and nothing matches then.
    case live(KeptCapture?)
    /// An image that the client sent, of an enrollment that asks for no live face.
    case given([UInt8])

    /// How many images have to be looked at for it.
    var imageCount: Int {
        switch self {
        case .live: 0
        case .given: 1
        }
    }
}

extension CalendarDate {
    /// The day in UTC; nil for an instant outside the calendar's range.
    package init?(of instant: Instant) {
        self.init(daysSince1970: Int(instant.secondsSince1970 / 86_400))
    }
}
