internal import FaceEngine

/// A recording that is held against many challenges: its frames are measured once.
package struct ChallengeTrials: Sendable {
    /// As many as a package may have.
    private static let maximumFrames = 90

    /// A recording whose last frame lies so long before the end of the challenge has not ended before it.
    private static let toleratedInMilliseconds = 200.0

    private let frames: [MeasuredFrame]

    /// - Throws: as `LivenessScorer.assess`.
    package init(of capture: FaceCapture, by scorer: LivenessScorer, lit: Bool) throws(LivenessError) {
        let meter = FrameMeter(
            scorer.engine, .none, frames: capture.frames.count,
            thresholds: LivenessThresholds(for: capture.level).gates, measuresColours: lit)
        // One by one: a recording has more pixels than a package may have.
        let measuring = CaptureMeter(meter: meter, runner: .inOrder)
        var frames: [MeasuredFrame] = []
        for frame in capture.frames {
            var single = capture
            single.frames = [frame]
            frames += try measuring.measure(single).frames
        }
        self.frames = frames
    }

    package var durationInMilliseconds: Double {
        (frames.last?.evidence.timeInMilliseconds ?? 0) - (frames.first?.evidence.timeInMilliseconds ?? 0)
    }

    /// What the recording answers where it is sent from a moment on; nil where it ends before the challenge does.
    package func answer(to challenge: CaptureChallenge, fromMilliseconds start: Double) -> ChallengeEvidence? {
        guard let end = challenge.times.last?.upperBound, start >= 0,
            start + end - Self.toleratedInMilliseconds <= durationInMilliseconds
        else { return nil }
        let first = (frames.first?.evidence.timeInMilliseconds ?? 0) + start
        let last = first + end + ChallengeLimits().graceInMilliseconds
        let sent = frames.indices.filter { (first...last).contains(frames[$0].evidence.timeInMilliseconds) }
        let kept = sent.thinned(to: Self.maximumFrames, keeping: [])
        return ChallengeAssessment(challenge: challenge).evidence(of: kept.map { frames[$0] })
    }
}
