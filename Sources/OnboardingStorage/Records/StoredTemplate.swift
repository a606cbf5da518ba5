package import OnboardingCore

/// A stored template as renewal finds it.
package struct StoredTemplate: Equatable, Sendable {
    /// Rises in the order of making; never given again.
    package let number: Int
    package let enrollmentID: EnrollmentID
    package let tenantID: TenantID
    /// A word of `TemplateKind`.
    package let kind: String
}
