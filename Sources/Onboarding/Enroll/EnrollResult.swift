package import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage

extension Enroll {
    /// Stored for an enrollment that was started (`StepResult`):
    ///
    ///     {"enrollmentToken":"…","recordsVideo":false,"requiredChecks":["addDevice",…],"requiresChallenge":true,"version":1}
    ///
    /// `requiresChallenge` is absent where it is not so.
    package enum Result: StepResult {
        case started(Started)
        /// The username is registered: no token is given (decision 0007). Never stored.
        case userExists

        package init(from decoder: any Decoder) throws {
            self = .started(try Started(from: decoder))
        }

        package func encode(to encoder: any Encoder) throws {
            guard case .started(let started) = self else { throw StorageError.storedValueInvalid }
            try started.encode(to: encoder)
        }
    }

    package struct Started: Codable, Equatable, Sendable {
        var version = FirstVersion()
        /// Opens all steps that follow.
        package let enrollmentToken: String
        /// In the order in which they must come.
        package let requiredChecks: [RequiredCheck]
        package let recordsVideo: Bool
        /// true where captures of the face have to answer a challenge from the first on.
        package var requiresChallenge: Bool?

        private enum CodingKeys: String, CodingKey {
            case version, enrollmentToken, requiredChecks, recordsVideo, requiresChallenge
        }
    }
}
