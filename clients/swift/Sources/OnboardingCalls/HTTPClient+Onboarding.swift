public import AsyncHTTPClient

extension HTTPClient {
    /// The client that is used where the caller brings none. It lives as long as the process.
    ///
    /// Unlike `HTTPClient.shared`, it says at once when nobody listens (that one tries again until the whole call times
    /// out), and it follows no redirect: a capture goes to the server that the signed QR data name, and nowhere else.
    public static let onboarding = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: {
            var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            configuration.connectionPool.retryConnectionEstablishment = false
            return configuration
        }())
}
