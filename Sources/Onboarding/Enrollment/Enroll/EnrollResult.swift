package import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage

extension Enroll {
    /// Stored for an enrollment that was started (`StepResult`):
    ///
    ///     {"enrollmentToken":"…","recordsVideo":false,"requiredChecks":["addDevice",…],"requiresChallenge":true,"version":1}
    ///
    /// `requiresChallenge` is absent where it is not so. Or as `ReEnrollment`, for somebody who is registered.
    package enum Result: StepResult {
        case started(Started)
        /// Who is meant is registered: no token of an enrollment is given (decision 0007), but one of a re-enrollment, where there
        /// can be one (decision 0109). Never stored without.
        case userExists(ReEnrollment?)

        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: ReEnrollment.CodingKeys.self)
            self =
                members.contains(.reEnrollmentToken)
                ? .userExists(try ReEnrollment(from: decoder)) : .started(try Started(from: decoder))
        }

        package func encode(to encoder: any Encoder) throws {
            switch self {
            case .started(let started): try started.encode(to: encoder)
            case .userExists(let reEnrollment?): try reEnrollment.encode(to: encoder)
            case .userExists(nil): throw StorageError.storedValueInvalid
            }
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
