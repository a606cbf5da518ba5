package import OnboardingCore

/// What a client of a tenant shows to get tokens, and what these open, as it is stored.
package struct CredentialRow: Equatable, Sendable {
    /// Unique in the installation.
    package let clientID: String
    package let tenantID: TenantID
    /// Words, a blank between.
    package var scopes: String
    package let createdAt: Instant
    /// From when on it opens nothing; nil where it has no end.
    package var endsAt: Instant?
    /// Oldest first.
    package var keys: [CredentialKeyRow]

    package init(
        clientID: String, tenantID: TenantID, scopes: String, createdAt: Instant, endsAt: Instant?,
        keys: [CredentialKeyRow]
    ) {
        self.clientID = clientID
        self.tenantID = tenantID
        self.scopes = scopes
        self.createdAt = createdAt
        self.endsAt = endsAt
        self.keys = keys
    }
}

/// By what a client is known.
package struct CredentialKeyRow: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case secret
        case publicKey = "public-key"
    }

    package let kind: Kind
    /// What it is called in the audit trail: nothing that helps to guess it.
    package let id: String
    /// SHA-256 of a secret; SPKI DER of a public key.
    package let value: [UInt8]
    package let createdAt: Instant
    package var endsAt: Instant?

    package init(kind: Kind, id: String, value: [UInt8], createdAt: Instant, endsAt: Instant? = nil) {
        self.kind = kind
        self.id = id
        self.value = value
        self.createdAt = createdAt
        self.endsAt = endsAt
    }
}
