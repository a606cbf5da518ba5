internal import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage
package import Tenancy

/// What the personas of test tenants do to a step before anything of it is measured (decision 0087).
extension Cases {
    /// The persona that the enrollment is of; nil for everybody else, and for everybody in a tenant that is no test tenant.
    package func persona(
        of stored: StoredEnrollment, in tenant: Tenant, under dataKey: SealingKey
    ) throws -> SandboxPersona? {
        guard tenant.isTest else { return nil }
        return Self.persona(of: try Person(of: stored, under: dataKey).username, in: tenant)
    }

    package static func persona(of username: String, in tenant: Tenant) -> SandboxPersona? {
        tenant.isTest ? SandboxPersona(username: username) : nil
    }

    /// Refuses the capture of a persona that is refused, or keeps it waiting. No thread waits with it.
    func receive(_ persona: SandboxPersona?, for stored: StoredEnrollment, at now: Instant) async throws {
        switch persona {
        case .locked?: throw Self.tooManyFailures(until: Self.endOfLimit(oldest: now), at: now)
        case .overloaded?:
            // Not a shortage: the metrics are for what the server lacks.
            if personaRefusals.refuses(stored.id) { throw Refusal(.overloaded, retryAfterInSeconds: 1) }
        case .slow?: try await Task.sleep(for: Limit.personaWait.duration)
        case .live?, .attack?, .blurred?, .mismatch?, .expired?, nil: break
        }
    }
}

extension StoredEnrollment {
    /// Whether every capture that the step has had was accepted, or none was sent.
    func isFirstCapture(of check: RequiredCheck) -> Bool {
        enrollment.progress?.tally(of: check).captures ?? 0 == 0
    }
}
