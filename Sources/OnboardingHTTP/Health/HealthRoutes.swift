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
    let gauges: Gauges
    let keyCheck: KeyCheck
    /// `docs/openapi.yaml`, where it is installed.
    let openAPI: [UInt8]?
    /// The same as a page, `docs/openapi.html`.
    let openAPIPage: [UInt8]?
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
                // Those of others can be served; whoever watches has to know.
                let missing = keyCheck.missing.count
                return .text("ready\n" + (missing == 0 ? "" : "keys missing: \(missing)\n"))
            },
            Route(.get, "/openapi.yaml", for: .anyone, isBelowPrefixes: false) { _ in
                guard let document = openAPI else { throw Refusal(.routeUnknown) }
                return Response(body: .bytes(document), contentType: "application/yaml; charset=utf-8")
            },
            Route(.get, "/docs", for: .anyone, isBelowPrefixes: false) { _ in
                guard let page = openAPIPage else { throw Refusal(.routeUnknown) }
                return Page.response(html: page)
            },
            // From this machine, or with the operator's token.
            Route(.get, "/metrics", for: .anyone, effort: .long, isBelowPrefixes: false) { request in
                guard request.isFromLoopback || request.holdsBearer(metricsToken) else {
                    throw Refusal(.routeUnknown)
                }
                let text = metrics.text(gauges: try await gauges.all())
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
