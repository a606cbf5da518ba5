package import OnboardingCore

/// An entry of the audit trail.
package struct AuditEntry: Equatable, Sendable {
    package let sequence: Int
    package let at: Instant
    package let tenantID: TenantID?
    /// A word of `AuditEvent.Kind`, kept as text so that older programs can list newer entries.
    package let kind: String
    package let detail: [String: String]
}
