package import OnboardingCore

/// An operator in a session, as the session and the operator's row say at the moment of a request.
package struct SignedInOperator: Equatable, Sendable {
    package let id: OperatorID
    /// Unique within the tenant.
    package let name: String
    package let role: OperatorRole
    package let rights: Set<OperatorRight>
    /// SHA-256 of the session's token.
    package let sessionDigest: [UInt8]
    /// When the session ends unless another request comes before.
    package let endsAt: Instant
    /// Whether a password was ever set; without one only a link signs in.
    package let hasPassword: Bool
    /// Whether a password can be set without the one before: a link has signed in, and none was set since.
    package let maySetPasswordAnew: Bool
    package let hasSecondFactor: Bool
    /// Whether the tenant's provider has signed them in: password and second factor are its business then.
    package let isOfProvider: Bool

    package init(
        id: OperatorID, name: String, role: OperatorRole, rights: Set<OperatorRight>, sessionDigest: [UInt8],
        endsAt: Instant, hasPassword: Bool = true, maySetPasswordAnew: Bool = false, hasSecondFactor: Bool = false,
        isOfProvider: Bool = false
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.rights = rights
        self.sessionDigest = sessionDigest
        self.endsAt = endsAt
        self.hasPassword = hasPassword
        self.maySetPasswordAnew = maySetPasswordAnew
        self.hasSecondFactor = hasSecondFactor
        self.isOfProvider = isOfProvider
    }

    /// Whether one of its rights opens what the scope opens for a client.
    func opens(_ scope: Scope) -> Bool { rights.contains { $0.scopes.contains(scope) } }
}
