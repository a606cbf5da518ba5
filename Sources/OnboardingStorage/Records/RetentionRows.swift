package import OnboardingCore

/// An enrollment that may not be erased.
package struct LegalHold: Equatable, Sendable {
    package let enrollmentID: EnrollmentID
    package let tenantID: TenantID
    /// A word, such as the number of a case.
    package let reason: String
    package let at: Instant

    package init(enrollmentID: EnrollmentID, tenantID: TenantID, reason: String, at: Instant) {
        self.enrollmentID = enrollmentID
        self.tenantID = tenantID
        self.reason = reason
        self.at = at
    }
}

/// Before when what a tenant keeps is older than its policy allows.
package struct RetentionLimits: Equatable, Sendable {
    package let registrations: Instant
    package let failed: Instant
    package let faceEvidence: Instant
    package let documentEvidence: Instant
    package let trail: Instant

    package init(
        registrations: Instant, failed: Instant, faceEvidence: Instant, documentEvidence: Instant, trail: Instant
    ) {
        self.registrations = registrations
        self.failed = failed
        self.faceEvidence = faceEvidence
        self.documentEvidence = documentEvidence
        self.trail = trail
    }
}

/// How much of a tenant is older than that.
package struct RetentionCounts: Equatable, Sendable {
    package var registrations = 0
    package var failed = 0
    package var faceEvidence = 0
    package var documentEvidence = 0
    package var trail = 0
    /// Enrollments that would be erased or reduced if they were not held.
    package var held = 0

    package init() {}

    package var isEmpty: Bool { self == RetentionCounts() || self == RetentionCounts(held: held) }

    private init(held: Int) { self.held = held }
}
