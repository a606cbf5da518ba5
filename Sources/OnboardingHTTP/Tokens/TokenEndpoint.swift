internal import Foundation
internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import Tenancy

/// The token endpoint (RFC 6749 §4.4, client credentials), with the errors of §5.2 instead of the envelope.
struct TokenEndpoint: Sendable {
    let tenants: TenantDirectory
    let signIn: SignIn
    let signatures: WorkerPool
    /// Failures, by client id and address: nobody can lock a tenant out (decision 0054).
    let throttle = AttemptThrottle(limit: Limit.failedTokenRequests.value)

    func response(to request: Request, of tenant: Tenant, publicURL: String) async throws -> Response {
        do {
            return try await token(request, tenant, publicURL)
        } catch let failure as Failure {
            var headers: HTTPFields = [.pragma: "no-cache"]
            if failure.status == 401 { headers[.wwwAuthenticate] = #"Basic realm="onboarding""# }
            headers[.retryAfter] = failure.retryAfterInSeconds.map(String.init)
            return try .json(
                OAuthError(error: failure.error, errorDescription: failure.description), status: failure.status,
                extraHeaders: headers)
        }
    }

    private struct Failure: Error {
        let status: Int
        let error: String
        let description: String?
        var retryAfterInSeconds: Int?

        static let invalidClient = Failure(
            status: 401, error: "invalid_client", description: "Invalid client or Invalid client credentials")

        static let invalidScope = Failure(
            status: 400, error: "invalid_scope", description: "A scope is not known, or the client does not have it")

        static func invalidRequest(_ description: String) -> Failure {
            Failure(status: 400, error: "invalid_request", description: description)
        }
    }

    private func token(_ request: Request, _ tenant: Tenant, _ publicURL: String) async throws -> Response {
        let mediaType = request.headers[.contentType]?.split(separator: ";").first?.lowercased()
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw Failure.invalidRequest("The body must be application/x-www-form-urlencoded")
        }
        guard let form = FormFields(Array(request.body.readableBytesView), atMost: Limit.formFields.value) else {
            throw Failure.invalidRequest("The body is not a form, or a parameter is repeated")
        }
        let proof = try proof(form, request.headers)
        let credential = try await credential(proof, request, tenant, publicURL)
        guard let grantType = form["grant_type"], !grantType.isEmpty else {
            throw Failure.invalidRequest("Missing form parameter: grant_type")
        }
        guard grantType == "client_credentials" else {
            throw Failure(status: 400, error: "unsupported_grant_type", description: "Unsupported grant_type")
        }

        let asked = try AskedScopes(form["scope"] ?? "")
        let scopes = asked.own.isEmpty ? credential.scopes : asked.own
        guard scopes.isSubset(of: credential.scopes) else { throw Failure.invalidScope }
        let tokens = try await tenants.tokens()
        // Side by side: a signature takes longer than everything else that this route does.
        async let access = signatures.run(.signature) {
            try tokens.accessToken(
                for: tenant, clientID: credential.clientID, scopes: scopes, publicURL: publicURL, at: request.now)
        }
        async let id =
            asked.openID
            ? idToken(for: tenant, credential.clientID, from: tokens, publicURL: publicURL, at: request.now) : nil
        let response = TokenResponse(
            accessToken: try await access, expiresIn: Limit.accessTokenLife.value, idToken: try await id,
            scope: asked.answer)
        return Response(
            body: .bytes(try sortedKeyJSON(response, inOrder: TokenResponse.memberNames)),
            contentType: "application/json; charset=utf-8", extraHeaders: [.pragma: "no-cache"])
    }

    private func credential(
        _ proof: SignIn.Proof, _ request: Request, _ tenant: Tenant, _ publicURL: String
    ) async throws -> Credential {
        // A digest, because what strangers make up is of any length and is remembered.
        let key = Digest.hex([UInt8]("\(proof.clientID ?? "")\n\(request.senderBlock)".utf8))
        request.quotas.note(.tokenFailures, throttle, key, at: request.now)
        if let wait = throttle.wait(key, at: request.now) {
            try await signIn.note(.tooMany, clientID: proof.clientID, tenant: tenant, at: request.now)
            throw Failure(
                status: 429, error: "invalid_client", description: "Too many failed attempts", retryAfterInSeconds: wait
            )
        }
        let issuer = AccessTokens.issuer(publicURL: publicURL, realm: tenant.realm)
        do {
            return try await signIn.perform(
                proof, tenant: tenant, audiences: [issuer, issuer + TokenRoutes.tokenPath], at: request.now)
        } catch is SignIn.Failure {
            throttle.countFailure(key, at: request.now)
            throw Failure.invalidClient
        }
    }

    /// What a client asks for (RFC 6749 §3.3).
    private struct AskedScopes {
        /// Words of OpenID Connect Core §5.4, which stock clients send and which mean nothing here.
        private static let passedOver: Set<Substring> = ["profile", "email", "address", "phone", "offline_access"]

        let openID: Bool
        /// Empty where it names none: then the token opens all that its credential does.
        let own: Set<Scope>
        /// As the guide has it where a client names none of ours; otherwise exactly what it got.
        let answer: String

        /// A word that is not known is refused: it was meant to open less than everything.
        init(_ text: String) throws(Failure) {
            let words = Set(text.split(separator: " "))
            openID = words.contains("openid")
            var own: Set<Scope> = []
            for word in words where word != "openid" && !Self.passedOver.contains(word) {
                guard let scope = Scope(rawValue: String(word)) else { throw .invalidScope }
                own.insert(scope)
            }
            self.own = own
            let named = Scope.allCases.filter(own.contains).map(\.rawValue)
            answer = named.isEmpty ? "openid" : ((openID ? ["openid"] : []) + named).joined(separator: " ")
        }
    }

    private func idToken(
        for tenant: Tenant, _ clientID: String, from tokens: AccessTokens, publicURL: String, at now: Instant
    ) async throws -> String {
        if let recent = tokens.recentIDToken(for: tenant, clientID: clientID, publicURL: publicURL, at: now) {
            return recent
        }
        return try await signatures.run(.signature) {
            try tokens.idToken(for: tenant, clientID: clientID, publicURL: publicURL, at: now)
        }
    }

    private static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// How the client shows who it is: in one way, never in two (RFC 6749 §2.3).
    private func proof(_ form: FormFields, _ headers: HTTPFields) throws(Failure) -> SignIn.Proof {
        guard let type = form["client_assertion_type"], !type.isEmpty else {
            let credentials = try credentials(form, headers)
            return .secret(credentials.secret, clientID: credentials.id)
        }
        guard headers.credentials(of: "Basic") == nil, (form["client_secret"] ?? "").isEmpty else {
            throw .invalidRequest("The client authenticates itself twice")
        }
        guard type == Self.assertionType, let assertion = form["client_assertion"], !assertion.isEmpty else {
            throw .invalidRequest("The client_assertion is missing, or is no JWT of a client")
        }
        return .assertion(assertion, clientID: form["client_id"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// From the Basic header or the form, never from both (RFC 6749 §2.3); beside Basic the form may name the client, as
    /// stock libraries do, if they agree.
    private func credentials(_ form: FormFields, _ headers: HTTPFields) throws(Failure) -> (id: String, secret: String)
    {
        guard let encoded = headers.credentials(of: "Basic") else {
            if form.values.isEmpty { throw .invalidRequest("The body is empty") }
            guard let id = form["client_id"], let secret = form["client_secret"] else { throw .invalidClient }
            return (id, secret)
        }
        // A parameter without a value counts as left out (RFC 6749 §3.2).
        guard (form["client_secret"] ?? "").isEmpty else {
            throw .invalidRequest("The client authenticates itself twice, by Basic and in the form")
        }
        let decoded = encoded.utf8.count <= Limit.basicCredentials.value ? Data(base64Encoded: encoded) : nil
        guard let text = decoded.flatMap({ String(data: $0, encoding: .utf8) }), let colon = text.firstIndex(of: ":")
        else {
            throw .invalidClient
        }
        // RFC 6749 §2.3.1 asks clients to percent-encode both; most do not. Our ids and secrets read the same either way.
        let id = String(text[..<colon]).removingPercentEncoding ?? String(text[..<colon])
        let secret = String(text[text.index(after: colon)...])
        if let stated = form["client_id"], !stated.isEmpty, stated != id {
            throw .invalidRequest("The client is named twice, differently")
        }
        return (id, secret.removingPercentEncoding ?? secret)
    }
}
