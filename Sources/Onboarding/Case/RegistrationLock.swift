package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// How often authentications of a registration may fail within some time, and whom that is counted of: the registration itself, so
/// that a fresh authentication is no fresh set of tries (decision 0108). Of those that a page began without a credential it is the
/// sender, who is then kept out in the registration's place (decision 0117).
package struct RegistrationLock: Sendable {
    /// Keyed digests; none for a persona, whose failures count nowhere.
    let subjects: [[UInt8]]
    package let maximum: Int
    package let seconds: Int64
    var isOfSender = false

    /// What success forgets: a stranger's own success is no new set of tries at others.
    var forgotten: [[UInt8]] { isOfSender ? [] : subjects }

    func limit(at now: Instant) -> FailureLimit {
        FailureLimit(subjects: subjects, since: now.adding(seconds: -seconds), maximum: maximum)
    }

    /// - Parameter oldest: of the failures that are one too many.
    func end(oldest: Instant) -> Instant {
        Instant(millisecondsSince1970: oldest.adding(seconds: seconds).millisecondsSince1970 + 1)
    }

    func refusal(oldest: Instant, at now: Instant) -> Refusal {
        Refusal(
            isOfSender ? .rateLimited : .registrationLocked,
            retryAfterInSeconds: end(oldest: oldest).secondsAfter(now))
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

    /// Of a step of an authentication.
    func lock(of visit: Visit, by principal: Principal, persona: SandboxPersona? = nil) throws -> RegistrationLock {
        guard try beginner(of: visit.stored) == .page else {
            return try lock(of: visit.registration.id, in: principal.tenant, persona: persona)
        }
        return try senderLock(by: principal, persona: persona)
    }

    /// Of what pages begin.
    func senderLock(by principal: Principal, persona: SandboxPersona? = nil) throws -> RegistrationLock {
        let sender = persona == nil ? try senderSubject(of: principal) : nil
        return RegistrationLock(
            subjects: [sender].compactMap(\.self), maximum: Limit.failuresOfAddress.value,
            seconds: Limit.failureWindow.seconds, isOfSender: true)
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
        for bound in limit.bounds {
            let failures = try await store.failures(
                tenant: tenant, subject: bound.subject, since: limit.since, limit: bound.maximum)
            if let oldest = failures.last, failures.count >= bound.maximum { return oldest }
        }
        return nil
    }
}
