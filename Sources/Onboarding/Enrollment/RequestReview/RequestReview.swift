package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Asks for a human to look at what a machine has refused, for the person or by the tenant for them. Asking again is no
/// error.
package struct RequestReview: Sendable {
    let cases: Cases

    /// - Parameter incoming: decodes to the enrollment token.
    package func perform(
        _ incoming: Incoming<String>, by principal: Principal, at now: Instant
    ) async throws -> CaseStanding {
        let record = try cases.record(of: .requestReview, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, by: principal) {
            let stored = try await cases.enrollment(token: try incoming.decode(), for: principal)
            return try await cases.commit(.requestReview, record, to: stored, at: now) { CaseStanding(of: $0) }
        }
    }
}
