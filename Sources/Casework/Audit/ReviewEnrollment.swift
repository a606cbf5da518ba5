internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

extension Auditor {
    /// Records a human's decision of the one enrollment that `search` asks for and a machine has refused.
    /// - Throws: a sentence where there is none, or several, or it cannot be reviewed.
    package func review(
        _ search: EnrollmentSearch, tenant name: String, decision: Review.Decision, reason: String, reviewer: String
    ) async throws -> EnrollmentID {
        var failed = search
        failed.states = [EnrollmentStanding.State.failed.rawValue]
        let entries = try await find(failed, tenant: name).entries.filter { $0.standing.review?.decision == nil }
        guard let entry = entries.first else {
            throw ConfigurationError(
                description: "The tenant \(name) has no such enrollment that waits for a decision.")
        }
        guard entries.count == 1 else {
            throw ConfigurationError(
                description: "Several enrollments fit; name one with --enrollment: "
                    + entries.map(\.id.text).joined(separator: ", ") + ".")
        }
        guard let stored = try await data.store.enrollment(entry.id) else { throw StorageError.unknownSubject }
        do {
            let request = try RecordReview.Request(decision: decision, reason: reason, reviewer: reviewer)
            let digest = Digest.sha256(
                [UInt8]("\(entry.id.text)\u{0}\(decision.rawValue)\u{0}\(reviewer)\u{0}\(reason)".utf8))
            let record = IdempotencyRecord(step: .review, requestDigest: Hexadecimal.encode(digest))
            _ = try await Cases(of: data).record(request, as: record, of: stored, at: Instant.now())
        } catch is Refusal {
            throw ConfigurationError(
                description:
                    "The review was refused: the reason (up to \(Limit.reviewReason.value) characters) and the reviewer's "
                    + "name have to be there, and nobody else may have decided meanwhile.")
        }
        return entry.id
    }
}
