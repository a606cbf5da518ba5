package import OnboardingCore
internal import Synchronization

/// Counts failures in a sliding window, by key. Bounded: beyond `maximumKeys` it forgets the key that came first.
package final class AttemptThrottle: Sendable {
    private struct Window {
        /// Counts the keys in the order in which they came.
        let number: Int
        var failures: [Instant] = []
    }

    private struct Windows {
        var byKey: [String: Window] = [:]
        /// In the order in which they came; includes keys that were forgotten since or came again.
        var order: [(number: Int, key: String)] = []
        /// How many entries at the start of `order` are done with.
        var passed = 0
        var nextNumber = 0
    }

    private let limit: Int
    private let windowInSeconds: Int64
    private let maximumKeys: Int
    private let windows = Mutex(Windows())

    package init(
        limit: Int, windowInSeconds: Int64 = Limit.requestWindow.seconds,
        maximumKeys: Int = Limit.rememberedSenders.value
    ) {
        self.limit = limit
        self.windowInSeconds = windowInSeconds
        self.maximumKeys = maximumKeys
    }

    /// In how many seconds the key may try again; nil where it may now.
    package func wait(_ key: String, at now: Instant) -> Int? {
        windows.withLock { wait(key, at: now, in: &$0) }
    }

    /// What a key has of the limit.
    package struct Quota: Equatable, Sendable {
        package let limit: Int
        package let windowInSeconds: Int64
        package let left: Int
        /// Until the oldest that counts is forgotten; nil where nothing counts.
        package let resetInSeconds: Int?
    }

    package func quota(_ key: String, at now: Instant) -> Quota {
        windows.withLock { windows in
            _ = wait(key, at: now, in: &windows)
            let failures = windows.byKey[key]?.failures ?? []
            return Quota(
                limit: limit, windowInSeconds: windowInSeconds, left: max(0, limit - failures.count),
                resetInSeconds: failures.first?.adding(seconds: windowInSeconds).secondsAfter(now))
        }
    }

    package func countFailure(_ key: String, at now: Instant) {
        windows.withLock { count(key, at: now, in: &$0) }
    }

    /// Counts an attempt as a failure before anybody knows what becomes of it, so that of many at once no more are let through
    /// than the limit says. `forgive` takes back what did not fail.
    /// - Returns: in how many seconds the key may try again; nil where it was counted and may go on.
    package func begin(_ key: String, at now: Instant) -> Int? {
        windows.withLock { windows in
            if let seconds = wait(key, at: now, in: &windows) { return seconds }
            count(key, at: now, in: &windows)
            return nil
        }
    }

    /// Takes back the failure that was counted for the key at that instant.
    package func forgive(_ key: String, at instant: Instant) {
        windows.withLock { windows in
            guard let place = windows.byKey[key]?.failures.lastIndex(of: instant) else { return }
            windows.byKey[key]?.failures.remove(at: place)
        }
    }

    private func wait(_ key: String, at now: Instant, in windows: inout Windows) -> Int? {
        guard var window = windows.byKey[key] else { return nil }
        // A failure in the future was counted before somebody set the clock back.
        window.failures.removeAll { $0.adding(seconds: windowInSeconds) <= now || $0 > now }
        windows.byKey[key] = window.failures.isEmpty ? nil : window
        guard window.failures.count >= limit, let oldest = window.failures.first else { return nil }
        return oldest.adding(seconds: windowInSeconds).secondsAfter(now)
    }

    private func count(_ key: String, at now: Instant, in windows: inout Windows) {
        if windows.byKey[key] == nil { admit(key, to: &windows) }
        // `limit` failures are enough to know.
        if let count = windows.byKey[key]?.failures.count, count >= limit {
            windows.byKey[key]?.failures.removeFirst()
        }
        windows.byKey[key]?.failures.append(now)
    }

    /// Adds a key, and forgets the oldest where there is no room. Each entry of `order` is passed once, so that the cost
    /// of a key does not grow with their number.
    private func admit(_ key: String, to windows: inout Windows) {
        while windows.byKey.count >= maximumKeys {
            let oldest = windows.order[windows.passed]
            windows.passed += 1
            if windows.byKey[oldest.key]?.number == oldest.number { windows.byKey[oldest.key] = nil }
        }
        // Keys whose window is over stay in `order` until it is twice as long as it has to be.
        if windows.order.count >= 2 * maximumKeys {
            windows.order = windows.order[windows.passed...].filter { windows.byKey[$0.key]?.number == $0.number }
            windows.passed = 0
        }
        windows.byKey[key] = Window(number: windows.nextNumber)
        windows.order.append((windows.nextNumber, key))
        windows.nextNumber += 1
    }
}
