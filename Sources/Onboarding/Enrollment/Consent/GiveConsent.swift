package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Records the person's consent, which a strict tenant asks for before any capture.
package struct GiveConsent: Sendable {
    let cases: Cases

    package struct Request: Sendable {
        let enrollmentToken: String
        let consent: Consent

        package init(enrollmentToken: String, consent: Consent) {
            self.enrollmentToken = enrollmentToken
            self.consent = consent
        }
    }

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> CaseStanding {
        let record = try cases.record(of: .giveConsent, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, by: principal) {
            let request = try incoming.decode()
            let consent = try request.consent.checked()
            let stored = try await cases.enrollment(token: request.enrollmentToken, for: principal)
            return try await cases.commit(.giveConsent(consent), record, to: stored, at: now) { CaseStanding(of: $0) }
        }
    }
}
