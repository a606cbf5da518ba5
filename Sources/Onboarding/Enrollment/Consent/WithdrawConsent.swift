package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// The person takes the consent back: what is known of them is erased, also where a registration had come of it, and with
/// their other attempts. From then on the token is unknown.
package struct WithdrawConsent: Sendable {
    let cases: Cases

    package func perform(enrollmentToken: String, by principal: Principal, at now: Instant) async throws -> CaseStanding
    {
        let stored = try await cases.enrollment(token: enrollmentToken, for: principal)
        try await cases.erasePerson(of: stored.id, at: now)
        return CaseStanding(status: .failed, registrationCode: "")
    }
}
