package import OnboardingCore
internal import OnboardingJSON

/// What a step of an enrollment came to. Stored sealed, so that the same request gets the same answer again, and kept with
/// the step's evidence; answers are rendered from it.
///
/// Stored as a JSON object with sorted keys whose member `version` is 1. Each result describes its other members where it
/// is declared. A reader takes members that it does not know and refuses a version that it does not know.
package protocol StepResult: Codable, Equatable, Sendable {}

/// How an enrollment stands after a step: the whole result of addDevice, cancel and consent.
///
///     {"registrationCode":"","status":"pending","version":1}
///
/// with `status` a word of `CaseStatus` and `registrationCode` empty until the enrollment is complete.
package struct CaseStanding: StepResult {
    var version = FirstVersion()
    package let status: CaseStatus
    package let registrationCode: String

    private enum CodingKeys: String, CodingKey {
        case version, status, registrationCode
    }
}

extension CaseStanding {
    package init(of enrollment: Enrollment) {
        self.init(status: enrollment.status, registrationCode: enrollment.registrationCode)
    }
}
