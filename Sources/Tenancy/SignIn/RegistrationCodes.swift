package import OnboardingCore
package import OnboardingStorage

/// Finds registrations by their codes, and stops whoever tries codes. All that is no code of a registration (one that nobody has, of
/// another tenant, of an enrollment that is not complete or was erased) is one refusal.
package struct RegistrationCodes: Sendable {
    let store: any Store
    private let ofAddress: AttemptThrottle
    private let ofTenant: AttemptThrottle

    package init(store: any Store) {
        self.store = store
        ofAddress = AttemptThrottle(
            limit: Limit.triedCodes.value, windowInSeconds: Limit.triedCodeWindow.seconds)
        ofTenant = AttemptThrottle(
            limit: Limit.triedCodesOfTenant.value, windowInSeconds: Limit.triedCodeWindow.seconds)
    }

    /// Each try counts before it is looked up, so that of many at once no more are let through than may be; one that finds a
    /// registration is taken back.
    /// - Throws: `rateLimited`, `notRegistered`.
    package func registration(
        _ code: String, tenant: Tenant, from address: String, at now: Instant
    ) async throws -> StoredEnrollment {
        let (tenantKey, addressKey) = (tenant.id.text, "\(tenant.id.text)\n\(address)")
        if let wait = ofAddress.begin(addressKey, at: now) {
            throw Refusal(.rateLimited, retryAfterInSeconds: wait)
        }
        if let wait = ofTenant.begin(tenantKey, at: now) {
            ofAddress.forgive(addressKey, at: now)
            throw Refusal(.rateLimited, retryAfterInSeconds: wait)
        }
        guard let found = try await store.enrollment(tenant: tenant.id, code: code),
            found.enrollment.status == .complete
        else { throw Refusal(.notRegistered) }
        ofAddress.forgive(addressKey, at: now)
        ofTenant.forgive(tenantKey, at: now)
        RequestSubject.note(found.id)
        return found
    }
}
