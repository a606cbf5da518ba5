/// One face in every frame, no more and no less.
enum OneFaceGate {
    static func failures(in observations: CaptureObservations) -> [(reason: LivenessReason, feedback: LivenessFeedback)]
    {
        let failures = observations.failures
        var found: [(LivenessReason, LivenessFeedback)] = []
        if failures.isEmpty || failures.contains(where: { $0.contains(.noFace) }) { found.append((.noFace, .noFace)) }
        if failures.contains(where: { $0.contains(.severalFaces) }) { found.append((.multipleFaces, .multipleFaces)) }
        return found
    }

    static func evidence(of observations: CaptureObservations) -> GateEvidence {
        let failures = observations.failures
        let passed = failures.count { $0.showsOneFace }
        return GateEvidence(
            .oneFace, scoreInPercent: percentage(of: passed, in: failures.count),
            feedback: failures.isEmpty ? [] : self.failures(in: observations).map(\.feedback))
    }
}

extension Set<QualityFailure> {
    /// Of a frame: whether the other quality components could be measured.
    var showsOneFace: Bool { isDisjoint(with: [.noFace, .severalFaces]) }
}

/// nil of nothing.
func percentage(of count: Int, in all: Int) -> Double? { all > 0 ? Double(count) / Double(all) * 100 : nil }
