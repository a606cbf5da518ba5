internal import OnboardingCore
internal import Synchronization

/// Counts failures in a sliding window, by key. Bounded: past its size the key that came first is forgotten.
final class AttemptThrottle: Sendable {
    private struct Window {
        /// Which of the keys that ever came this one is.
        let number: Int
        var failures: [Instant] = []
    }

    private struct Windows {
        var byKey: [String: Window] = [:]
        /// In the order of coming; also keys that were forgotten since, or came again.
        var order: [(number: Int, key: String)] = []
        /// How many of `order` were looked at and are gone.
        var passed = 0
        var nextNumber = 0
    }

    private let limit: Int
    private let windowInSeconds: Int64
    private let maximumKeys: Int
    private let windows = Mutex(Windows())

    init(limit: Int, windowInSeconds: Int64, maximumKeys: Int = 100_000) {
        self.limit = limit
        self.windowInSeconds = windowInSeconds
        self.maximumKeys = maximumKeys
    }

    func isExhausted(_ key: String, at now: Instant) -> Bool {
        windows.withLock { windows in
            guard var window = windows.byKey[key] else { return false }
            // One that lies ahead was counted before somebody set the clock back.
            window.failures.removeAll { $0.adding(seconds: windowInSeconds) <= now || $0 > now }
            windows.byKey[key] = window.failures.isEmpty ? nil : window
            return window.failures.count >= limit
        }
    }

    func countFailure(_ key: String, at now: Instant) {
        windows.withLock { windows in
            if windows.byKey[key] == nil { admit(key, to: &windows) }
            // More than the limit says nothing more.
            if let count = windows.byKey[key]?.failures.count, count >= limit {
                windows.byKey[key]?.failures.removeFirst()
            }
            windows.byKey[key]?.failures.append(now)
        }
    }

    /// Makes room where there is none. Every key passes once, so that this takes no longer however many there are.
    private func admit(_ key: String, to windows: inout Windows) {
        while windows.byKey.count >= maximumKeys {
            let oldest = windows.order[windows.passed]
            windows.passed += 1
            if windows.byKey[oldest.key]?.number == oldest.number { windows.byKey[oldest.key] = nil }
        }
        // Those that were forgotten because their time was over stay in the order until it is twice as long as need be.
        if windows.order.count >= 2 * maximumKeys {
            windows.order = windows.order[windows.passed...].filter { windows.byKey[$0.key]?.number == $0.number }
            windows.passed = 0
        }
        windows.byKey[key] = Window(number: windows.nextNumber)
        windows.order.append((windows.nextNumber, key))
        windows.nextNumber += 1
    }
}
