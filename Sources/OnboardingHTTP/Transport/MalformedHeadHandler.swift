internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// A head that the library takes and HTTP does not.
struct MalformedHead: Error {}

/// Answers bytes that are no request in the same envelope as every other mistake, where the library has a bare 400, also
/// behind an answer that was given already; ours comes after those that are still due. What goes wrong inside a body is told to
/// whoever reads that body. Either way the connection ends: nobody knows where a next request would begin.
final class MalformedHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Broken {
        case head, body
    }

    private let answer: @Sendable () -> (head: HTTPResponse, body: ByteBuffer)
    /// Requests that arrived and are not answered to their end. Until they are, the turn to speak is theirs.
    private var openRequests = 0
    private var isBodyComing = false
    private var broken: Broken?
    private var isOver = false

    init(answer: @escaping @Sendable () -> (head: HTTPResponse, body: ByteBuffer)) {
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            openRequests += 1
            isBodyComing = true
        case .body: break
        case .end: isBodyComing = false
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError || error is MalformedHead else {
            context.fireErrorCaught(error)
            return
        }
        guard broken == nil else { return }
        broken = isBodyComing ? .body : .head
        if openRequests == 0 { end(context) } else { context.fireErrorCaught(error) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data) else { return }
        openRequests -= 1
        if broken != nil, openRequests == 0 { end(context) }
    }

    private func end(_ context: ChannelHandlerContext) {
        isOver = true
        if broken == .head {
            let (head, body) = answer()
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(body)), promise: nil)
            context.write(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.flush()
        context.close(mode: .output, promise: nil)
    }
}
