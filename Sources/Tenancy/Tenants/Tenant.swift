package import LivenessScorer
package import OnboardingCore
package import OnboardingCrypto

/// A customer of the installation: its identity, the credentials of its clients and its settings.
///
/// A class, because the settings take kilobytes: as a value they would lie in the memory of every task and closure that knows who
/// asks (docs/measurements/streams.md). Nothing of it changes; another configuration is another tenant.
package final class Tenant: Sendable {
    package let id: TenantID
    package let name: String
    /// `{name}-consumers`
    package let realm: String
    /// Specimen documents can be verified, and every record says that this is a test.
    package let isTest: Bool
    let credentials: [Credential]
    let apiKeyDigest: [UInt8]
    package let settings: TenantSettings
    /// Of the configuration that the settings are read from: 1 for the first.
    package let configurationVersion: Int
    /// Nil where it has none.
    package let logo: TenantLogo?

    init(
        id: TenantID, name: String, realm: String, isTest: Bool, credentials: [Credential], apiKeyDigest: [UInt8],
        settings: TenantSettings, configurationVersion: Int, logo: TenantLogo? = nil
    ) {
        (self.id, self.name, self.realm, self.isTest) = (id, name, realm, isTest)
        (self.credentials, self.apiKeyDigest) = (credentials, apiKeyDigest)
        (self.settings, self.configurationVersion, self.logo) = (settings, configurationVersion, logo)
    }

    /// What persons know it as.
    package var displayName: String { settings.pages.displayName ?? name }

    /// A stored setting alone makes no capture a rendered one.
    package var captureSource: CaptureSource { isTest ? settings.captureSource : .camera }

    /// The credential of one of its clients, good or not.
    package func credential(of clientID: String) -> Credential? { credentials.first { $0.clientID == clientID } }

    /// Whether `secret` is that of a client that administers users, and is good at `now`.
    package func hasAdministrator(showing secret: String, at now: Instant) -> Bool {
        credentials.contains { credential in
            credential.scopes.contains(.administerUsers) && credential.isGood(at: now)
                && credential.accepts(secret: secret, at: now)
        }
    }

    /// Whether faces are looked for among its registrations for a client of it.
    package var searchesUsers: Bool {
        credentials.contains { !$0.scopes.isDisjoint(with: [.users, .administerUsers]) }
    }

    /// The client that a tenant is made with; also what tokens of phones name, which are no client's.
    static func firstClientID(of name: String) -> String { name + "-b2b" }

    package var firstClientID: String { Self.firstClientID(of: name) }

    /// Whether `text` is its name or its realm.
    package func isCalled(_ text: String) -> Bool { text == name || text == realm }

    /// The subject of the tenant's tokens: its id in the shape of a UUID.
    var subject: String { UUIDText.format(Hexadecimal.decode(id.text) ?? []) }
}

/// The keys of a tenant, unsealed.
package struct TenantKeys: Sendable {
    /// An identifier that every QR image carries, not a secret (decision 0023).
    package let apiKey: String
    package let qrSignature: RSAKeyPair
    /// An AES-256 key, which the tenant's apps have too.
    package let qrContent: [UInt8]
    package let package: PackageKeyPair
    /// The pair before the last rotation, and when it stops opening packages.
    let previousPackage: (pair: PackageKeyPair, end: Instant)?
    /// What the tenant's OpenID Connect provider knows this server by; nil for a public client.
    let providerSecret: String?

    /// The keys that open packages at `now`.
    package func packageKeys(at now: Instant) -> PackageKeys {
        let previous = previousPackage.flatMap { $0.end > now ? $0.pair : nil }
        return PackageKeys(current: package, previous: previous)
    }
}

/// The kinds of secrets that a tenant has.
enum TenantSecretKind: String, CaseIterable, Sendable {
    case apiKey = "api-key"
    case qrSignature = "qr-signature"
    case qrContent = "qr-content"
    case packageRSA = "package-rsa"
    case packageEC = "package-ec"
    /// An empty one counts as none.
    case providerSecret = "oidc-client-secret"

    package func label(_ tenant: TenantID) -> [UInt8] { [UInt8]("tenant-secret:\(tenant.text):\(rawValue)".utf8) }
}
