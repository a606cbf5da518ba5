package import LivenessScorer
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy
internal import Vision

/// Judges a face package that belongs to no enrollment, as `AddFace` does: same forms, same scorer, the tenant's settings.
///
/// Nothing of it is kept, nothing is counted on anybody, and it is compared with no document and no earlier package: what it
/// says holds for these images alone.
package struct CheckLiveness: Sendable {
    let tenants: TenantDirectory
    let engines: Engines
    let pools: WorkerPools
    let metrics: Metrics
    let challenges: OpenChallenges

    package init(
        tenants: TenantDirectory, engines: Engines, pools: WorkerPools, metrics: Metrics, challenges: OpenChallenges
    ) {
        (self.tenants, self.engines, self.pools, self.metrics) = (tenants, engines, pools, metrics)
        self.challenges = challenges
    }

    package struct Request: Sendable {
        let package: SubmittedPackage
        /// The id of the challenge that it answers; nil for a passive package.
        let challenge: String?
        /// Reads the text of a package that was opened; nil where it is no capture.
        let readContent: @Sendable ([UInt8]) -> SubmittedCapture?

        package init(
            package: SubmittedPackage, challenge: String? = nil,
            readContent: @escaping @Sendable ([UInt8]) -> SubmittedCapture?
        ) {
            self.package = package
            self.challenge = challenge
            self.readContent = readContent
        }
    }

    package struct Result: Sendable {
        package let decision: LivenessDecision
        package let feedback: [LivenessFeedback]
        package let scoreInPercent: Double?
        package let falseRejectionInPercent: Double?
        package let components: [LivenessComponent]
        /// The best usable frame without its metadata, as it was sent but for that; nil where none is usable.
        package let bestFrame: [UInt8]?
        /// What is wrong with the frames where none is usable.
        package let advice: [CaptureAdvice]
    }

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> Result {
        try pools.engines.checkCapacity(for: .face)
        let request = try await pools.bodies.run(.body) { try incoming.decode() }
        let tenant = principal.tenant
        let answered = try request.challenge.map { id in
            guard let challenge = challenges.take(id, of: tenant.id, at: now) else { throw Refusal(.challengeInvalid) }
            return AnsweredChallenge(challenge: challenge, receivedAt: now)
        }
        let opening = FacePackageOpening(
            settings: tenant.settings, keys: try tenants.keys(of: tenant).packageKeys(at: now),
            token: FacePackageOpening.tokenOfNoEnrollment, answered: answered, readContent: request.readContent,
            framesOfVideo: engines.framesOfVideo)
        let pool = pools.engines
        let result: Result
        do {
            result = try await pool.measure(.face) {
                let capture = try opening.open(request.package)
                do {
                    let liveness = try engines.assessFace(
                        FaceCapture(capture, tenant), FrameRunner(on: pool))
                    return Result(liveness, of: capture)
                } catch let error as LivenessError {
                    throw FacePackageOpening.failure(of: error, in: capture.form, capture.frames) ?? error
                }
            }
        } catch let failure as FacePackageOpening.Failure {
            throw failure.refusal
        }
        metrics.countDecision(step: "stateless", decision: result.decision.rawValue)
        return result
    }
}

extension CheckLiveness.Result {
    init(_ liveness: LivenessAssessment, of capture: FacePackageOpening.Capture) {
        decision = liveness.decision
        feedback = liveness.feedback
        scoreInPercent = liveness.scoreInPercent
        falseRejectionInPercent = liveness.falseRejectionInPercent
        components = liveness.components
        bestFrame = liveness.bestFrame.map { strippingMetadata(of: capture.frames[$0].bytes) }
        advice = bestFrame == nil ? liveness.evidence.advice : []
    }
}

extension FaceCapture {
    /// What a tenant's package is assessed as.
    init(_ capture: FacePackageOpening.Capture, _ tenant: Tenant, wantsCodes: Bool = false) {
        self.init(
            frames: capture.frames, clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees,
            level: capture.level.livenessLevel, hasTimes: capture.hasTimes,
            permitsStills: tenant.settings.allowStillPackages && capture.challenge == nil,
            source: tenant.captureSource, wantsCodes: wantsCodes,
            challenge: capture.challenge.map(CaptureChallenge.init))
    }
}
