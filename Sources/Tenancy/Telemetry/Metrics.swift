internal import Foundation
package import OnboardingCore
package import OnboardingStorage
internal import Synchronization

/// What the server counts of itself, in the Prometheus text form (version 0.0.4). Labels are route templates, methods,
/// statuses and words of our own enumerations: nothing that a caller sends.
package final class Metrics: Sendable {
    /// What is measured as a distribution.
    package enum Measurement: String, CaseIterable, Sendable {
        case requestTime = "onboarding_request_seconds"
        case queueWait = "onboarding_queue_wait_seconds"
        case workTime = "onboarding_work_seconds"
        case commitGroup = "onboarding_commit_group_writes"

        fileprivate var help: String {
            switch self {
            case .requestTime: "Time from the head of a request to its answer."
            case .queueWait: "Time for which work waited for a thread."
            case .workTime: "Time that work took on its thread."
            case .commitGroup: "Writes that shared one transaction and one sync of the disk."
            }
        }

        /// Upper bounds of the buckets.
        fileprivate var bounds: [Double] {
            switch self {
            case .requestTime, .queueWait, .workTime: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
            case .commitGroup: [1, 2, 4, 8, 16, 32, 64, 128, 256]
            }
        }
    }

    /// A value asked for at the moment of reading.
    package struct Gauge {
        package let name: String
        let help: String
        /// As they are shown, without the braces; gauges of one name stand side by side.
        let labels: String
        /// `gauge`, or `counter` for what only grows.
        let type: String
        let value: Double

        package init(name: String, help: String, labels: String = "", type: String = "gauge", value: Double) {
            self.name = name
            self.help = help
            self.labels = labels
            self.type = type
            self.value = value
        }
    }

    private struct Histogram {
        var counts: [Int]
        var total = 0
        var sum = 0.0

        mutating func add(_ value: Double, bounds: [Double]) {
            for index in bounds.indices where value <= bounds[index] { counts[index] += 1 }
            total += 1
            sum += value
        }
    }

    private struct OfTenant {
        /// By status.
        var requests: [Int: Int] = [:]
        var refusals: [RefusalReason: Int] = [:]
        var capturesBeyondQuota = 0
    }

    private struct State {
        /// By labels, written as they are shown.
        var requests: [String: Int] = [:]
        var refusals: [String: Int] = [:]
        var shortages: [Refusal.Shortage: Int] = [:]
        /// By the tenant's name.
        var tenants: [String: OfTenant] = [:]
        var decisions: [String: Int] = [:]
        var webhookAttempts: [String: Int] = [:]
        var mailAttempts: [MailAttempt: Int] = [:]
        var authenticationEnds: [AuthenticationEnd: Int] = [:]
        var registrationLocks: [AuthenticationPurpose: Int] = [:]
        var duplicateFindings: [DuplicateFinding: Int] = [:]
        var histograms: [Measurement: [String: Histogram]] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package func countRequest(method: String, route: String, status: Int, seconds: Double) {
        let labels = #"method="\#(method)",route="\#(route)""#
        state.withLock { $0.requests[#"\#(labels),status="\#(status)""#, default: 0] += 1 }
        observe(.requestTime, seconds, labels: labels)
    }

    package func countRefusal(_ reason: RefusalReason, route: String) {
        state.withLock { $0.refusals[#"reason="\#(reason.rawValue)",route="\#(route)""#, default: 0] += 1 }
    }

    /// A request of a tenant whom its bearer or API key has shown.
    package func countRequest(of tenant: String, status: Int, reason: RefusalReason?) {
        state.withLock { state in
            state.tenants[tenant, default: OfTenant()].requests[status, default: 0] += 1
            if let reason { state.tenants[tenant, default: OfTenant()].refusals[reason, default: 0] += 1 }
        }
    }

    /// A capture whose images are kept as small copies if it is refused, because a quota of the tenant's is spent.
    package func countBeyondQuota(of tenant: String) {
        state.withLock { $0.tenants[tenant, default: OfTenant()].capturesBeyondQuota += 1 }
    }

    package func count(_ shortage: Refusal.Shortage) {
        state.withLock { $0.shortages[shortage, default: 0] += 1 }
    }

    /// - Parameters:
    ///   - step: `face` or `document`; of whoever comes back `device`, `returning-face` or `returning-document`.
    ///   - decision: a word of `FaceDecision`, `DocumentDecision` or `DeviceDecision`.
    package func countDecision(step: String, decision: String) {
        state.withLock { $0.decisions[#"step="\#(step)",outcome="\#(decision)""#, default: 0] += 1 }
    }

    package func countWebhookAttempt(_ attempt: WebhookAttempt) {
        let result =
            switch attempt {
            case .delivered: "delivered"
            case .failed(until: .some, cause: _): "failed"
            case .failed(until: nil, cause: _): "given-up"
            case .gone: "gone"
            }
        state.withLock { $0.webhookAttempts[#"result="\#(result)""#, default: 0] += 1 }
    }

    package func count(_ attempt: MailAttempt) {
        state.withLock { $0.mailAttempts[attempt, default: 0] += 1 }
    }

    package func count(_ end: AuthenticationEnd, times: Int = 1) {
        guard times > 0 else { return }
        state.withLock { $0.authenticationEnds[end, default: 0] += times }
    }

    /// A failure of an authentication locked its registration.
    package func countLock(of purpose: AuthenticationPurpose) {
        state.withLock { $0.registrationLocks[purpose, default: 0] += 1 }
    }

    package func count(_ finding: DuplicateFinding) {
        state.withLock { $0.duplicateFindings[finding, default: 0] += 1 }
    }

    /// - Parameter seconds: time that passed.
    package func observe(_ measurement: Measurement, _ seconds: Double, work: Work) {
        observe(measurement, seconds, labels: #"work="\#(work.rawValue)""#)
    }

    package func observeCommit(writes: Int) {
        observe(.commitGroup, Double(writes), labels: "")
    }

    /// What one tenant's own watcher reads.
    package func text(of tenant: String, gauges: [Gauge]) -> String {
        let counts = state.withLock { $0.tenants[tenant] ?? OfTenant() }
        return (Self.lines(of: [tenant: counts], named: false) + Self.lines(of: gauges)).joined(separator: "\n") + "\n"
    }

    /// - Parameter byTenant: whether requests and refusals are also told tenant by tenant.
    package func text(gauges: [Gauge], byTenant: Bool = false) -> String {
        let state = state.withLock { $0 }
        var lines = Self.counter("onboarding_requests_total", "Requests answered.", state.requests)
        lines += Self.counter("onboarding_refusals_total", "Requests refused, by reason.", state.refusals)
        lines += Self.counter(
            "onboarding_overload_total", "Requests that could not be served at the moment, by what was short.",
            Dictionary(
                uniqueKeysWithValues: Refusal.Shortage.allCases.map {
                    (#"cause="\#($0.rawValue)""#, state.shortages[$0] ?? 0)
                }))
        lines +=
            Self.head(
                "onboarding_captures_beyond_quota_total", "Captures that came when a quota of evidence was spent.",
                "counter")
            + [
                "onboarding_captures_beyond_quota_total \(state.tenants.values.reduce(0) { $0 + $1.capturesBeyondQuota })"
            ]
        lines += Self.counter("onboarding_decisions_total", "Captures judged, by outcome.", state.decisions)
        lines += Self.counter(
            "onboarding_webhook_attempts_total", "Messages to webhooks, by what became of them.",
            state.webhookAttempts)
        lines += Self.counter(
            "onboarding_mail_attempts_total", "Messages to persons that were due, by what became of them.",
            Dictionary(
                uniqueKeysWithValues: MailAttempt.allCases.map {
                    (#"result="\#($0.rawValue)""#, state.mailAttempts[$0] ?? 0)
                }))
        lines += Self.lines(ofReturning: state)
        for measurement in Measurement.allCases {
            guard let histograms = state.histograms[measurement] else { continue }
            lines += Self.head(measurement.rawValue, measurement.help, "histogram")
            for (labels, histogram) in histograms.sorted(by: { $0.key < $1.key }) {
                lines += Self.lines(of: histogram, measurement, labels)
            }
        }
        if byTenant { lines += Self.lines(of: state.tenants, named: true) }
        return (lines + Self.lines(of: gauges)).joined(separator: "\n") + "\n"
    }

    /// Of those who come back, and of whoever enrolls twice.
    private static func lines(ofReturning state: State) -> [String] {
        counter(
            "onboarding_authentications_ended_total",
            "Authentications and re-enrollments that ended, by how and why.",
            Dictionary(
                uniqueKeysWithValues: AuthenticationEnd.all.map { ($0.labels, state.authenticationEnds[$0] ?? 0) }))
            + counter(
                "onboarding_registration_locks_total", "Times that failures locked a registration.",
                Dictionary(
                    uniqueKeysWithValues: AuthenticationPurpose.allCases.map {
                        (#"purpose="\#($0.rawValue)""#, state.registrationLocks[$0] ?? 0)
                    }))
            + counter(
                "onboarding_duplicate_searches_total",
                "Searches for the face of whoever enrolls among the tenant's registrations, by what they came to.",
                Dictionary(
                    uniqueKeysWithValues: DuplicateFinding.allCases.map {
                        (#"result="\#($0.rawValue)""#, state.duplicateFindings[$0] ?? 0)
                    }))
    }

    private static func lines(of tenants: [String: OfTenant], named: Bool) -> [String] {
        var (requests, refusals, beyond) = ([String: Int](), [String: Int](), [String]())
        for (name, counts) in tenants {
            let before = named ? #"tenant="\#(name)","# : ""
            let label = named ? #"{tenant="\#(name)"}"# : ""
            beyond.append("onboarding_tenant_captures_beyond_quota_total\(label) \(counts.capturesBeyondQuota)")
            for (status, count) in counts.requests { requests[#"\#(before)status="\#(status)""#] = count }
            for (reason, count) in counts.refusals { refusals[#"\#(before)reason="\#(reason.rawValue)""#] = count }
        }
        return counter(
            "onboarding_tenant_requests_total", "Requests of a tenant's clients and phones, by status.", requests)
            + counter("onboarding_tenant_refusals_total", "Those that were refused, by reason.", refusals)
            + head(
                "onboarding_tenant_captures_beyond_quota_total",
                "Captures that came when a quota of the tenant's evidence was spent.", "counter") + beyond.sorted()
    }

    private static func lines(of gauges: [Gauge]) -> [String] {
        var lines: [String] = []
        var last: String?
        for gauge in gauges {
            if gauge.name != last { lines += head(gauge.name, gauge.help, gauge.type) }
            last = gauge.name
            let labels = gauge.labels.isEmpty ? "" : "{\(gauge.labels)}"
            lines.append("\(gauge.name)\(labels) \(gauge.value)")
        }
        return lines
    }

    private func observe(_ measurement: Measurement, _ value: Double, labels: String) {
        state.withLock { state in
            let empty = Histogram(counts: [Int](repeating: 0, count: measurement.bounds.count))
            state.histograms[measurement, default: [:]][labels, default: empty].add(value, bounds: measurement.bounds)
        }
    }

    private static func counter(_ name: String, _ help: String, _ counts: [String: Int]) -> [String] {
        head(name, help, "counter") + counts.sorted { $0.key < $1.key }.map { "\(name){\($0.key)} \($0.value)" }
    }

    private static func lines(of histogram: Histogram, _ measurement: Measurement, _ labels: String) -> [String] {
        let name = measurement.rawValue
        let before = labels.isEmpty ? "" : labels + ","
        let alone = labels.isEmpty ? "" : "{\(labels)}"
        let buckets = zip(measurement.bounds, histogram.counts).map { bound, count in
            #"\#(name)_bucket{\#(before)le="\#(bound)"} \#(count)"#
        }
        return buckets + [
            #"\#(name)_bucket{\#(before)le="+Inf"} \#(histogram.total)"#, "\(name)_sum\(alone) \(histogram.sum)",
            "\(name)_count\(alone) \(histogram.total)",
        ]
    }

    private static func head(_ name: String, _ help: String, _ type: String) -> [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }
}
