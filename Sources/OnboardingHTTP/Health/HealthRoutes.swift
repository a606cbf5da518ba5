internal import HTTPTypes
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// Whether the process lives (`healthz`) and whether it can serve (`readyz`: engines loaded, database
/// answering, a folder with room that can be written).
struct HealthRoutes: Sendable {
    let data: DataDirectory
    let metrics: Metrics
    let engines: WorkerPool
    /// `docs/openapi.yaml`, where it is installed.
    let openAPI: [UInt8]?
    /// Opens /metrics from other machines; nil where none was set.
    let metricsToken: String?

    var all: [Route] {
        [
            Route(.get, "/healthz", for: .anyone, isBelowPrefixes: false) { _ in .text("ok\n") },
            Route(.get, "/readyz", for: .anyone, isBelowPrefixes: false) { _ in
                // Routes exist only once the engines are loaded and have passed their self-test.
                guard await data.store.isReadable(), data.folder.takesFiles else {
                    throw Refusal(.storageUnavailable, retryAfterInSeconds: 5)
                }
                return .text("ready\n")
            },
            Route(.get, "/openapi.yaml", for: .anyone, isBelowPrefixes: false) { _ in
                guard let document = openAPI else { throw Refusal(.routeUnknown) }
                return Response(body: .bytes(document), contentType: "application/yaml; charset=utf-8")
            },
            // From this machine, or with the operator's token.
            Route(.get, "/metrics", for: .anyone, isBelowPrefixes: false) { request in
                guard request.isFromLoopback || request.holdsBearer(metricsToken) else {
                    throw Refusal(.routeUnknown)
                }
                let text = metrics.text(gauges: [
                    Metrics.Gauge(
                        name: "onboarding_engine_jobs", help: "Jobs running or waiting for an engine thread.",
                        value: Double(engines.jobs))
                ])
                return .text(text, contentType: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }
}

extension Request {
    /// A request that states whom it was forwarded for came through a proxy, here or not, that nobody named to us.
    fileprivate var isFromLoopback: Bool {
        IPAddress(remoteAddress)?.isLoopback == true && headers[.forwardedFor] == nil
    }

    fileprivate func holdsBearer(_ token: String?) -> Bool {
        guard let token, let authorization = headers[.authorization] else { return false }
        return isEqualInConstantTime([UInt8](authorization.utf8), [UInt8]("Bearer \(token)".utf8))
    }
}
