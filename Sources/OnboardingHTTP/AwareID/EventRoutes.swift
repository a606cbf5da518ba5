internal import HTTPTypes
internal import struct HummingbirdCore.ResponseBody
internal import NIOCore
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
internal import ServiceLifecycle
internal import Synchronization

/// What happens, as it happens: the tenant's feed, and the events of one session for a page that shows how it goes
/// (server-sent events, WHATWG HTML §9.2).
struct EventRoutes: Sendable {
    let useCases: UseCases
    let tenants: TenantDirectory
    let clock: @Sendable () -> Instant
    private let open = OpenStreams()

    /// How often the database is asked: what happens is on the page half a second later, whoever wrote it.
    private static let look = Duration.milliseconds(500)
    /// Something is sent as often as this, so that no proxy takes the connection for dead.
    private static let heartbeatInSeconds: Int64 = 15

    init(useCases: UseCases, tenants: TenantDirectory, clock: @escaping @Sendable () -> Instant) {
        self.useCases = useCases
        self.tenants = tenants
        self.clock = clock
    }

    var all: [Route] {
        [
            Route(.get, "/onboarding/admin/events", for: .client(.readEnrollments), effort: .long) { request in
                let query = try request.query
                let entries = try await useCases.eventFeed.page(
                    since: query["since"], limit: query["limit"], by: try request.authenticated)
                let next = entries.last?.number ?? query["since"].flatMap(Int.init) ?? 0
                return try .json(EventFeedResponse(events: entries.map(EventMessage.init), next: next))
            },
            Route(
                .get, "/onboarding/b2c/operationStatus/{sessionToken}/events",
                for: .clientOrPhone(.enroll, .readEnrollments), handle: events),
        ]
    }

    private func events(_ request: Request) async throws -> Response {
        let (token, principal, actor) = (
            request.parameters["sessionToken"], try request.authenticated, AuditActor.current
        )
        // Whoever may not see it is told so before anything is streamed.
        let first = try await useCases.sessionStatus.perform(sessionToken: token, by: principal, at: request.now)
        guard let place = open.take(for: first.enrollmentID) else {
            throw Refusal(shortOf: .streams, retryAfterInSeconds: 5)
        }
        let body = ResponseBody { writer in
            defer { place.giveBack() }
            try await AuditActor.$current.withValue(actor) {
                do {
                    try await stream(token, principal, from: first, since: request.now) {
                        try await writer.write(ByteBuffer(string: $0))
                    }
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

    /// Writes the status at once, and again whenever it has changed, until the session has ended or the stream's time is over.
    private func stream(
        _ token: String?, _ principal: Principal, from first: SessionStatus.Standing, since begun: Instant,
        write: (String) async throws -> Void
    ) async throws {
        var (standing, lastWrite) = (first, begun)
        try await write("retry: 2000\n\n" + message(token, principal, standing, at: begun))
        let end = begun.adding(seconds: Limit.eventStream.seconds)
        while standing.status == .pending, clock() < end, !Task.isShuttingDownGracefully {
            try await Task.sleep(for: Self.look)
            let now = clock()
            guard try await isGood(principal, at: now) else { return }
            let present = try await useCases.sessionStatus.perform(sessionToken: token, by: principal, at: now)
            if present != standing {
                try await write(message(token, principal, present, at: now))
                (standing, lastWrite) = (present, now)
            } else if lastWrite.adding(seconds: Self.heartbeatInSeconds) <= now {
                try await write(": nothing new\n\n")
                lastWrite = now
            }
        }
    }

    /// Whether whoever opened the stream may be told yet: a credential may have ended since.
    private func isGood(_ principal: Principal, at now: Instant) async throws -> Bool {
        guard case .client(let id, _) = principal.role else { return true }
        return try await tenants.tenant(realm: principal.tenant.realm)?.credential(of: id)?.isGood(at: now) ?? false
    }

    private func message(
        _ token: String?, _ principal: Principal, _ standing: SessionStatus.Standing, at now: Instant
    ) async throws -> String {
        let response = try await TriggerRoutes.status(standing, of: token, by: principal, useCases, at: now)
        return "event: status\nid: \(standing.version)\ndata: "
            + String(decoding: try sortedKeyJSON(response), as: UTF8.self) + "\n\n"
    }
}

/// The streams that are open, up to a limit for all and one for each session, so that no bearer takes the places of others.
private final class OpenStreams: Sendable {
    private struct Counts {
        var all = 0
        var bySession: [EnrollmentID: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// Given back at most once.
    final class Place: Sendable {
        private let streams: OpenStreams
        private let session: EnrollmentID
        private let isTaken = Mutex(true)

        init(of streams: OpenStreams, session: EnrollmentID) {
            (self.streams, self.session) = (streams, session)
        }

        func giveBack() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { streams.giveBack(session) }
        }

        /// A response that is never sent has no producer that would.
        deinit { giveBack() }
    }

    func take(for session: EnrollmentID) -> Place? {
        let isFree = counts.withLock { counts in
            let own = counts.bySession[session] ?? 0
            guard counts.all < Limit.eventStreams.value, own < Limit.eventStreamsOfSession.value else { return false }
            counts.all += 1
            counts.bySession[session] = own + 1
            return true
        }
        return isFree ? Place(of: self, session: session) : nil
    }

    private func giveBack(_ session: EnrollmentID) {
        counts.withLock { counts in
            counts.all -= 1
            let own = counts.bySession[session] ?? 0
            counts.bySession[session] = own > 1 ? own - 1 : nil
        }
    }
}

extension EventMessage {
    init(_ entry: EventFeed.Entry) {
        self.init(
            id: entry.id, number: entry.number, type: entry.kind, timestamp: entry.at.iso8601WithMilliseconds,
            data: Content(
                enrollmentId: entry.enrollmentID.text, state: .init(entry.standing.state),
                reason: entry.standing.reason?.rawValue,
                review: entry.standing.review.map(EnrollmentSummary.Review.init),
                step: entry.standing.check.map(OnboardingAPI.RequiredCheck.init),
                registrationCode: entry.registrationCode, reference: entry.reference))
    }
}
