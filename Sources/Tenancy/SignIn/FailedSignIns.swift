package import OnboardingCore
package import OnboardingStorage
internal import Synchronization

/// Tells the audit trail of failed sign-ins: the first of a sender at once, further ones of the same minute as a number, so
/// that nobody fills the trail.
package final class FailedSignIns: Sendable {
    /// Who is said to have come.
    private enum Claim: Hashable {
        /// - clientID: nil for one that the tenant does not have.
        case client(clientID: String?)
        /// - name: likewise.
        case `operator`(name: String?)

        var ofNobody: Claim {
            switch self {
            case .client: .client(clientID: nil)
            case .operator: .operator(name: nil)
            }
        }
    }

    private struct Kind: Hashable {
        let tenant: TenantID
        let claim: Claim
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
    package func note(clientID: String?, cause: String, tenant: TenantID, at now: Instant) async throws {
        try await note(.client(clientID: clientID), cause: cause, tenant: tenant, at: now)
    }

    /// - Parameter name: of an operator of the tenant; nil for one that is not known.
    package func note(operatorName name: String?, cause: String, tenant: TenantID, at now: Instant) async throws {
        try await note(.operator(name: name), cause: cause, tenant: tenant, at: now)
    }

    private func note(_ claim: Claim, cause: String, tenant: TenantID, at now: Instant) async throws {
        let sender = Kind(
            tenant: tenant, claim: claim, cause: cause, addressBlock: AuditActor.current.addressBlock)
        let isFirst = minute.withLock { minute in
            if minute.counts.isEmpty { minute.begun = now }
            if minute.counts[sender] != nil {
                minute.counts[sender, default: 0] += 1
                return false
            }
            guard minute.counts.count < Limit.failedSignIns.value else {
                // Beyond so many senders nobody can be told from another.
                let others = Kind(
                    tenant: tenant, claim: claim.ofNobody, cause: "further-senders", addressBlock: nil)
                minute.counts[others, default: 0] += 1
                return false
            }
            minute.counts[sender] = 0
            return true
        }
        if isFirst { try await write(sender, count: 1, at: now) }
    }

    /// Writes what was counted in a minute that is over.
    package func flush(at now: Instant) async throws {
        let counted = minute.withLock { minute -> [Kind: Int] in
            // Also where the clock was set back.
            guard now >= minute.begun.adding(seconds: 60) || now < minute.begun else { return [:] }
            defer { minute.counts = [:] }
            return minute.counts
        }
        for (sender, count) in counted where count > 0 {
            do {
                try await write(sender, count: count, at: now)
            } catch StorageError.unknownSubject {
                // Its tenant was removed meanwhile; those of others go on.
            }
        }
    }

    private func write(_ sender: Kind, count: Int, at now: Instant) async throws {
        var actor = AuditActor(.anyone, addressBlock: sender.addressBlock)
        // Of many requests none has a name.
        if count == 1 { actor.request = AuditActor.current.request }
        let event: AuditEvent =
            switch sender.claim {
            case .client(let clientID): .signInFailed(clientID: clientID, cause: sender.cause, count: count)
            case .operator(let name): .operatorSignInFailed(name: name, cause: sender.cause, count: count)
            }
        try await AuditActor.$current.withValue(actor) {
            try await store.note(event, tenant: sender.tenant, at: now)
        }
    }
}
