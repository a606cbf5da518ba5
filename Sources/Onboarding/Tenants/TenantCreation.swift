internal import EnrollmentCore
internal import Foundation
internal import OnboardingAPI
internal import OnboardingCrypto

/// What a new tenant's operator is shown once. The client secret is kept nowhere.
public struct TenantCredentials: Codable, Equatable, Sendable {
    public let name: String
    public let realm: String
    public let clientId: String
    public let clientSecret: String
    public let apiKey: String
    /// Base64 of the SPKI DER of the key that QR data verify with.
    public let qrPublicKey: String
    /// Base64 of the 32 bytes that QR data open with.
    public let qrKey: String
}

/// Makes tenants with all their keys. No default credential exists anywhere.
enum TenantCreation {
    enum NameError: Error, CustomStringConvertible {
        case malformed
        /// Paths name a tenant by its name or its realm: this name would be the realm of another.
        case namesARealm

        var description: String {
            switch self {
            case .malformed:
                "A tenant's name is 1 to 40 characters of a-z, 0-9 and -, and begins with a letter or digit."
            case .namesARealm:
                "A tenant's name does not end in \(realmSuffix), as the names of realms do."
            }
        }
    }

    private static let realmSuffix = "-consumers"

    /// A client secret of 256 random bits, and what is stored of it.
    static func newClientSecret() throws(CryptoError) -> (text: String, digest: [UInt8]) {
        let text = Base64URL.encode(try Random.bytes(32))
        return (text, Digest.sha256([UInt8](text.utf8)))
    }

    static func check(name: String) throws(NameError) {
        guard (1...40).contains(name.utf8.count), name.first != "-",
            name.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d })
        else { throw .malformed }
        guard !name.hasSuffix(realmSuffix) else { throw .namesARealm }
    }

    static func create(
        name: String, isTest: Bool, profile: CustomerConfiguration.Profile, in premises: Premises, at now: Instant
    ) async throws -> TenantCredentials {
        try check(name: name)
        // A start that has to make them takes longer.
        _ = try await ServerKeys.tokens(store: premises.store, keyRing: premises.keyRing, at: now)
        let id = try TenantID.random()
        try await premises.keyRing.makeTenantKey(of: id)
        let tenantKey = try premises.keyRing.tenantKey(of: id)
        let secret = try newClientSecret()
        let apiKey = Base64URL.encode(try Random.bytes(16))
        let qrSignature = try RSAKeyPair.generate(bits: 2048)
        let qrContent = try Random.bytes(32)
        let package = try PackageKeyPair.generate()

        func row(_ kind: TenantSecretKind, _ value: [UInt8]) throws -> SecretRow {
            try SecretRow(sealing: value, kind: kind.rawValue, under: tenantKey, label: kind.label(id), at: now)
        }
        let tenant = TenantRow(
            id: id, name: name, realm: name + realmSuffix, clientID: name + "-b2b",
            clientSecretDigest: secret.digest, apiKeyDigest: Digest.sha256([UInt8](apiKey.utf8)),
            sealedAPIKey: try tenantKey.seal([UInt8](apiKey.utf8), associated: TenantSecretKind.apiKey.label(id)),
            isTest: isTest, createdAt: now)
        let configuration = try canonicalJSON(CustomerConfiguration.initial(profile))
        try await premises.store.create(
            tenant, configuration: String(decoding: configuration, as: UTF8.self),
            secrets: [
                try row(.qrSignature, qrSignature.pkcs8DER), try row(.qrContent, qrContent),
                try row(.packageRSA, package.rsa.pkcs8DER), try row(.packageEC, package.ec.pkcs8DER),
            ])
        return TenantCredentials(
            name: name, realm: tenant.realm, clientId: tenant.clientID, clientSecret: secret.text, apiKey: apiKey,
            qrPublicKey: Data(qrSignature.publicKeyDER).base64EncodedString(),
            qrKey: Data(qrContent).base64EncodedString())
    }
}

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
