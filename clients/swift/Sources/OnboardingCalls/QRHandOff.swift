/// What a QR image hands over to a phone: which server, which tenant, which session.
public struct QRHandOff: Equatable, Sendable {
    /// Host name with optional port, or a base URL with scheme.
    public let host: String
    public let apiKey: String
    public let sessionToken: String

    /// The data cannot be used. One error for every cause, so that nobody learns from it what was wrong.
    public struct Unreadable: Error, Equatable {
        public init() {}
    }

    public init(host: String, apiKey: String, sessionToken: String) {
        self.host = host
        self.apiKey = apiKey
        self.sessionToken = sessionToken
    }

    /// The server's base URL: `https` unless `host` names a scheme.
    public var baseURL: String { host.contains("://") ? host : "https://\(host)" }
}
