package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Ends an enrollment because its client asks. Cancelling again is no error; cancelling what is complete or failed is.
package struct Cancel: Sendable {
    let cases: Cases

    /// - Parameter incoming: decodes to the enrollment token.
    package func perform(
        _ incoming: Incoming<String>, by principal: Principal, at now: Instant
    ) async throws -> CaseStanding {
        let record = try cases.record(of: .cancel, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, by: principal) {
            let stored = try await cases.enrollment(token: try incoming.decode(), for: principal)
            return try await cases.commit(.cancel, record, to: stored, at: now) { CaseStanding(of: $0) }
        }
    }
}
