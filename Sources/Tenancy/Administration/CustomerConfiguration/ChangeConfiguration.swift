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

    package func read(by principal: Principal, at now: Instant) async throws -> JSONValue {
        CustomerConfiguration.shown(try await row(of: principal).value, at: now)
    }

    /// The same beside what a new tenant begins with.
    package func standing(by principal: Principal) async throws -> ConfigurationStanding {
        let row = try await row(of: principal)
        return ConfigurationStanding(stored: try row.value, version: row.version, changedAt: row.changedAt)
    }

    /// Lays a posted document over the configuration. Holds for enrollments begun after it.
    package func change(_ posted: JSONValue, by principal: Principal, at now: Instant) async throws -> JSONValue {
        do {
            return CustomerConfiguration.shown(try await lay(posted, by: principal, at: now), at: now)
        } catch let refusal as ConfigurationRefusal {
            throw Refusal(refusal)
        }
    }

    /// The same for who can show each refusal beside what it is about.
    /// - Parameter digest: `Trial.digest` of what it was agreed to for; nil where one operator decides.
    /// - Throws: `ConfigurationRefusal`; `retentionUnconfirmed` where it makes much due for erasure and does not repeat how much;
    ///   `proposalOutdated` where the configuration is another one.
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

    /// What a change would make due for erasure, whether or not it repeats the number.
    package func forecast(
        of posted: JSONValue, by principal: Principal, at now: Instant
    ) async throws -> DueForecast {
        try await write(by: principal, at: now).forecast(of: posted, making: try await check(principal))
    }

    /// Refuses what `set` would refuse for what it makes due for erasure, and changes nothing.
    package func checkDue(of posted: JSONValue, by principal: Principal, at now: Instant) async throws {
        try await write(by: principal, at: now).checkDue(of: posted, making: try await check(principal))
    }

    private func write(by principal: Principal, at now: Instant) -> ConfigurationWrite {
        ConfigurationWrite(store: store, tenant: principal.tenant.id, now: now)
    }

    /// Whoever agrees to a proposal repeats no number: whoever made it has.
    private func lay(
        _ posted: JSONValue, on digest: [UInt8]? = nil, by principal: Principal, at now: Instant
    ) async throws -> JSONValue {
        let check = try await check(principal)
        let lacksColleague = principal.lacksColleague(for: .settings)
        let written = try await write(by: principal, at: now).perform(posted, isAgreed: digest != nil) {
            posted, stored in
            if let digest, try digest != Self.digest(of: stored) { throw Refusal(.proposalOutdated) }
            return try check(posted, stored)
        } permitting: { stored, result in
            if lacksColleague, result != stored { throw Refusal(.secondOperatorRequired) }
        }
        try await tenants.reload()
        return written.after
    }

    private static func digest(of stored: JSONValue) throws -> [UInt8] { Digest.sha256(try sortedKeyJSON(stored)) }

    /// What a posted document makes of a stored one.
    private func check(_ principal: Principal) async throws -> ConfigurationWrite.Making {
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
