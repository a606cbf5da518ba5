package import OnboardingCore

/// What an operator has proposed and a colleague has to agree to, as it is stored.
package struct ProposalRow: Equatable, Sendable {
    /// How it ended. A word is never renamed.
    package enum End: String, Sendable {
        case agreed, declined, expired
        /// Whoever has proposed it was disabled.
        case void
    }

    package let id: ProposalID
    package let tenantID: TenantID
    /// A word, kept as text so that older programs can list newer rows.
    package let action: String
    package let operatorID: OperatorID
    /// That it is about, where it is about one.
    package let enrollmentID: EnrollmentID?
    package let proposedAt: Instant
    package let expiresAt: Instant
    /// What it would do, and of one that was declined why, under the tenant's key; nil once it tells no more.
    package var sealed: [UInt8]?
    /// Nil while it waits.
    package var end: End?
    package var endedAt: Instant?
    /// Who has agreed or declined.
    package var endedBy: OperatorID?
    /// Of the agreement that has it.
    package var attempt: [UInt8]?

    package init(
        id: ProposalID, tenantID: TenantID, action: String, operatorID: OperatorID, enrollmentID: EnrollmentID?,
        proposedAt: Instant, expiresAt: Instant, sealed: [UInt8]?, end: End? = nil, endedAt: Instant? = nil,
        endedBy: OperatorID? = nil, attempt: [UInt8]? = nil
    ) {
        self.id = id
        self.tenantID = tenantID
        self.action = action
        self.operatorID = operatorID
        self.enrollmentID = enrollmentID
        self.proposedAt = proposedAt
        self.expiresAt = expiresAt
        self.sealed = sealed
        self.end = end
        self.endedAt = endedAt
        self.endedBy = endedBy
        self.attempt = attempt
    }

    /// Whether a colleague may agree.
    package func isOpen(at now: Instant) -> Bool { end == nil && now < expiresAt }
}
