package import OnboardingCore
internal import OnboardingCrypto
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
    /// - Parameter digest: `Trial.digest` of what it was agreed to for; nil where one operator decides.
    /// - Throws: `ConfigurationRefusal`; `proposalOutdated` where the configuration is another one.
    package func set(
        _ posted: JSONValue, on digest: [UInt8]? = nil, by principal: Principal, at now: Instant
    ) async throws {
        _ = try await lay(posted, on: digest, by: principal, at: now)
    }

    /// What a change would do.
    package struct Trial: Sendable {
        /// Of the configuration as it is stored.
        package let digest: [UInt8]
        package let changes: [JSONDifference]
    }

    /// Refuses what `set` would refuse, and changes nothing.
    package func trial(of posted: JSONValue, by principal: Principal) async throws -> Trial {
        let stored = try await row(of: principal).value
        let result = try await check(principal)(posted, stored)
        return Trial(
            digest: try Self.digest(of: stored),
            changes: JSONDifference.all(
                from: CustomerConfiguration.filled(stored), to: CustomerConfiguration.filled(result)))
    }

    private func lay(
        _ posted: JSONValue, on digest: [UInt8]? = nil, by principal: Principal, at now: Instant
    ) async throws -> JSONValue {
        let check = try await check(principal)
        let lacksColleague = principal.lacksColleague(for: .settings)
        let changed = try await store.changeConfiguration(of: principal.tenant.id, at: now) { stored in
            if let digest, try digest != Self.digest(of: stored) { throw Refusal(.proposalOutdated) }
            let result = try check(posted, stored)
            if lacksColleague, result != stored { throw Refusal(.secondOperatorRequired) }
            return result
        }
        try await tenants.reload()
        return changed
    }

    private static func digest(of stored: JSONValue) throws -> [UInt8] { Digest.sha256(try sortedKeyJSON(stored)) }

    /// What a posted document makes of a stored one.
    private func check(
        _ principal: Principal
    ) async throws -> @Sendable (_ posted: JSONValue, _ stored: JSONValue) throws -> JSONValue {
        let (isTest, hasAttributes) = (principal.tenant.isTest, hasAttributes)
        let operators = try await store.operators(tenant: principal.tenant.id)
        return { posted, stored in
            let result = try ConfigurationChange.result(of: posted, on: stored, isTestTenant: isTest)
            try Self.checkProvider(stored, result, by: principal)
            if !hasAttributes { try AttributePackKeys.check(stored, result) }
            try FourEyesRule.check(stored, result, operators: operators)
            return result
        }
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
