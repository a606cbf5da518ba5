public import FaceEngine
internal import Vision

/// Assesses whether a capture shows a live person: one face, the same in all frames, good enough to be assessed, that turns
/// as a head turns.
///
/// The first form. Its cues stop one image of a person: a print, a still on a screen, a still sent again and again. They do
/// not stop a video of a turning head, on a screen or injected, nor several photographs of one head shown in turn, nor a
/// mask. If the frames allow no decision, it says so.
///
/// A frame costs 4 to 15 ms of one core, depending on the processor and on how much frames differ. Call it from an engine
/// worker, never from an event loop or the cooperative pool. Equal captures give equal answers on one machine.
public struct LivenessScorer: Sendable {
    let engine: FaceEngine
    let networks: TextureNetworks

    /// - Parameter networks: that look at texture. Cues whose networks are not among them abstain.
    public init(engine: FaceEngine, networks: TextureNetworks) {
        self.engine = engine
        self.networks = networks
    }

    /// - Parameter runner: frames are independent up to the cues, so several threads may measure them; the assessment is
    ///   the same to the last bit.
    ///   A capture that is given up (`Checkpoint`) is undecided.
    /// - Throws: if the capture cannot be assessed: frames are no images, differ in size or have too many pixels together,
    ///   times do not rise, or an engine fails.
    public func assess(
        _ capture: FaceCapture, frames runner: FrameRunner = .inOrder
    ) throws(LivenessError) -> LivenessAssessment {
        try assess(
            capture, thresholds: LivenessThresholds(for: capture.level, withPadPack: networks.hasPadPack),
            frames: runner)
    }

    func assess(
        _ given: FaceCapture, thresholds: LivenessThresholds, frames runner: FrameRunner = .inOrder
    ) throws(LivenessError) -> LivenessAssessment {
        let size = try CaptureMeter.checked(given)
        do {
            return try measured(given, thresholds: thresholds, frames: runner)
        } catch {
            guard let givenUp = Checkpoint.givenUp else { throw error }
            return LivenessAssessment(
                givenUp, given, size: size, thresholds: thresholds, descriptor: engine.frameDescriptor,
                calibrationDigest: engine.frameCalibrationDigest)
        }
    }

    private func measured(
        _ given: FaceCapture, thresholds: LivenessThresholds, frames runner: FrameRunner
    ) throws(LivenessError) -> LivenessAssessment {
        let meter = FrameMeter(
            engine, networks, frames: given.frames.count, thresholds: thresholds.gates,
            makesCodes: given.wantsCodes && given.frames.count >= ReplayRule.leastFrames,
            measuresColours: given.challenge?.isOfLight == true)
        let (capture, frames) = try CaptureMeter(meter: meter, runner: runner).measure(given)
        let asked = capture.challenge.map { ChallengeAssessment(challenge: $0) }
        let challenge = asked?.evidence(of: frames)
        let features = CaptureFeatures(
            of: frames, engine: engine, networks: networks, thresholds: thresholds,
            among: asked?.framesOfCues(frames), runner)
        let cues = try LivenessCues.evidence(of: features)

        var observations = CaptureObservations(
            of: frames.map(\.evidence), hasTimes: capture.hasTimes, permitsStills: capture.permitsStills,
            source: capture.source)
        observations.challenge = challenge?.finding
        var comparison = PersonComparison()
        if FusionRules.decideWithoutPersons(observations, cues, thresholds: thresholds) == nil {
            comparison = try features.comparePersons()
            observations.persons = comparison.observation
        }
        let decision = FusionRules.decide(observations, cues, thresholds: thresholds)
        let gates = CaptureGates.evidence(
            of: observations, frames: frames.map(\.evidence), thresholds: thresholds.gates)

        let framesOfTemplate =
            decision.decision == .live
            ? Array(
                features.ranking.filter { !comparison.nearDuplicates.contains($0) }
                    .prefix(FrameRanking.framesOfTemplate)) : []
        let template = try features.template(of: framesOfTemplate)
        let evidence = LivenessEvidence(
            rulesVersion: FusionRules.version, level: capture.level, permitsStills: capture.permitsStills,
            hasTimes: capture.hasTimes ? nil : false, source: capture.source == .camera ? nil : capture.source,
            clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees, thresholds: thresholds,
            descriptor: engine.frameDescriptor, calibrationDigest: engine.frameCalibrationDigest,
            textureNetworks: networks.identities.isEmpty ? nil : networks.identities,
            frames: frames.indices.map { index in
                var frame = frames[index].evidence
                frame.detailSimilarityToBest = comparison.detailSimilarities[index]
                frame.scoreToBest = comparison.scores[index]
                return frame
            },
            gates: gates, cues: cues, challenge: challenge, decision: decision.decision, reason: decision.reason,
            feedback: decision.feedback,
            scoreInPercent: fusedScore(
                of: cues, gates: gates, for: decision, thresholds: thresholds, source: capture.source),
            falseRejectionInPercent: falseRejectionInPercent(
                of: cues, for: decision, thresholds: thresholds,
                table: FusionData.table(withPadPack: networks.hasPadPack), source: capture.source),
            restsOnQualityAlone: decision.reason == .stillsPermitted, bestFrame: features.ranking.first,
            framesOfTemplate: framesOfTemplate, templateModel: template?.model)
        return LivenessAssessment(
            evidence: evidence, template: template,
            codes: features.distinctUsable.compactMap { frames[$0].face?.code })
    }
}
