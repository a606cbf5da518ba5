internal import AsyncHTTPClient
internal import NIOCore
internal import NIOPosix
internal import OnboardingCore
internal import Tenancy

/// One request to an OpenID Connect provider: to an address that was looked at, over a connection of its own, without a
/// redirect, and no longer or larger than the limits say.
struct ProviderConnection: Sendable {
    /// Private networks in which providers may lie.
    let networks: [AddressBlock]

    var exchange: ProviderExchange {
        { request throws(ProviderFailure) in try await response(to: request) }
    }

    private func response(to request: ProviderRequest) async throws(ProviderFailure) -> ProviderResponse {
        let result = await withTaskGroup(of: Result<ProviderResponse, ProviderFailure>.self) { group in
            group.addTask { await send(request) }
            group.addTask {
                // The library's own limit ends where the head of the response begins.
                try? await Task.sleep(for: Limit.providerTime.duration)
                return .failure(.noResponse)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.noResponse)
        }
        return try result.get()
    }

    private func send(_ request: ProviderRequest) async -> Result<ProviderResponse, ProviderFailure> {
        let addresses = await AddressLookUp.addresses(of: request.url.host)
        guard let address = request.url.address(among: addresses, networks: networks) else {
            return .failure(.addressRefused)
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(Limit.providerTime.seconds / 2))
        configuration.connectionPool.retryConnectionEstablishment = false
        // The address that was looked at and no other, whatever the name leads to in a moment.
        configuration.dnsOverride = [request.url.host: address]
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        let response = await Self.response(of: client, to: request)
        try? await client.shutdown()
        return response
    }

    private static func response(
        of client: HTTPClient, to request: ProviderRequest
    ) async -> Result<ProviderResponse, ProviderFailure> {
        var sent = HTTPClientRequest(url: request.url.text)
        sent.headers.add(name: "accept", value: "application/json")
        sent.headers.add(name: "user-agent", value: "onboarding")
        if let authorization = request.authorization {
            sent.headers.add(name: "authorization", value: authorization)
        }
        if let form = request.form {
            sent.method = .POST
            sent.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            sent.body = .bytes([UInt8](form.utf8))
        }
        do {
            let response = try await client.execute(sent, timeout: .seconds(Limit.providerTime.seconds))
            let body = try await response.body.collect(upTo: Limit.providerBody.value)
            return .success(ProviderResponse(status: Int(response.status.code), body: [UInt8](body.readableBytesView)))
        } catch is NIOTooManyBytesError {
            return .failure(.responseTooLong)
        } catch {
            return .failure(.noResponse)
        }
    }
}
