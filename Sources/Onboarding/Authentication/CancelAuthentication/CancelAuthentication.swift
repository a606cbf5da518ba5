package import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// Ends an authentication or a re-enrollment because its client asks. Cancelling again is no error; cancelling what has ended
/// otherwise is.
package struct CancelAuthentication: Sendable {
    /// Whose tokens it takes.
    let purpose: AuthenticationPurpose
    let cases: Cases

    /// - Parameter incoming: decodes to the token.
    package func perform(
        _ incoming: Incoming<String>, by principal: Principal, at now: Instant
    ) async throws -> VisitStanding {
        let record = try cases.record(of: .cancel, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, of: [.authentication], by: principal) {
            let token = try incoming.decode()
            if let nobody = try cases.pageVisit(token: token, for: purpose, by: principal) {
                return try await nobody.perform(.cancel, record, at: now) { VisitStanding(status: $0.status) }
            }
            let visit = try await cases.visit(token: token, as: purpose.tokenMember, for: purpose, by: principal)
            let lock = try cases.lock(of: visit, by: principal)
            return try await cases.commit(.cancel, record, to: visit, at: now, lock: lock) {
                VisitStanding(status: $0.status)
            }
        }
    }
}

/// How an authentication stands after a step that says nothing more. Stored as (`StepResult`)
///
///     {"status":"cancelled","version":1}
///
/// with a word of `CaseStatus`.
package struct VisitStanding: StepResult {
    var version = FirstVersion()
    package let status: CaseStatus

    private enum CodingKeys: String, CodingKey {
        case version, status
    }
}
