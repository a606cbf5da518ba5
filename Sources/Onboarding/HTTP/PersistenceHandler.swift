internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1

/// Keeps or ends a connection as its client asks (RFC 9112 §9.3), and says so. The library ends those whose `Connection`
/// reads `close` to the letter; a client of HTTP/1.0 that asks for nothing waits for the end as the end of its answer.
final class PersistenceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What the answers to come say of the connection, in the order of their requests; nil where the version says it.
    private var words: [String?] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        if head.isKeepAlive {
            words.append(head.version == .http1_1 ? nil : "keep-alive")
        } else {
            words.append("close")
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // 100 Continue is not yet an answer.
        guard case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200, !words.isEmpty,
            let word = words.removeFirst()
        else {
            context.write(data, promise: promise)
            return
        }
        head.headers.replaceOrAdd(name: "connection", value: word)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

/// The library's HTTP/1 with a `PersistenceHandler` where the version of a request is still known.
struct PersistentHTTP1: ServerChildChannel {
    let http: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let codec = try channel.pipeline.syncOperations.handler(type: HTTP1ToHTTPServerCodec.self)
            try channel.pipeline.syncOperations.addHandler(PersistenceHandler(), position: .before(codec))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}
