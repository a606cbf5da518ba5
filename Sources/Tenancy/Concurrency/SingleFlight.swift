internal import Synchronization

/// Lets one of several that want the same go first: the others wait and then find what it left, so that nothing is done
/// twice.
package final class SingleFlight: Sendable {
    /// What is under way, by key, with those who wait for it in the order in which they came.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    package init() {}

    /// Runs `work` when no other work of the same key runs.
    package func run<Value>(_ key: String, _ work: () async throws -> Value) async rethrows -> Value {
        await begin(key)
        defer { end(key) }
        return try await work()
    }

    private func begin(_ key: String) async {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                if waiting[key] == nil {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFirst { continuation.resume() }
        }
    }

    private func end(_ key: String) {
        let next = waiting.withLock { waiting in
            guard let others = waiting[key], !others.isEmpty else {
                waiting[key] = nil
                return CheckedContinuation<Void, Never>?.none
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
