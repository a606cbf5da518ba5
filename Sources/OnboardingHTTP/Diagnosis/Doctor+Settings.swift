internal import Onboarding
internal import OnboardingStorage
internal import Tenancy

extension Doctor {
    /// Settings of tenants that the installation cannot serve; nil where there are none.
    func attributes(of data: DataDirectory, for tenant: String?) async throws -> Finding? {
        let isInstalled = try? ModelCheck.attributeEngine(modelFolder: configuration.modelFolder, workers: 1) != nil
        guard isInstalled != true else { return nil }
        let asking = try await data.tenantsAskingForAttributes().filter { (tenant ?? $0.name) == $0.name }
        guard !asking.isEmpty else { return nil }
        let pack = AttributePackKeys.pack
        let named = asking.prefix(Self.namedTenants).map { "\($0.name) (\($0.keys.joined(separator: ", ")))" }
        let others = asking.count > named.count ? " and \(asking.count - named.count) others" : ""
        return .problem(
            "settings",
            "the model pack \(pack) is not installed, and what asks for it is refused: \(named.joined(separator: ", "))"
                + "\(others) (onboarding models install \(pack))")
    }

    /// One line for each tenant that is less safe than a new one.
    func weakened(in data: DataDirectory, for tenant: String?) async throws -> [Finding] {
        let weakened = try await data.weakenedTenants().filter { (tenant ?? $0.name) == $0.name }
        let named = weakened.prefix(Self.namedTenants).map { name, settings in
            Finding.warning("settings", "\(name) is less safe than a new tenant: \(settings.joined(separator: "; "))")
        }
        guard weakened.count > named.count else { return named }
        let others = weakened.dropFirst(named.count).map(\.name).joined(separator: ", ")
        return named + [.warning("settings", "less safe than a new tenant are also: \(others)")]
    }

    /// One line for each period of retention that was shortened by much and waits.
    func pendingRetention(in data: DataDirectory, for tenant: String?) async throws -> [Finding] {
        try await data.pendingRetention(at: .now()).filter { (tenant ?? $0.name) == $0.name }.map { name, sentence in
            .warning("retention", "\(name): \(sentence); set it back if that is not meant")
        }
    }

    /// One line for each tenant whose removal was cut off.
    func removals(in data: DataDirectory) async throws -> [Finding] {
        try await data.store.removals().compactMap(\.name).map { name in
            .warning(
                "tenants",
                "the removal of \(name) was cut off, go on with it: onboarding tenant remove \(name) --confirm \(name)")
        }
    }

    private static let namedTenants = 5
}
