import ArgumentParser
import CSQLite
import Foundation
import OnboardingCore
import Operations
import Tenancy

/// What pages of the list of cases take, as a browser gets them, beside a bare query of the same rows.
struct DeskBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desk",
        abstract: """
            Pages of the list of cases: first, deep, with each filter, by the beginning of a name; the dashboard.
            """)

    @Option(help: "How many cases there are.")
    var cases = 100_000

    @Option(help: "Over how many days they are spread.")
    var days = 365

    @Option(help: "Pages of each kind.")
    var calls = 200

    func run() async throws {
        let (count, days) = (cases, days)
        let server = try await BenchmarkServer { data in
            let key = ServerConfiguration.defaultMasterKeyFile(besides: data)
            _ = try await OperatorAdministration(dataFolder: data, masterKeyFile: key).create(
                "bench", role: OperatorRole.auditor.rawValue, rights: ["persons", "export"], tenant: "bench",
                password: try OperatorAdministration.hash(ofPassword: Self.password), at: .now())
            let (_, seconds) = try await timed {
                // The folder goes with the benchmark.
                try await SeedCases(dataFolder: data, masterKeyFile: key).write(
                    count, tenant: "bench", days: days, syncs: false)
            }
            print("\(count) cases made, \(Int(Double(count) / seconds)) a second")
        }
        let (url, path, calls) = (server.url, server.databasePath, calls)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                done.resume(with: Result { try Self.measure(at: url, database: path, count, days, calls) })
            }
        }
        print("databases \(server.dataBytes.databases >> 20) MiB, server's peak \(Int(server.peakMegabytes)) MiB")
        await server.stop()
    }

    private static let password = "a password of the benchmark"

    private static func measure(
        at url: String, database path: String, _ count: Int, _ days: Int, _ calls: Int
    ) throws {
        let connection = try PlainConnection(url)
        let cookie = try signIn(connection)
        let bare = try BareQuery(path).times(calls)
        print("bare query of 50  \(bare.summary)")
        /// - Returns: another status than 200 at the first call, where nothing was measured.
        func measure(_ name: String, _ path: String) throws -> Int? {
            var times = Times()
            for _ in 0..<calls {
                let start = ContinuousClock().now
                let status = try connection.send("GET", path, headers: [("Cookie", cookie)])
                times.add((ContinuousClock().now - start) / .seconds(1))
                guard status == 200 else { return status }
            }
            let title = name.padding(toLength: 34, withPad: " ", startingAt: 0)
            let ratio = (times.percentile(0.5) / bare.percentile(0.5)).twoDecimals
            print("\(title)  \(times.summary), \(ratio) bare queries")
            return nil
        }
        for (name, query) in pages(count, days) {
            if let status = try measure(name, "/desk?\(query)") {
                throw BenchmarkServer.Unexpected(description: "\(name): \(status)")
            }
        }
        for (name, query) in dashboards(days) {
            if let status = try measure(name, "/desk/dashboard?\(query)") {
                print("\(name): not measured, the answer was \(status)")
                break
            }
        }
    }

    /// By name, the query of what counts instead of listing.
    private static func dashboards(_ days: Int) -> [(name: String, query: String)] {
        let now = Instant.now()
        func day(_ ago: Int) -> String {
            String(now.adding(seconds: -Int64(ago) * 86_400).iso8601WithMilliseconds.prefix(10))
        }
        return [
            ("dashboard, as it opens", ""), ("dashboard, a week", "from=\(day(7))&to=\(day(0))"),
            ("dashboard, a month", "from=\(day(30))&to=\(day(0))"),
            ("dashboard, all days", "from=\(day(days))&to=\(day(0))"),
        ]
    }

    /// By name, the query of each kind of page. All have all days, but for the first, which is what an operator sees first.
    private static func pages(_ count: Int, _ days: Int) -> [(name: String, query: String)] {
        let now = Instant.now()
        let middle = now.adding(seconds: -Int64(days) * 43_200)
        let place = Data("\(middle.millisecondsSince1970)-\(count / 2)".utf8).base64EncodedString()
            .replacingOccurrences(of: "=", with: "")
        let (from, to) = (
            middle.iso8601WithMilliseconds.prefix(10),
            middle.adding(seconds: 7 * 86_400).iso8601WithMilliseconds.prefix(10)
        )
        let all = "from=&to="
        return [
            ("as it opens", ""), ("all days", all), ("deep", "\(all)&after=\(place)"),
            ("back from there", "\(all)&before=\(place)"), ("a week", "from=\(from)&to=\(to)"),
            ("ended in a week", "time=finished&from=\(from)&to=\(to)"), ("state failed", "\(all)&state=failed"),
            ("three states", "\(all)&state=failed&state=expired&state=cancelled"),
            ("three states, deep", "\(all)&state=failed&state=expired&state=cancelled&after=\(place)"),
            ("a reason", "\(all)&reason=FACE_NOT_LIVE"),
            ("a reason that none has", "\(all)&reason=PORTRAIT_REUSED"),
            ("a reason and a state", "\(all)&reason=DOCUMENT_NOT_MATCHING&state=complete"),
            ("a workflow", "\(all)&workflow=charlie6"), ("liveness up to 30", "\(all)&liveness-to=30"),
            ("match up to 2", "\(all)&portrait-to=2"), ("a document type", "\(all)&document=Passport"),
            ("an issuing state", "\(all)&issuer=SYR"), ("issuing state and state", "\(all)&issuer=SYR&state=failed"),
            ("two that exclude each other", "\(all)&state=complete&reason=FACE_ATTEMPTS_EXHAUSTED"),
            ("name, 3 letters", "\(all)&text=mar"), ("name, 4 letters", "\(all)&text=mari"),
            ("name, 8 letters", "\(all)&text=marie.we"), ("name, 10 letters", "\(all)&text=marie.webe"),
            ("a beginning that none has", "\(all)&text=qqqqq"), ("name and state", "\(all)&text=sara&state=failed"),
        ]
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
}

/// The newest fifty cases, read by SQLite alone on a connection of its own.
private final class BareQuery {
    private let connection: OpaquePointer
    private let statement: OpaquePointer

    init(_ path: String) throws {
        var (connection, statement) = (OpaquePointer?.none, OpaquePointer?.none)
        let sql = """
            SELECT * FROM case_facts JOIN enrollment ON enrollment.number = case_facts.number
            WHERE tenant = (SELECT tenant FROM case_facts LIMIT 1) ORDER BY begun_at DESC LIMIT 50
            """
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK, let connection,
            sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw BenchmarkServer.Unexpected(description: "no database") }
        (self.connection, self.statement) = (connection, statement)
    }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_close(connection)
    }

    func times(_ calls: Int) throws -> Times {
        var times = Times()
        for _ in 0..<calls {
            let start = ContinuousClock().now
            var rows = 0
            while sqlite3_step(statement) == SQLITE_ROW {
                for column in 0..<sqlite3_column_count(statement) { _ = sqlite3_column_bytes(statement, column) }
                rows += 1
            }
            sqlite3_reset(statement)
            times.add((ContinuousClock().now - start) / .seconds(1))
            guard rows > 0 else { throw BenchmarkServer.Unexpected(description: "no row") }
        }
        return times
    }
}
