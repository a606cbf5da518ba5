/// Enough usable frames, over enough time, to judge a movement: five frames within 20 ms show none that a person could make.
///
/// It comes after the findings of an attack: a short capture of a flat print is one of a flat print.
enum CaptureLengthGate {
    /// Why no movement can be judged; nil where one can. A duration that is not a number is too short.
    static func failure(in observations: CaptureObservations, thresholds: GateThresholds) -> LivenessReason? {
        if !observations.hasTimes { return .frameTimesMissing }
        if observations.distinctUsableImages < thresholds.usableFrames { return .tooFewFrames }
        return observations.durationInMilliseconds >= thresholds.duration ? nil : .captureTooShort
    }

    /// The lower of both shares of what is wanted; nothing of frames without times.
    static func evidence(of observations: CaptureObservations, thresholds: GateThresholds) -> GateEvidence {
        let isPassed = failure(in: observations, thresholds: thresholds) == nil
        guard observations.hasTimes else {
            return GateEvidence(.captureLength, scoreInPercent: nil, feedback: [.insufficientFrames])
        }
        let shares = [
            share(of: Double(observations.distinctUsableImages), in: Double(thresholds.usableFrames)),
            share(of: observations.durationInMilliseconds, in: thresholds.duration),
        ]
        return GateEvidence(
            .captureLength, scoreInPercent: (shares.min() ?? 0) * 100,
            feedback: isPassed ? [] : [.insufficientFrames])
    }

    private static func share(of measured: Double, in wanted: Double) -> Double {
        guard wanted > 0 else { return 1 }
        return measured > 0 ? min(measured / wanted, 1) : 0
    }
}

extension GateThresholds {
    /// Of records before there was a least length, what they were decided by: any.
    fileprivate var usableFrames: Int { minimumUsableFrames ?? 0 }
    fileprivate var duration: Double { minimumDurationInMilliseconds ?? 0 }
}
