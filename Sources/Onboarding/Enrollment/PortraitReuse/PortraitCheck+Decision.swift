internal import FaceEngine
internal import LivenessScorer
internal import OnboardingCore

extension PortraitCheck {
    /// Holds a capture that is live against the portrait of the document that was accepted before it.
    /// - Parameters:
    ///   - photographs: asked for where the portrait is the same person's.
    ///   - turn: what the capture was asked to show; nil where nothing was.
    init(
        of capture: LivenessEvidence, score: ComparisonScore, threshold: Double, turn: HeadTurn?,
        photographs compare: () throws -> WeighedPhotographs
    ) rethrows {
        let isMatching = score.value >= threshold
        let weighed = isMatching ? try compare() : nil
        let shown = turn.flatMap { PrescribedTurn.degrees(to: $0, in: capture) }
        portraitScore = score
        self.threshold = threshold
        photographs = weighed?.comparisons
        prescribedTurn = turn
        shownTurnInDegrees = shown
        leastTurnInDegrees = turn.map { _ in PrescribedTurn.leastInDegrees }
        let showsTurn = turn == nil || shown.map { $0 >= PrescribedTurn.leastInDegrees } ?? false
        decision = Self.decision(on: weighed?.finding, showsTurn: showsTurn)
    }

    /// - Parameter finding: nil for another person's portrait.
    private static func decision(on finding: PhotographComparisons.Finding?, showsTurn: Bool) -> FaceDecision {
        switch finding {
        case nil: .notMatching
        case .reused: .portraitReused
        // What the person can do about it comes before what may only be chance.
        case _ where !showsTurn: .turnNotShown
        case .suspected: .portraitSuspected
        case .noFrameNearPortrait, .incomparable: .noFrameNearPortrait
        case .unsuspicious: .live
        }
    }
}
