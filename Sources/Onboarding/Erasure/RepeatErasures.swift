internal import OnboardingCore
internal import OnboardingStorage

/// Compares the data with the journal of erasures, and erases again whoever an older copy of the data has brought back, tenants
/// too.
package struct RepeatErasures: Sendable {
    let store: any Store
    let keys: any KeyStore
    let journal: ErasureJournal
    let erasePerson: ErasePerson
    let removeTenant: RemoveTenant

    private static let batch = 1000

    /// - Parameter acceptsLostJournal: whether a journal that is not there is made anew of what the data know.
    /// - Returns: how many were erased again.
    /// - Throws: `journalLost` where the journal is not the one that these data have been with, `journalDamaged`.
    @discardableResult
    package func perform(acceptsLostJournal: Bool = false) async throws -> Int {
        let entries = try journal.entries()
        let known = try await store.journalEnd()
        let isLost = known.map { !journal.exists || !ErasureJournal.reaches($0, with: entries) } ?? false
        guard !isLost || (acceptsLostJournal && entries.isEmpty) else {
            throw StorageError.journalLost(path: journal.path)
        }
        var erased = try await removeTenants(entries.compactMap(\.tenant))
        for start in stride(from: 0, to: entries.count, by: Self.batch) {
            let end = min(start + Self.batch, entries.count)
            let ids = entries[start..<end].compactMap(\.enrollment)
            // A key without an enrollment opens nothing; one of an erased person must not lie about either.
            let returned = try await keys.holdsDataKeys(of: ids)
            // Whoever was erased while the copy was made has rows and no key, because the keys are copied last. The rows of whom
            // the database knows as erased are gone.
            let later = entries[min(end, max(start, known?.length ?? 0))..<end].compactMap(\.enrollment)
            for id in Set(returned).union(later) where try await store.enrollment(id) != nil {
                try await erasePerson.enrollment(id, despiteHold: true, at: Instant.now())
                erased += 1
            }
            try await keys.erase(returned)
        }
        if let end = entries.last?.end { try await store.set(end) }
        if known == nil || isLost, entries.isEmpty { try await begin(isLost: isLost) }
        return erased
    }

    /// - Returns: how many cases of those that were back were destroyed again.
    private func removeTenants(_ removed: [TenantID]) async throws -> Int {
        guard !removed.isEmpty else { return 0 }
        let known = Dictionary(
            try await store.removals().map { ($0.tenantID, $0) }, uniquingKeysWith: { first, _ in first })
        let tenants = Set(try await store.tenants().map(\.id))
        var destroyed = 0
        for tenant in Set(removed) {
            // Also of one whose removal has ended, where the keys alone are an older copy.
            if known[tenant]?.end != nil, try await keys.countKeys(of: tenant) > 0 {
                try await keys.eraseKeys(of: tenant)
            }
            guard tenants.contains(tenant) || known[tenant].map({ $0.end == nil }) ?? false else { continue }
            let removal = try await removeTenant(tenant, isForced: true)
            destroyed += removal.destroyed[.cases] ?? 0
            // Of one that the copy knew as being removed nobody has the proof yet: the command that gives it finds it by its name.
            if known[tenant] == nil { try await removeTenant.forgetName(of: tenant, compacts: false) }
        }
        return destroyed
    }

    /// Writes a first journal of what the data know: of data from before there was one, or whose journal is lost.
    private func begin(isLost: Bool) async throws {
        var (last, count, end) = (0, 0, JournalEnd?.none)
        while true {
            let page = try await store.enrollments(areErased: true, after: last, limit: Self.batch)
            end = try journal.append(page.map(\.id), at: Instant.now()) ?? end
            count += page.count
            guard page.count == Self.batch, let next = page.last else { break }
            last = next.number
        }
        for tenant in try await store.removals().map(\.tenantID) {
            end = try journal.append(tenant, at: Instant.now())
            count += 1
        }
        // Also an empty one: from here on a journal that is missing is a lost one.
        try journal.make()
        if isLost { try await store.note(.journalRebuilt(count: count), tenant: nil, at: Instant.now()) }
        try await store.reset(end ?? .start)
    }
}
