internal import struct HummingbirdCore.ResponseBody
internal import NIOCore
internal import Onboarding
package import OnboardingCore
internal import ServiceLifecycle

/// Tells a client how something stands, at once and whenever it has changed (server-sent events, WHATWG HTML §9.2). It costs
/// no thread while nothing happens.
package struct EventStream<Standing: Equatable & Sendable>: Sendable {
    let clock: @Sendable () -> Instant
    let look: @Sendable (_ now: Instant) async throws -> Standing?
    let isOver: @Sendable (Standing) -> Bool
    let message: @Sendable (Standing, _ at: Instant) async throws -> String

    /// How often the database is asked: what happens is on the page half a second later, whoever wrote it.
    private static var pause: Duration { .milliseconds(500) }
    /// Something is sent as often as this, so that no proxy takes the connection for dead.
    private static var heartbeatInSeconds: Int64 { 15 }

    /// - Parameters:
    ///   - look: how it stands; nil for a client that may not be told any more.
    ///   - isOver: whether nothing can change any more.
    ///   - message: the event that tells of it, with the empty line at its end.
    package init(
        clock: @escaping @Sendable () -> Instant,
        look: @escaping @Sendable (_ now: Instant) async throws -> Standing?,
        isOver: @escaping @Sendable (Standing) -> Bool,
        message: @escaping @Sendable (Standing, _ at: Instant) async throws -> String
    ) {
        self.clock = clock
        self.look = look
        self.isOver = isOver
        self.message = message
    }

    /// - Parameters:
    ///   - place: given back when the stream ends.
    ///   - begun: from when on the stream's time counts.
    package func response(from first: Standing, in place: OpenStreams.Place, since begun: Instant) -> Response {
        let actor = AuditActor.current
        let body = ResponseBody { writer in
            defer { place.giveBack() }
            try await AuditActor.$current.withValue(actor) {
                do {
                    try await write(from: first, since: begun) { try await writer.write(ByteBuffer(string: $0)) }
                } catch is Refusal {
                    // The person was erased meanwhile: there is nothing to tell any more.
                }
            }
            try await writer.finish(nil)
        }
        // Some proxies keep what they are to pass on.
        return Response(
            body: .stream(body), contentType: "text/event-stream; charset=utf-8", extraHeaders: [.accelBuffering: "no"])
    }

    private func write(
        from first: Standing, since begun: Instant, _ write: (String) async throws -> Void
    ) async throws {
        var (standing, lastWrite) = (first, begun)
        try await write("retry: 2000\n\n" + message(standing, begun))
        let end = begun.adding(seconds: Limit.eventStream.seconds)
        while !isOver(standing), clock() < end, !Task.isShuttingDownGracefully {
            try await Task.sleep(for: Self.pause)
            let now = clock()
            guard let present = try await look(now) else { return }
            if present != standing {
                try await write(message(present, now))
                (standing, lastWrite) = (present, now)
            } else if lastWrite.adding(seconds: Self.heartbeatInSeconds) <= now {
                try await write(": nothing new\n\n")
                lastWrite = now
            }
        }
    }
}
