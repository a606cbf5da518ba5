internal import OnboardingCore
internal import OnboardingJSON
package import OnboardingStorage

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

/// The same of one that was erased.
private struct ErasedEnrollment: Encodable {
    let enrollmentId: String
    let state = "erased"
    let erasureDate: String
}

extension TracedEnrollment {
    /// When it was erased, as the command line says it; nil where it was not.
    package var erasedLine: String? { erasedAt.map { "erased on \($0.iso8601WithMilliseconds)\t\(id.text)" } }

    package var erasedJSON: [UInt8]? {
        get throws {
            try erasedAt.map {
                try sortedKeyJSON(ErasedEnrollment(enrollmentId: id.text, erasureDate: $0.iso8601WithMilliseconds))
            }
        }
    }
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
