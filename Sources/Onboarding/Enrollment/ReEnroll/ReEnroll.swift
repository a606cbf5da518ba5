package import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// Begins the re-enrollment of somebody who is registered: what enroll of a known person leads to.
struct ReEnroll: Sendable {
    let cases: Cases

    /// Of the tenant's own client.
    /// - Returns: nil where the tenant or the registration offers none.
    /// - Throws: `registrationLocked`.
    func begin(
        _ registration: StoredEnrollment, _ reference: String?, _ keyed: KeyedRequest?, _ tenant: Tenant,
        at now: Instant
    ) async throws -> ReEnrollment? {
        try await cases.check(cases.lock(of: registration.id, in: tenant), tenant: tenant, at: now)
        guard let policy = try await policy(registration, tenant) else { return nil }
        let deadline = now.adding(seconds: policy.lifetimeInSeconds)
        let new = Cases.VisitBeginning(
            registration: registration, tenant: tenant, purpose: .reEnroll,
            events: [.triggered(until: deadline), .started(policy, deadline: deadline)], keyed: keyed,
            reference: reference)
        return try await cases.begin(new, at: now) { token in
            ReEnrollment(token, AuthenticationProgress(policy: policy, deadline: deadline), tenant.settings)
        }
    }

    /// Of the phone that a session was handed over to.
    /// - Parameter result: what enroll makes of it.
    func start<Result: StepResult>(
        _ visit: Visit, _ record: IdempotencyRecord, _ keyed: KeyedRequest?, _ tenant: Tenant, at now: Instant,
        result: (ReEnrollment) -> Result
    ) async throws -> Result {
        let lock = try cases.lock(of: visit.registration.id, in: tenant)
        try await cases.check(lock, tenant: tenant, at: now)
        let policy = try await cases.policy(for: .reEnroll, of: visit.registration, in: tenant)
        guard (try? cases.permit(.start(policy), record, on: visit, at: now)) != nil else {
            throw Refusal(.tokenUnknown)
        }
        let token = try cases.token(of: visit.stored.id, tenant: tenant.id)
        return try await cases.commit(.start(policy), record, to: visit, at: now, lock: lock, keyed: keyed) { after in
            result(ReEnrollment(token, after.progress, tenant.settings))
        }
    }

    private func policy(_ registration: StoredEnrollment, _ tenant: Tenant) async throws -> AuthenticationPolicy? {
        do {
            return try await cases.policy(for: .reEnroll, of: registration, in: tenant)
        } catch let refusal as Refusal where refusal.reason == .authenticationUnavailable {
            return nil
        }
    }
}

/// What somebody registered is asked for before another device is. Stored as (`StepResult`)
///
///     {"reEnrollmentToken":"…","recordsVideo":false,"requiredChecks":["verifyFace"],"requiresChallenge":true,"version":1}
///
/// with words of `AuthenticationCheck`; `requiresChallenge` is absent where it is not so.
package struct ReEnrollment: StepResult {
    var version = FirstVersion()
    package let reEnrollmentToken: String
    /// In the order in which they must come.
    package let requiredChecks: [AuthenticationCheck]
    package let recordsVideo: Bool
    /// true where captures of the face have to answer a challenge from the first on.
    package let requiresChallenge: Bool?

    init(_ token: String, _ progress: AuthenticationProgress?, _ settings: TenantSettings) {
        reEnrollmentToken = token
        requiredChecks = progress?.policy.requiredChecks ?? []
        recordsVideo = settings.recordsReEnrollmentVideo
        requiresChallenge = progress?.requiresChallenge == true ? true : nil
    }

    enum CodingKeys: String, CodingKey {
        case version, reEnrollmentToken, requiredChecks, recordsVideo, requiresChallenge
    }
}
