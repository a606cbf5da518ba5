internal import OnboardingCore
package import OnboardingStorage
internal import Synchronization

/// Tells the audit trail of failed sign-ins: the first of a sender at once, further ones of the same minute as a number, so
/// that nobody fills the trail.
package final class FailedSignIns: Sendable {
    private struct Kind: Hashable {
        let tenant: TenantID
        let clientID: String?
        let cause: String
        let addressBlock: String?
    }

    private struct Minute {
        var begun = Instant(millisecondsSince1970: .min)
        /// How often since the entry of the same kind.
        var counts: [Kind: Int] = [:]
    }

    private let store: any Store
    private let minute = Mutex(Minute())

    package init(store: any Store) {
        self.store = store
    }

    /// - Parameter clientID: of a credential of the tenant; nil for one that is not known.
    func note(clientID: String?, cause: String, tenant: TenantID, at now: Instant) async throws {
        let sender = Kind(
            tenant: tenant, clientID: clientID, cause: cause, addressBlock: AuditActor.current.addressBlock)
        let isFirst = minute.withLock { minute in
            if minute.counts.isEmpty { minute.begun = now }
            if minute.counts[sender] != nil {
                minute.counts[sender, default: 0] += 1
                return false
            }
            guard minute.counts.count < Limit.failedSignIns.value else {
                // Beyond so many senders nobody can be told from another.
                let others = Kind(tenant: tenant, clientID: nil, cause: "further-senders", addressBlock: nil)
                minute.counts[others, default: 0] += 1
                return false
            }
            minute.counts[sender] = 0
            return true
        }
        if isFirst { try await write(sender, count: 1, at: now) }
    }

    /// Writes what was counted in a minute that is over.
    func flush(at now: Instant) async throws {
        let counted = minute.withLock { minute -> [Kind: Int] in
            // Also where the clock was set back.
            guard now >= minute.begun.adding(seconds: 60) || now < minute.begun else { return [:] }
            defer { minute.counts = [:] }
            return minute.counts
        }
        for (sender, count) in counted where count > 0 { try await write(sender, count: count, at: now) }
    }

    private func write(_ sender: Kind, count: Int, at now: Instant) async throws {
        var actor = AuditActor(.anyone, addressBlock: sender.addressBlock)
        // Of many requests none has a name.
        if count == 1 { actor.request = AuditActor.current.request }
        try await AuditActor.$current.withValue(actor) {
            try await store.note(
                .signInFailed(clientID: sender.clientID, cause: sender.cause, count: count), tenant: sender.tenant,
                at: now)
        }
    }
}
