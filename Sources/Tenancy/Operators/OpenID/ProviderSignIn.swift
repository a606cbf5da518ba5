internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// Signs operators in through the OpenID Connect provider of their tenant: authorization code with PKCE, state and nonce
/// (OpenID Connect Core §3.1, RFC 7636; decision 0096).
///
/// What somebody may do is renewed from a claim at each sign-in. A second factor is the provider's business.
package struct ProviderSignIn: Sendable {
    /// Where a browser is sent, and what it keeps until it comes back.
    package struct Beginning: Equatable, Sendable {
        package let location: String
        /// For a cookie, as long as `Limit.providerSignIn`.
        package let cookie: String
    }

    /// Somebody is signed in.
    package struct End: Equatable, Sendable {
        package let result: OperatorSignIn.Result
        /// The path to go on to that was given at the beginning.
        package let next: String?
    }

    /// Nobody was signed in.
    package struct Refused: Error, Equatable {
        package let failure: ProviderFailure
        /// The tenant's name, where one is known.
        package let tenantName: String?
        package let refusal: Refusal

        fileprivate init(_ failure: ProviderFailure, _ tenant: Tenant?, retryAfterInSeconds seconds: Int? = nil) {
            self.failure = failure
            tenantName = tenant?.name
            let wait = failure.reason == .providerUnavailable ? ProviderSignIn.waitInSeconds : seconds
            refusal = Refusal(failure.reason, retryAfterInSeconds: wait)
        }
    }

    /// The path of the page that a provider sends a browser back to; behind the server's URL it is what the provider has to know
    /// as the redirect URI.
    package static let callbackPath = "/sign-in/oidc/callback"

    /// The path of the page that a provider sends a browser back to that it has signed out; it has to know that too.
    package static let signedOutPath = "/sign-in"

    private static let waitInSeconds = 10
    private static let maximumCode = 4096

    private let operators: OperatorSignIn
    private let publicURL: PublicURL
    private let exchange: ProviderExchange
    private let known: KnownProviders
    private let used = UsedOnce(
        lifeInSeconds: Limit.providerSignIn.seconds, atMost: Limit.usedProviderSignIns.value)

    package init(operators: OperatorSignIn, publicURL: PublicURL, exchange: @escaping ProviderExchange) {
        self.operators = operators
        self.publicURL = publicURL
        self.exchange = exchange
        known = KnownProviders(exchange: exchange)
    }

    /// A tenant whose operators may sign in with a provider, by its name or realm as somebody has typed it; nil where there is
    /// none, or it has none.
    /// - Returns: its name, and whether no password signs in.
    package func tenant(called typed: String) async throws -> (name: String, isRequired: Bool)? {
        guard let tenant = try await operators.tenant(called: typed), let provider = tenant.settings.provider else {
            return nil
        }
        return (tenant.name, provider.isRequired)
    }

    /// Whether any tenant has a provider; not which.
    package func isOffered() async throws -> Bool { try await operators.tenants.hasProvider() }

    /// Sends a browser to the tenant's provider.
    /// - Parameters:
    ///   - tenantName: as somebody has typed it.
    ///   - next: a path of ours to go on to.
    /// - Throws: `Refused`.
    package func begin(tenantName: String, next: String?, at now: Instant) async throws -> Beginning {
        let tenant = try await operators.tenant(called: tenantName)
        guard let tenant, let provider = tenant.settings.provider else { throw Refused(.noProvider, nil) }
        do {
            let description = try await known.description(of: provider.issuer, at: now)
            let pending = try PendingSignIn(tenant: tenant.id, provider: provider, next: next, at: now)
            let location = description.authorizationEndpoint.adding([
                ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", try redirectURI),
                ("scope", description.scope), ("state", pending.state), ("nonce", pending.nonce),
                ("code_challenge", pending.challenge), ("code_challenge_method", "S256"),
            ])
            return Beginning(location: location, cookie: try pending.sealed(under: operators.keys.serverKey))
        } catch let failure as ProviderFailure {
            throw Refused(failure, tenant)
        }
    }

    /// Where a browser is sent so that the tenant's provider signs its person out as well (OpenID Connect RP-Initiated Logout §2). It
    /// comes back to the page for signing in. The provider asks whoever is there: it is shown no ID token, which nobody keeps.
    /// - Returns: nil where the provider offers no such thing, or does not respond.
    package func signOutLocation(tenantName: String, at now: Instant) async throws -> String? {
        guard let provider = try await operators.tenant(called: tenantName)?.settings.provider,
            let description = try? await known.description(of: provider.issuer, at: now)
        else { return nil }
        let back = try publicURL.value + Self.signedOutPath
        return description.endSessionEndpoint?.adding([
            ("client_id", provider.clientID), ("post_logout_redirect_uri", back),
        ])
    }

    /// Signs in whoever comes back from the tenant's provider. An operator is made of whom it knows and this server does not.
    /// - Parameters:
    ///   - cookie: of `begin`.
    ///   - query: what the provider has sent the browser back with.
    ///   - address: the sender's.
    /// - Throws: `Refused`.
    package func end(
        cookie: String?, query: [String: String], from address: String, at now: Instant
    ) async throws -> End {
        let pending = cookie.flatMap { PendingSignIn(sealed: $0, under: operators.keys.serverKey) }
        let tenant: Tenant? =
            if let id = pending.flatMap({ TenantID(text: $0.tenant) }) {
                try await operators.tenants.tenant(id: id)
            } else {
                nil
            }
        if let seconds = operators.attempts.begin(address: address, at: now) {
            try await note(.tooMany, of: nil, tenant, at: now)
            throw Refused(.tooMany, tenant, retryAfterInSeconds: seconds)
        }
        // Whom the provider named, where this server knows them.
        var person: OperatorRow?
        do {
            guard let pending, let tenant, !pending.isOver(at: now) else { throw ProviderFailure.notBegun }
            let visitor = try await visitor(pending, tenant, query, at: now)
            person = try await operators.store.operatorRow(
                tenant: tenant.id, issuer: pending.issuer, subjectDigest: visitor.subjectDigest)
            let admitted = try await admit(visitor, person, tenant, issuer: pending.issuer, at: now)
            let means = (["provider"] + visitor.methods).joined(separator: "+")
            let result = try await operators.begin(.provider, of: admitted, tenant, means: means, at: now)
            operators.attempts.forgive(address: address, at: now)
            return End(result: result, next: pending.next)
        } catch let failure as ProviderFailure {
            // Not the sender's.
            if failure.reason == .providerUnavailable { operators.attempts.forgive(address: address, at: now) }
            try await note(failure, of: person, tenant, at: now)
            throw Refused(failure, tenant)
        } catch {
            operators.attempts.forgive(address: address, at: now)
            throw error
        }
    }

    private var redirectURI: String {
        get throws(Refusal) { try publicURL.value + Self.callbackPath }
    }

    private func note(
        _ failure: ProviderFailure, of person: OperatorRow?, _ tenant: Tenant?, at now: Instant
    ) async throws {
        guard let tenant else { return }
        try await operators.failures.note(
            operatorName: person?.name, cause: failure.rawValue, tenant: tenant.id, at: now)
    }
}

// MARK: Who it is

extension ProviderSignIn {
    /// Whom a provider has named.
    private struct Visitor {
        /// Keyed digest of what it calls them.
        let subjectDigest: [UInt8]
        /// What they would like to be called, or their address; as the provider has it.
        let names: [String]
        let methods: [String]
        /// Nil where none of what the provider says of them is a role here.
        let granted: (role: OperatorRole, rights: Set<OperatorRight>)?
    }

    private struct Tokens {
        let id: String
        let access: String?
    }

    private func visitor(
        _ pending: PendingSignIn, _ tenant: Tenant, _ query: [String: String], at now: Instant
    ) async throws -> Visitor {
        guard isEqualInConstantTime([UInt8](pending.state.utf8), [UInt8]((query["state"] ?? "").utf8)) else {
            throw ProviderFailure.stateDiffers
        }
        guard used.use(pending.state, at: now) else { throw ProviderFailure.usedBefore }
        guard let provider = tenant.settings.provider, provider.issuer == pending.issuer,
            provider.clientID == pending.clientID
        else { throw ProviderFailure.configurationChanged }
        if let issuer = query["iss"], issuer != provider.issuer { throw ProviderFailure.wrongIssuer }
        guard query["error"] == nil else { throw ProviderFailure.refusedThere }
        guard let code = query["code"], (1...Self.maximumCode).contains(code.utf8.count) else {
            throw ProviderFailure.codeMissing
        }
        let description = try await known.description(of: provider.issuer, at: now)
        if description.namesItself, query["iss"] == nil { throw ProviderFailure.wrongIssuer }
        let secret = try operators.tenants.keys(of: tenant).providerSecret
        let tokens = try await tokens(
            for: code, pending, description, secret: secret, redirectURI: try redirectURI)
        let token = try await verified(tokens.id, pending, provider, at: now)
        return try await visitor(token, tokens, provider, description, tenant)
    }

    /// Exchanges the code (RFC 6749 §4.1.3, RFC 7636 §4.5).
    private func tokens(
        for code: String, _ pending: PendingSignIn, _ description: ProviderDescription, secret: String?,
        redirectURI: String
    ) async throws(ProviderFailure) -> Tokens {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", pending.verifier),
        ]
        var authorization: String?
        switch try description.authentication(hasSecret: secret != nil) {
        case .basic:
            let pair = "\(FormText.escaped(pending.clientID)):\(FormText.escaped(secret ?? ""))"
            authorization = "Basic \(Data(pair.utf8).base64EncodedString())"
        case .post: fields += [("client_id", pending.clientID), ("client_secret", secret ?? "")]
        case .none: fields.append(("client_id", pending.clientID))
        }
        let response = try await exchange(
            ProviderRequest(
                url: description.tokenEndpoint, form: FormText.encode(fields), authorization: authorization))
        guard let document = ProviderDocument(response.body) else {
            throw response.status == 200 ? .tokensInvalid : .statusUnexpected
        }
        switch response.status {
        case 200: break
        case 400, 401: throw document.text("error") == "invalid_grant" ? .codeRefused : .clientRefused
        default: throw .statusUnexpected
        }
        guard let id = document.text("id_token") else { throw .tokensInvalid }
        let access = document.text("access_token")
        guard access?.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ?? true else { throw .tokensInvalid }
        return Tokens(id: id, access: access)
    }

    private func verified(
        _ compact: String, _ pending: PendingSignIn, _ provider: ProviderSettings, at now: Instant
    ) async throws(ProviderFailure) -> IDToken {
        let keys = try await known.keys(of: provider.issuer, at: now)
        do {
            return try IDToken(compact, keys: keys, provider: provider, nonce: pending.nonce, at: now)
        } catch .unknownKey {
            // Keys are replaced from time to time. Whoever is not the provider gets no token as far as here.
            let anew = try await known.keys(of: provider.issuer, anew: true, at: now)
            return try IDToken(compact, keys: anew, provider: provider, nonce: pending.nonce, at: now)
        }
    }

    private func visitor(
        _ token: IDToken, _ tokens: Tokens, _ provider: ProviderSettings, _ description: ProviderDescription,
        _ tenant: Tenant
    ) async throws -> Visitor {
        var documents = [token.claims]
        let lacks = !token.claims.has(provider.roleClaim) || Self.names(in: documents).isEmpty
        if lacks, let endpoint = description.userInfoEndpoint, let access = tokens.access {
            documents.append(try await userInfo(endpoint, access, subject: token.subject))
        }
        let values = documents.first { $0.has(provider.roleClaim) }?.texts(provider.roleClaim) ?? []
        return Visitor(
            subjectDigest: try operators.keys.lookupDigest(
                of: [UInt8](token.subject.utf8), field: "provider-subject", tenant: tenant.id),
            names: Self.names(in: documents), methods: token.methods,
            granted: ProviderRole.granted(to: values, by: provider.roles))
    }

    /// What the provider says of whom a token is about (OpenID Connect Core §5.3).
    private func userInfo(
        _ endpoint: ProviderURL, _ access: String, subject: String
    ) async throws(ProviderFailure) -> ProviderDocument {
        let response = try await exchange(ProviderRequest(url: endpoint, authorization: "Bearer \(access)"))
        guard response.status == 200 else { throw .statusUnexpected }
        // Of another subject it must not be used (§5.3.2).
        guard let document = ProviderDocument(response.body), document.text("sub") == subject else {
            throw .userInfoInvalid
        }
        return document
    }

    private static func names(in documents: [ProviderDocument]) -> [String] {
        ["preferred_username", "email"].flatMap { name in documents.compactMap { $0.text(name) } }
    }
}

// MARK: What they may do

extension ProviderSignIn {
    /// How often another operator may be made between the look for a free name and the use of it.
    private static let attemptsToMake = 8

    /// The operator, with the role and rights that the provider gives them now.
    private func admit(
        _ visitor: Visitor, _ person: OperatorRow?, _ tenant: Tenant, issuer: String, at now: Instant
    ) async throws -> OperatorRow {
        guard let (role, rights) = visitor.granted else {
            // Whoever has lost their role there has lost it here, in the sessions that they have as well.
            if let person {
                _ = try await operators.inTheName(of: person) {
                    try await operators.store.endSessions(of: person.id, at: now)
                }
            }
            throw ProviderFailure.roleMissing
        }
        guard let person else { return try await make(visitor, role, rights, tenant, issuer: issuer, at: now) }
        guard person.disabledAt == nil else { throw ProviderFailure.operatorDisabled }
        try await operators.inTheName(of: person) {
            try await operators.store.change(
                person.id, role: role.rawValue, rights: OperatorRight.text(rights), at: now)
        }
        return person
    }

    /// A name that stands here already is never taken for the same person: whoever may choose a name at the provider would
    /// choose an administrator's.
    private func make(
        _ visitor: Visitor, _ role: OperatorRole, _ rights: Set<OperatorRight>, _ tenant: Tenant, issuer: String,
        at now: Instant
    ) async throws -> OperatorRow {
        let name = visitor.names.lazy.compactMap(OperatorName.cleaned).first ?? "operator"
        for _ in 0..<Self.attemptsToMake {
            let taken = Set(try await operators.store.operators(tenant: tenant.id).map(\.name))
            let row = OperatorRow(
                id: try OperatorID.random(), tenantID: tenant.id, name: OperatorName.free(name, among: taken),
                role: role.rawValue, rights: OperatorRight.text(rights), createdAt: now)
            let identity = OperatorIdentityRow(
                operatorID: row.id, tenantID: tenant.id, issuer: issuer, subjectDigest: visitor.subjectDigest,
                createdAt: now)
            do {
                try await operators.inTheName(of: row) {
                    try await operators.store.add(row, identity: identity)
                }
                return row
            } catch StorageError.nameTaken {
                // By somebody else meanwhile, or by the same person from another browser.
                let made = try await operators.store.operatorRow(
                    tenant: tenant.id, issuer: issuer, subjectDigest: visitor.subjectDigest)
                if let made { return made }
            }
        }
        throw Refusal(shortOf: .contention, retryAfterInSeconds: 1)
    }
}
