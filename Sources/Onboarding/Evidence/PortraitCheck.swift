package import FaceEngine
package import OnboardingCore

/// A live face against the document that was accepted before it, in the evidence of the face. Stored as
///
///     {"decision":"live","leastTurnInDegrees":12,"photographs":{…},"portraitScore":{…},"prescribedTurn":"left",
///      "shownTurnInDegrees":21.5,"threshold":3}
///
/// with `decision` a word of `FaceDecision`, `photographs` as `PhotographComparisons` and `portraitScore` as in
/// `DocumentRecord`. Absent are `photographs` where the portrait is another person's, and the members of the turn where none
/// was asked for.
package struct PortraitCheck: Codable, Equatable, Sendable {
    package let portraitScore: ComparisonScore
    /// The score from which on the portrait matches.
    package let threshold: Double
    package let photographs: PhotographComparisons?
    package let prescribedTurn: HeadTurn?
    /// How far any usable frame turns to that side.
    package let shownTurnInDegrees: Double?
    package let leastTurnInDegrees: Double?
    package let decision: FaceDecision

    private enum CodingKeys: String, CodingKey {
        case portraitScore, threshold, photographs, prescribedTurn, shownTurnInDegrees, leastTurnInDegrees, decision
    }
}
