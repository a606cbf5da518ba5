internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Answers bytes that are no request in the same envelope as every other mistake; the library's answer would be a bare 400.
/// What goes wrong inside a body is left to whoever reads that body.
final class MalformedHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let answer: @Sendable () -> (head: HTTPResponse, body: ByteBuffer)
    /// Requests that arrived and are not answered to their end. Until they are, the turn to speak is theirs.
    private var openRequests = 0
    private var isOver = false

    init(answer: @escaping @Sendable () -> (head: HTTPResponse, body: ByteBuffer)) {
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { openRequests += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { openRequests -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isOver else { return }
        guard error is HTTPParserError, openRequests == 0 else {
            context.fireErrorCaught(error)
            return
        }
        isOver = true
        let (head, body) = answer()
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
    }
}
