package import OnboardingCore

extension CaseFile {
    /// What happened, and whether the record of it is what was written.
    package struct Timeline: Equatable, Sendable {
        /// In whose name something happened, as far as events tell.
        package enum Actor: String, CaseIterable, Sendable {
            case portal, client, phone, server, human
        }

        package struct Entry: Equatable, Sendable {
            /// Its place in the chain, from 1.
            package let number: Int
            package let at: Instant
            /// A word of `Event.Kind`.
            package let kind: String
            package let actor: Actor?
            /// A word of `FaceDecision`, `DocumentDecision`, `Review.Decision` or `RequiredCheck`.
            package let decision: String?
            /// A code of `EnrollmentReason`.
            package let reason: String?
            /// Of the registration, the challenge's prompts, the checks that are asked for: words with a blank between.
            package let detail: String?
            /// Since the entry before; nil for the first.
            package let sinceLastInMilliseconds: Int64?
        }

        /// What the check of the chain of events found.
        package enum Chain: Equatable, Sendable {
            case intact
            /// - at: the first place where it is not what was written.
            /// - damage: a word of `ChainDamage`.
            case broken(at: Int, damage: String)
            case notChecked
        }

        /// Oldest first; those that only keep an answer are left out.
        package let entries: [Entry]
        package let chain: Chain
        /// How many events there are.
        package let length: Int
        /// The last hash, hexadecimal; nil once erased.
        package let head: String?
    }
}
