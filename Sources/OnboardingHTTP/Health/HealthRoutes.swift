internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Operations
internal import Tenancy

/// Whether the process lives (`healthz`) and whether it can serve (`readyz`: engines loaded, database
/// answering, a folder in its place with room that can be written).
struct HealthRoutes: Sendable {
    let data: DataDirectory
    let metrics: Metrics
    let gauges: Gauges
    let tenants: TenantDirectory
    let keyCheck: KeyCheck
    let documents: PublishedDocuments
    /// Opens /metrics; nil where none was set, and they open to nobody.
    let metricsToken: String?

    var all: [Route] {
        [
            Route(.get, "/healthz", for: .anyone, isBelowPrefixes: false) { _ in .text("ok\n") },
            Route(.get, "/readyz", for: .anyone, isBelowPrefixes: false) { _ in
                // Routes exist only once the engines are loaded and have passed their self-test.
                guard data.place.isKept else { throw Refusal(shortOf: .place, retryAfterInSeconds: 5) }
                guard await data.store.isReadable(), data.folder.takesFiles else {
                    throw Refusal(shortOf: .storage, retryAfterInSeconds: 5)
                }
                // Those of others can be served; whoever watches has to know.
                let missing = keyCheck.missing.count
                return .text("ready\n" + (missing == 0 ? "" : "keys missing: \(missing)\n"))
            },
            Route(.get, "/openapi.yaml", for: .anyone, isBelowPrefixes: false) { _ in
                guard let document = documents.source else { throw Refusal(.routeUnknown) }
                return Response(text: document, contentType: "application/yaml; charset=utf-8")
            },
            Route(.get, "/docs", for: .anyone, isBelowPrefixes: false) { request in
                guard let name = try? request.query["page"] ?? PublishedDocuments.firstPage,
                    let page = documents.pages[name]
                else { throw Refusal(.routeUnknown) }
                return DocumentPage.response(html: page)
            },
            // A proxy on this machine looks like this machine, so that nothing but a token tells who asks.
            Route(.get, "/metrics", for: .anyone, effort: .long, isBelowPrefixes: false) { request in
                guard request.holdsBearer(metricsToken) else { throw Refusal(.routeUnknown) }
                let by = try request.query["by"]
                guard by == nil || by == "tenant" else {
                    throw Refusal(.queryInvalid, member: "by", allowed: ["tenant"])
                }
                let names = by == nil ? nil : try await tenants.names()
                let gauges = try await gauges.all(byTenant: names)
                return Self.metrics(metrics.text(gauges: gauges, byTenant: names != nil))
            },
            // What a tenant's own Prometheus reads, which signs in as its other clients do.
            Route(
                .get, "/onboarding/admin/metrics", for: .client(.metrics, needsAPIKey: false), effort: .long
            ) { request in
                let tenant = try request.authenticated.tenant
                return Self.metrics(metrics.text(of: tenant.name, gauges: try await gauges.of(tenant.id)))
            },
        ]
    }

    private static func metrics(_ text: String) -> Response {
        .text(text, contentType: "text/plain; version=0.0.4; charset=utf-8")
    }
}

extension Request {
    fileprivate func holdsBearer(_ token: String?) -> Bool {
        guard let token, let authorization = headers[.authorization] else { return false }
        return isEqualInConstantTime([UInt8](authorization.utf8), [UInt8]("Bearer \(token)".utf8))
    }
}
