package import OnboardingCore

extension TriggerEnroll {
    package enum Result: Sendable {
        case triggered(Session)
        case failed(Failure)
    }

    package struct Session: Sendable {
        package let token: String
        package let callbackURL: String
        /// PNG of the QR code that says the callback URL.
        package let png: [UInt8]
        /// Whether the person is sent the callback URL as well. The message is as durable as the enrollment.
        package let mailIsQueued: Bool
    }

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
