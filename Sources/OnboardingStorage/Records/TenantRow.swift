package import OnboardingCore
internal import Foundation
package import OnboardingJSON

/// A tenant as it is stored, without its keys, credentials and configuration.
package struct TenantRow: Equatable, Sendable {
    package let id: TenantID
    /// Unique, as the command line says it.
    package var name: String
    package var realm: String
    /// SHA-256 of the API key.
    package var apiKeyDigest: [UInt8]
    /// The API key itself, for the QR images, sealed by the caller.
    package var sealedAPIKey: [UInt8]
    /// Specimen documents may be verified, and everything says "test".
    package var isTest: Bool
    package let createdAt: Instant

    package init(
        id: TenantID, name: String, realm: String, apiKeyDigest: [UInt8], sealedAPIKey: [UInt8], isTest: Bool,
        createdAt: Instant
    ) {
        self.id = id
        self.name = name
        self.realm = realm
        self.apiKeyDigest = apiKeyDigest
        self.sealedAPIKey = sealedAPIKey
        self.isTest = isTest
        self.createdAt = createdAt
    }
}

/// Differs after every change of a tenant's configuration and keys.
package struct TenantMark: Equatable, Sendable {
    package let configurationVersion: Int
    /// The keys in use and the retired ones, in words that nobody else reads.
    package let secrets: String

    package init(configurationVersion: Int, secrets: String) {
        self.configurationVersion = configurationVersion
        self.secrets = secrets
    }
}

/// Whose key it is.
package enum SecretOwner: Hashable, Sendable {
    case server
    case tenant(TenantID)
}

/// A private key or the like, sealed by the caller.
package struct SecretRow: Equatable, Sendable {
    /// `qr`, `package`, `token` …
    package var kind: String
    /// Unique among its owner's of one kind.
    package var keyID: String
    package var createdAt: Instant
    /// Nil while it is in use; afterwards it may still be good for opening.
    package var retiredAt: Instant?
    package var sealed: [UInt8]

    package init(
        kind: String, keyID: String, createdAt: Instant, retiredAt: Instant?, sealed: [UInt8]
    ) {
        self.kind = kind
        self.keyID = keyID
        self.createdAt = createdAt
        self.retiredAt = retiredAt
        self.sealed = sealed
    }
}

/// A tenant's configuration document with its place in the order of changes.
package struct ConfigurationRow: Equatable, Sendable {
    /// 1 for the first.
    package let version: Int
    /// JSON.
    package let document: String
    package let changedAt: Instant

    package var value: JSONValue {
        get throws { try JSONDecoder().decode(JSONValue.self, from: Data(document.utf8)) }
    }
}
