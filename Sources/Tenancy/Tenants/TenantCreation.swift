internal import OnboardingJSON
internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// The credentials of a new tenant, shown to its operator once. The client secret is stored nowhere.
public struct TenantCredentials: Codable, Equatable, Sendable {
    public let name: String
    public let realm: String
    public let clientId: String
    public let clientSecret: String
    public let apiKey: String
    /// Base64 of the SPKI DER of the key that verifies QR data.
    public let qrPublicKey: String
    /// Base64 of the 32-byte key that opens QR data.
    public let qrKey: String
    /// Words of `Scope`, a blank between: what the client may do.
    public let scopes: String
}

/// Creates tenants with all their keys. There is no default credential.
enum TenantCreation {
    enum NameError: Error, CustomStringConvertible {
        case malformed
        /// Paths name a tenant by its name or its realm: this name could be another tenant's realm.
        case namesARealm

        var description: String {
            switch self {
            case .malformed:
                "A tenant's name is 1 to \(Limit.tenantName.value) characters of a-z, 0-9 and -, and begins with a letter or digit."
            case .namesARealm:
                "A tenant's name does not end in \(realmSuffix), as the names of realms do."
            }
        }
    }

    private static let realmSuffix = "-consumers"

    /// A client secret of 256 random bits, and what is stored of it.
    static func newClientSecret(at now: Instant) throws(CryptoError) -> (text: String, row: CredentialKeyRow) {
        let text = Base64URL.encode(try Random.bytes(32))
        let id = Hexadecimal.encode(try Random.bytes(4))
        return (
            text, CredentialKeyRow(kind: .secret, id: id, value: Digest.sha256([UInt8](text.utf8)), createdAt: now)
        )
    }

    /// 128 random bits as base64url: what it is looked up by, and what is kept of it.
    static func newAPIKey(
        of tenant: TenantID, under tenantKey: KeyRing
    ) throws -> (text: String, digest: [UInt8], sealed: [UInt8]) {
        let text = Base64URL.encode(try Random.bytes(16))
        let bytes = [UInt8](text.utf8)
        return (
            text, Digest.sha256(bytes), try tenantKey.seal(bytes, associated: TenantSecretKind.apiKey.label(tenant))
        )
    }

    static func check(name: String) throws(NameError) {
        guard (1...Limit.tenantName.value).contains(name.utf8.count), name.first != "-",
            name.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d })
        else { throw .malformed }
        guard !name.hasSuffix(realmSuffix) else { throw .namesARealm }
    }

    static func create(
        name: String, isTest: Bool, profile: CustomerConfiguration.Profile,
        scopes: Set<Scope> = Scope.ofFirstCredential, in data: DataDirectory, at now: Instant
    ) async throws -> TenantCredentials {
        try check(name: name)
        // Otherwise the first start of the server would have to generate them.
        _ = try await ServerKeys.tokens(store: data.store, keys: data.keys, at: now)
        let id = try TenantID.random()
        try await data.keys.makeTenantKey(of: id)
        let tenantKey = try data.keys.tenantKey(of: id)
        let secret = try newClientSecret(at: now)
        let apiKey = try newAPIKey(of: id, under: tenantKey)
        let qrSignature = try RSAKeyPair.generate(bits: 2048)
        let qrContent = try Random.bytes(32)
        let package = try PackageKeyPair.generate()

        func row(_ kind: TenantSecretKind, _ value: [UInt8]) throws -> SecretRow {
            try SecretRow(sealing: value, kind: kind.rawValue, under: tenantKey, label: kind.label(id), at: now)
        }
        let tenant = TenantRow(
            id: id, name: name, realm: name + realmSuffix, apiKeyDigest: apiKey.digest,
            sealedAPIKey: apiKey.sealed,
            isTest: isTest, createdAt: now)
        let credential = CredentialRow(
            clientID: Tenant.firstClientID(of: name), tenantID: id, scopes: Scope.text(scopes),
            createdAt: now, endsAt: nil, keys: [secret.row])
        let configuration = try sortedKeyJSON(CustomerConfiguration.initial(profile))
        try await data.store.create(
            tenant, configuration: String(decoding: configuration, as: UTF8.self),
            secrets: [
                try row(.qrSignature, qrSignature.pkcs8DER), try row(.qrContent, qrContent),
                try row(.packageRSA, package.rsa.pkcs8DER), try row(.packageEC, package.ec.pkcs8DER),
            ], credential: credential)
        return TenantCredentials(
            name: name, realm: tenant.realm, clientId: credential.clientID, clientSecret: secret.text,
            apiKey: apiKey.text,
            qrPublicKey: Data(qrSignature.publicKeyDER).base64EncodedString(),
            qrKey: Data(qrContent).base64EncodedString(), scopes: credential.scopes)
    }
}
