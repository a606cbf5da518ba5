/// Whether a capture can be assessed at all. Each gate uses the observations alone and knows no other gate.
enum CaptureGates {
    /// The decision about a capture that no cue can assess, whoever is shown; nil if these gates pass.
    ///
    /// Frames and their times come first. Quality follows, distance before pose before light before focus, because a person
    /// who comes closer changes the rest.
    static func firstFailure(
        in observations: CaptureObservations, thresholds: GateThresholds
    ) -> ExplainedDecision? {
        let frames =
            OneFaceGate.failures(in: observations, thresholds: thresholds)
            + FrameTimesGate.failures(in: observations, thresholds: thresholds)
        if let (reason, _) = frames.first { return .undecided(reason, frames.map(\.feedback)) }
        for gate in QualityGate.all {
            if let failure = gate.failure(in: observations, thresholds: thresholds) { return failure }
        }
        return UsableFramesGate.failure(in: observations, thresholds: thresholds)
    }

    /// What each gate found, in the order of `GateName`; one that does not pass says what it wanted.
    static func evidence(
        of observations: CaptureObservations, frames: [FrameEvidence], thresholds: GateThresholds
    ) -> [GateEvidence] {
        GateName.allCases.map { name in
            var evidence = evidence(of: name, in: observations, thresholds: thresholds)
            if !evidence.feedback.isEmpty {
                let hints = GateHints.hints(of: name, in: observations, frames: frames, thresholds: thresholds)
                evidence.hints = hints.isEmpty ? nil : hints
            }
            return evidence
        }
    }

    private static func evidence(
        of name: GateName, in observations: CaptureObservations, thresholds: GateThresholds
    ) -> GateEvidence {
        switch name {
        case .oneFace: OneFaceGate.evidence(of: observations)
        case .frameTimes: FrameTimesGate.evidence(of: observations, thresholds: thresholds)
        case .faceSize: QualityGate.faceSize.evidence(of: observations)
        case .pose: QualityGate.pose.evidence(of: observations)
        case .exposure: QualityGate.exposure.evidence(of: observations)
        case .focus: QualityGate.focus.evidence(of: observations)
        case .samePerson: SamePersonGate.evidence(of: observations, thresholds: thresholds)
        case .captureLength: CaptureLengthGate.evidence(of: observations, thresholds: thresholds)
        }
    }
}
