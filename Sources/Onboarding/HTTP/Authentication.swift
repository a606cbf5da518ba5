internal import OnboardingCore
internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCrypto

/// Establishes who calls, in the order of decisions 4: bearer, API key, whether both name one tenant, role.
struct Authentication: Sendable {
    let tenants: TenantDirectory
    let publicURL: PublicURL

    func caller(of audience: Audience, headers: HTTPFields, at now: Instant) async throws -> Caller? {
        switch audience {
        case .anyone:
            return nil
        case .apiKeyHolder:
            return Caller(tenant: try await tenantOfAPIKey(headers), role: .apiKeyHolder)
        case .portal(let needsAPIKey):
            let caller = try await bearerCaller(headers, needsAPIKey: needsAPIKey, at: now)
            guard caller.role == .portal else { throw Refusal(.roleMissing) }
            return caller
        case .portalOrPhone(let needsAPIKey):
            return try await bearerCaller(headers, needsAPIKey: needsAPIKey, at: now)
        case .apiKeyOrBearer:
            if headers[.authorization] == nil {
                return Caller(tenant: try await tenantOfAPIKey(headers), role: .apiKeyHolder)
            }
            return try await bearerCaller(headers, needsAPIKey: false, at: now)
        }
    }

    /// The caller whom a bearer in a body names (the sample-web family).
    func caller(ofBearer bearer: String, at now: Instant) async throws -> Caller {
        switch try await tenants.tokens().believe(bearer, publicURL: try publicURL.value, at: now) {
        case .portal(let realm):
            return Caller(tenant: try await tenant(ofRealm: realm), role: .portal)
        case .phone(let realm, let sessionDigest):
            return Caller(tenant: try await tenant(ofRealm: realm), role: .phone(sessionDigest: sessionDigest))
        }
    }

    private func bearerCaller(_ headers: HTTPFields, needsAPIKey: Bool, at now: Instant) async throws -> Caller {
        guard let bearer = headers.credentials(of: "Bearer") else { throw Refusal(.tokenMissing) }
        let caller = try await caller(ofBearer: bearer, at: now)
        if needsAPIKey || headers[.apiKey] != nil {
            let tenant = try await tenantOfAPIKey(headers)
            guard tenant.id == caller.tenant.id else { throw Refusal(.apiKeyForeign) }
        }
        return caller
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
