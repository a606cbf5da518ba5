internal import FaceEngine
internal import LivenessScorer
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// Opens a face package, checks that it is of this case and this time, measures it and claims its frames: what the face step of an
/// enrollment shares with that of an authentication. What decides beside the scorer is the step's own.
struct AssessCapture: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    /// Those of the persona, where it is one.
    let engines: Engines
    let replays: NearReplayGuard
    let pools: WorkerPools
    let metrics: Metrics

    /// The case that a capture is sent for, as it stands.
    struct Occasion: Sendable {
        let tenant: Tenant
        /// The enrollment, or the registration that an authentication is of.
        let stored: StoredEnrollment
        /// Whether it is for an authentication: then the registration's own images count as shown before.
        var isVisit = false
        /// Which a package of form 2 is sealed for.
        let token: String
        let begunAt: Instant
        /// Which the capture answers; nil for a passive one.
        let challenge: FaceChallenge?
        let persona: SandboxPersona?
    }

    /// A capture that was measured, with what it leaves.
    struct Assessed: Sendable {
        package var face: AssessedFace
        var evidence: EvidenceObject
        let marks: CaptureMarks
        /// To be settled once the step was committed, or was not.
        let claim: NearReplayGuard.Claim?
    }

    /// - Parameters:
    ///   - weighing: adds what else speaks for or against a capture that was assessed; on a thread of the engines.
    ///   - counting: notes what the package counts as that could not be used.
    package func perform(
        _ package: SubmittedPackage, readContent: @escaping @Sendable ([UInt8]) -> SubmittedCapture?,
        on occasion: Occasion, at now: Instant, weighing: @escaping @Sendable (inout AssessedFace) throws -> Void,
        counting: (FaceDecision) async throws -> Void
    ) async throws -> Assessed {
        let settings = occasion.tenant.settings
        if settings.replayGuard == .near { try await replays.waitUntilReady() }
        let opening = FacePackageOpening(
            settings: settings, keys: try tenants.keys(of: occasion.tenant).packageKeys(at: now), token: occasion.token,
            answered: occasion.challenge.map { AnsweredChallenge(challenge: $0, receivedAt: now) },
            readContent: readContent, framesOfVideo: engines.framesOfVideo)
        do {
            let pool = pools.engines
            let refused = try await cases.keptImages(
                of: occasion.stored, adding: package.byteCount, for: occasion.tenant)
            return try await pool.measure(.face) {
                let capture = try opening.open(package)
                let marks = try marks(of: capture, on: occasion)
                // In the CBC forms nothing inside is named before the images were decoded.
                if !capture.form.isCBC { try check(capture, marks, on: occasion, at: now) }
                var face = try assess(capture, on: occasion, frames: FrameRunner(on: pool))
                if capture.form.isCBC { try check(capture, marks, on: occasion, at: now) }
                try weighing(&face)
                return Assessed(
                    face: face, evidence: try face.evidence(keeping: refused), marks: marks,
                    claim: try claimed(face, on: occasion))
            }
        } catch let failure as FacePackageOpening.Failure {
            if let decision = failure.counts { try await counting(decision) }
            throw failure.refusal.details.member == nil ? failure.refusal : failure.refusal.inside("faceLivenessData")
        }
    }

    /// Judges a capture under a tenant's settings. An engine that fails throws; it never says live.
    private func assess(
        _ capture: FacePackageOpening.Capture, on occasion: Occasion, frames runner: FrameRunner
    ) throws -> AssessedFace {
        do {
            let liveness = try engines.assessFace(
                FaceCapture(capture, occasion.tenant, wantsCodes: occasion.tenant.settings.replayGuard == .near),
                runner)
            return AssessedFace(
                capture: capture, liveness: liveness, engine: engines.versions,
                configurationVersion: occasion.tenant.configurationVersion, persona: occasion.persona)
        } catch let error as LivenessError {
            throw FacePackageOpening.failure(of: error, in: capture.form, capture.frames) ?? error
        }
    }

    /// Claims the frames of a live capture where the guard goes by content. A capture that is not live is accepted nowhere, so
    /// that nobody learns from it what was.
    private func claimed(_ face: AssessedFace, on occasion: Occasion) throws -> NearReplayGuard.Claim? {
        guard occasion.tenant.settings.replayGuard == .near, face.decision == .live,
            face.liveness.codes.count >= ReplayRule.leastFrames
        else { return nil }
        guard
            let claim = try replays.claim(face.liveness.codes, of: occasion.stored, isVisit: occasion.isVisit)
        else {
            metrics.countDecision(step: "face", decision: FaceDecision.packageReplayed.rawValue)
            throw FacePackageOpening.Failure(refusal: Refusal(.packageReplayed), counts: .packageReplayed)
        }
        return claim
    }

    /// The frames of a persona are ready ones, and sent again by every run of a client's tests.
    private func marks(of capture: FacePackageOpening.Capture, on occasion: Occasion) throws -> CaptureMarks {
        let tenant = occasion.tenant
        let frames = tenant.settings.replayGuard == .off || occasion.persona != nil ? [] : capture.frameDigests
        return CaptureMarks(
            images: try frames.map { try cases.frameDigest($0, tenant: tenant.id) },
            session: try capture.sessionID?.digest(for: tenant.id, keys: cases.keys))
    }

    /// Refuses what was captured for another case or at another time, before anything costly is done; the commit asks again.
    private func check(
        _ capture: FacePackageOpening.Capture, _ marks: CaptureMarks, on occasion: Occasion, at now: Instant
    ) throws {
        if occasion.tenant.settings.frameTimes == .strict { try capture.checkTimes(since: occasion.begunAt, at: now) }
        if try capture.sessionID?.isLate(for: occasion.tenant.id, keys: cases.keys, at: now) == true {
            throw Refusal(.sessionIDInvalid)
        }
        switch try cases.store.findReplay(of: marks, in: occasion.stored) {
        case .image: throw Refusal(.packageReplayed)
        case .session: throw Refusal(.sessionIDInvalid)
        case nil: break
        }
    }
}

extension FacePackageOpening.Capture {
    /// Refuses frames that were not taken since the case was begun, give or take the tolerance, or do not say when.
    func checkTimes(since begun: Instant, at now: Instant) throws(Refusal) {
        guard hasTimes else { throw Refusal(.frameTimesInvalid) }
        let tolerance = Limit.frameTimeTolerance.seconds
        let earliest = Double(begun.adding(seconds: -tolerance).millisecondsSince1970)
        let latest = Double(now.adding(seconds: tolerance).millisecondsSince1970)
        for frame in frames where !(earliest...latest).contains(frame.timeInMilliseconds) {
            throw Refusal(.frameTimesInvalid)
        }
    }
}

extension AssessCapture.Assessed {
    /// The codes of its frames under the data key; nil where the guard by content does not go by them, and for a capture that something
    /// spoke against after its frames were claimed.
    func sealedCodes(for enrollment: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8]? {
        guard claim != nil, face.decision == .live else { return nil }
        return try CaptureCodes(face.liveness.codes.map(\.asShown)).sealed(for: enrollment, under: dataKey)
    }
}

extension ChallengeID {
    /// The id of the challenge that a request names; nil where it names none.
    static func named(_ text: String?) throws(Refusal) -> ChallengeID? {
        guard let text else { return nil }
        guard let id = ChallengeID(text: text) else { throw Refusal(.challengeInvalid, member: "challenge") }
        return id
    }
}
