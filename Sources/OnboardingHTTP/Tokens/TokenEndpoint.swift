internal import Foundation
internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// The token endpoint (RFC 6749 §4.4, client credentials), with the errors of §5.2 instead of the envelope.
struct TokenEndpoint: Sendable {
    let tenants: TenantDirectory
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
        let credentials = try credentials(form, request.headers)

        // A digest, because what strangers make up is of any length and is remembered.
        let key = Digest.hex([UInt8]("\(credentials.id)\n\(request.remoteAddress)".utf8))
        if let wait = throttle.wait(key, at: request.now) {
            throw Failure(
                status: 429, error: "invalid_client", description: "Too many failed attempts", retryAfterInSeconds: wait
            )
        }
        guard credentials.id == tenant.clientID,
            isEqualInConstantTime(Digest.sha256([UInt8](credentials.secret.utf8)), tenant.clientSecretDigest)
        else {
            throttle.countFailure(key, at: request.now)
            throw Failure.invalidClient
        }
        guard let grantType = form["grant_type"], !grantType.isEmpty else {
            throw Failure.invalidRequest("Missing form parameter: grant_type")
        }
        guard grantType == "client_credentials" else {
            throw Failure(status: 400, error: "unsupported_grant_type", description: "Unsupported grant_type")
        }

        let asksForOpenID = form["scope"]?.split(separator: " ").contains("openid") ?? false
        let tokens = try await tenants.tokens()
        // Side by side: a signature takes longer than everything else that this route does.
        async let access = signatures.run(.signature) {
            try tokens.accessToken(for: tenant, publicURL: publicURL, at: request.now)
        }
        async let id = asksForOpenID ? idToken(for: tenant, from: tokens, publicURL: publicURL, at: request.now) : nil
        let response = TokenResponse(
            accessToken: try await access, expiresIn: Limit.accessTokenLife.value, idToken: try await id,
            scope: "openid")
        return Response(
            body: .bytes(try sortedKeyJSON(response, inOrder: TokenResponse.memberNames)),
            contentType: "application/json; charset=utf-8", extraHeaders: [.pragma: "no-cache"])
    }

    private func idToken(
        for tenant: Tenant, from tokens: AccessTokens, publicURL: String, at now: Instant
    ) async throws -> String {
        if let recent = tokens.recentIDToken(for: tenant, publicURL: publicURL, at: now) { return recent }
        return try await signatures.run(.signature) {
            try tokens.idToken(for: tenant, publicURL: publicURL, at: now)
        }
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
