internal import HTTPTypes

/// Cross-origin answers (Fetch standard) for the one family of routes that browsers call from a shop's pages.
struct CrossOrigin: Sendable {
    let tenants: TenantDirectory

    /// The answer to a preflight on a sample-web path whose tenant allows the origin; nil for any other request.
    func preflight(path: Substring, headers: HTTPFields) async -> Answer? {
        let segments = path.split(separator: "/")
        guard segments.count == 4, segments[1] == "b2c-sample-web",
            let tenant = try? await tenants.tenant(nameOrRealm: String(segments[0]))
        else { return nil }
        guard let allowed = Self.headers(for: tenant, origin: headers[.origin]) else { return nil }
        return Answer(status: 204, body: [], contentType: "text/plain", extraHeaders: allowed)
    }

    /// The headers that let a page of `origin` read the answer; nil where the tenant has not named the origin.
    static func headers(for tenant: Tenant, origin: String?) -> HTTPFields? {
        guard tenant.settings.sampleWebIsEnabled, let origin, tenant.settings.sampleWebOrigins.contains(origin) else {
            return nil
        }
        return [
            .accessControlAllowOrigin: origin, .vary: "Origin", .accessControlAllowMethods: "POST",
            .accessControlAllowHeaders: "content-type", .accessControlMaxAge: "600",
        ]
    }
}
