/// One face, no more and no less. A frame that shows none or several is a bad frame like any other, until too few are left, or
/// until they hide so much time that something else could have been held before the camera.
enum OneFaceGate {
    static func failures(
        in observations: CaptureObservations, thresholds: GateThresholds
    ) -> [(reason: LivenessReason, feedback: LivenessFeedback)] {
        let failures = observations.failures
        let withoutOneFace = failures.count { !$0.showsOneFace }
        let areTooMany =
            failures.isEmpty
            || (withoutOneFace > 0
                && UsableFramesGate.areTooMany(withoutOneFace, in: observations, thresholds: thresholds))
        // Negated, so that a gap that is not a number hides too much.
        let hideTooMuch =
            withoutOneFace > 0
            && !(observations.longestGapWithoutOneFaceInMilliseconds <= thresholds.maximumGapInMilliseconds)
        return areTooMany || hideTooMuch ? found(in: failures) : []
    }

    static func evidence(of observations: CaptureObservations) -> GateEvidence {
        let failures = observations.failures
        let passed = failures.count { $0.showsOneFace }
        return GateEvidence(
            .oneFace, scoreInPercent: percentage(of: passed, in: failures.count),
            feedback: failures.isEmpty ? [] : found(in: failures).map(\.feedback))
    }

    private static func found(
        in failures: [Set<QualityFailure>]
    ) -> [(reason: LivenessReason, feedback: LivenessFeedback)] {
        var found: [(LivenessReason, LivenessFeedback)] = []
        if failures.isEmpty || failures.contains(where: { $0.contains(.noFace) }) { found.append((.noFace, .noFace)) }
        if failures.contains(where: { $0.contains(.severalFaces) }) { found.append((.multipleFaces, .multipleFaces)) }
        return found
    }
}

extension Set<QualityFailure> {
    /// Of a frame: whether the other quality components could be measured.
    var showsOneFace: Bool { isDisjoint(with: [.noFace, .severalFaces]) }
}

/// nil of nothing.
func percentage(of count: Int, in all: Int) -> Double? { all > 0 ? Double(count) / Double(all) * 100 : nil }
