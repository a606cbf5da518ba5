internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

/// What an audience is made of, in the order of decision 0004: bearer, API key, whether both name one tenant, role.
package struct Authentication: Sendable {
    let tenants: TenantDirectory
    let publicURL: PublicURL

    /// The principal whom a bearer in a body names (the sample-web family).
    func principal(ofBearer bearer: String, at now: Instant) async throws -> Principal {
        switch try await tenants.tokens().verify(bearer, publicURL: try publicURL.value, at: now) {
        case .client(let realm, let clientID, let scopes):
            let tenant = try await tenant(realm: realm)
            // It may have ended since the token was issued, or been given less.
            guard let credential = tenant.credential(of: clientID), credential.isGood(at: now) else {
                throw Refusal(.tokenInvalid)
            }
            return Principal(
                tenant: tenant, role: .client(id: clientID, scopes: scopes.intersection(credential.scopes)))
        case .phone(let realm, let sessionDigest):
            return Principal(tenant: try await tenant(realm: realm), role: .phone(sessionDigest: sessionDigest))
        }
    }

    private func tenant(realm: String) async throws -> Tenant {
        guard let tenant = try await tenants.tenant(realm: realm) else { throw Refusal(.tokenInvalid) }
        return tenant
    }

    /// The principal of a bearer; where the API key is there or has to be, both name one tenant.
    func bearer(_ headers: HTTPFields, needsAPIKey: Bool, at now: Instant) async throws -> Principal {
        guard let bearer = headers.credentials(of: "Bearer") else { throw Refusal(.tokenMissing) }
        let principal = try await principal(ofBearer: bearer, at: now)
        if needsAPIKey || headers[.apiKey] != nil {
            guard try await apiKeyHolder(headers).tenant.id == principal.tenant.id else {
                throw Refusal(.apiKeyForeign)
            }
        }
        return principal
    }

    func apiKeyHolder(_ headers: HTTPFields) async throws -> Principal {
        guard let apiKey = headers[.apiKey], !apiKey.isEmpty else { throw Refusal(.apiKeyMissing) }
        guard let tenant = try await tenants.tenant(apiKeyDigest: Digest.sha256([UInt8](apiKey.utf8))) else {
            throw Refusal(.apiKeyUnknown)
        }
        return Principal(tenant: tenant, role: .apiKeyHolder)
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
