internal import OnboardingCore
internal import Tenancy

/// Below what the routes lie as well: the path of the public URL, which a proxy may leave in place, and the name or realm of
/// a tenant, as in the guide's `https://host/{customer}`.
struct PathPrefixes: Sendable {
    let publicURL: PublicURL
    let tenants: TenantDirectory

    /// What a path may mean without its prefixes, the likeliest first, and whose prefix was left out.
    func shortened(_ path: Substring) async -> [(path: Substring, tenant: Tenant?)] {
        var found: [(Substring, Tenant?)] = []
        let below = publicURL.path.flatMap { path.hasPrefix($0 + "/") ? path.dropFirst($0.count) : nil }
        if let below { found.append((below, nil)) }
        for path in [below, path].compactMap(\.self) {
            guard let (name, rest) = Self.firstSegment(of: path),
                let tenant = try? await tenants.tenant(nameOrRealm: String(name))
            else { continue }
            found.append((rest, tenant))
        }
        return found
    }

    private static func firstSegment(of path: Substring) -> (name: Substring, rest: Substring)? {
        guard path.hasPrefix("/") else { return nil }
        let name = path.dropFirst().prefix { $0 != "/" }
        guard !name.isEmpty, name.utf8.count <= Limit.tenantName.value + "-consumers".utf8.count else { return nil }
        return (name, path.dropFirst(name.count + 1))
    }
}
