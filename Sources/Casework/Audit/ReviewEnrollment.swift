internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

extension Auditor {
    /// Records a human's decision of the one enrollment that `search` asks for and a machine has refused. Nothing
    /// measures here, so that an acceptance asks the person for one capture of the face more.
    /// - Throws: a sentence where there is none, or several, or it cannot be reviewed.
    package func review(
        _ search: EnrollmentSearch, tenant name: String, decision: Review.Decision, reason: String, reviewer: String
    ) async throws -> EnrollmentID {
        var failed = search
        failed.states = [EnrollmentStanding.State.failed.rawValue]
        let entries = try await find(failed, tenant: name).entries.filter { $0.standing.review?.decision == nil }
        guard let entry = entries.first else {
            throw ConfigurationError(
                description: "The tenant \(name) has no such enrollment that waits for a decision.", kind: .notFound)
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
            let (cases, draft, now) = (Cases(of: data), try request.draft, Instant.now())
            _ =
                switch decision {
                case .accepted: try await cases.accept(draft, record, on: stored, at: now)
                case .refused: try await cases.refuse(draft, record, on: stored, at: now)
                }
        } catch let refusal as Refusal where refusal.reason == .usernameRegistered {
            throw ConfigurationError(
                description: "The review was refused: somebody is registered under this username.", kind: .refused)
        } catch is Refusal {
            throw ConfigurationError(
                description:
                    "The review was refused: the reason (up to \(Limit.reviewReason.value) characters) and the reviewer's "
                    + "name have to be there, and nobody else may have decided meanwhile.", kind: .refused)
        }
        return entry.id
    }
}
