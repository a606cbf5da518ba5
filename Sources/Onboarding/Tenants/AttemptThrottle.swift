internal import EnrollmentCore
internal import Synchronization

/// Counts failures in a sliding window, by key. Bounded: past its size the oldest window is forgotten.
final class AttemptThrottle: Sendable {
    private struct Window {
        var failures: [Instant]
    }

    private let limit: Int
    private let windowInSeconds: Int64
    private let maximumKeys: Int
    private let windows = Mutex<[String: Window]>([:])

    init(limit: Int, windowInSeconds: Int64, maximumKeys: Int = 100_000) {
        self.limit = limit
        self.windowInSeconds = windowInSeconds
        self.maximumKeys = maximumKeys
    }

    /// How many keys are remembered.
    var keyCount: Int { windows.withLock { $0.count } }

    func isExhausted(_ key: String, at now: Instant) -> Bool {
        windows.withLock { windows in
            guard var window = windows[key] else { return false }
            // One that lies ahead was counted before somebody set the clock back.
            window.failures.removeAll { $0.adding(seconds: windowInSeconds) <= now || $0 > now }
            windows[key] = window.failures.isEmpty ? nil : window
            return window.failures.count >= limit
        }
    }

    func countFailure(_ key: String, at now: Instant) {
        windows.withLock { windows in
            if windows[key] == nil, windows.count >= maximumKeys {
                let oldest = windows.min { ($0.value.failures.last ?? now) < ($1.value.failures.last ?? now) }
                if let oldest { windows[oldest.key] = nil }
            }
            var window = windows[key] ?? Window(failures: [])
            // More than the limit says nothing more.
            if window.failures.count >= limit { window.failures.removeFirst() }
            window.failures.append(now)
            windows[key] = window
        }
    }
}
