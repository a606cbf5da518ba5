internal import OnboardingCore
package import OnboardingStorage
internal import Synchronization

/// Entries of reads of persons that could not be written when they happened, as on a full disk: what is there is shown all the
/// same, and the trail told when it can be. Lost with the process; the log has the requests.
package final class PendingReadings: Sendable {
    private struct Entry {
        let event: AuditEvent
        let tenant: TenantID
        let at: Instant
        let actor: AuditActor
    }

    private let entries = Mutex<[Entry]>([])

    /// - Returns: false where as many wait as may.
    func add(_ event: AuditEvent, tenant: TenantID, at instant: Instant) -> Bool {
        let entry = Entry(event: event, tenant: tenant, at: instant, actor: .current)
        return entries.withLock { entries in
            guard entries.count < Limit.pendingReadings.value else { return false }
            entries.append(entry)
            return true
        }
    }

    /// Writes what waits, oldest first, until one fails.
    package func flush(to store: any Store) async throws {
        while let entry = entries.withLock({ $0.first }) {
            do {
                try await AuditActor.$current.withValue(entry.actor) {
                    try await store.note(entry.event, tenant: entry.tenant, at: entry.at)
                }
            } catch StorageError.unknownSubject {
                // The trail takes nothing more of a tenant that was removed.
            }
            // Nobody else removes.
            entries.withLock { _ = $0.removeFirst() }
        }
    }
}
