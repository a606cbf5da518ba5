internal import Foundation
internal import Synchronization

/// What the server counts of itself, in the Prometheus text form (version 0.0.4). Labels are route templates, methods,
/// statuses and words of our own enumerations: nothing that a caller sends.
final class Metrics: Sendable {
    private struct RouteKey: Hashable {
        let method: String
        let route: String
    }

    private struct Histogram {
        var counts = [Int](repeating: 0, count: Metrics.bounds.count)
        var total = 0
        var sum = 0.0
    }

    private struct State {
        var requests: [RouteKey: [Int: Int]] = [:]
        var durations: [RouteKey: Histogram] = [:]
        /// Outcome of a step → count: `face live`, `document notMatching` …
        var outcomes: [[String]: Int] = [:]
    }

    /// Upper bounds in seconds.
    private static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Mutex(State())

    func countRequest(method: String, route: String, status: Int, seconds: Double) {
        state.withLock { state in
            let key = RouteKey(method: method, route: route)
            state.requests[key, default: [:]][status, default: 0] += 1
            var histogram = state.durations[key] ?? Histogram()
            for index in Self.bounds.indices where seconds <= Self.bounds[index] { histogram.counts[index] += 1 }
            histogram.total += 1
            histogram.sum += seconds
            state.durations[key] = histogram
        }
    }

    /// - Parameters:
    ///   - step: `face` or `document`.
    ///   - outcome: a word of `FaceOutcome` or `DocumentOutcome`.
    func countOutcome(step: String, outcome: String) {
        state.withLock { $0.outcomes[[step, outcome], default: 0] += 1 }
    }

    /// - Parameter gauges: what is asked at this moment, by name: help text and value.
    func text(gauges: [(name: String, help: String, value: Double)]) -> String {
        let state = state.withLock { $0 }
        var lines: [String] = [
            "# HELP onboarding_requests_total Requests answered.", "# TYPE onboarding_requests_total counter",
        ]
        let keys = state.requests.keys.sorted { ($0.route, $0.method) < ($1.route, $1.method) }
        for key in keys {
            for (status, count) in (state.requests[key] ?? [:]).sorted(by: { $0.key < $1.key }) {
                lines.append("onboarding_requests_total{\(Self.labels(key)),status=\"\(status)\"} \(count)")
            }
        }
        lines += [
            "# HELP onboarding_request_seconds Time from the head of a request to its answer.",
            "# TYPE onboarding_request_seconds histogram",
        ]
        for key in keys {
            guard let histogram = state.durations[key] else { continue }
            for (bound, count) in zip(Self.bounds, histogram.counts) {
                lines.append("onboarding_request_seconds_bucket{\(Self.labels(key)),le=\"\(bound)\"} \(count)")
            }
            lines.append("onboarding_request_seconds_bucket{\(Self.labels(key)),le=\"+Inf\"} \(histogram.total)")
            lines.append("onboarding_request_seconds_sum{\(Self.labels(key))} \(histogram.sum)")
            lines.append("onboarding_request_seconds_count{\(Self.labels(key))} \(histogram.total)")
        }
        lines += [
            "# HELP onboarding_decisions_total Captures judged, by outcome.",
            "# TYPE onboarding_decisions_total counter",
        ]
        for (labels, count) in state.outcomes.sorted(by: { $0.key.joined() < $1.key.joined() }) {
            lines.append("onboarding_decisions_total{step=\"\(labels[0])\",outcome=\"\(labels[1])\"} \(count)")
        }
        for gauge in gauges {
            lines += [
                "# HELP \(gauge.name) \(gauge.help)", "# TYPE \(gauge.name) gauge", "\(gauge.name) \(gauge.value)",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func labels(_ key: RouteKey) -> String { "method=\"\(key.method)\",route=\"\(key.route)\"" }
}
