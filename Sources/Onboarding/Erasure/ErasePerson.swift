package import OnboardingCore
package import OnboardingStorage
internal import Tenancy

/// Erases what is known of a person: the rows, then the data keys, so that nothing can be read from that moment on, then
/// the evidence files. What happened stays in the audit trail, without a person to it.
///
/// The first transaction also writes down that an erasure was begun, so that `resume` completes it where this threw or the
/// process died on the way. Erasing what was erased does nothing more.
package struct ErasePerson: Sendable {
    let store: any Store
    let keys: any KeyStore
    let evidence: any EvidenceStore
    let replayIndex: ReplayIndex
    let faceIndex: FaceIndex
    let journal: ErasureJournal

    private static let batch = 1000

    /// Erases an enrollment and with it the person's attempts beside it, all at once: nothing is kept of whoever is to be
    /// forgotten, however often they tried.
    /// - Parameters:
    ///   - includingRegistration: false where a registration beside it stays.
    ///   - holds: what stays of them for a time.
    /// - Returns: all of them.
    /// - Throws: `StorageError.unknownSubject` where somebody else has begun to erase the enrollment; of several who ask at
    ///   once one has erased it.
    @discardableResult
    package func callAsFunction(
        of id: EnrollmentID, includingRegistration: Bool = false, leaving holds: [FraudHoldWrite] = [],
        at instant: Instant
    ) async throws -> [EnrollmentID] {
        let all = try await store.beginErasureOfPerson(
            of: id, includingRegistration: includingRegistration, leaving: holds, at: instant)
        try await finish(all)
        guard all.contains(id) else { throw StorageError.unknownSubject }
        return all
    }

    /// Erases this enrollment alone.
    /// - Parameters:
    ///   - despiteHold: for what had been erased before an older copy of the data brought it back.
    ///   - hold: what stays of it for a time.
    package func enrollment(
        _ id: EnrollmentID, despiteHold: Bool = false, leaving hold: FraudHoldWrite? = nil, at instant: Instant
    ) async throws {
        try await store.beginErasure(of: id, despiteHold: despiteHold, leaving: hold, at: instant)
        try await finish([id])
    }

    /// Completes erasures that were begun and did not come to their end.
    /// - Returns: how many there were.
    @discardableResult
    package func resume() async throws -> Int {
        let begun = try await store.unfinishedErasures()
        try await forEach(begun) { try await finish([$0]) }
        return begun.count
    }

    /// Erases again what a backup of the key database has brought back: the data keys of erased enrollments.
    /// - Returns: how many there were.
    package func eraseRestoredKeys() async throws -> Int {
        var (last, found) = (0, 0)
        while true {
            let erased = try await store.enrollments(areErased: true, after: last, limit: Self.batch)
            let returned = try await keys.holdsDataKeys(of: erased.map(\.id))
            if !returned.isEmpty { try await keys.erase(returned) }
            found += returned.count
            guard erased.count == Self.batch, let end = erased.last else { return found }
            last = end.number
        }
    }

    private func finish(_ ids: [EnrollmentID]) async throws {
        // First, so that no copy of the data that is put back later brings them back.
        let end = try journal.append(ids, at: Instant.now())
        try await keys.erase(ids)
        for id in ids {
            replayIndex.remove(id)
            faceIndex.remove(id)
        }
        for id in ids {
            let objects = try await store.evidence(of: id) + store.evidence(ofAuthenticationsOf: id)
            for object in objects where !object.isLockedAway { try await evidence.delete(object.id) }
        }
        // Last, so that a repeat after a crash still knows which files are left.
        try await store.finishErasure(of: ids, journal: end)
    }
}
