package import OnboardingCore
package import OnboardingCrypto

/// A customer of the installation: who it is, how its client proves itself, what it asks of enrollments.
package struct Tenant: Sendable {
    package let id: TenantID
    let name: String
    /// `{name}-consumers`
    package let realm: String
    /// Specimen documents may be verified, and every record says that this is a test.
    let isTest: Bool
    package let clientID: String
    /// SHA-256 of the client secret, which is 256 random bits and kept nowhere.
    package let clientSecretDigest: [UInt8]
    let apiKeyDigest: [UInt8]
    package let settings: TenantSettings

    /// The subject of the tenant's tokens: its id in the shape of a UUID.
    var subject: String { UUIDText.format(Hexadecimal.decode(id.text) ?? []) }
}

/// The keys of a tenant, unsealed.
package struct TenantKeys: Sendable {
    /// An identifier that every QR image carries, not a secret (decisions 2a).
    let apiKey: String
    let qrSignature: RSAKeyPair
    /// AES-256, handed to the tenant's apps.
    let qrContent: [UInt8]
    package let package: PackageKeyPair
    /// The pair before the last rotation, and when it stops to open packages.
    let previousPackage: (pair: PackageKeyPair, end: Instant)?

    /// What opens packages at this instant.
    func packageKeys(at now: Instant) -> PackageKeys {
        let previous = previousPackage.flatMap { $0.end > now ? $0.pair : nil }
        return PackageKeys(current: package, previous: previous)
    }
}

/// The kinds of sealed values that a tenant has.
enum TenantSecretKind: String, CaseIterable, Sendable {
    case apiKey = "api-key"
    case qrSignature = "qr-signature"
    case qrContent = "qr-content"
    case packageRSA = "package-rsa"
    case packageEC = "package-ec"

    func label(_ tenant: TenantID) -> [UInt8] { [UInt8]("tenant-secret:\(tenant.text):\(rawValue)".utf8) }
}
