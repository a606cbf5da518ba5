import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import Synchronization

@testable import OnboardingHTTP

/// A connection to served routes, byte for byte.
final class Wire {
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var unread = ""

    private init(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        (self.inbound, self.outbound) = (inbound.makeAsyncIterator(), outbound)
    }

    /// Serves `routes` on a socket, connects to it, and closes both after `use`.
    static func open<Result: Sendable>(
        to routes: [Route], on server: TestServer, pages: RefusalForm = .awareID,
        _ use: @Sendable @escaping (Wire) async throws -> Result
    ) async throws -> Result {
        let responder = server.responder(routes, pages: pages)
        let application = Application(
            responder: responder, server: try Server.channel(responder, certificate: nil),
            configuration: .init(address: .hostname("localhost", port: 0)))
        return try await application.test(.live) { client in
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "localhost", port: client.port ?? 0) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let used = Mutex<Result?>(nil)
            do {
                return try await channel.executeThenClose { inbound, outbound in
                    let result = try await use(Wire(inbound, outbound))
                    used.withLock { $0 = result }
                    return result
                }
            } catch ChannelError.ioOnClosedChannel {
                // The server may have been quicker to close it.
                guard let result = used.withLock({ $0 }) else { throw ChannelError.ioOnClosedChannel }
                return result
            }
        }
    }

    func get(_ path: String, version: String = "1.1", method: String = "GET", _ headers: String...) async throws {
        let lines = ["\(method) \(path) HTTP/\(version)", "Host: x"] + headers
        try await outbound.write(ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n"))
    }

    /// What comes until `mark`, and with it; all that comes without one.
    func read(until mark: String? = nil) async throws -> String {
        while mark.map({ !unread.contains($0) }) ?? true, let part = try await inbound.next() {
            unread += String(buffer: part)
        }
        let end = mark.flatMap { unread.range(of: $0)?.upperBound } ?? unread.endIndex
        defer { unread = String(unread[end...]) }
        return String(unread[..<end])
    }

    /// The head of the next response, and as much body as it announces.
    func response() async throws -> (head: String, body: String) {
        let head = try await read(until: "\r\n\r\n")
        let length = head.firstMatch(of: /content-length: (\d+)/.ignoresCase()).flatMap { Int($0.1) } ?? 0
        while unread.utf8.count < length, let part = try await inbound.next() { unread += String(buffer: part) }
        defer { unread = String(unread.utf8.dropFirst(length)) ?? "" }
        return (head, String(unread.utf8.prefix(length)) ?? "")
    }
}
