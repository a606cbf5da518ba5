package import OnboardingCore

/// The removal of a tenant, and what it has destroyed so far.
package struct TenantRemoval: Equatable, Sendable {
    package let tenantID: TenantID
    /// Nil once it was forgotten.
    package let name: String?
    package let begunAt: Instant
    /// Of each kind how many, counted in the transactions that destroyed them; keys are not in it before they were counted.
    package let destroyed: [DestroyedKind: Int]
    /// Nil until nothing is left.
    package let end: End?

    package struct End: Equatable, Sendable {
        package let at: Instant
        /// Text of `AuditHead` after the entry that says so.
        package let head: String
    }
}

/// A kind of what the removal of a tenant destroys: a column of `removed_tenant`.
package enum DestroyedKind: String, CaseIterable, Sendable {
    /// Enrollments that were kept, whatever became of them.
    case cases
    /// Of the cases, those that were complete.
    case registrations
    /// Subjects of cases that were kept.
    case persons
    case authentications
    case evidenceObjects = "evidence_objects"
    case evidenceBytes = "evidence_bytes"
    case templates
    case devices
    case operators
    case credentials
    case webhooks
    /// To persons, sent or not.
    case messages
    /// Data keys and the tenant's own.
    case keys
    /// Of the audit trail: withdrawn.
    case trailEntries = "trail_entries"
    /// Whatever else there was.
    case otherRows = "other_rows"
}
