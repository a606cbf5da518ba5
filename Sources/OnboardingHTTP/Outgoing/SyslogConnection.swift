internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import NIOTLS
internal import OnboardingCore
internal import Tenancy

/// A connection to the receiver of the audit trail, over which nothing is read.
struct SyslogConnection: Sendable {
    /// Why there is none, or none any more.
    enum Failure: String, Error {
        case unreachable = "nobody answers"
        case insecure = "TLS failed: its certificate is not trusted or names another, or it does not take ours"
        case ended = "it ended the connection"
    }

    private let channel: any Channel

    /// - Throws: `Failure`; `ConfigurationError` where a file cannot be used any more; `CancellationError`.
    static func open(to receiver: SyslogReceiver) async throws -> SyslogConnection {
        let context = try receiver.context()
        let group = MultiThreadedEventLoopGroup.singleton
        let connecting = ClientBootstrap(group: group)
            .connectTimeout(.seconds(Limit.syslogTime.seconds))
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .connect(host: receiver.address.host, port: receiver.address.port)
        // A connection cannot be called back while it is being made, and the end of the server does not wait for it.
        let waiting = group.next().makePromise(of: (any Channel).self)
        connecting.cascade(to: waiting)
        let channel: any Channel
        do {
            channel = try await withTaskCancellationHandler {
                try await waiting.futureResult.get()
            } onCancel: {
                waiting.fail(CancellationError())
                connecting.whenSuccess { $0.close(promise: nil) }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Failure.unreachable
        }
        let connection = SyslogConnection(channel: channel)
        guard let context else { return connection }
        do {
            try await connection.within(.syslogTime) { try await connection.shakeHands(context, receiver.address) }
        } catch {
            await connection.close()
            if error is CancellationError { throw error }
            throw Failure.insecure
        }
        return connection
    }

    /// Whether it is there yet, as far as this side knows.
    var isOpen: Bool { channel.isActive }

    /// Returns once the receiver's system has acknowledged all of it, which does not say that the receiver has read it.
    /// - Throws: `Failure.ended` where it has not in time; `CancellationError`.
    func send(_ bytes: [UInt8]) async throws {
        do {
            try await within(.syslogTime) {
                try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
                try await acknowledgement()
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Failure.ended
        }
    }

    func close() async {
        try? await channel.close()
    }

    /// Ends the connection where `body` takes longer, or the task is cancelled.
    private func within(_ limit: Limit, _ body: () async throws -> Void) async throws {
        let channel = channel
        let end = channel.eventLoop.scheduleTask(in: .seconds(limit.seconds)) { channel.close(promise: nil) }
        defer { end.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await body()
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }

    private func shakeHands(_ context: NIOSSLContext, _ address: SyslogConfiguration.Receiver) async throws {
        let channel = channel
        // An address is looked for in the certificate by the library itself; no name is sent for it (RFC 6066 §3).
        let name = IPAddress(address.host) == nil ? address.host : nil
        let done = channel.eventLoop.makePromise(of: Void.self)
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandlers([
                    NIOSSLClientHandler(context: context, serverHostname: name), Handshake(done),
                ])
                // It may have ended before anybody was there to be told.
                if !channel.isActive { done.fail(Failure.ended) }
            }.get()
        } catch {
            done.fail(error)
        }
        try await done.futureResult.get()
    }

    /// Without this, what is lost with a broken connection would be all that the kernel was ready to keep: megabytes of entries,
    /// written over a quarter of an hour.
    private func acknowledgement() async throws {
        var pause = Duration.milliseconds(1)
        while channel.isActive {
            guard let socket = channel as? any SocketOptionProvider else { return }
            let information: TransmissionInformation = try await socket.unsafeGetSocketOption(
                level: .tcp, name: .tcp_info
            ).get()
            if information.isAllAcknowledged { return }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(50))
        }
        throw Failure.ended
    }
}

/// The beginning of Linux's `struct tcp_info` (linux/tcp.h), of which glibc declares less. What an older kernel does not fill in
/// is 0.
private struct TransmissionInformation: Sendable {
    private let words: InlineArray<38, UInt32>

    /// Whether the peer has acknowledged all segments, and none waits: `tcpi_unacked` at byte 24, `tcpi_notsent_bytes` at 144.
    var isAllAcknowledged: Bool { words[6] == 0 && words[36] == 0 }
}

/// Says when TLS is there, and passes over what the receiver sends, which has nothing to say (RFC 5425 §4).
private final class Handshake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let done: EventLoopPromise<Void>

    init(_ done: EventLoopPromise<Void>) {
        self.done = done
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent { done.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        done.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        done.fail(SyslogConnection.Failure.ended)
        context.fireChannelInactive()
    }
}
