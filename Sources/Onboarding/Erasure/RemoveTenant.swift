package import OnboardingCore
package import OnboardingStorage
internal import Tenancy

/// Destroys what there is of a tenant: what signs in and what is to be sent, then its keys, so that nothing opens from that moment
/// on, then evidence files and rows. What the hash chains are made of stays, without what it said.
///
/// Each step leaves behind how far it has come, so that the whole, begun again after a crash, comes to the same end.
package struct RemoveTenant: Sendable {
    let store: any Store
    let keys: any KeyStore
    let evidence: any EvidenceStore
    let replayIndex: ReplayIndex
    let faceIndex: FaceIndex
    let journal: ErasureJournal

    private static let batch = 200

    /// - Parameter isForced: as `Store.beginRemoval`.
    /// - Returns: the removal, which has ended; the name is the tenant's until `forgetName`.
    /// - Throws: as `Store.beginRemoval` and `Store.endRemoval`.
    package func callAsFunction(_ tenant: TenantID, isForced: Bool = false) async throws -> TenantRemoval {
        let known = try await store.removals().first { $0.tenantID == tenant }
        if let known, known.end != nil { return known }
        try await store.beginRemoval(of: tenant, isForced: isForced, at: Instant.now())
        // First of all, so that no copy of the data that is put back later brings it back.
        try await store.set(try journal.append(tenant, at: Instant.now()))
        let holdKeys = Dictionary(
            try await store.fraudHolds(tenant: tenant, endedBefore: nil).map { ($0.enrollmentID, $0.keyID) },
            uniquingKeysWith: { first, _ in first })
        try await noteKeys(of: tenant, holdKeys: holdKeys.values.compactMap(\.self))
        try await keys.eraseKeys(of: tenant)
        faceIndex.forget(tenant)
        replayIndex.forget([tenant])
        try await destroyCases(of: tenant, holdKeys: holdKeys.compactMapValues(\.self))
        while try await store.destroyFurther(ofRemoved: tenant, limit: Self.batch) > 0 {}
        try await eraseLateKeys(of: tenant)
        try await keys.compact()
        return try await store.endRemoval(of: tenant, at: Instant.now())
    }

    /// Takes the name of a tenant whose removal has ended, as the last that is left of it.
    /// - Parameter compacts: as `Store.forgetDeleted`.
    package func forgetName(of tenant: TenantID, compacts: Bool) async throws {
        try await store.forgetName(ofRemoved: tenant)
        try await store.forgetDeleted(compacts: compacts)
    }

    /// Counts the keys before the first is destroyed.
    private func noteKeys(of tenant: TenantID, holdKeys: [EnrollmentID]) async throws {
        let isNoted = try await store.removals().contains { $0.tenantID == tenant && $0.destroyed[.keys] != nil }
        guard !isNoted else { return }
        var count = try await keys.countKeys(of: tenant) + keys.holdsDataKeys(of: holdKeys).count
        try await forEachPage(of: tenant, areDestroyed: nil) { ids in
            count += try await keys.holdsDataKeys(of: ids).count
        }
        try await store.noteKeys(count, ofRemoved: tenant)
    }

    private func destroyCases(of tenant: TenantID, holdKeys: [EnrollmentID: EnrollmentID]) async throws {
        try await forEachPage(of: tenant, areDestroyed: false) { ids in
            try await keys.erase(ids + ids.compactMap { holdKeys[$0] })
            for object in try await store.evidenceToDestroy(of: ids) { try await evidence.delete(object) }
            // Last, so that a repeat after a crash still knows which files are left.
            try await store.destroy(ids, ofRemoved: tenant, at: Instant.now())
        }
    }

    /// Of requests that were under way, and what an older copy of the keys has brought back.
    private func eraseLateKeys(of tenant: TenantID) async throws {
        try await forEachPage(of: tenant, areDestroyed: true) { ids in
            let held = try await keys.holdsDataKeys(of: ids)
            if !held.isEmpty { try await keys.erase(held) }
        }
        if try await keys.countKeys(of: tenant) > 0 { try await keys.eraseKeys(of: tenant) }
    }

    private func forEachPage(
        of tenant: TenantID, areDestroyed: Bool?, _ body: ([EnrollmentID]) async throws -> Void
    ) async throws {
        var last = 0
        while true {
            let page = try await store.casesOfRemoved(
                tenant, areDestroyed: areDestroyed, after: last, limit: Self.batch)
            guard let end = page.last else { return }
            try await body(page.map(\.id))
            last = end.number
        }
    }
}
