package import Casework
internal import struct HummingbirdCore.ResponseBody
internal import NIOCore
package import OnboardingCore
internal import ServiceLifecycle
internal import Synchronization
internal import Tenancy

/// Tells a client how something stands, at once and whenever it has changed (server-sent events, WHATWG HTML §9.2).
///
/// While nothing happens it is one task that waits, the connection's own, and asks nothing. Whatever it asks and writes is asked and
/// written in child tasks, because a task keeps the memory of the deepest function that it ever ran
/// (docs/measurements/streams.md).
package struct EventStream<Standing: Equatable & Sendable>: Sendable {
    let clock: @Sendable () -> Instant
    let look: @Sendable (_ now: Instant) async throws -> Standing?
    let isOver: @Sendable (Standing) -> Bool
    let message: @Sendable (Standing, _ at: Instant) async throws -> String

    /// Something is sent as often as this, so that no proxy takes the connection for dead. Whether the client may still be told
    /// is looked at as often.
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
    ///   - first: how it stood before `subscription` was made.
    ///   - subscription: ended when the stream ends.
    ///   - begun: from when on the stream's time counts.
    package func response(
        from first: Standing, at subscription: ChangeSubscription, since begun: Instant
    ) -> Response {
        let actor = AuditActor.current
        let body = ResponseBody { writer in
            defer { subscription.end() }
            let sole = SoleWriter(writer: writer)
            try await withGracefulShutdownHandler {
                try await tell(from: first, at: subscription, since: begun, as: actor) { text in
                    var writer = sole.writer
                    try await writer.write(ByteBuffer(string: text))
                }
            } onGracefulShutdown: {
                subscription.end()
            }
            try await writer.finish(nil)
        }
        // Some proxies keep what they are to pass on.
        return Response(
            body: .events(body, stop: { subscription.end() }), contentType: "text/event-stream; charset=utf-8",
            extraHeaders: [.accelBuffering: "no"])
    }

    /// Ends with `subscription` at the latest.
    func tell(
        from first: Standing, at subscription: ChangeSubscription, since begun: Instant, as actor: AuditActor,
        _ write: @escaping @Sendable (String) async throws -> Void
    ) async throws {
        let course = Course(
            stream: self, actor: actor, write: write, end: begun.adding(seconds: Limit.eventStream.seconds),
            standing: first, at: begun)
        do {
            var next = try await inChildTask { try await course.begin() }
            while let instant = next, await subscription.next(by: instant) {
                next = try await inChildTask { try await course.goOn() }
            }
        } catch is Refusal {
            // The person was erased meanwhile: there is nothing to tell any more.
        }
    }

    /// What one stream has told so far; used by one task after the other.
    private final class Course: Sendable {
        private let stream: EventStream
        private let actor: AuditActor
        private let write: @Sendable (String) async throws -> Void
        private let end: Instant
        /// What was told last, and when something was written.
        private let last: Mutex<(standing: Standing, write: Instant)>

        init(
            stream: EventStream, actor: AuditActor, write: @escaping @Sendable (String) async throws -> Void,
            end: Instant, standing: Standing, at begun: Instant
        ) {
            (self.stream, self.actor, self.write, self.end) = (stream, actor, write, end)
            last = Mutex((standing, begun))
        }

        /// - Returns: when to look again whatever happens; nil where there is nothing more to tell.
        func begin() async throws -> Instant? {
            let (standing, begun) = last.withLock { $0 }
            return try await AuditActor.$current.withValue(actor) {
                try await write("retry: 2000\n\n" + stream.message(standing, begun))
                return next(after: standing, writtenAt: begun)
            }
        }

        /// - Returns: as `begin`.
        func goOn() async throws -> Instant? {
            let now = stream.clock()
            guard now < end else { return nil }
            let (told, lastWrite) = last.withLock { $0 }
            return try await AuditActor.$current.withValue(actor) {
                guard let present = try await stream.look(now) else { return nil }
                if present != told {
                    try await write(try await stream.message(present, now))
                } else if lastWrite.adding(seconds: EventStream.heartbeatInSeconds) <= now {
                    try await write(": nothing new\n\n")
                } else {
                    return next(after: told, writtenAt: lastWrite)
                }
                last.withLock { $0 = (present, now) }
                return next(after: present, writtenAt: now)
            }
        }

        private func next(after standing: Standing, writtenAt written: Instant) -> Instant? {
            stream.isOver(standing) ? nil : min(written.adding(seconds: EventStream.heartbeatInSeconds), end)
        }
    }
}
