package import OnboardingCore
internal import Synchronization

/// When jobs last came round to their end since the start, and what they found; for the metrics.
package final class Rounds: Sendable {
    /// A word of a metric's name.
    package enum Job: String, CaseIterable, Sendable {
        case sweep, retention, verification
    }

    private struct State {
        var ends: [Job: Instant] = [:]
        var findings: Int?
        var objectsLeftLying = 0
        var isRetentionStopped = false
    }

    private let state = Mutex(State())

    package init() {}

    func note(_ job: Job, at instant: Instant) {
        state.withLock { $0.ends[job] = instant }
    }

    /// Nil before the first.
    package func end(of job: Job) -> Instant? {
        state.withLock { $0.ends[job] }
    }

    /// How many findings the last verification has; nil before the first.
    package var findings: Int? {
        get { state.withLock { $0.findings } }
        set { state.withLock { $0.findings = newValue } }
    }

    /// Evidence without a row that the last sweep did not put aside, because it was too much.
    package var objectsLeftLying: Int {
        get { state.withLock { $0.objectsLeftLying } }
        set { state.withLock { $0.objectsLeftLying = newValue } }
    }

    /// Whether nothing is erased by age, because the clock cannot be trusted.
    package var isRetentionStopped: Bool {
        get { state.withLock { $0.isRetentionStopped } }
        set { state.withLock { $0.isRetentionStopped = newValue } }
    }
}
