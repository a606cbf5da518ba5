internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import OnboardingCore
internal import Operations

/// One message on its way: to an address that was looked at, over a connection of its own, without a redirect.
enum WebhookConnection {
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
    ) async -> Result<Int, WebhookFailure> {
        await exchange(body, headers, with: target) { Int($0.status.code) }
    }

    /// The same for somebody who wants to see what comes back.
    static func ping(
        _ body: [UInt8], _ headers: [(name: String, value: String)], to target: WebhookTarget
    ) async -> Result<Reply, WebhookFailure> {
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
    ) async -> Result<Read, WebhookFailure> {
        let addresses = await AddressLookUp.addresses(of: target.host)
        guard let address = target.address(among: addresses) else {
            return .failure(addresses.isEmpty ? .nameUnknown : .addressRefused)
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
        let answer: Result<Read, WebhookFailure>
        do {
            answer = .success(
                await reading(try await client.execute(request, timeout: .seconds(Limit.webhookTime.seconds))))
        } catch {
            answer = .failure(WebhookFailure(error))
        }
        try? await client.shutdown()
        return answer
    }
}

private let timeouts: [HTTPClientError] = [.connectTimeout, .deadlineExceeded, .readTimeout, .tlsHandshakeTimeout]

extension WebhookFailure {
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case let several as NIOConnectionError:
                several.connectionErrors.first.map { WebhookFailure($0.error) } ?? .connectionBroken
            case let error as IOError where error.errnoCode == EPERM || error.errnoCode == EACCES: .notPermitted
            case let error as IOError where error.errnoCode == ECONNREFUSED: .connectionRefused
            case is NIOSSLError, is BoringSSLError: .noTLS
            case let error as HTTPClientError where timeouts.contains(error): .timedOut
            default: .connectionBroken
            }
    }
}
