internal import OnboardingCore
internal import OnboardingJSON

/// A found enrollment as the command line shows it, with the members of `EnrollmentSummary` in `docs/openapi.yaml` but for
/// those that name somebody.
private struct FoundEnrollment: Encodable {
    let enrollmentId: String
    let subjectId: String
    let state: String
    let reason: String?
    /// `requested`, `accepted` or `refused`.
    let review: String?
    let step: String?
    let registrationCode: String?
    let startDate: String
    let endDate: String?
}

extension Enrollments.Entry {
    package var json: [UInt8] {
        get throws {
            try sortedKeyJSON(
                FoundEnrollment(
                    enrollmentId: id.text, subjectId: subjectID.text, state: standing.state.rawValue,
                    reason: standing.reason?.rawValue,
                    review: standing.review.map { $0.decision?.rawValue ?? "requested" },
                    step: standing.check?.rawValue, registrationCode: registrationCode,
                    startDate: standing.begunAt.iso8601WithMilliseconds,
                    endDate: standing.endedAt?.iso8601WithMilliseconds))
        }
    }
}
