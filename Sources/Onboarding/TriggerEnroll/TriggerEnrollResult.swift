package import OnboardingCore
internal import OnboardingJSON

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
    }

    /// Why nothing was begun.
    package enum Failure: Error, Equatable, Sendable {
        /// Who the person is was not said.
        case usernameMissing
        /// Of a username that the tenant never enrolled.
        case emailMissing
        case usernameRegistered
        /// The username has failed too often lately.
        case lockedOut(until: Instant)
    }

    /// What a session was handed over by; the image is made of it anew. Stored for an idempotency key (`StepResult`):
    ///
    ///     {"callbackURL":"…","sessionToken":"…","version":1}
    struct HandedOver: StepResult {
        var version = FirstVersion()
        let callbackURL: String
        let sessionToken: String

        private enum CodingKeys: String, CodingKey {
            case version, callbackURL, sessionToken
        }
    }
}
