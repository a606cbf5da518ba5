package import OnboardingCore
package import Tenancy

/// A proposal as operators with the right for it see it.
package struct ShownProposal: Equatable, Sendable {
    package enum Standing: String, Equatable, Sendable {
        case waiting, agreed, declined, expired, void
    }

    package let id: ProposalID
    package let action: FourEyesAction
    /// The name of who has made it.
    package let proposer: String
    package let isOwn: Bool
    package let proposedAt: Instant
    package let expiresAt: Instant
    package let standing: Standing
    package let endedAt: Instant?
    /// The name of who has agreed or declined.
    package let endedBy: String?
    /// Nil once it has ended, or the person was erased.
    package let proposed: ProposedAction?
    /// Why it was declined.
    package let reason: String?
}

/// What agreeing would do, as it stands now.
package struct ProposalEffect: Equatable, Sendable {
    /// A value that it changes.
    package struct Change: Equatable, Sendable {
        /// A key of the configuration, or `role` or `rights`.
        package let name: String
        /// Nil where there is nothing.
        package let before: String?
        package let after: String?
    }

    /// The enrollments that it takes or settles.
    package var enrollments: [String] = []
    package var changes: [Change] = []
    /// What it was made for is not what it was then.
    package var isOutdated = false
}

/// What an agreement has done, with what is shown once.
package enum CarriedOut: Equatable, Sendable {
    case done
    /// - token: of a link that signs the operator in.
    case link(name: String, token: String)
    case client(ClientCredentials.Made)
}
