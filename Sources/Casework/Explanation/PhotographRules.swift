internal import FaceEngine
internal import Onboarding

extension PhotographComparisons {
    /// Whether a capture shows the photograph that a document bears, as it was decided.
    /// - Parameter finding: what was decided; nil where the capture was taken for another photograph.
    func rules(for finding: Finding?) -> [Explanation.Rule] {
        switch finding {
        case .reused:
            [
                rule(
                    "photograph.certain",
                    "largest agreement of a frame with the document's photograph where it is weakest",
                    \.rigid.weakestCorrelation, \.certainRigidWeakest, holds: false)
            ]
        case .suspected:
            [
                rule(
                    "photograph.suspect", "largest agreement of a frame with the document's photograph",
                    \.rigid.correlation, \.suspectRigid, holds: nil),
                rule(
                    "photograph.suspectMesh",
                    "largest agreement of a frame with the document's photograph, laid over it point by point",
                    { $0.mesh?.correlation }, \.suspectMesh, holds: nil),
            ].filter { $0.holds == false }
        case .noFrameNearPortrait:
            [
                Explanation.Rule(
                    "photograph.nearPose",
                    "angle between the nearest frame and the pose of the document's photograph, or that of its mirror image",
                    portrait.nearestAngleInDegrees, .atMost, portrait.thresholds.greatestAngleInDegrees, .degrees)
            ]
        case .incomparable:
            [
                Explanation.Rule(
                    "photograph.portrait", "the document shows a portrait that can be compared", holds: false)
            ]
        case .unsuspicious, nil:
            [
                rule(
                    "photograph.certain",
                    "largest agreement of a frame with the document's photograph where it is weakest",
                    \.rigid.weakestCorrelation, \.certainRigidWeakest, holds: true)
            ]
        }
    }

    private func rule(
        _ rule: String, _ meaning: String, _ agreement: (PhotographComparison.FrameComparison) -> Double?,
        _ limit: (PhotographThresholds) -> Double, holds: Bool?
    ) -> Explanation.Rule {
        let measured = ([portrait] + others).flatMap(\.frames).compactMap(agreement).max()
        var rule = Explanation.Rule(
            rule, meaning, measured, .below, limit(portrait.thresholds), .correlation)
        if measured == nil { rule.holds = holds == false ? false : nil }
        // A tenant or a client may have such agreement noted without anything being decided by it.
        if holds == true, rule.holds == false { rule.detail = "noted" }
        return rule
    }
}
