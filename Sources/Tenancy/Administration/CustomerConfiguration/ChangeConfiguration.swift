package import OnboardingCore
package import OnboardingJSON
package import OnboardingStorage

/// A tenant's configuration, as its own client and its own people see and change it.
package struct CustomerConfigurationAccess: Sendable {
    let store: any Store
    let tenants: TenantDirectory
    /// Whether the networks of the pack are there (`AttributePackKeys`).
    let hasAttributes: Bool

    package init(store: any Store, tenants: TenantDirectory, hasAttributes: Bool) {
        (self.store, self.tenants, self.hasAttributes) = (store, tenants, hasAttributes)
    }

    package func read(by principal: Principal) async throws -> JSONValue {
        CustomerConfiguration.shown(try await row(of: principal).value)
    }

    /// The same beside what a new tenant begins with.
    package func standing(by principal: Principal) async throws -> ConfigurationStanding {
        let row = try await row(of: principal)
        return ConfigurationStanding(stored: try row.value, version: row.version, changedAt: row.changedAt)
    }

    /// Lays a posted document over the configuration. Holds for enrollments begun after it.
    package func change(_ posted: JSONValue, by principal: Principal, at now: Instant) async throws -> JSONValue {
        do {
            return CustomerConfiguration.shown(try await lay(posted, by: principal, at: now))
        } catch let refusal as ConfigurationRefusal {
            throw Refusal(refusal)
        }
    }

    /// The same for who can show each refusal beside what it is about.
    /// - Throws: `ConfigurationRefusal`.
    package func set(_ posted: JSONValue, by principal: Principal, at now: Instant) async throws {
        _ = try await lay(posted, by: principal, at: now)
    }

    private func lay(_ posted: JSONValue, by principal: Principal, at now: Instant) async throws -> JSONValue {
        let (isTest, hasAttributes) = (principal.tenant.isTest, hasAttributes)
        let changed = try await store.changeConfiguration(of: principal.tenant.id, at: now) { stored in
            let result = try ConfigurationChange.result(of: posted, on: stored, isTestTenant: isTest)
            try Self.checkProvider(stored, result, by: principal)
            if !hasAttributes { try AttributePackKeys.check(stored, result) }
            return result
        }
        try await tenants.reload()
        return changed
    }

    /// Whoever says who signs in as what could sign in as anything: it takes the right to make operators, and nobody gives rights
    /// that they lack.
    private static func checkProvider(
        _ stored: JSONValue, _ result: JSONValue, by principal: Principal
    ) throws(ConfigurationRefusal) {
        let (before, after) = (
            CustomerConfiguration.filled(stored)["oidc"], CustomerConfiguration.filled(result)["oidc"]
        )
        guard before != after else { return }
        let given = after?["roleMap"].flatMap(ProviderRole.all)?.flatMap(\.rights) ?? []
        guard let own = principal.operator?.rights, own.contains(.people), own.isSuperset(of: given) else {
            throw ConfigurationRefusal(
                kind: .conflict,
                message: "oidc is changed by an operator with the right people and all rights that oidc.roleMap gives, "
                    + "or by the command",
                rule: .providerGivesOwnRights)
        }
    }

    private func row(of principal: Principal) async throws -> ConfigurationRow {
        guard let row = try await store.configuration(of: principal.tenant.id) else {
            throw StorageError.storedValueInvalid
        }
        return row
    }
}
