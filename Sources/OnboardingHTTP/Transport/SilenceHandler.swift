internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Nothing came of a body for too long.
struct BodyStalled: Error {}

/// A body has to give way to somebody else's (`BodyRoom`). As an event it asks that whoever reads the body be told.
struct BodyEvicted: Error {}

/// Ends the wait for a client that says nothing; the library's idle timeout closes a connection in the middle of a body, and
/// none whose client does not read. Where no request is open the connection is closed; who stops in the middle of a body is
/// owed an answer, so whoever reads that body is told.
final class SilenceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let limit: TimeAmount
    /// When something was last read, an answer ended, or the client took what was to be sent.
    private var lastWord = NIODeadline.distantPast
    private var openRequests = 0
    private var isBodyComing = false
    private var timer: Scheduled<Void>?

    init(limit: TimeAmount) {
        self.limit = limit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        lastWord = context.eventLoop.now
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
        lastWord = context.eventLoop.now
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
            lastWord = context.eventLoop.now
            // What is no request is answered as well.
            if openRequests > 0 { openRequests -= 1 }
        }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is BodyEvicted {
            if isBodyComing { context.fireErrorCaught(BodyEvicted()) }
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        lastWord = context.eventLoop.now
        context.fireChannelWritabilityChanged()
    }

    private func wait(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastWord + limit) { self.look(context) }
    }

    private func look(_ context: ChannelHandlerContext) {
        if context.eventLoop.now >= lastWord + limit {
            // Nobody waits for an answer, or somebody does not read it.
            if openRequests == 0 || !context.channel.isWritable {
                context.close(promise: nil)
                return
            }
            if isBodyComing { context.fireErrorCaught(BodyStalled()) }
            lastWord = context.eventLoop.now
        }
        wait(context)
    }
}
