import Testing

@testable import Onboarding

@Suite struct MetricsTests {
    @Test func countsAndHistogramsAreInThePrometheusTextForm() {
        let metrics = Metrics()
        metrics.countRequest(method: "GET", route: "/healthz", status: 200, seconds: 0.003)
        metrics.countDecision(step: "face", decision: "live")
        metrics.observeCommit(writes: 3)
        let lines = metrics.text(gauges: [.init(name: "onboarding_engine_jobs", help: "Jobs.", value: 2)])
            .split(separator: "\n").map(String.init)
        for line in [
            "# TYPE onboarding_requests_total counter",
            #"onboarding_requests_total{method="GET",route="/healthz",status="200"} 1"#,
            #"onboarding_decisions_total{step="face",outcome="live"} 1"#,
            "# TYPE onboarding_request_seconds histogram",
            #"onboarding_request_seconds_bucket{method="GET",route="/healthz",le="0.001"} 0"#,
            #"onboarding_request_seconds_bucket{method="GET",route="/healthz",le="0.005"} 1"#,
            #"onboarding_request_seconds_bucket{method="GET",route="/healthz",le="+Inf"} 1"#,
            #"onboarding_request_seconds_count{method="GET",route="/healthz"} 1"#,
            #"onboarding_commit_group_writes_bucket{le="2.0"} 0"#,
            #"onboarding_commit_group_writes_bucket{le="4.0"} 1"#,
            "onboarding_commit_group_writes_sum 3.0", "onboarding_commit_group_writes_count 1",
            "onboarding_engine_jobs 2.0",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        // Every line is a comment, or a name with labels and one number.
        for line in lines where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: /[a-z_]+(\{[^{}]+\})? [0-9.e+-]+/) != nil, "\(line)")
        }
    }
}
