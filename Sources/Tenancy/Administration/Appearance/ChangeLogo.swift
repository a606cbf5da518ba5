package import OnboardingCore
package import OnboardingStorage

/// A tenant's logo: set and taken away by its own people, and given to whoever sees its pages.
package struct ChangeLogo: Sendable {
    let store: any Store
    let tenants: TenantDirectory
    let pools: WorkerPools

    package init(store: any Store, tenants: TenantDirectory, pools: WorkerPools) {
        (self.store, self.tenants, self.pools) = (store, tenants, pools)
    }

    /// - Parameter file: a PNG, JPEG, still WebP, HEIC or AVIF.
    /// - Throws: `LogoRefusal` where it does not become a logo.
    package func set(_ file: [UInt8], by principal: Principal, at now: Instant) async throws {
        let logo = try await pools.engines.run(.image) { try LogoFile(file) }
        try await put(LogoRow(mark: logo.mark, file: logo.bytes, setAt: now), by: principal, at: now)
    }

    package func remove(by principal: Principal, at now: Instant) async throws {
        try await put(nil, by: principal, at: now)
    }

    private func put(_ logo: LogoRow?, by principal: Principal, at now: Instant) async throws {
        try await store.setLogo(logo, of: principal.tenant.id, at: now)
        try await tenants.reload()
    }

    /// A file that some tenant has as its logo now, with its media type; nil for any other digest.
    package func file(digest: String) async throws -> (bytes: [UInt8], type: String)? {
        guard let tenant = try await tenants.all().first(where: { $0.logo?.digest == digest }),
            let row = try await store.logo(of: tenant.id), row.mark.digest == digest
        else { return nil }
        return (row.file, row.mark.type)
    }
}
