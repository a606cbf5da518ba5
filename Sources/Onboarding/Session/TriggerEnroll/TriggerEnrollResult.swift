package import OnboardingCore

extension TriggerEnroll {
    package enum Result: Sendable {
        case triggered(Session)
        case failed(Failure)
    }

    package typealias Session = TriggeredSession

    /// Why nothing was begun.
    package enum Failure: Error, Equatable, Sendable {
        /// Who the person is was not said.
        case usernameMissing
        /// Of a username that the tenant never enrolled, or that a message was asked for.
        case emailMissing
        case usernameRegistered
        /// The username has failed too often lately.
        case lockedOut(until: Instant)
    }
}
