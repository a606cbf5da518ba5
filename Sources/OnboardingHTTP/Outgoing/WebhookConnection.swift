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

    /// What a receiver answered.
    struct Reply {
        let status: Int
        /// Of the body, as much as came within its first kilobyte.
        let beginning: [UInt8]
    }

    private static let readOfReply = 1024

    /// - Returns: the status of the answer, whose body nobody reads.
    static func post(
        _ body: [UInt8], _ headers: [(name: String, value: String)], to target: WebhookTarget
    ) async -> Result<Int, Failure> {
        await exchange(body, headers, with: target) { Int($0.status.code) }
    }

    /// The same for somebody who wants to see what comes back.
    static func ping(
        _ body: [UInt8], _ headers: [(name: String, value: String)], to target: WebhookTarget
    ) async -> Result<Reply, Failure> {
        await exchange(body, headers, with: target) { response in
            var beginning: [UInt8] = []
            // What breaks off has begun.
            do {
                for try await part in response.body {
                    beginning += part.readableBytesView.prefix(readOfReply - beginning.count)
                    if beginning.count >= readOfReply { break }
                }
            } catch {}
            return Reply(status: Int(response.status.code), beginning: beginning)
        }
    }

    private static func exchange<Read: Sendable>(
        _ body: [UInt8], _ headers: [(name: String, value: String)], with target: WebhookTarget,
        reading: (HTTPClientResponse) async -> Read
    ) async -> Result<Read, Failure> {
        guard let address = target.address(among: await AddressLookUp.addresses(of: target.host)) else {
            return .failure(.addressRefused)
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(
            connect: .seconds(Limit.webhookTime.seconds / 2), read: .seconds(Limit.webhookTime.seconds))
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
        var read: Read?
        if let response = try? await client.execute(request, timeout: .seconds(Limit.webhookTime.seconds)) {
            read = await reading(response)
        }
        try? await client.shutdown()
        return read.map { .success($0) } ?? .failure(.noAnswer)
    }
}
