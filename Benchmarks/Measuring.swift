import Foundation

/// Times in seconds, and what is said of them.
struct Times: Sendable {
    private(set) var values: [Double] = []

    mutating func add(_ seconds: Double) {
        values.append(seconds)
    }

    mutating func add(_ other: Times) {
        values += other.values
    }

    /// The value that a share of all values does not exceed (nearest rank), in milliseconds.
    func percentile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank - 1, 0), sorted.count - 1)] * 1000
    }

    var summary: String {
        "p50 \(percentile(0.5).milliseconds)  p95 \(percentile(0.95).milliseconds)  "
            + "p99 \(percentile(0.99).milliseconds)  (\(values.count) calls)"
    }
}

/// Runs `work` and says how long it took, in seconds.
func timed<Value>(_ work: () async throws -> Value) async rethrows -> (value: Value, seconds: Double) {
    let start = ContinuousClock().now
    let value = try await work()
    return (value, (ContinuousClock().now - start) / .seconds(1))
}

/// Processor time of this process so far, in seconds.
func ownProcessorSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

extension Double {
    /// As milliseconds with one decimal.
    var milliseconds: String { String(format: "%.1f ms", self) }
    var twoDecimals: String { String(format: "%.2f", self) }
}
