internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Nothing came of a body for too long.
struct BodyStalled: Error {}

/// Ends the wait for a client that says nothing. Where no request is open the connection is closed; who stops in the
/// middle of a body is owed an answer, so whoever reads that body is told. The library would close that connection too.
final class SilenceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    /// When something was last read, or an answer ended.
    private var lastWord = NIODeadline.now()
    private var openRequests = 0
    private var isBodyComing = false
    private var timer: Scheduled<Void>?

    init(limit: TimeAmount) {
        self.limit = limit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { wait(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        if timer == nil { wait(context) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastWord = .now()
        switch unwrapInboundIn(data) {
        case .head:
            openRequests += 1
            isBodyComing = true
        case .body: break
        case .end: isBodyComing = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            lastWord = .now()
            // What is no request is answered as well.
            if openRequests > 0 { openRequests -= 1 }
        }
        context.write(data, promise: promise)
    }

    private func wait(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastWord + limit) { self.look(context) }
    }

    private func look(_ context: ChannelHandlerContext) {
        if .now() >= lastWord + limit {
            if openRequests == 0 {
                context.close(promise: nil)
                return
            }
            if isBodyComing { context.fireErrorCaught(BodyStalled()) }
            lastWord = .now()
        }
        wait(context)
    }
}
