internal import OnboardingJSON
internal import OnboardingStorage

/// The keys of a configuration that ask for the networks of the pack `attributes`, which an installation may lack.
package enum AttributePackKeys {
    package static let pack = "attributes"
    static let names = [
        "onboardingConfig.onboardingOptions.enrollment.ageEstimation.enabled", "faceAttributes.enabled",
    ]

    /// Those that are on in a stored document.
    static func on(in document: JSONValue) -> [String] {
        let filled = CustomerConfiguration.filled(document)
        return names.filter { filled.value(atKey: $0) == .bool(true) }
    }

    /// Refuses a change that switches one of them on where the pack is not installed. One that is on already stays: other keys can
    /// be changed beside it.
    static func check(_ stored: JSONValue, _ result: JSONValue) throws(ConfigurationRefusal) {
        let before = on(in: stored)
        guard let name = on(in: result).first(where: { !before.contains($0) }) else { return }
        throw ConfigurationRefusal(
            kind: .value,
            message: "\(name) needs the model pack \(pack), which is not installed on this server "
                + "(onboarding models install \(pack))", rule: .packInstalled, key: ConfigurationTable.key(name))
    }
}

extension DataDirectory {
    /// Tenants whose configuration asks for the pack, with the keys that do. What needs it is refused where the pack is gone.
    package func tenantsAskingForAttributes() async throws -> [(name: String, keys: [String])] {
        var found: [(name: String, keys: [String])] = []
        for tenant in try await store.tenants() {
            // One that is damaged is told of elsewhere, and serves nobody.
            guard let document = try? await store.configuration(of: tenant.id)?.value else { continue }
            let keys = AttributePackKeys.on(in: document)
            if !keys.isEmpty { found.append((tenant.name, keys)) }
        }
        return found
    }
}
