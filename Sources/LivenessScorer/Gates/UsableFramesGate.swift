/// Enough usable frames, and more than one image.
enum UsableFramesGate {
    /// nil if enough frames are usable.
    static func failure(in observations: CaptureObservations, thresholds: GateThresholds) -> ExplainedDecision? {
        let unusable = observations.failures.count { !$0.isEmpty }
        guard areTooMany(unusable, in: observations, thresholds: thresholds) else { return nil }
        let failures = observations.failures.reduce(into: Set<QualityFailure>()) { $0.formUnion($1) }
        return .undecided(
            .tooFewUsableFrames, QualityFailure.allCases.filter(failures.contains).map(Self.feedback))
    }

    static func areTooMany(
        _ unusable: Int, in observations: CaptureObservations, thresholds: GateThresholds
    ) -> Bool {
        let all = observations.failures.count
        return Double(unusable) > thresholds.toleratedShareOfUnusableFrames * Double(all) || unusable == all
    }

    /// Why the capture is a single image, by number and bytes of its frames; nil if it is not.
    static func stillness(of observations: CaptureObservations) -> LivenessReason? {
        if observations.failures.count == 1 { return .singleStill }
        return observations.distinctImages > 1 ? nil : .repeatedStill
    }

    static func hasEnoughForMovement(_ observations: CaptureObservations, thresholds: GateThresholds) -> Bool {
        observations.distinctUsableImages >= thresholds.minimumFramesOfMovement
    }

    private static func feedback(on failure: QualityFailure) -> LivenessFeedback {
        switch failure {
        case .noFace: .noFace
        case .severalFaces: .multipleFaces
        case .faceTooSmall: .invalidFrame
        case .poseTooHigh: .invalidFramePose
        case .badExposure: .invalidFrameLighting
        case .tooBlurry: .invalidFrameBlur
        }
    }
}
