package import OnboardingCore
internal import FaceEngine
internal import LivenessScorer
internal import OnboardingCrypto
internal import OnboardingStorage

/// Judges a face package: is this a living person before a camera? A face that is refused is a result, not an error.
package struct AddFace: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let engines: Engines
    let replays: NearReplayGuard
    let pools: WorkerPools
    let metrics: Metrics

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
        try pools.engines.checkCapacity()
        let request = try await pools.bodies.run(.body) { try incoming.decode() }

        // Load and permit.
        let stored = try await cases.enrollment(token: request.enrollmentToken, for: principal)
        let challenge = try request.challenge.map { text in
            guard let id = ChallengeID(text: text) else { throw Refusal(.challengeInvalid, member: "challenge") }
            return id
        }
        try cases.permit(.addFace(.undecided, challenge: challenge), record, on: stored, at: now)
        let dataKey = try cases.dataKey(of: stored)
        let persona = try cases.persona(of: stored, in: tenant, under: dataKey)
        let subjects = cases.failureSubjects(of: stored, persona)
        let limit = Cases.failureLimit(subjects, at: now)
        try await cases.checkFailures(limit, tenant: tenant, at: now)
        try await cases.receive(persona, for: stored, at: now)
        let engines = engines.playing(persona, isFirstCapture: stored.isFirstCapture(of: .addFace))
        let kept = KeptFaces(cases: cases, engines: engines, pool: pools.engines)
        let portrait = try await kept.portrait(of: stored, under: dataKey)
        let reopening = stored.enrollment.progress?.faceReopening
        if tenant.settings.replayGuard == .near { try await replays.waitUntilReady() }

        // Open and measure.
        let opening = FacePackageOpening(
            settings: tenant.settings, keys: try tenants.keys(of: tenant).packageKeys(at: now),
            token: request.enrollmentToken,
            answered: challenge.flatMap { _ in stored.enrollment.progress?.challenge }.map {
                AnsweredChallenge(challenge: $0, receivedAt: now)
            }, readContent: request.readContent, framesOfVideo: engines.framesOfVideo)
        let assessed: AssessedFace
        let evidence: EvidenceObject
        let marks: CaptureMarks
        let claim: NearReplayGuard.Claim?
        do {
            let pool = pools.engines
            (assessed, evidence, marks, claim) = try await pool.run(.face) {
                let capture = try opening.open(request.package)
                let marks = try captureMarks(of: capture, tenant, persona)
                // In the CBC forms nothing inside is named before the images were decoded.
                if !capture.form.isCBC { try check(capture, marks, of: stored, tenant, at: now) }
                var assessed = try assess(
                    capture, tenant, persona, engines, frames: FrameRunner { pool.runBesides($0, $1) })
                if capture.form.isCBC { try check(capture, marks, of: stored, tenant, at: now) }
                assessed.portraitCheck = try portrait.flatMap {
                    try check(
                        assessed, against: $0, turn: challenge == nil ? reopening?.turn : nil, tenant.settings, engines)
                }
                let evidence = try assessed.evidence
                return (assessed, evidence, marks, try claimed(assessed, of: stored, tenant))
            }
        } catch let failure as FacePackageOpening.Failure {
            if let decision = failure.counts { try await count(decision, challenge, of: stored, at: now) }
            throw failure.refusal.details.member == nil ? failure.refusal : failure.refusal.inside("faceLivenessData")
        }
        defer { if let claim { replays.settle(claim) } }

        metrics.countDecision(step: "face", decision: assessed.decision.rawValue)

        // Keep and commit.
        var writes = StepWrites(failureLimit: limit, marks: marks, acceptsImages: assessed.decision == .live)
        if let template = assessed.liveness.template, assessed.decision == .live {
            writes.templates = [try TemplateWrite(template, kind: .face, of: stored.id, under: dataKey)]
        }
        if claim != nil {
            writes.sealedCodes = try CaptureCodes(assessed.liveness.codes.map(\.asShown)).sealed(
                for: stored.id, under: dataKey)
        }
        if assessed.decision.counts == .attempt { writes.failureSubjects = subjects }
        // A persona's scores are its script: nothing was measured.
        writes.measured = CaseMeasurements(
            workflow: assessed.capture.workflow.name,
            livenessInPercent: persona == nil ? assessed.liveness.scoreInPercent : nil,
            portraitScore: persona == nil ? assessed.portraitCheck?.portraitScore.value : nil)
        return try await cases.commit(
            record, to: stored, at: now, writes: writes, evidence: .init(kind: "face", object: evidence),
            command: .addFace(assessed.decision, answering: reopening, challenge: challenge)
        ) {
            Result(
                assessed.liveness, CaseStanding(of: $0), portraitCheck: assessed.portraitCheck,
                faceReopening: $0.progress?.faceReopening, requiresChallenge: $0.requiresChallenge)
        }
    }

    /// Judges a capture under a tenant's settings. An engine that fails throws; it never says live.
    private func assess(
        _ capture: FacePackageOpening.Capture, _ tenant: Tenant, _ persona: SandboxPersona?, _ engines: Engines,
        frames runner: FrameRunner
    ) throws -> AssessedFace {
        do {
            let liveness = try engines.assessFace(
                FaceCapture(capture, tenant, wantsCodes: tenant.settings.replayGuard == .near), runner)
            return AssessedFace(
                capture: capture, liveness: liveness, engine: engines.versions,
                configurationVersion: tenant.configurationVersion, persona: persona)
        } catch let error as LivenessError {
            throw FacePackageOpening.failure(of: error, in: capture.form) ?? error
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

    /// Claims the frames of a live capture where the guard goes by content. A capture that is not live is accepted nowhere, so
    /// that nobody learns from it what was.
    private func claimed(
        _ assessed: AssessedFace, of stored: StoredEnrollment, _ tenant: Tenant
    ) throws -> NearReplayGuard.Claim? {
        guard tenant.settings.replayGuard == .near, assessed.decision == .live,
            assessed.liveness.codes.count >= ReplayRule.leastFrames
        else { return nil }
        guard let claim = try replays.claim(assessed.liveness.codes, of: stored) else {
            metrics.countDecision(step: "face", decision: FaceDecision.packageReplayed.rawValue)
            throw FacePackageOpening.Failure(refusal: Refusal(.packageReplayed), counts: .packageReplayed)
        }
        return claim
    }

    /// The last that counts ends the enrollment: what comes beside it learns no more of its package.
    private func count(
        _ decision: FaceDecision, _ challenge: ChallengeID?, of stored: StoredEnrollment, at now: Instant
    ) async throws {
        let proposal = Proposal(
            .addFace(decision, challenge: challenge), record: nil, at: now, recordedAt: cases.clock(),
            registrationCode: "")
        switch try await cases.store.commit(stored.id, proposal) {
        case .rejected(let rejection): throw Refusal(rejection.reason)
        case .unknown: throw Refusal(.tokenUnknown)
        case .accepted, .alreadyAnswered, .captureReplayed, .failuresExhausted: break
        }
    }

    /// The frames of a persona are ready ones, and sent again by every run of a client's tests.
    private func captureMarks(
        of capture: FacePackageOpening.Capture, _ tenant: Tenant, _ persona: SandboxPersona?
    ) throws -> CaptureMarks {
        let frames = tenant.settings.replayGuard == .off || persona != nil ? [] : capture.frameDigests
        return CaptureMarks(
            images: try frames.map { try cases.keys.lookupDigest(of: $0, field: "frame", tenant: tenant.id) },
            session: try capture.sessionID?.digest(for: tenant.id, keys: cases.keys))
    }

    /// Refuses what was captured for another enrollment or at another time, before anything costly is done; the commit
    /// asks again.
    private func check(
        _ capture: FacePackageOpening.Capture, _ marks: CaptureMarks, of stored: StoredEnrollment, _ tenant: Tenant,
        at now: Instant
    ) throws {
        if tenant.settings.frameTimes == .strict { try capture.checkTimes(within: stored, at: now) }
        if try capture.sessionID?.isLate(for: stored.tenantID, keys: cases.keys, at: now) == true {
            throw Refusal(.sessionIDInvalid)
        }
        switch try cases.store.findReplay(of: marks, in: stored) {
        case .image: throw Refusal(.packageReplayed)
        case .session: throw Refusal(.sessionIDInvalid)
        case nil: break
        }
    }
}

extension FacePackageOpening.Capture {
    /// Refuses frames that were not taken during the enrollment, give or take the tolerance, or do not say when.
    func checkTimes(within stored: StoredEnrollment, at now: Instant) throws(Refusal) {
        guard hasTimes else { throw Refusal(.frameTimesInvalid) }
        let tolerance = Limit.frameTimeTolerance.seconds
        let earliest = Double(stored.createdAt.adding(seconds: -tolerance).millisecondsSince1970)
        let latest = Double(now.adding(seconds: tolerance).millisecondsSince1970)
        for frame in frames where !(earliest...latest).contains(frame.timeInMilliseconds) {
            throw Refusal(.frameTimesInvalid)
        }
    }
}
