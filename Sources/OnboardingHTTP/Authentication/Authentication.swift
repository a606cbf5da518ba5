internal import HTTPTypes
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto

/// Establishes who asks, in the order of decision 0004: bearer, API key, whether both name one tenant, role.
struct Authentication: Sendable {
    let tenants: TenantDirectory
    let publicURL: PublicURL

    func principal(of audience: Audience, headers: HTTPFields, at now: Instant) async throws -> Principal? {
        switch audience {
        case .anyone:
            return nil
        case .apiKeyHolder:
            return Principal(tenant: try await tenantOfAPIKey(headers), role: .apiKeyHolder)
        case .portal(let needsAPIKey):
            let principal = try await bearerPrincipal(headers, needsAPIKey: needsAPIKey, at: now)
            guard principal.role == .portal else { throw Refusal(.roleMissing) }
            return principal
        case .portalOrPhone(let needsAPIKey):
            return try await bearerPrincipal(headers, needsAPIKey: needsAPIKey, at: now)
        case .apiKeyOrBearer:
            if headers[.authorization] == nil {
                return Principal(tenant: try await tenantOfAPIKey(headers), role: .apiKeyHolder)
            }
            return try await bearerPrincipal(headers, needsAPIKey: false, at: now)
        }
    }

    /// The principal whom a bearer in a body names (the sample-web family).
    func principal(ofBearer bearer: String, at now: Instant) async throws -> Principal {
        switch try await tenants.tokens().verify(bearer, publicURL: try publicURL.value, at: now) {
        case .portal(let realm):
            return Principal(tenant: try await tenant(ofRealm: realm), role: .portal)
        case .phone(let realm, let sessionDigest):
            return Principal(tenant: try await tenant(ofRealm: realm), role: .phone(sessionDigest: sessionDigest))
        }
    }

    private func bearerPrincipal(_ headers: HTTPFields, needsAPIKey: Bool, at now: Instant) async throws -> Principal {
        guard let bearer = headers.credentials(of: "Bearer") else { throw Refusal(.tokenMissing) }
        let principal = try await principal(ofBearer: bearer, at: now)
        if needsAPIKey || headers[.apiKey] != nil {
            let tenant = try await tenantOfAPIKey(headers)
            guard tenant.id == principal.tenant.id else { throw Refusal(.apiKeyForeign) }
        }
        return principal
    }

    private func tenantOfAPIKey(_ headers: HTTPFields) async throws -> Tenant {
        guard let apiKey = headers[.apiKey], !apiKey.isEmpty else { throw Refusal(.apiKeyMissing) }
        guard let tenant = try await tenants.tenant(apiKeyDigest: Digest.sha256([UInt8](apiKey.utf8))) else {
            throw Refusal(.apiKeyUnknown)
        }
        return tenant
    }

    private func tenant(ofRealm realm: String) async throws -> Tenant {
        guard let tenant = try await tenants.tenant(realm: realm) else { throw Refusal(.tokenInvalid) }
        return tenant
    }
}

extension HTTPFields {
    /// What stands behind `scheme`, in any case, and one space or more in the Authorization header (RFC 9110 §11.4); nil
    /// where another scheme or none does.
    func credentials(of scheme: String) -> String? {
        guard let authorization = self[.authorization] else { return nil }
        let (named, rest) = (authorization.prefix(scheme.count), authorization.dropFirst(scheme.count))
        guard named.lowercased() == scheme.lowercased(), rest.first == " " else { return nil }
        return String(rest.drop { $0 == " " })
    }
}
