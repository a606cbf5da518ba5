package import OnboardingCore

/// The codes of an accepted capture's frames as they are stored.
package struct StoredCaptureCodes: Equatable, Sendable {
    /// Rises in the order of acceptance.
    package let number: Int
    package let enrollmentID: EnrollmentID
    package let tenantID: TenantID
    /// Under the enrollment's data key.
    package let sealed: [UInt8]
}
