internal import Foundation
internal import OnboardingJSON
package import OnboardingCore
internal import OnboardingStorage

/// Creates, lists and changes tenants for the command line: before the first start of a server, and beside a running one.
public struct TenantAdministration: Sendable {
    package let data: DataDirectory

    init(data: DataDirectory) {
        self.data = data
    }

    /// - Parameter makesMissing: whether to make a missing data folder, which the first tenant needs.
    public init(dataFolder: String, masterKeyFile: String, makesMissing: Bool) throws {
        data = try DataDirectory(dataFolder: dataFolder, masterKeyFile: masterKeyFile, makesMissing: makesMissing)
    }

    /// Refuses what `create` would refuse with any data folder.
    public static func check(name: String, profile: String, scopes: [String] = []) throws {
        try TenantCreation.check(name: name)
        _ = try self.profile(profile)
        _ = try self.scopes(scopes)
    }

    /// - Parameters:
    ///   - profile: `standard`, `compatible` or `strict`.
    ///   - scopes: words of `Scope` that its client has beside `enroll` and `enrollments:read`.
    public func create(
        name: String, isTest: Bool, profile: String = "standard", scopes: [String] = []
    ) async throws -> TenantCredentials {
        try await TenantCreation.create(
            name: name, isTest: isTest, profile: Self.profile(profile), scopes: Self.scopes(scopes), in: data,
            at: Instant.now())
    }

    private static func scopes(_ words: [String]) throws -> Set<Scope> {
        try words.reduce(into: Scope.ofFirstCredential) { scopes, word in
            guard let scope = Scope(rawValue: word) else {
                let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError(
                    description: "There is no scope of this name. There are \(known).", kind: .misused)
            }
            scopes.insert(scope)
        }
    }

    private static func profile(_ word: String) throws -> CustomerConfiguration.Profile {
        guard let profile = CustomerConfiguration.Profile(rawValue: word) else {
            throw ConfigurationError(description: "A profile is standard, compatible or strict.", kind: .misused)
        }
        return profile
    }

    /// Gives a tenant another API key. The one before opens nothing from then on, in a running server too.
    public func replaceAPIKey(tenant name: String) async throws -> String {
        let tenant = try await data.tenant(name: name)
        let new = try TenantCreation.newAPIKey(of: tenant.id, under: try data.keys.tenantKey(of: tenant.id))
        try await data.store.setAPIKey(digest: new.digest, sealed: new.sealed, of: tenant.id, at: Instant.now())
        return new.text
    }

    /// Stops or begins to serve a tenant, in a running server too. What is kept of its people stays, and is erased in its time.
    /// - Returns: whether anything changed.
    public func setDisabled(_ isDisabled: Bool, tenant name: String) async throws -> Bool {
        let tenant = try await data.tenant(name: name)
        return try await data.store.setDisabled(isDisabled, tenant: tenant.id, at: Instant.now())
    }

    public struct Listed: Sendable {
        public let name: String
        public let realm: String
        public let clientIDs: [String]
        public let isTest: Bool
        public let isDisabled: Bool
    }

    /// The tenants in the order of their names.
    public func list() async throws -> [Listed] {
        let now = Instant.now()
        let disabled = try await data.store.disabledTenants()
        let good = try await data.store.credentials().filter { $0.endsAt.map { now < $0 } ?? true }
        return try await data.store.tenants().map { tenant in
            Listed(
                name: tenant.name, realm: tenant.realm,
                clientIDs: good.filter { $0.tenantID == tenant.id }.map(\.clientID), isTest: tenant.isTest,
                isDisabled: disabled[tenant.id] != nil)
        }
    }

    /// The names of the tenants whose removal has begun and not ended, or whose proof nobody was given.
    public func beingRemoved() async throws -> [String] { try await data.store.removals().compactMap(\.name) }

    /// The tenants that are less safe than a new one, and of what each is.
    public func weakened() async throws -> [(name: String, settings: [String])] { try await data.weakenedTenants() }

    /// What a change of a configuration came to.
    package struct Configured: Sendable {
        /// The keys that have another value, by their names with dots, each value as JSON; nil where there was none.
        package let changes: [(name: String, before: String?, after: String?)]
        /// Periods of retention that are shorter and not in force yet.
        package let pending: [(name: String, daysInForce: Int, until: String)]
        /// The keys of the changed configuration that nothing reads.
        package let unknown: [UnknownKey]
    }

    /// Merges `change`, a JSON object, into the configuration of a tenant.
    /// - Parameter confirmedDue: how much the change makes due for erasure, where that is much; nil where nobody has said.
    /// - Throws: a sentence for what is refused.
    @discardableResult
    package func configure(
        name: String, change: String, confirmedDue: Int? = nil, at now: Instant = .now()
    ) async throws -> Configured {
        let tenant = try await data.tenant(name: name)
        guard var posted = try? JSONDecoder().decode(JSONValue.self, from: Data(change.utf8)) else {
            throw ConfigurationError(description: "The change is not valid JSON.", kind: .misused)
        }
        if let confirmedDue, case .object = posted {
            posted = posted.setting(.number(Double(confirmedDue)), at: [DueForecast.member])
        }
        do {
            let operators = try await data.store.operators(tenant: tenant.id)
            let write = ConfigurationWrite(store: data.store, tenant: tenant.id, now: now)
            let (before, after) = try await write.perform(posted) { posted, stored in
                let result = try ConfigurationChange.result(of: posted, on: stored, isTestTenant: tenant.isTest)
                try FourEyesRule.check(stored, result, operators: operators)
                return result
            }
            return try Configured(from: before, to: after)
        } catch let error as ConfigurationRefusal {
            throw ConfigurationError(description: error.message + ".", kind: .refused)
        } catch let refusal as Refusal {
            guard let due = refusal.details.due else { throw refusal }
            throw ConfigurationError(
                description: (refusal.message ?? "It would make much due for erasure")
                    + ": --confirm-due \(due.count) (or set the period higher).", kind: .refused)
        }
    }
}

extension TenantAdministration.Configured {
    fileprivate init(from before: JSONValue, to after: JSONValue) throws {
        func text(_ value: JSONValue) throws -> String { String(decoding: try sortedKeyJSON(value), as: UTF8.self) }
        let none = PendingRetention()
        changes = try JSONDifference.all(
            from: none.laid(over: CustomerConfiguration.filled(before)),
            to: none.laid(over: CustomerConfiguration.filled(after))
        ).map { change in
            (
                change.path.split(separator: "/").joined(separator: "."), try change.before.map(text),
                try change.after.map(text)
            )
        }
        pending = try PendingRetention(after).periods.sorted { $0.key < $1.key }.map { place, period in
            (
                RetentionPolicy.keys[place].name, period.daysInForce,
                WrittenTime.english.moment(period.until.iso8601WithMilliseconds)
            )
        }
        unknown = UnknownKey.all(in: after)
    }
}
