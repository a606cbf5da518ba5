internal import OnboardingCore
internal import Synchronization

/// The sign-ins that browsers have come back with, so that none counts twice. In memory: after a restart the provider alone
/// says so, which takes each code once.
final class UsedSignIns: Sendable {
    /// Their states, oldest first.
    private let used = Mutex<[(state: String, at: Instant)]>([])

    /// - Returns: false where it was used before.
    func use(_ pending: PendingSignIn, at now: Instant) -> Bool {
        used.withLock { used in
            used.removeAll { $0.at.adding(seconds: Limit.providerSignIn.seconds) < now }
            if used.contains(where: { $0.state == pending.state }) { return false }
            if used.count >= Limit.usedProviderSignIns.value { used.removeFirst() }
            used.append((pending.state, now))
            return true
        }
    }
}
