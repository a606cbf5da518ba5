/// No gap between frames in which something else could have been held before the camera.
enum FrameTimesGate {
    static func failures(
        in observations: CaptureObservations, thresholds: GateThresholds
    ) -> [(reason: LivenessReason, feedback: LivenessFeedback)] {
        isRegular(observations, thresholds) ? [] : [(.frameRateTooSlow, .frameRateTooSlow)]
    }

    static func evidence(of observations: CaptureObservations, thresholds: GateThresholds) -> GateEvidence {
        guard observations.hasTimes, observations.failures.count > 1 else {
            return GateEvidence(.frameTimes, scoreInPercent: nil)
        }
        let isRegular = isRegular(observations, thresholds)
        return GateEvidence(
            .frameTimes, scoreInPercent: isRegular ? 100 : 0, feedback: isRegular ? [] : [.frameRateTooSlow])
    }

    /// False for a gap that is not a number.
    private static func isRegular(_ observations: CaptureObservations, _ thresholds: GateThresholds) -> Bool {
        observations.longestGapInMilliseconds <= thresholds.maximumGapInMilliseconds
    }
}
