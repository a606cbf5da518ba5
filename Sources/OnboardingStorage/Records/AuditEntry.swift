package import OnboardingCore

/// What the audit trail keeps beside the events of enrollments. A word is never renamed or reused.
package enum AuditKind: String, CaseIterable, Sendable {
    case tenantCreated
    case configurationChanged
    case keyAdded
    case keyDeleted
    case clientSecretReplaced
    case failuresCleared
    case registrationErased
    case registrationExported
    case templateRenewed
    /// From here on sums are kept of all rows (`TableMAC`). Once in a trail, and with tenants never as its first entry:
    /// otherwise rows were taken as somebody left them.
    case ledgerBegun
}

/// An entry of the audit trail.
package struct AuditEntry: Equatable, Sendable {
    package let sequence: Int
    package let at: Instant
    package let tenantID: TenantID?
    /// A word of `AuditKind`, kept as text so that older programs can list newer entries.
    package let kind: String
    package let detail: [String: String]
}
