internal import EnrollmentCore

/// What the database says of an evidence object.
struct EvidenceRow: Equatable, Sendable {
    let id: EvidenceID
    let enrollmentID: EnrollmentID
    /// What it is evidence of: `face`, `document`, `consent` …; bound to the object.
    let kind: String
    /// Of the sealed object.
    let byteCount: Int
    /// SHA-256 of the sealed object, so that damage is seen without a key.
    let digest: [UInt8]
    let createdAt: Instant
}
