package import OnboardingCore
package import OnboardingCrypto

/// Keeps sealed evidence objects.
///
/// An object is durable before the transaction that names it, so that no row is without its object. The other way round, an
/// object without a row is what a crash leaves behind; `sweep` removes it.
package protocol EvidenceStore: Sendable {
    /// Seals `object` and keeps it; durable when this returns.
    /// - Returns: what the database is to say of it.
    func write(
        _ object: EvidenceObject, kind: String, of enrollment: EnrollmentID, under dataKey: SealingKey, at now: Instant
    ) async throws -> EvidenceRow

    /// - Throws: `evidenceUnreadable` where the object is missing, damaged or sealed under another key.
    func read(_ row: EvidenceRow, under dataKey: SealingKey) async throws -> EvidenceObject

    /// Whether the object is there with every bit as it was written. Needs no key.
    func isIntact(_ row: EvidenceRow) async throws -> Bool

    /// Deletes an object; one that is gone already is no error.
    func delete(_ id: EvidenceID) async throws

    /// Puts aside what no row names, if it was last written before `instant`: younger objects may belong to a transaction that
    /// is still to come. Nothing is destroyed at once: the database may be an older copy than the objects. What was put aside
    /// before `end` is removed, and what a row names again is put back.
    /// - Parameters:
    ///   - bound: how many may be put aside of so many objects; where there are more, none is.
    ///   - progress: told how many objects were looked at.
    func sweep(
        olderThan instant: Instant, removingBefore end: Instant, at now: Instant, in store: any Store,
        bound: @Sendable (_ objects: Int) -> Int, progress: @Sendable (_ done: Int) -> Void
    ) async throws -> EvidenceSweep

    /// Writes the object of `row` into another folder of evidence, checked on the way.
    /// - Returns: false where it was there already with as many bytes.
    /// - Throws: `evidenceUnreadable` where the object is missing or not what was written.
    func copy(_ row: EvidenceRow, to folder: String) async throws -> Bool
}

/// What a sweep did.
package struct EvidenceSweep: Equatable, Sendable {
    /// Put aside for a while.
    package var putAside = 0
    package var putBack = 0
    /// Removed for good, their while being over.
    package var removed = 0
    /// Not put aside because they were too many to be what crashes leave.
    package var tooMany = 0

    package init() {}
}
