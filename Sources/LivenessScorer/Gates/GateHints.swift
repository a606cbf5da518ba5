internal import FaceEngine

/// What the gates that do not pass wanted, from the same measurements and limits that they decide by.
enum GateHints {
    static func hints(
        of gate: GateName, in observations: CaptureObservations, frames: [FrameEvidence], thresholds: GateThresholds
    ) -> [LivenessHint] {
        let all = observations.failures.count
        switch gate {
        case .oneFace:
            let tolerated = Int(thresholds.toleratedShareOfUnusableFrames * Double(all))
            let wanted = Double(max(all - tolerated, 1))
            return unmet(
                LivenessHint(
                    .framesWithOneFace, Double(observations.failures.count { $0.showsOneFace }), .atLeast, wanted,
                    .frames))
        case .frameTimes:
            return unmet(
                LivenessHint(
                    .longestGap, observations.longestGapInMilliseconds, .atMost, thresholds.maximumGapInMilliseconds,
                    .milliseconds))
        case .captureLength:
            guard observations.hasTimes else { return [] }
            return unmet(
                LivenessHint(
                    .usableFrames, Double(observations.distinctUsableImages), .atLeast,
                    Double(thresholds.minimumUsableFrames ?? 0), .frames),
                LivenessHint(
                    .duration, observations.durationInMilliseconds, .atLeast,
                    thresholds.minimumDurationInMilliseconds ?? 0, .milliseconds))
        case .faceSize:
            return median(of: .faceTooSmall, in: frames) {
                [
                    LivenessHint(
                        .faceWidth, $0.faceWidthInPixels * $1, .atLeast, thresholds.minimumFaceWidthInPixels, .pixels)
                ]
            }
        case .pose:
            return median(of: .poseTooHigh, in: frames) { measurements, _ in
                [
                    LivenessHint(
                        .yaw, abs(measurements.yawInDegrees), .atMost, thresholds.maximumYawInDegrees, .degrees),
                    LivenessHint(
                        .pitch, abs(measurements.pitchInDegrees), .atMost, thresholds.maximumPitchInDegrees, .degrees),
                ]
            }
        case .exposure:
            let clipped = thresholds.maximumClippedShare * 100
            return median(of: .badExposure, in: frames) { measurements, _ in
                [
                    LivenessHint(
                        .dynamicRange, measurements.dynamicRangeInBits, .atLeast,
                        thresholds.minimumDynamicRangeInBits, .bits),
                    LivenessHint(.clippedDarkShare, measurements.clippedDarkShare * 100, .atMost, clipped, .percent),
                    LivenessHint(
                        .clippedBrightShare, measurements.clippedBrightShare * 100, .atMost, clipped, .percent),
                ]
            }
        case .focus:
            return median(of: .tooBlurry, in: frames) { measurements, _ in
                [LivenessHint(.focus, measurements.focus, .atLeast, thresholds.minimumFocus, .scale)]
            }
        case .samePerson:
            return []
        }
    }

    private static func unmet(_ hints: LivenessHint?...) -> [LivenessHint] {
        hints.compactMap(\.self).filter { !$0.isMet }
    }

    /// Of the frames in which the component fails: for each quantity that is not met in some of them, the median of those.
    private static func median(
        of component: QualityFailure, in frames: [FrameEvidence],
        _ hints: (_ measurements: FaceMeasurements, _ reduction: Double) -> [LivenessHint?]
    ) -> [LivenessHint] {
        let found = frames.filter { $0.failures.contains(component) }.flatMap { frame in
            frame.measurements.map { hints($0, frame.reduction).compactMap(\.self).filter { !$0.isMet } } ?? []
        }
        return LivenessHint.Quantity.allCases.compactMap { quantity in
            let sorted = found.filter { $0.quantity == quantity }.sorted { $0.measured < $1.measured }
            return sorted.isEmpty ? nil : sorted[sorted.count / 2]
        }
    }
}
