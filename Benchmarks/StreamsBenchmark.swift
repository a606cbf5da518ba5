import ArgumentParser
import Foundation
import OnboardingAPI
import OnboardingClient
import OnboardingCore
import Tenancy

/// What open portals cost a server: memory, threads and processor while nothing happens, beside connections that ask for nothing,
/// and how long what happens takes to be told.
struct StreamsBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams",
        abstract: "Open portals: memory, threads, processor at rest; from an event to its telling.")

    @Option(help: "How many portals stand open.")
    var streams = 1000

    @Option(help: "How many events are told while they do.")
    var events = 200

    @Option(help: "For how many seconds nothing happens.")
    var seconds = 30

    func run() async throws {
        // Both ends of as many connections again.
        Self.raiseOpenFiles(to: 2 * streams + events + 256)
        let server = try await BenchmarkServer { data in
            _ = try await OperatorAdministration(
                dataFolder: data, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: data)
            ).create(
                "bench", role: OperatorRole.operator.rawValue, rights: ["trigger"], tenant: "bench",
                password: try OperatorAdministration.hash(ofPassword: Self.password), at: .now())
        }
        do {
            try await measure(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func measure(_ server: BenchmarkServer) async throws {
        let portal = try server.portal
        var sessions: [String] = []
        for number in 0..<events {
            let name = "event-\(number)@example.org"
            guard
                case .triggered(let session) = try await portal.triggerEnroll(
                    TriggerRequest(username: name, email: name))
            else { throw BenchmarkServer.Unexpected(description: "trigger") }
            sessions.append(session.sessionToken)
        }
        let (streams, seconds, known) = (streams, seconds, sessions)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                done.resume(with: Result { try Self.measure(server, streams, of: known, seconds: seconds) })
            }
        }
    }

    private static let password = "a password of the benchmark"
    /// Open before anything is measured: what the first ones load stays, however many come.
    private static let warm = 32

    private static func measure(
        _ server: BenchmarkServer, _ count: Int, of sessions: [String], seconds: Int
    ) throws {
        let connection = try PlainConnection(server.url)
        let cookie = try signIn(connection)
        let ids = try begin(count + warm, by: connection, cookie)
        let listening = try sessions.map { token in
            try listen(at: server.url, "/onboarding/b2c/operationStatus/\(token)/events", server.authorization)
        }
        func open(_ ids: some Sequence<String>) throws -> [PlainConnection] {
            try ids.map { try listen(at: server.url, "/portal/enrollments/\($0)/events", [("Cookie", cookie)]) }
        }
        let first = try open(ids.prefix(warm))
        let (before, threads) = (settled(server), server.threads)
        let portals = try open(ids.dropFirst(warm))
        let after = settled(server)
        print(
            "\(count) portals  \((after - before).twoDecimals) MiB (goal 20 at 1,000), "
                + "\(((after - before) * 1024 / Double(count)).twoDecimals) KiB each; threads \(threads) before, "
                + "\(server.threads) with them")

        let (used, start) = (server.processorSeconds, ContinuousClock().now)
        Thread.sleep(forTimeInterval: Double(seconds))
        let share = (server.processorSeconds - used) / ((ContinuousClock().now - start) / .seconds(1))
        print("nothing happens   \((share * 100).twoDecimals) % of a core")

        // The one from before has been closed: it said nothing for too long.
        let told = try tell(sessions, listening, by: PlainConnection(server.url), server)
        print("event to telling  \(told.delays.summary)")
        print("the call itself   \(told.calls.summary)")

        // On top, so that nothing that the portals left is used again.
        let bare = try (0..<count).map { _ in
            let bare = try PlainConnection(server.url)
            guard try bare.send("GET", "/healthz", headers: []) == 200 else {
                throw BenchmarkServer.Unexpected(description: "healthz")
            }
            return bare
        }
        let idle = settled(server) - after
        print(
            "\(bare.count) connections that were answered and wait  \(idle.twoDecimals) MiB; a portal takes "
                + "\(((after - before) / idle).twoDecimals) of one")
        // Until here nobody has gone away.
        withExtendedLifetime((first, portals, listening, bare)) {}
    }

    /// From the answer of the call that changes an enrollment to its event on the stream.
    private static func tell(
        _ sessions: [String], _ listening: [PlainConnection], by connection: PlainConnection, _ server: BenchmarkServer
    ) throws -> (delays: Times, calls: Times) {
        let headers = [("apikey", server.tenant.apiKey), ("Content-Type", "application/json")]
        var (delays, calls) = (Times(), Times())
        for (token, stream) in zip(sessions, listening) {
            let start = ContinuousClock().now
            let status = try connection.send(
                "POST", "/tokenVerify/validateSession", headers: headers,
                body: BenchmarkServer.json(ValidateSessionRequest(sessionToken: token)))
            let answered = ContinuousClock().now
            guard status == 200 else { throw BenchmarkServer.Unexpected(description: "validateSession: \(status)") }
            try stream.nextEvent()
            calls.add((answered - start) / .seconds(1))
            delays.add((ContinuousClock().now - answered) / .seconds(1))
            // At no fixed place within the rounds of the server.
            Thread.sleep(forTimeInterval: .random(in: 0..<0.1))
        }
        return (delays, calls)
    }

    private static func listen(
        at url: String, _ path: String, _ headers: [(name: String, value: String)]
    ) throws -> PlainConnection {
        let connection = try PlainConnection(url)
        let status = try connection.listen(to: path, headers: headers)
        guard status == 200 else { throw BenchmarkServer.Unexpected(description: "\(path): \(status)") }
        return connection
    }

    /// Resident memory in MiB, once what was going on is over.
    private static func settled(_ server: BenchmarkServer) -> Double {
        Thread.sleep(forTimeInterval: 3)
        return server.residentMegabytes
    }

    /// Begins enrollments as an operator does.
    /// - Returns: their ids.
    private static func begin(_ count: Int, by connection: PlainConnection, _ cookie: String) throws -> [String] {
        let page = try connection.exchange("GET", "/portal", headers: [("Cookie", cookie)])
        let html = String(decoding: page.body, as: UTF8.self)
        let mark = "name=\"csrf\" value=\""
        guard let begin = html.range(of: mark)?.upperBound else {
            throw BenchmarkServer.Unexpected(description: "portal: \(page.status)")
        }
        let csrf = html[begin...].prefix { $0 != "\"" }
        return try (0..<count).map { number in
            let form = "csrf=\(csrf)&requestKey=\(UUID().uuidString)&username=p\(number)&email=p\(number)@example.org"
            let answer = try connection.exchange(
                "POST", "/portal",
                headers: [("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded")],
                body: [UInt8](form.utf8))
            let place = answer.fields.first { $0.lowercased().hasPrefix("location:") }
            guard answer.status == 303, let id = place?.split(separator: "/").last else {
                throw BenchmarkServer.Unexpected(description: "portal: \(answer.status)")
            }
            return String(id)
        }
    }

    /// - Returns: the cookie of the session.
    private static func signIn(_ connection: PlainConnection) throws -> String {
        let form = "tenant=bench&name=bench&next=&password=\(password.replacingOccurrences(of: " ", with: "+"))"
        let answer = try connection.exchange(
            "POST", "/sign-in", headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: [UInt8](form.utf8))
        let cookie = answer.fields.first { $0.lowercased().hasPrefix("set-cookie:") }
        guard answer.status == 303, let cookie else {
            throw BenchmarkServer.Unexpected(description: "sign-in: \(answer.status)")
        }
        return String(cookie.dropFirst("set-cookie:".count).prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces)
    }

    private static func raiseOpenFiles(to wanted: Int) {
        var limits = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limits) == 0, limits.rlim_cur < wanted else { return }
        limits.rlim_cur = min(rlim_t(wanted), limits.rlim_max)
        _ = setrlimit(kind, &limits)
    }
}
