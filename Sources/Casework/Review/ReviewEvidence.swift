internal import OnboardingCore
internal import OnboardingJSON

/// What a human decided, and who that was. JSON, in the section `measurements` of an object of the kind `review`:
///
///     {"decision":"accepted","reason":"…","recordedBy":"credential acme-desk","reviewer":"…","role":"client","version":1}
///
/// with `decision` a word of `Review.Decision`, `reason` and `reviewer` in the reviewer's own words, `recordedBy` the identity that the
/// audit trail names, and `role` a word of `Role`, absent in older ones.
package struct ReviewEvidence: Codable, Equatable, Sendable {
    var version = FirstVersion()
    let decision: Review.Decision
    package let reason: String
    package let reviewer: String
    let recordedBy: String
    /// As whom they decided.
    var role: Role?

    /// What may be told of who decided, where a name may not.
    package enum Role: String, Codable, Sendable {
        /// A client of the tenant, which names the reviewer.
        case client
        case `operator`
        /// One has proposed, and a colleague has agreed.
        case twoOperators
        /// Whoever runs the server, on the command line.
        case commandLine

        init(_ actor: AuditActor) {
            self =
                switch actor.identity {
                case .operator: actor.agreement == nil ? .operator : .twoOperators
                case .operatingSystemUser, .server: .commandLine
                case .credential, .phone, .anyone: .client
                }
        }
    }

    package static let kind = "review"

    private enum CodingKeys: String, CodingKey {
        case version, decision, reason, reviewer, recordedBy, role
    }
}
