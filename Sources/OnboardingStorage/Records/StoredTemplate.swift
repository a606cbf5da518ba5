package import OnboardingCore

/// A stored template as renewal finds it.
package struct StoredTemplate: Equatable, Sendable {
    /// Rises in the order of making; never given again.
    package let number: Int
    package let enrollmentID: EnrollmentID
    package let tenantID: TenantID
    /// A word of `TemplateKind`.
    package let kind: String
    /// The object whose images it was made from, as an authentication's event names it; nil for what the enrollment made.
    package let evidenceID: EvidenceID?
    /// Whether a tenant's client has handed in the image that it was made from, whether that is kept or not.
    package let isOfUserFace: Bool
}
