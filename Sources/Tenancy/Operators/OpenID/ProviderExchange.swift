/// One request to a provider.
package struct ProviderRequest: Equatable, Sendable {
    package let url: ProviderURL
    /// What is sent by POST, as a form; nil for GET.
    package var form: String?
    /// The value of the Authorization header.
    package var authorization: String?
}

/// What came back: no redirect was followed, and the body is no longer than `Limit.providerBody`.
package struct ProviderResponse: Equatable, Sendable {
    package let status: Int
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Sends a request to a provider. It refuses addresses of private networks, and takes no longer than `Limit.providerTime`.
package typealias ProviderExchange =
    @Sendable (ProviderRequest) async throws(ProviderFailure) -> ProviderResponse
