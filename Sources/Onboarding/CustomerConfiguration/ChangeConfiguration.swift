package import OnboardingCore
package import OnboardingJSON
internal import OnboardingStorage

/// A tenant's configuration, as its own client sees and changes it.
package struct CustomerConfigurationAccess: Sendable {
    let store: any Store
    let tenants: TenantDirectory

    package func read(by principal: Principal) async throws -> JSONValue {
        guard let row = try await store.configuration(of: principal.tenant.id) else {
            throw StorageError.storedValueInvalid
        }
        return CustomerConfiguration.shown(try row.value)
    }

    /// Lays a posted document over the configuration. Holds for enrollments begun after it.
    package func change(_ posted: JSONValue, by principal: Principal, at now: Instant) async throws -> JSONValue {
        let changed: JSONValue
        do {
            let isTest = principal.tenant.isTest
            changed = try await store.changeConfiguration(of: principal.tenant.id, at: now) {
                try ConfigurationChange.result(of: posted, on: $0, isTestTenant: isTest)
            }
        } catch let error as ConfigurationRefusal {
            throw Refusal(
                error.kind == .conflict ? .configurationConflict : .configurationValue, message: error.message)
        }
        try await tenants.reload()
        return CustomerConfiguration.shown(changed)
    }
}
