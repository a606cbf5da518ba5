internal import OnboardingCore
internal import OnboardingStorage

extension TenantAdministration {
    /// Sets what the tenant's OpenID Connect provider knows this server by. It is kept sealed under the tenant's key and shown
    /// to nobody; a running server shows it to the provider within a second.
    /// - Parameter secret: nil for a client that has none.
    public func setProviderSecret(_ secret: String?, tenant name: String) async throws {
        let (tenant, now) = (try await data.tenant(name: name), Instant.now())
        let text = secret ?? ""
        guard secret == nil || (!text.isEmpty && text.unicodeScalars.count <= Limit.text.value) else {
            throw ConfigurationError(description: "A secret has 1 to \(Limit.text.value) characters.", kind: .misused)
        }
        let kind = TenantSecretKind.providerSecret
        let row = try SecretRow(
            sealing: [UInt8](text.utf8), kind: kind.rawValue, under: try data.keys.tenantKey(of: tenant.id),
            label: kind.label(tenant.id), at: now)
        try await data.store.rotate(to: [row], of: .tenant(tenant.id), at: now)
    }
}
