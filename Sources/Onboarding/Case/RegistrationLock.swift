package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// How often authentications of a registration may fail within some time, and whom that is counted of: the registration itself, so
/// that a fresh authentication is no fresh set of tries (decision 0108).
package struct RegistrationLock: Sendable {
    /// Keyed digests; none for a persona, whose failures count nowhere.
    let subjects: [[UInt8]]
    package let maximum: Int
    package let seconds: Int64

    func limit(at now: Instant) -> FailureLimit {
        FailureLimit(subjects: subjects, since: now.adding(seconds: -seconds), maximum: maximum)
    }

    /// - Parameter oldest: of the failures that are one too many.
    func end(oldest: Instant) -> Instant {
        Instant(millisecondsSince1970: oldest.adding(seconds: seconds).millisecondsSince1970 + 1)
    }

    func refusal(oldest: Instant, at now: Instant) -> Refusal {
        Refusal(.registrationLocked, retryAfterInSeconds: end(oldest: oldest).secondsAfter(now))
    }
}

extension Cases {
    /// - Parameter persona: of a test tenant; nil for everybody else.
    package func lock(
        of registration: EnrollmentID, in tenant: Tenant, persona: SandboxPersona? = nil
    ) throws -> RegistrationLock {
        try lock(of: registration, tenant: tenant.id, tenant.settings, persona: persona)
    }

    package func lock(
        of registration: EnrollmentID, tenant: TenantID, _ settings: TenantSettings, persona: SandboxPersona? = nil
    ) throws -> RegistrationLock {
        let subject = try keys.authenticationsDigest(of: registration, tenant: tenant)
        return RegistrationLock(
            subjects: persona == nil ? [subject] : [], maximum: settings.maximumAuthenticationAttempts,
            seconds: settings.lockInSeconds)
    }

    /// Until when a registration opens to nobody; nil where it does.
    package func lockedUntil(_ lock: RegistrationLock, tenant: Tenant, at now: Instant) async throws -> Instant? {
        try await lockedUntil(lock, tenant: tenant.id, at: now)
    }

    package func lockedUntil(_ lock: RegistrationLock, tenant: TenantID, at now: Instant) async throws -> Instant? {
        try await oldestFailure(lock, tenant, now).map(lock.end)
    }

    /// - Throws: `registrationLocked`.
    func check(_ lock: RegistrationLock, tenant: Tenant, at now: Instant) async throws {
        if let oldest = try await oldestFailure(lock, tenant.id, now) { throw lock.refusal(oldest: oldest, at: now) }
    }

    /// Of the failures that lock; nil where there are too few.
    private func oldestFailure(_ lock: RegistrationLock, _ tenant: TenantID, _ now: Instant) async throws -> Instant? {
        let limit = lock.limit(at: now)
        for subject in limit.subjects {
            let failures = try await store.failures(
                tenant: tenant, subject: subject, since: limit.since, limit: limit.maximum)
            if let oldest = failures.last, failures.count >= limit.maximum { return oldest }
        }
        return nil
    }
}
