package import OnboardingCore
internal import OnboardingStorage

/// What a step of an enrollment came to. Stored sealed, so that the same request gets the same answer again, and kept with
/// the step's evidence; answers are rendered from it.
///
/// Stored as a JSON object with sorted keys whose member `version` is 1. Each result describes its other members where it
/// is declared. A reader takes members that it does not know and refuses a version that it does not know.
protocol StepResult: Codable, Equatable, Sendable {}

/// How an enrollment stands after a step: the whole result of addDevice, cancel and consent.
///
///     {"registrationCode":"","status":"pending","version":1}
///
/// with `status` a word of `CaseStatus` and `registrationCode` empty until the enrollment is complete.
package struct CaseStanding: StepResult {
    package let status: CaseStatus
    package let registrationCode: String

    package init(status: CaseStatus, registrationCode: String) {
        self.status = status
        self.registrationCode = registrationCode
    }

    init(of enrollment: Enrollment) {
        self.init(status: enrollment.status, registrationCode: enrollment.registrationCode)
    }

    enum CodingKeys: String, CodingKey {
        case version, status, registrationCode
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.requireVersion(1, forKey: .version)
        status = try container.decode(CaseStatus.self, forKey: .status)
        registrationCode = try container.decode(String.self, forKey: .registrationCode)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(status, forKey: .status)
        try container.encode(registrationCode, forKey: .registrationCode)
    }
}

extension KeyedDecodingContainer {
    /// Refuses a stored form of another version than `version`.
    func requireVersion(_ version: Int, forKey key: Key) throws {
        guard try decode(Int.self, forKey: key) == version else { throw StorageError.storedValueInvalid }
    }
}
