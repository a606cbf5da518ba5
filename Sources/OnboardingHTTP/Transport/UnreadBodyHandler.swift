internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose client goes on sending a body after the answer, where the library reads on without end. The rest is read and dropped for a few
/// seconds, so that an honest client gets to see the answer; whoever drips meanwhile is cut off.
final class UnreadBodyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private static let patience = TimeAmount.seconds(5)

    private var isBodyComing = false
    private var closing: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isBodyComing = true
        case .body: break
        case .end:
            isBodyComing = false
            closing?.cancel()
            closing = nil
        }
        context.fireChannelRead(data)
    }

    /// What follows a mistake in the framing is no request any more, and read and dropped like the rest of a body.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        isBodyComing = true
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data), isBodyComing {
            closing = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
                context.close(promise: nil)
            }
        }
        context.write(data, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        closing?.cancel()
    }
}
