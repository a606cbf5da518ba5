/// The token endpoint's answer: exactly the seven fields of the guide (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
public struct TokenResponse: Codable, Equatable, Sendable {
    public let accessToken: String
    /// Seconds.
    public let expiresIn: Int
    public private(set) var refreshExpiresIn = 0
    public private(set) var tokenType = "Bearer"
    /// Present when the scope `openid` was asked for.
    public let idToken: String?
    public private(set) var notBeforePolicy = 0
    public let scope: String

    /// In the guide's order, which its samples have and JSON does not promise.
    public static var memberNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case accessToken = "access_token"
        case expiresIn = "expires_in"
        case refreshExpiresIn = "refresh_expires_in"
        case tokenType = "token_type"
        case idToken = "id_token"
        case notBeforePolicy = "not-before-policy"
        case scope
    }

    public init(accessToken: String, expiresIn: Int, idToken: String?, scope: String) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.idToken = idToken
        self.scope = scope
    }
}

/// An error of the token endpoint (RFC 6749 §5.2).
public struct OAuthError: Codable, Equatable, Sendable {
    public let error: String
    public let errorDescription: String?

    enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
    }

    public init(error: String, errorDescription: String?) {
        self.error = error
        self.errorDescription = errorDescription
    }
}
