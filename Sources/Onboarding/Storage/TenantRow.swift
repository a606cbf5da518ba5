internal import EnrollmentCore
internal import Foundation
internal import OnboardingAPI

/// A tenant as it is stored, without its keys and configuration.
struct TenantRow: Equatable, Sendable {
    let id: TenantID
    /// Unique, as the command line says it.
    var name: String
    var realm: String
    var clientID: String
    /// SHA-256 of the client secret.
    var clientSecretDigest: [UInt8]
    /// SHA-256 of the API key.
    var apiKeyDigest: [UInt8]
    /// The API key itself, for the QR images, sealed by the caller.
    var sealedAPIKey: [UInt8]
    /// Specimen documents may be verified, and everything says "test".
    var isTest: Bool
    let createdAt: Instant
}

/// Whose key it is.
enum SecretOwner: Hashable, Sendable {
    case server
    case tenant(TenantID)
}

/// A private key or the like, sealed by the caller.
struct SecretRow: Equatable, Sendable {
    /// `qr`, `package`, `token` …
    var kind: String
    /// Unique among its owner's of one kind.
    var keyID: String
    var createdAt: Instant
    /// Nil while it is in use; afterwards it may still be good for opening.
    var retiredAt: Instant?
    var sealed: [UInt8]
}

/// A tenant's configuration document with its place in the order of changes.
struct ConfigurationRow: Equatable, Sendable {
    /// 1 for the first.
    let version: Int
    /// JSON.
    let document: String
    let changedAt: Instant

    var value: JSONValue {
        get throws { try JSONDecoder().decode(JSONValue.self, from: Data(document.utf8)) }
    }
}
