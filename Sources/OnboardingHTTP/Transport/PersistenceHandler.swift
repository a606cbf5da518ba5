internal import NIOCore
internal import NIOHTTP1

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
        if head.isKeepAlive, !Self.endsReading(head) {
            words.append(head.version == .http1_1 ? nil : "keep-alive")
        } else {
            words.append("close")
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Whether the library's parser reads nothing after this request: one that asks for another protocol, as Java's client does
    /// by itself (`Upgrade: h2c`). Nothing else is spoken here, so it is answered as it is (RFC 9110 §7.8), the last of its
    /// connection.
    private static func endsReading(_ head: HTTPRequestHead) -> Bool {
        head.method == .CONNECT
            || head.headers.contains(name: "upgrade")
                && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
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
