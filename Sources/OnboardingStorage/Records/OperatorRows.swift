package import OnboardingCore

/// Somebody of a tenant who signs in at the web side.
package struct OperatorRow: Equatable, Sendable {
    package let id: OperatorID
    package let tenantID: TenantID
    /// In small letters, unique within the tenant.
    package let name: String
    /// A word, kept as text so that older programs can list newer rows.
    package var role: String
    /// Words, a blank between.
    package var rights: String
    /// Nil until a password was set.
    package var passwordHash: String?
    /// The secret of the authenticator app, sealed by the caller; nil without a second factor.
    package var sealedSecret: [UInt8]?
    /// The newest step whose code was shown.
    package var lastStep: Int64?
    /// How many passkeys there are; not stored with the row.
    package var passkeyCount: Int
    package let createdAt: Instant
    /// From when on nothing opens.
    package var disabledAt: Instant?

    package init(
        id: OperatorID, tenantID: TenantID, name: String, role: String, rights: String, passwordHash: String? = nil,
        sealedSecret: [UInt8]? = nil, lastStep: Int64? = nil, passkeyCount: Int = 0, createdAt: Instant,
        disabledAt: Instant? = nil
    ) {
        self.id = id
        self.tenantID = tenantID
        self.name = name
        self.role = role
        self.rights = rights
        self.passwordHash = passwordHash
        self.sealedSecret = sealedSecret
        self.lastStep = lastStep
        self.passkeyCount = passkeyCount
        self.createdAt = createdAt
        self.disabledAt = disabledAt
    }

    /// Whether a password alone signs nobody in.
    package var hasSecondFactor: Bool { sealedSecret != nil || passkeyCount > 0 }
}

/// A session of an operator, known by the digest of its token.
package struct OperatorSessionRow: Equatable, Sendable {
    /// What it was begun with. A word is never renamed.
    package enum Beginning: String, Sendable {
        case password, link
        /// An OpenID Connect provider of the tenant's.
        case provider
        /// One whose authenticator has verified its bearer.
        case passkey
    }

    /// SHA-256 of the token.
    package let digest: [UInt8]
    package let operatorID: OperatorID
    package let beginning: Beginning
    package let createdAt: Instant
    package var lastSeenAt: Instant
    package var expiresAt: Instant
    /// When the second factor was shown; nil before, or without one.
    package var secondFactorAt: Instant?
    /// A second factor that is being set up in it, sealed by the caller.
    package var sealedSecret: [UInt8]?

    package init(
        digest: [UInt8], operatorID: OperatorID, beginning: Beginning, createdAt: Instant, lastSeenAt: Instant,
        expiresAt: Instant, secondFactorAt: Instant? = nil, sealedSecret: [UInt8]? = nil
    ) {
        self.digest = digest
        self.operatorID = operatorID
        self.beginning = beginning
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.expiresAt = expiresAt
        self.secondFactorAt = secondFactorAt
        self.sealedSecret = sealedSecret
    }
}

/// By whom an operator is known at an OpenID Connect provider.
package struct OperatorIdentityRow: Equatable, Sendable {
    package let operatorID: OperatorID
    package let tenantID: TenantID
    /// The provider's name.
    package let issuer: String
    /// Keyed digest of what the provider calls them.
    package let subjectDigest: [UInt8]
    package let createdAt: Instant

    package init(
        operatorID: OperatorID, tenantID: TenantID, issuer: String, subjectDigest: [UInt8], createdAt: Instant
    ) {
        self.operatorID = operatorID
        self.tenantID = tenantID
        self.issuer = issuer
        self.subjectDigest = subjectDigest
        self.createdAt = createdAt
    }
}

/// A link with which an operator sets a password, once, and signs in.
package struct SignInLinkRow: Equatable, Sendable {
    /// SHA-256 of its token.
    package let digest: [UInt8]
    package let operatorID: OperatorID
    package let expiresAt: Instant

    package init(digest: [UInt8], operatorID: OperatorID, expiresAt: Instant) {
        self.digest = digest
        self.operatorID = operatorID
        self.expiresAt = expiresAt
    }
}
