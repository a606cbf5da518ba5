package import OnboardingCore
internal import OnboardingStorage

/// How far the enrollment behind a session is.
package struct SessionStatus: Sendable {
    let cases: Cases

    package func perform(sessionToken: String?, by principal: Principal, at now: Instant) async throws -> CaseStatus {
        let stored = try await cases.store.enrollment(
            tenant: principal.tenant.id, sessionDigest: Cases.sessionDigest(try sessionToken.required()))
        guard let stored, principal.opens(sessionDigest: stored.sessionDigest) else { throw Refusal(.tokenUnknown) }
        // The job that ends overdue enrollments comes round every few seconds; the answer does not wait for it.
        if let deadline = stored.enrollment.deadline, deadline <= now { return .failed }
        return stored.enrollment.status
    }
}
