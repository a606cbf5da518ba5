internal import NIOCore
internal import NIOHTTP1

/// Keeps or ends a connection as its client asks (RFC 9112 §9.3), or behind an answer without a length, and says so. The
/// library ends those whose request's `Connection` reads `close` to the letter, and sends chunks to any version; a client of
/// HTTP/1.0 that asks for nothing waits for the end as the end of its answer.
final class PersistenceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Of each request that is not answered: what its answer says of the connection, nil where the version says it, and
    /// whether it may come in chunks, which a client has to know and an answer without a body has not.
    private var requests: [(word: String?, takesChunks: Bool)] = []
    /// Whether an answer without a length is being sent. It says itself that it is the last of its connection.
    private var isEndless = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        let isOfToday = head.version == .http1_1
        var word = isOfToday ? nil : "keep-alive"
        if !head.isKeepAlive || Self.endsReading(head) {
            word = "close"
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        requests.append((word, takesChunks: isOfToday && head.method != .HEAD))
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
        switch unwrapOutboundIn(data) {
        // 100 Continue is not yet an answer.
        case .head(var head) where head.status.code >= 200 && !requests.isEmpty:
            let request = requests.removeFirst()
            isEndless = !head.headers.contains(name: "content-length")
            if let word = request.word, !isEndless { head.headers.replaceOrAdd(name: "connection", value: word) }
            // The library frames what has no length by the version of the answer (RFC 9112 §6.1).
            if isEndless, !request.takesChunks { head.version = .http1_0 }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isEndless:
            isEndless = false
            context.writeAndFlush(data, promise: promise)
            context.close(mode: .output, promise: nil)
        case .head, .body, .end: context.write(data, promise: promise)
        }
    }

    /// Who closes its side has read enough of what has no end.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isEndless, event as? ChannelEvent == .inputClosed {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
