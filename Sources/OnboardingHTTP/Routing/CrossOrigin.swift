internal import HTTPTypes
internal import Tenancy

/// Cross-origin answers (Fetch standard) for the one family of routes that browsers call from a shop's pages. The library
/// allows one origin or all; here each tenant names its own.
struct CrossOrigin: Sendable {
    let tenants: TenantDirectory

    /// What an answer on this path says to a browser, so that the page that called may read it, a refusal as well. Nil for
    /// other paths, and where the tenant has not named the page's origin.
    func headers(path: Substring, of request: HTTPFields) async -> HTTPFields? {
        let segments = path.split(separator: "/")
        guard segments.count == 4, segments[1] == "b2c-sample-web", let origin = request[.origin],
            let tenant = try? await tenants.tenant(nameOrRealm: String(segments[0])),
            Self.isAllowed(origin, by: tenant)
        else { return nil }
        return [
            .accessControlAllowOrigin: origin, .vary: "Origin", .accessControlAllowMethods: "POST",
            .accessControlAllowHeaders: "content-type", .accessControlMaxAge: "600",
        ]
    }

    /// Whether pages of this origin may call the tenant's sample-web routes.
    static func isAllowed(_ origin: String?, by tenant: Tenant) -> Bool {
        guard tenant.settings.sampleWebIsEnabled, let origin = origin.flatMap(WebOrigin.init) else { return false }
        return tenant.settings.sampleWebOrigins.contains(origin)
    }
}
