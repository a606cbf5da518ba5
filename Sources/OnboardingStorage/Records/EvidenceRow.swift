package import OnboardingCore

/// What the database says of an evidence object.
package struct EvidenceRow: Equatable, Sendable {
    /// When an object was reduced to its measurements, and the object that the decision rested on.
    package struct Reduction: Equatable, Sendable {
        package let at: Instant
        package let originalID: EvidenceID
        package let originalDigest: [UInt8]

        package init(at: Instant, originalID: EvidenceID, originalDigest: [UInt8]) {
            self.at = at
            self.originalID = originalID
            self.originalDigest = originalDigest
        }
    }

    package let id: EvidenceID
    package let enrollmentID: EnrollmentID
    /// What it is evidence of: `face`, `document`, `consent` …; bound to the object.
    package let kind: String
    /// Of the sealed object.
    package let byteCount: Int
    /// SHA-256 of the sealed object, so that damage is seen without a key.
    package let digest: [UInt8]
    package let createdAt: Instant
    /// Nil for one that is whole.
    package let reduction: Reduction?

    package init(
        id: EvidenceID, enrollmentID: EnrollmentID, kind: String, byteCount: Int, digest: [UInt8], createdAt: Instant,
        reduction: Reduction? = nil
    ) {
        self.id = id
        self.enrollmentID = enrollmentID
        self.kind = kind
        self.byteCount = byteCount
        self.digest = digest
        self.createdAt = createdAt
        self.reduction = reduction
    }

    /// The row of an object that takes the place of this one's.
    /// - Parameter object: as the evidence store has written it.
    package func reduced(to object: EvidenceRow, at instant: Instant) -> EvidenceRow {
        EvidenceRow(
            id: object.id, enrollmentID: enrollmentID, kind: kind, byteCount: object.byteCount, digest: object.digest,
            createdAt: createdAt,
            reduction: Reduction(at: instant, originalID: id, originalDigest: digest))
    }
}
