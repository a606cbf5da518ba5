import Foundation
import OnboardingAPI

/// What open portals cost a server: memory, threads and processor while nothing happens, beside connections that ask for nothing,
/// and how long what happens takes to be told.
struct StreamsPart: Part {
    /// Portals that stand open.
    var streams = 1000
    /// Told while they do.
    var events = 200
    /// For how long nothing happens.
    var seconds = 30.0
    /// After which what was going on is over.
    var pause = 3.0

    static let smallest = StreamsPart(streams: 2, events: 1, seconds: 0.1, pause: 0)

    /// Open before anything is measured: what the first ones load stays, however many come.
    private static let warm = 32

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        // Both ends of as many connections again.
        Self.raiseOpenFiles(to: 2 * streams + events + 256)
        let server = try await BenchmarkServer(of: tenant) { data in
            try await BenchmarkOperator.create(inDataFolder: data, role: .operator, rights: ["trigger"])
        }
        defer { server.stop() }
        return try await onThreads { _ in try measure(server) }[0]
    }

    private func measure(_ server: BenchmarkServer) throws -> [Row] {
        let connection = try server.connect()
        let (cookie, authorization) = (try BenchmarkOperator.signIn(connection), try server.authorization())
        let sessions = try trigger(connection, authorization)
        let ids = try begin(streams + Self.warm, by: connection, cookie)
        func listen(to path: String, _ headers: Headers) throws -> PlainConnection {
            let stream = try server.connect()
            try stream.listen(to: path, headers)
            return stream
        }
        let listening = try sessions.map {
            try listen(to: "/onboarding/b2c/operationStatus/\($0)/events", authorization)
        }
        func open(_ ids: some Sequence<String>) throws -> [PlainConnection] {
            try ids.map { try listen(to: "/portal/enrollments/\($0)/events", cookie) }
        }
        let first = try open(ids.prefix(Self.warm))
        let (before, threads) = (settled(server), server.figures.threads)
        let portals = try open(ids.dropFirst(Self.warm))
        let (after, threadsWith) = (settled(server), server.figures.threads)

        let used = server.figures.processorSeconds
        let (_, atRest) = timed { Thread.sleep(forTimeInterval: seconds) }
        let share = (server.figures.processorSeconds - used) / atRest

        // The one from before has been closed: it said nothing for too long.
        let told = try tell(sessions, listening, by: server.connect(), apiKey: server.tenant.apiKey)

        // On top, so that nothing that the portals left is used again.
        let bare = try (0..<streams).map { _ in
            let bare = try server.connect()
            try bare.get("/healthz").expect()
            return bare
        }
        let idle = settled(server) - after
        // Until here nobody has gone away.
        return withExtendedLifetime((first, portals, listening, bare)) {
            [
                Row(
                    "\(streams) portals, beside idle connections", after - before, .mebibytes, limit: idle,
                    goal: .portalMemory),
                Row("threads more with them", Double(threadsWith - threads), .count, goal: .portalThreads),
                Row("of a core while nothing happens", share * 100, .percent),
                Row("from an answer to its event, p50", told.delays.percentile(0.5), .milliseconds),
                Row("from an answer to its event, p95", told.delays.percentile(0.95), .milliseconds),
                Row("the call itself, p50", told.calls.percentile(0.5), .milliseconds),
            ]
        }
    }

    /// From the answer of the call that changes an enrollment to its event on the stream.
    private func tell(
        _ sessions: [String], _ listening: [PlainConnection], by connection: PlainConnection, apiKey: String
    ) throws -> (delays: Times, calls: Times) {
        var (delays, calls) = (Times(), Times())
        for (token, stream) in zip(sessions, listening) {
            let body = try PlainConnection.json(ValidateSessionRequest(sessionToken: token))
            try calls.time {
                try connection.post("/tokenVerify/validateSession", [("apikey", apiKey)], json: body)
            }.expect()
            try delays.time { try stream.nextEvent() }
            // At no fixed place within the rounds of the server.
            Thread.sleep(forTimeInterval: .random(in: 0..<0.1))
        }
        return (delays, calls)
    }

    /// Resident memory in MiB, once what was going on is over.
    private func settled(_ server: BenchmarkServer) -> Double {
        Thread.sleep(forTimeInterval: pause)
        return server.figures.residentMegabytes
    }

    /// - Returns: the tokens of the sessions that events will be of.
    private func trigger(_ connection: PlainConnection, _ authorization: Headers) throws -> [String] {
        try (0..<events).map { number in
            let name = "event-\(number)@example.org"
            let answer: TriggerResponse = try connection.post(
                "/onboarding/b2c/triggerEnroll", authorization,
                json: PlainConnection.json(TriggerRequest(username: name, email: name))
            ).json()
            guard let token = answer.sessionToken else { throw Unexpected("trigger: \(answer)") }
            return token
        }
    }

    /// Begins enrollments as an operator does.
    /// - Returns: their ids.
    private func begin(_ count: Int, by connection: PlainConnection, _ cookie: Headers) throws -> [String] {
        let page = try connection.get("/portal", cookie)
        let html = String(decoding: page.body, as: UTF8.self)
        guard let begin = html.range(of: "name=\"csrf\" value=\"")?.upperBound else {
            throw Unexpected("portal: \(page.status)")
        }
        let csrf = html[begin...].prefix { $0 != "\"" }
        return try (0..<count).map { number in
            let answer = try connection.post(
                "/portal", cookie,
                form: "csrf=\(csrf)&requestKey=\(UUID().uuidString)&username=p\(number)&email=p\(number)@example.org")
            try answer.expect(303)
            guard let id = answer.field("location")?.split(separator: "/").last else { throw Unexpected("no place") }
            return String(id)
        }
    }

    private static func raiseOpenFiles(to wanted: Int) {
        var limits = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limits) == 0, limits.rlim_cur < wanted else { return }
        limits.rlim_cur = min(rlim_t(wanted), limits.rlim_max)
        _ = setrlimit(kind, &limits)
    }
}
