internal import OnboardingCore
internal import OnboardingStorage

extension TenantAdministration {
    /// Sets what pages show beside the name of a tenant; a running server shows it within a second.
    /// - Parameter file: a PNG, JPEG, still WebP, HEIC or AVIF; nil takes the logo away.
    public func setLogo(_ file: [UInt8]?, tenant name: String) async throws {
        let (tenant, now) = (try await data.tenant(name: name), Instant.now())
        let logo: LogoFile?
        do {
            logo = try file.map { bytes throws(LogoRefusal) in try LogoFile(bytes) }
        } catch {
            throw ConfigurationError(description: error.sentence)
        }
        try await data.store.setLogo(
            logo.map { LogoRow(mark: $0.mark, file: $0.bytes, setAt: now) }, of: tenant.id, at: now)
    }
}

extension LogoRefusal {
    fileprivate var sentence: String {
        let (bytes, side) = (Limit.logoFile.value >> 10, Limit.logoSide.value)
        return switch self {
        case .notAnImage: "A logo is a PNG, JPEG, still WebP, HEIC or AVIF; this is none, or a damaged one."
        case .tooLarge: "A logo has at most \(bytes) KiB, and at most \(side) pixels a side."
        case .tooSmall: "A logo has at least 16 pixels a side."
        case .tooDetailed: "This logo has more detail than pages have room for; a plainer one has not."
        }
    }
}
