import OnboardingCore
import Testing

@testable import OnboardingFixture
@testable import Operations
@testable import Tenancy

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

    @Test func endsOfAuthenticationsAndLocksAreCountedOnce() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(#""maxAuthenticationAttempts":1"#, at: test)
        let ada = try await Returner(at: test, tenant: tenant)
        let body = Visitor.newBody()
        let token = try await ada.begin()
        for _ in 0..<2 { try await ada.verifyFace(token, body: body) }
        for _ in 0..<2 { _ = try await ada.begin() }
        test.advance(milliseconds: 700_000)
        let deadlines = Deadlines(
            store: test.data.store, clock: test.clock, metrics: test.metrics, logger: test.logger)
        for _ in 0..<2 { try await deadlines.round() }
        test.engines.set { $0.comparison = { Samples.score(1) } }
        try await ada.verifyFace(try await ada.begin())
        let lines = test.metrics.text(gauges: []).split(separator: "\n").map(String.init)
        func ended(_ how: String, _ reason: String = "", _ purpose: String = "authenticate") -> String {
            #"onboarding_authentications_ended_total{purpose="\#(purpose)",end="\#(how)",reason="\#(reason)"}"#
        }
        for line in [
            "\(ended("completed")) 1", "\(ended("superseded")) 1", "\(ended("expired")) 1", "\(ended("cancelled")) 0",
            "\(ended("failed", "AUTHENTICATION_ATTEMPTS_EXHAUSTED")) 1", "\(ended("completed", "", "reEnroll")) 0",
            #"onboarding_registration_locks_total{purpose="authenticate"} 1"#,
            #"onboarding_registration_locks_total{purpose="reEnroll"} 0"#,
            #"onboarding_duplicate_searches_total{result="found"} 0"#,
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }
}
