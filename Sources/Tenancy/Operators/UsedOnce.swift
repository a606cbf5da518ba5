internal import OnboardingCore
internal import Synchronization

/// Random texts that browsers have come back with, so that none counts twice. In memory: what is lost by a restart ends soon.
final class UsedOnce: Sendable {
    private let lifeInSeconds: Int64
    private let limit: Int
    /// Oldest first.
    private let used = Mutex<[(text: String, at: Instant)]>([])

    /// - Parameters:
    ///   - lifeInSeconds: after which none counts anyway.
    ///   - limit: beyond which the oldest is forgotten.
    init(lifeInSeconds: Int64, atMost limit: Int) {
        (self.lifeInSeconds, self.limit) = (lifeInSeconds, limit)
    }

    /// - Returns: false where it was used before.
    func use(_ text: String, at now: Instant) -> Bool {
        used.withLock { used in
            used.removeAll { $0.at.adding(seconds: lifeInSeconds) < now }
            if used.contains(where: { $0.text == text }) { return false }
            if used.count >= limit { used.removeFirst() }
            used.append((text, now))
            return true
        }
    }
}
