internal import HTTPTypes
internal import Onboarding
internal import OnboardingCore
package import OnboardingCrypto
internal import Tenancy

/// What an audience is made of, in the order of decision 0004: bearer, API key, whether both name one tenant, role.
package struct Authentication: Sendable {
    let tenants: TenantDirectory
    let publicURL: PublicURL
    let binding: SessionBinding
    let proofs: PossessionProofs
    /// Of the request that is authenticated; nil where it shows none.
    package private(set) var proof: PossessionProof?

    init(tenants: TenantDirectory, publicURL: PublicURL, binding: SessionBinding, proofs: PossessionProofs) {
        (self.tenants, self.publicURL, self.binding, self.proofs) = (tenants, publicURL, binding, proofs)
    }

    /// The same for a request, with the proof that it shows.
    /// - Parameter path: as it was sent, without the query.
    /// - Throws: `proofInvalid`, `proofNonce`.
    func of(_ headers: HTTPFields, method: String, path: String, at now: Instant) throws -> Authentication {
        guard headers.contains(.proof) else { return self }
        let fields = headers[values: .proof]
        guard fields.count == 1, let field = fields.first else { throw Refusal(.proofInvalid) }
        var own = self
        own.proof = try proofs.verify(field, method: method, urls: try urls(of: path), at: now)
        return own
    }

    /// As which addresses a sender may know a path: a proxy may have taken the front off it, and a port that a scheme means is
    /// left out.
    private func urls(of path: String) throws -> [String] {
        let url = try publicURL.value
        let origin = publicURL.path.map { String(url.dropLast($0.count)) } ?? url
        return [url, origin].flatMap { base in
            [base]
                + [("https://", ":443"), ("http://", ":80")].filter { base.hasPrefix($0) && base.hasSuffix($1) }
                .map { String(base.dropLast($0.1.count)) }
        }.map { $0 + path }
    }

    /// The principal whom a bearer in a body names (the sample-web family).
    /// - Parameter claims: whether a phone that is the first to do something has its session from then on.
    func principal(ofBearer bearer: String, claims: Bool = true, at now: Instant) async throws -> Principal {
        switch try await tenants.tokens().verify(bearer, publicURL: try publicURL.value, at: now) {
        case .client(let realm, let clientID, let scopes):
            let tenant = try await tenant(realm: realm)
            // It may have ended since the token was issued, or been given less.
            guard let credential = tenant.credential(of: clientID), credential.isGood(at: now) else {
                throw Refusal(.tokenInvalid)
            }
            return Principal(
                tenant: tenant, role: .client(id: clientID, scopes: scopes.intersection(credential.scopes)))
        case .phone(let realm, let phone):
            if let key = phone.keyThumbprint {
                guard let proof, proof.thumbprint == key, proof.tokenDigest == Digest.sha256([UInt8](bearer.utf8))
                else {
                    throw Refusal(.proofInvalid)
                }
            }
            let tenant = try await tenant(realm: realm)
            try await binding.check(phone, of: tenant, claims: claims, at: now)
            var principal = Principal(tenant: tenant, role: .phone(sessionDigest: phone.sessionDigest))
            (principal.lineage, principal.hasProvedKey) = (phone.lineage, phone.keyThumbprint != nil)
            return principal
        }
    }

    private func tenant(realm: String) async throws -> Tenant {
        guard let tenant = try await tenants.tenant(realm: realm) else { throw Refusal(.tokenInvalid) }
        return tenant
    }

    /// The principal of a bearer; where the API key is there or has to be, both name one tenant.
    func bearer(
        _ headers: HTTPFields, needsAPIKey: Bool, claims: Bool = true, at now: Instant
    ) async throws -> Principal {
        guard let bearer = headers.bearer else { throw Refusal(.tokenMissing) }
        let principal = try await principal(ofBearer: bearer, claims: claims, at: now)
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
    /// Of either scheme: the one that a key is proved beside (RFC 9449 §7.1), and the one that needs none.
    var bearer: String? { credentials(of: "Bearer") ?? credentials(of: "DPoP") }

    /// What stands behind `scheme`, in any case, and one space or more in the Authorization header (RFC 9110 §11.4); nil
    /// where another scheme or none does.
    func credentials(of scheme: String) -> String? {
        guard let authorization = self[.authorization] else { return nil }
        let (named, rest) = (authorization.prefix(scheme.count), authorization.dropFirst(scheme.count))
        guard named.lowercased() == scheme.lowercased(), rest.first == " " else { return nil }
        return String(rest.drop { $0 == " " })
    }
}
