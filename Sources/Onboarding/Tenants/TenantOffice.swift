internal import Foundation
internal import OnboardingJSON
internal import OnboardingCore
internal import OnboardingStorage

/// What the command line does with tenants, before the first start of a server and beside a running one.
public struct TenantOffice: Sendable {
    let premises: Premises

    init(premises: Premises) {
        self.premises = premises
    }

    /// - Parameter makesMissing: whether a data folder that is not there is made, as the first tenant needs it.
    public init(dataFolder: String, masterKeyFile: String, makesMissing: Bool) throws {
        premises = try Premises(dataFolder: dataFolder, masterKeyFile: masterKeyFile, makesMissing: makesMissing)
    }

    /// Refuses what `create` would refuse whatever the data folder holds.
    public static func check(name: String, profile: String) throws {
        try TenantCreation.check(name: name)
        _ = try self.profile(profile)
    }

    /// - Parameter profile: `compatible` or `strict`.
    public func create(name: String, isTest: Bool, profile: String) async throws -> TenantCredentials {
        try await TenantCreation.create(
            name: name, isTest: isTest, profile: Self.profile(profile), in: premises, at: Instant.now())
    }

    private static func profile(_ word: String) throws -> CustomerConfiguration.Profile {
        guard let profile = CustomerConfiguration.Profile(rawValue: word) else {
            throw ConfigurationError(description: "A profile is compatible or strict.")
        }
        return profile
    }

    /// Name, realm, client id and whether it is a test tenant, by name.
    public func list() async throws -> [(name: String, realm: String, clientID: String, isTest: Bool)] {
        try await premises.store.tenants().map { ($0.name, $0.realm, $0.clientID, $0.isTest) }
    }

    /// Gives a tenant another client secret; the one before stops to open the token endpoint. A running server sees it
    /// within a second; bearer tokens that were issued live to their end.
    /// - Returns: the secret, which is kept nowhere.
    public func replaceClientSecret(name: String) async throws -> String {
        let tenant = try await premises.tenant(name: name)
        let secret = try TenantCreation.newClientSecret()
        try await premises.store.setClientSecretDigest(secret.digest, of: tenant.id, at: Instant.now())
        return secret.text
    }

    /// Lays `change`, a JSON object, over the configuration of a tenant.
    public func configure(name: String, change: String) async throws {
        let tenant = try await premises.tenant(name: name)
        guard let posted = try? JSONDecoder().decode(JSONValue.self, from: Data(change.utf8)) else {
            throw ConfigurationError(description: "The change is not valid JSON.")
        }
        do {
            try await premises.store.changeConfiguration(of: tenant.id, at: Instant.now()) {
                try ConfigurationChange.result(of: posted, on: $0)
            }
        } catch let error as ConfigurationRefusal {
            throw ConfigurationError(description: error.message + ".")
        }
    }
}
