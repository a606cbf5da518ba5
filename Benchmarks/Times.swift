import Foundation

/// Times of calls of one kind.
struct Times: Sendable {
    /// In seconds, as they came.
    private(set) var values: [Double] = []

    mutating func add(_ seconds: Double) {
        values.append(seconds)
    }

    mutating func add(_ other: Times) {
        values += other.values
    }

    /// Runs `work` and adds how long it took.
    @discardableResult
    mutating func time<Value>(_ work: () throws -> Value) rethrows -> Value {
        let (value, seconds) = try timed(work)
        add(seconds)
        return value
    }

    /// The value that a share of all values does not exceed (nearest rank), in milliseconds.
    func percentile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank - 1, 0), sorted.count - 1)] * 1000
    }
}

/// Runs `work` and says how long it took, in seconds.
func timed<Value>(_ work: () throws -> Value) rethrows -> (value: Value, seconds: Double) {
    let start = ContinuousClock.now
    let value = try work()
    return (value, start.duration(to: .now) / .seconds(1))
}

/// The same for work that waits.
func timed<Value>(_ work: () async throws -> Value) async rethrows -> (value: Value, seconds: Double) {
    let start = ContinuousClock.now
    let value = try await work()
    return (value, start.duration(to: .now) / .seconds(1))
}

/// Runs `work` for each lane from 0 on, each on a thread of its own, and waits for all.
/// - Returns: what they returned, in any order.
func onThreads<Value: Sendable>(
    _ lanes: Int = 1, _ work: @escaping @Sendable (_ lane: Int) throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for lane in 0..<lanes {
            group.addTask {
                try await withCheckedThrowingContinuation { done in
                    Thread.detachNewThread { done.resume(with: Result { try work(lane) }) }
                }
            }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

/// How often a second a thread for each core does `work`, which each does so many times.
func rateOnAllCores(each count: Int, _ work: @escaping @Sendable () throws -> Void) async throws -> Double {
    let (_, seconds) = try await timed {
        try await onThreads(Machine.cores) { _ in for _ in 0..<count { try work() } }
    }
    return Double(Machine.cores * count) / seconds
}

/// What keeps a part from being measured.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
