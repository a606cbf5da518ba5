package import OnboardingCore
internal import FaceEngine
internal import LivenessScorer
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// Judges a face package: is this a living person before a camera? A face that is refused is a result, not an error.
package struct AddFace: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let engines: Engines
    let replays: NearReplayGuard
    let duplicates: DuplicateSearch
    let pools: WorkerPools
    let metrics: Metrics

    /// One of which nothing is known yet.
    private static let anyCapture = Command.addFace(.undecided, challenge: nil)

    /// Refuses a phone's capture that cannot be judged, before its body is read.
    package func admit(_ principal: Principal, at now: Instant) async throws {
        try await cases.checkTurn(Self.anyCapture, as: .addFace, of: principal, at: now)
    }

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let record = try cases.record(of: .addFace, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, by: principal) {
            try await judge(incoming, record, principal, at: now)
        }
    }

    private func judge(
        _ incoming: Incoming<Request>, _ record: IdempotencyRecord, _ principal: Principal, at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        try pools.engines.checkCapacity(for: .face)
        try await cases.checkTurn(Self.anyCapture, incoming, principal, on: pools.bodies, at: now)
        let request = try await pools.bodies.run(.body) { try incoming.decode() }

        // Load and permit.
        let stored = try await cases.enrollment(token: request.enrollmentToken, for: principal)
        let challenge = try ChallengeID.named(request.challenge)
        try cases.permit(.addFace(.undecided, challenge: challenge), record, on: stored, at: now)
        let dataKey = try cases.dataKey(of: stored)
        let persona = try cases.persona(of: stored, in: tenant, under: dataKey)
        let subjects = try cases.failureSubjects(of: stored, persona, by: principal)
        try await cases.checkFailures(subjects.limit(at: now), tenant: tenant, at: now)
        try await cases.receive(persona, for: stored, at: now)
        let engines = engines.playing(persona, isFirstCapture: stored.isFirstCapture(of: .addFace))
        // Nobody passes an age that nobody can estimate.
        if tenant.settings.ageLimits != nil, engines.estimateAge == nil { throw Refusal.modelNotInstalled }
        let kept = KeptFaces(cases: cases, engines: engines, pool: pools.engines)
        let portrait = try await kept.portrait(of: stored, under: dataKey)
        let reopening = stored.enrollment.progress?.faceReopening
        if persona == nil { try await duplicates.waitUntilReady(for: tenant) }

        // Open and measure.
        let assessing = AssessCapture(
            cases: cases, tenants: tenants, engines: engines, replays: replays, pools: pools, metrics: metrics)
        var assessed = try await assessing.perform(
            request.package, readContent: request.readContent,
            on: .init(
                tenant: tenant, stored: stored, token: request.enrollmentToken, begunAt: stored.createdAt,
                challenge: challenge.flatMap { _ in stored.enrollment.progress?.challenge }, persona: persona), at: now
        ) { face in
            face.portraitCheck = try portrait.flatMap {
                try check(face, against: $0, turn: challenge == nil ? reopening?.turn : nil, tenant.settings, engines)
            }
            face.ageCheck = try tenant.settings.ageLimits.flatMap { try check(face, against: $0, engines) }
        } counting: {
            try await cases.count(.addFace($0, challenge: challenge), of: stored, at: now)
        }
        defer { if let claim = assessed.claim { replays.settle(claim) } }

        // Look for who enrolls twice. A face that completes the enrollment is claimed first, so that two do not miss each other.
        var registering: FaceIndex.Claim?
        let template = assessed.face.decision == .live ? assessed.face.liveness.template : nil
        if let template, stored.enrollment.progress?.isComplete(with: .addFace) == true {
            registering = try await duplicates.claim(template, of: stored, in: tenant)
        }
        do {
            if let template, let check = try await duplicates.perform(template, of: stored, in: tenant) {
                assessed.face.duplicateCheck = check
                assessed.evidence = try assessed.evidence.adding(check)
            }
            metrics.countDecision(step: "face", decision: assessed.face.decision.rawValue)
            let result = try await keep(
                assessed, record, challenge, subjects, of: stored, under: dataKey, at: now)
            await duplicates.settle(registering, of: stored.id)
            return result
        } catch {
            await duplicates.settle(registering, of: stored.id)
            throw error
        }
    }

    /// Keeps what was captured and measured, and commits what was decided.
    private func keep(
        _ assessed: AssessCapture.Assessed, _ record: IdempotencyRecord, _ challenge: ChallengeID?,
        _ subjects: FailureSubjects, of stored: StoredEnrollment, under dataKey: SealingKey, at now: Instant
    ) async throws -> Result {
        let face = assessed.face
        var writes = StepWrites(
            failureLimit: subjects.limit(at: now), marks: assessed.marks, acceptsImages: face.decision == .live)
        if let template = face.liveness.template, face.decision == .live {
            writes.templates = [
                try TemplateWrite(
                    template, of: face.persona == nil ? face.liveness.evidence.sample : nil, kind: .face, of: stored.id,
                    under: dataKey)
            ]
        }
        writes.sealedCodes = try assessed.sealedCodes(for: stored.id, under: dataKey)
        if face.decision.counts == .attempt { writes.failureSubjects = subjects.all }
        // A persona's scores are its script: nothing was measured.
        writes.measured = CaseMeasurements(
            workflow: face.capture.workflow.name,
            livenessInPercent: face.persona == nil ? face.liveness.scoreInPercent : nil,
            portraitScore: face.persona == nil ? face.portraitCheck?.portraitScore.value : nil)
        return try await cases.commit(
            record, to: stored, at: now, writes: writes, evidence: .init(kind: "face", object: assessed.evidence),
            command: .addFace(
                face.decision, answering: stored.enrollment.progress?.faceReopening, challenge: challenge),
            duplicate: face.duplicateCheck?.duplicate
        ) {
            Result(
                face.liveness, CaseStanding(of: $0), portraitCheck: face.portraitCheck, ageCheck: face.ageCheck,
                isDuplicate: face.decision == .duplicate,
                faceReopening: $0.progress?.faceReopening, requiresChallenge: $0.requiresChallenge)
        }
    }

    /// Holds a capture against the document that was accepted before it; nil for one that is not live.
    private func check(
        _ assessed: AssessedFace, against portrait: KeptPortrait, turn: HeadTurn?, _ settings: TenantSettings,
        _ engines: Engines
    ) throws -> PortraitCheck? {
        guard assessed.liveness.decision == .live else { return nil }
        // A face that cannot be compared must not pass for one that need not be.
        guard let template = assessed.liveness.template else { throw Refusal(.internalError) }
        let (evidence, frames) = (assessed.liveness.evidence, assessed.capture.frames.map(\.bytes))
        return try PortraitCheck(
            of: evidence, score: engines.compare(template, portrait.template),
            threshold: max(settings.portraitMatchThreshold, engines.leastMatchThreshold), turn: turn
        ) {
            WeighedPhotographs(
                try engines.comparePhotographs(portrait.page, .capture(evidence, frames: frames)), of: evidence,
                under: settings.portraitReuse)
        }
    }

    /// Holds the age that a live face shows in its best frame against the tenant's range; nil for one that is not live.
    private func check(_ assessed: AssessedFace, against limits: AgeLimits, _ engines: Engines) throws -> AgeCheck? {
        guard assessed.liveness.decision == .live else { return nil }
        guard let best = assessed.liveness.bestFrame, assessed.capture.frames.indices.contains(best),
            let estimateAge = engines.estimateAge
        else { throw Refusal(.internalError) }
        let turns = assessed.liveness.evidence.clockwiseRotationInDegrees / 90
        return AgeCheck(estimate: try estimateAge(assessed.capture.frames[best].bytes, turns), limits: limits)
    }
}
