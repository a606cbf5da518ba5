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

    /// Removes what no row names, if it was last written before `instant`: younger
    /// objects may belong to a transaction that is still to come.
    /// - Returns: how many files were removed.
    @discardableResult
    func sweep(olderThan instant: Instant, in store: any Store) async throws -> Int
}
