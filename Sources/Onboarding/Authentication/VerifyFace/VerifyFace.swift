package import OnboardingCore
internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// Judges the face of somebody who comes back: is this a living person before a camera, and the registered one? A face that is
/// refused is a result, not an error.
package struct VerifyFace: Sendable {
    /// Whose tokens it takes.
    let purpose: AuthenticationPurpose
    let cases: Cases
    let tenants: TenantDirectory
    let engines: Engines
    let replays: NearReplayGuard
    let pools: WorkerPools
    let metrics: Metrics

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let record = try cases.record(of: .verifyFace, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, of: [.authentication], by: principal) {
            try await judge(incoming, record, principal, at: now)
        }
    }

    private func judge(
        _ incoming: Incoming<Request>, _ record: IdempotencyRecord, _ principal: Principal, at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        try pools.engines.checkCapacity(for: .face)
        try await cases.checkTurn(
            .verifyFace(.undecided, challenge: nil), for: purpose, incoming, principal, on: pools.bodies, at: now)
        let request = try await pools.bodies.run(.body) { try incoming.decode() }

        // Load and permit.
        if let nobody = try cases.pageVisit(token: request.token, for: purpose, by: principal) {
            return try await judge(request, record, of: nobody, at: now)
        }
        let visit = try await cases.visit(
            token: request.token, as: purpose.tokenMember, for: purpose, by: principal)
        let registration = visit.registration
        let dataKey = try cases.dataKey(of: registration)
        let persona = try cases.persona(of: registration, in: tenant, under: dataKey)
        let lock = try cases.lock(of: visit, by: principal, persona: persona)
        try await cases.check(lock, tenant: tenant, at: now)
        let challenge = try ChallengeID.named(request.challenge)
        try cases.permit(.verifyFace(.undecided, challenge: challenge), record, on: visit, at: now)
        try await cases.receive(persona, for: registration, at: now)
        let engines = engines.playing(persona, isFirstCapture: visit.stored.isFirstCapture)
        let registered = try await KeptFaces(cases: cases, engines: engines, pool: pools.engines)
            .registered(of: registration, under: dataKey)
        let threshold = max(tenant.settings.faceMatchThreshold, engines.leastMatchThreshold)

        // Open and measure.
        let assessing = AssessCapture(
            cases: cases, tenants: tenants, engines: engines, replays: replays, pools: pools, metrics: metrics)
        let assessed = try await assessing.perform(
            request.package, readContent: request.readContent,
            on: .init(
                tenant: tenant, stored: registration, isVisit: true, token: request.token,
                begunAt: visit.stored.createdAt,
                challenge: challenge.flatMap { _ in visit.stored.authentication.progress?.challenge }, persona: persona
            ), at: now
        ) { face in
            guard face.liveness.decision == .live else { return }
            // A face that cannot be compared must not pass for one that need not be.
            guard let template = face.liveness.template else { throw Refusal(.internalError) }
            face.faceMatch = FaceMatch(
                best: try registered.map { try engines.compare(template, $0.template) },
                of: registered.map(\.quality), probe: face.persona == nil ? face.liveness.evidence.sample : nil,
                threshold: threshold)
            guard face.faceMatch != nil else { throw Refusal(.internalError) }
        } counting: {
            try await cases.count($0, challenge, of: visit, at: now)
        }
        defer { if let claim = assessed.claim { replays.settle(claim) } }
        let face = assessed.face
        metrics.countDecision(step: "returning-face", decision: face.decision.rawValue)

        // Keep and commit.
        var writes = AuthenticationWrites(
            failureLimit: lock.limit(at: now), marks: assessed.marks, acceptsImages: face.decision == .live)
        writes.sealedCodes = try assessed.sealedCodes(for: registration.id, under: dataKey)
        writes.sample = try await sample(face, of: visit, tenant, under: dataKey)
        if face.decision.counts == .attempt { writes.failureSubjects = lock.subjects }
        let result = try await cases.commit(
            .verifyFace(face.decision, challenge: challenge), record, to: visit, at: now, lock: lock, writes: writes,
            evidence: .init(kind: EvidenceRow.authenticationPrefix + "face", object: assessed.evidence)
        ) {
            Result(face.liveness, face.faceMatch, $0)
        }
        if writes.sample != nil { await cases.indexFaces(of: registration) }
        return result
    }

    /// Judges a face that is held against nobody: it is measured like any other, and matches as a stranger does.
    private func judge(
        _ request: Request, _ record: IdempotencyRecord, of nobody: PageVisit, at now: Instant
    ) async throws -> Result {
        let (tenant, session) = (nobody.tenant, nobody.session)
        try await cases.check(nobody.lock, tenant: tenant, at: now)
        let challenge = try ChallengeID.named(request.challenge)
        try nobody.permit(.verifyFace(.undecided, challenge: challenge), record, at: now)
        let threshold = max(tenant.settings.faceMatchThreshold, engines.leastMatchThreshold)
        // As similar as one stranger to another, short of those who would pass.
        let chance = try Random.bytes(4).reduce(0.0) { ($0 + Double($1)) / 256 }
        let value = min(-log10(max(chance, .leastNormalMagnitude)), threshold - 0.01)
        let assessing = AssessCapture(
            cases: cases, tenants: tenants, engines: engines, replays: replays, pools: pools, metrics: metrics)
        let assessed = try await assessing.perform(
            request.package, readContent: request.readContent,
            on: .init(
                tenant: tenant, stored: try nobody.registration(), isVisit: true, token: request.token,
                begunAt: session.begunAt,
                challenge: challenge.flatMap { _ in session.authentication.progress?.challenge }, persona: nil), at: now
        ) { face in
            guard face.liveness.decision == .live else { return }
            guard let template = face.liveness.template else { throw Refusal(.internalError) }
            let score = ComparisonScore(scripted: value, by: template.model)
            face.faceMatch = FaceMatch(best: [score], threshold: threshold)
        } counting: { decision in
            _ = try await nobody.perform(.verifyFace(decision, challenge: challenge), nil, at: now) { $0.status }
        }
        defer { if let claim = assessed.claim { replays.settle(claim) } }
        let face = assessed.face
        metrics.countDecision(step: "returning-face", decision: face.decision.rawValue)
        return try await nobody.perform(
            .verifyFace(face.decision, challenge: challenge), record, counts: face.decision.counts,
            marks: assessed.marks, at: now
        ) {
            Result(face.liveness, face.faceMatch, $0)
        }
    }

    /// How the person looks now, where nobody else can have been before the camera: the device has signed, and the face matches ten
    /// times better than it had to.
    private func sample(
        _ face: AssessedFace, of visit: Visit, _ tenant: Tenant, under dataKey: SealingKey
    ) async throws -> ReferenceSample? {
        guard purpose == .authenticate, tenant.settings.keepsReferenceSamples, face.persona == nil,
            face.decision == .live, let match = face.faceMatch, match.score.value >= match.threshold + 1,
            let template = face.liveness.template,
            try await cases.store.events(of: visit.stored.id).contains(where: { $0.event == .deviceVerified(.signed) })
        else { return nil }
        return ReferenceSample(
            try TemplateWrite(
                template, of: face.liveness.evidence.sample, kind: .face, of: visit.registration.id, under: dataKey),
            atMost: Limit.referenceSamples.value)
    }
}
