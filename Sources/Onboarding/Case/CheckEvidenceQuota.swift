internal import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

extension Cases {
    /// How the images of a further capture of so many bytes are kept, if it is refused.
    func keptImages(of stored: StoredEnrollment, adding byteCount: Int, for tenant: Tenant) async throws -> KeptImages {
        guard try await isBeyondQuota(stored, adding: byteCount, for: tenant) else { return .whole }
        metrics?.countBeyondQuota(of: tenant.name)
        return .reduced
    }

    private func isBeyondQuota(
        _ stored: StoredEnrollment, adding byteCount: Int, for tenant: Tenant
    ) async throws -> Bool {
        let quota = tenant.settings.evidenceQuota
        let rows = try await store.evidence(of: stored.id) + store.evidence(ofAuthenticationsOf: stored.id)
        if rows.reduce(byteCount, { $0 + $1.byteCount }) > quota.ofCaseInBytes { return true }
        guard let ofTenant = quota.ofTenantInBytes else { return false }
        return try await keptBytes.bytes(of: tenant.id, in: store) + byteCount > ofTenant
    }
}
