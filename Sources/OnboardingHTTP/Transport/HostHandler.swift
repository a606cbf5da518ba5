internal import NIOCore
internal import NIOHTTP1

/// Refuses a request that does not name one host (RFC 9112 §3.2), where the library takes the first or none: before a proxy
/// and behind it, two could be two requests.
final class HostHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .head(let head) = unwrapInboundIn(data) {
            let hosts = head.headers["host"].count
            isRefused = hosts > 1 || (hosts == 0 && head.version != .http1_0)
        }
        if isRefused {
            context.fireErrorCaught(MalformedHead())
        } else {
            context.fireChannelRead(data)
        }
    }
}
