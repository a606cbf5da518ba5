package import OnboardingCore
internal import OnboardingStorage

extension Enroll {
    /// Stored for an enrollment that was started (`StepResult`):
    ///
    ///     {"enrollmentToken":"…","recordsVideo":false,"requiredChecks":["addDevice",…],"version":1}
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
        /// Opens all steps that follow.
        package let enrollmentToken: String
        /// In the order in which they must come.
        package let requiredChecks: [RequiredCheck]
        package let recordsVideo: Bool

        init(enrollmentToken: String, requiredChecks: [RequiredCheck], recordsVideo: Bool) {
            self.enrollmentToken = enrollmentToken
            self.requiredChecks = requiredChecks
            self.recordsVideo = recordsVideo
        }

        enum CodingKeys: String, CodingKey {
            case version, enrollmentToken, requiredChecks, recordsVideo
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            try container.requireVersion(1, forKey: .version)
            enrollmentToken = try container.decode(String.self, forKey: .enrollmentToken)
            requiredChecks = try container.decode([RequiredCheck].self, forKey: .requiredChecks)
            recordsVideo = try container.decode(Bool.self, forKey: .recordsVideo)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(1, forKey: .version)
            try container.encode(enrollmentToken, forKey: .enrollmentToken)
            try container.encode(requiredChecks, forKey: .requiredChecks)
            try container.encode(recordsVideo, forKey: .recordsVideo)
        }
    }
}
