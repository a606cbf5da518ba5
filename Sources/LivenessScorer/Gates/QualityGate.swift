internal import FaceEngine

/// One quality component that most frames of a capture must pass.
struct QualityGate: Sendable {
    let name: GateName
    let component: QualityFailure
    let decision: LivenessDecision
    let reason: LivenessReason
    let feedback: LivenessFeedback

    static let faceSize = QualityGate(
        name: .faceSize, component: .faceTooSmall, decision: .faceTooSmall, reason: .faceTooSmall,
        feedback: .invalidFrame)
    static let pose = QualityGate(
        name: .pose, component: .poseTooHigh, decision: .poseTooHigh, reason: .poseTooHigh, feedback: .invalidFramePose)
    static let exposure = QualityGate(
        name: .exposure, component: .badExposure, decision: .tooLowDynamicRange, reason: .badExposure,
        feedback: .invalidFrameLighting)
    static let focus = QualityGate(
        name: .focus, component: .tooBlurry, decision: .tooBlurry, reason: .tooBlurry, feedback: .invalidFrameBlur)

    static let all = [faceSize, pose, exposure, focus]

    func failure(in observations: CaptureObservations, thresholds: GateThresholds) -> ExplainedDecision? {
        let failed = observations.failures.count { $0.contains(component) }
        guard failed > 0, UsableFramesGate.areTooMany(failed, in: observations, thresholds: thresholds) else {
            return nil
        }
        return ExplainedDecision(decision: decision, reason: reason, feedback: [feedback])
    }

    func evidence(of observations: CaptureObservations) -> GateEvidence {
        let assessed = observations.failures.filter(\.showsOneFace)
        let passed = assessed.count { !$0.contains(component) }
        return GateEvidence(
            name, scoreInPercent: percentage(of: passed, in: assessed.count),
            feedback: passed < assessed.count ? [feedback] : [])
    }
}

/// The quality components of one face that fail. A measurement that is not a number fails.
///
/// - Parameter reduction: how many times smaller than the frame the measured image is.
func qualityFailures(
    of measurements: FaceMeasurements, reduction: Double, thresholds: GateThresholds
) -> [QualityFailure] {
    var failures: [QualityFailure] = []
    if !(measurements.faceWidthInPixels * reduction >= thresholds.minimumFaceWidthInPixels) {
        failures.append(.faceTooSmall)
    }
    if !(abs(measurements.yawInDegrees) <= thresholds.maximumYawInDegrees)
        || !(abs(measurements.pitchInDegrees) <= thresholds.maximumPitchInDegrees)
    {
        failures.append(.poseTooHigh)
    }
    if !(measurements.dynamicRangeInBits >= thresholds.minimumDynamicRangeInBits)
        || !(measurements.clippedDarkShare <= thresholds.maximumClippedShare)
        || !(measurements.clippedBrightShare <= thresholds.maximumClippedShare)
    {
        failures.append(.badExposure)
    }
    if !(measurements.focus >= thresholds.minimumFocus) {
        failures.append(.tooBlurry)
    }
    return failures
}
