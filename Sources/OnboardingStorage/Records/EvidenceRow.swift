package import OnboardingCore

/// What the database says of an evidence object.
package struct EvidenceRow: Equatable, Sendable {
    package let id: EvidenceID
    package let enrollmentID: EnrollmentID
    /// What it is evidence of: `face`, `document`, `consent` …; bound to the object.
    package let kind: String
    /// Of the sealed object.
    package let byteCount: Int
    /// SHA-256 of the sealed object, so that damage is seen without a key.
    package let digest: [UInt8]
    package let createdAt: Instant

    package init(
        id: EvidenceID, enrollmentID: EnrollmentID, kind: String, byteCount: Int, digest: [UInt8], createdAt: Instant
    ) {
        self.id = id
        self.enrollmentID = enrollmentID
        self.kind = kind
        self.byteCount = byteCount
        self.digest = digest
        self.createdAt = createdAt
    }
}
