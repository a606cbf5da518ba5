internal import OnboardingCore
internal import OnboardingJSON

/// What a human decided, and who that was. JSON, in the section `measurements` of an object of the kind `review`:
///
///     {"decision":"accepted","reason":"…","recordedBy":"credential acme-desk","reviewer":"…","version":1}
///
/// with `decision` a word of `Review.Decision`, `reason` and `reviewer` in the reviewer's own words, and `recordedBy` the
/// identity that the audit trail names.
package struct ReviewEvidence: Codable, Equatable, Sendable {
    var version = FirstVersion()
    let decision: Review.Decision
    package let reason: String
    package let reviewer: String
    let recordedBy: String

    package static let kind = "review"

    private enum CodingKeys: String, CodingKey {
        case version, decision, reason, reviewer, recordedBy
    }
}
