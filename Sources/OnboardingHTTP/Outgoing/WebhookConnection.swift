internal import AsyncHTTPClient
internal import NIOCore
internal import NIOPosix
internal import OnboardingCore
internal import Operations

/// One message on its way: to an address that was looked at, over a connection of its own, without a redirect.
enum WebhookConnection {
    /// Why there was no answer.
    enum Failure: String, Error {
        case addressRefused = "address refused"
        case noAnswer = "no answer"
    }

    /// - Returns: the status of the answer, whose body nobody reads.
    static func post(
        _ body: [UInt8], _ headers: [(name: String, value: String)], to target: WebhookTarget
    ) async -> Result<Int, Failure> {
        guard let address = target.address(among: await AddressLookUp.addresses(of: target.host)) else {
            return .failure(.addressRefused)
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(Limit.webhookTime.seconds / 2))
        // What is tried again is tried in a while, and others need the place.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The address that was looked at and no other, whatever the name leads to in a moment.
        configuration.dnsOverride = [target.host: address]
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        var request = HTTPClientRequest(url: target.url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "onboarding")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(body)
        let status = try? await client.execute(request, timeout: .seconds(Limit.webhookTime.seconds)).status.code
        try? await client.shutdown()
        return status.map { .success(Int($0)) } ?? .failure(.noAnswer)
    }
}
