internal import Foundation
internal import OnboardingAPI

/// Where a client's bearer comes from: a session that a QR image handed over, or the tenant's own credentials.
enum BearerSource: Sendable {
    case session(token: String)
    case credentials(TenantCredentials)

    /// Asks the server for a new bearer.
    /// - Parameter former: the one before, also one that has run out: it shows that this phone has the session.
    func bearer(
        from connection: ServerConnection, apiKey: String, former: String?
    ) async throws(ClientError) -> StepResult<ValidateSessionResponse> {
        switch self {
        case .session(let token):
            let request = try ServerConnection.Request.post(
                "/tokenVerify/validateSession", json: ValidateSessionRequest(sessionToken: token))
            let shown = former.map { request.adding("Authorization", "Bearer \($0)") } ?? request
            return try await connection.result(of: shown.adding("apikey", apiKey))
        case .credentials(let credentials):
            return try await clientCredentials(credentials, from: connection)
        }
    }

    /// The client credentials grant (RFC 6749 §4.4).
    private func clientCredentials(
        _ credentials: TenantCredentials, from connection: ServerConnection
    ) async throws(ClientError) -> StepResult<ValidateSessionResponse> {
        let fields = [
            ("client_id", credentials.clientID), ("client_secret", credentials.clientSecret), ("scope", "openid"),
            ("grant_type", "client_credentials"),
        ]
        let form = fields.map { "\($0)=\(Self.formEncoded($1))" }.joined(separator: "&")
        let response = try await connection.response(
            to: ServerConnection.Request(
                method: .POST,
                path: "/auth/realms/\(Self.formEncoded(credentials.realm))/protocol/openid-connect/token",
                headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8)))
        if response.status == 200, let token = try? JSONDecoder().decode(TokenResponse.self, from: response.body) {
            return .accepted(ValidateSessionResponse(accessToken: token.accessToken, expiresIn: token.expiresIn))
        }
        guard let error = try? JSONDecoder().decode(OAuthError.self, from: response.body) else {
            throw .unexpectedAnswer(status: response.status)
        }
        return .refused(
            ErrorEnvelope(
                errorCode: error.error, errorMsg: error.errorDescription ?? "", status: response.status, timestamp: "",
                reason: nil))
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// `text` with everything but unreserved characters as percent escapes (RFC 3986 §2.3).
    static func formEncoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
