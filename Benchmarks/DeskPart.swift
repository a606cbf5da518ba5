import CSQLite
import Foundation
import OnboardingCore
import Operations
import Tenancy

/// What pages of the list of cases take, as a browser gets them, beside a bare query of fifty rows.
struct DeskPart: Part {
    var cases = 100_000
    /// Over which the cases are spread.
    var days = 365
    /// Pages of each kind.
    var calls = 200

    static let smallest = DeskPart(cases: 100, days: 30, calls: 1)

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let (count, days) = (cases, days)
        var seeding = 0.0
        let server = try await BenchmarkServer(of: tenant) { data in
            try await BenchmarkOperator.create(inDataFolder: data, role: .auditor, rights: ["persons", "export"])
            seeding = try await timed {
                // The folder goes with the benchmark.
                try await SeedCases(
                    dataFolder: data, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: data)
                ).write(count, tenant: BenchmarkTenant.name, days: days, syncs: false)
            }.seconds
        }
        defer { server.stop() }
        return try await onThreads { _ in try measure(server) }[0] + [
            Row("cases made", Double(count) / seeding, .perSecond),
            Row("databases", Double(server.dataBytes.databases) / 1_048_576, .mebibytes),
            Row("server, the most resident", server.figures.peakMegabytes, .mebibytes),
        ]
    }

    private func measure(_ server: BenchmarkServer) throws -> [Row] {
        let connection = try server.connect()
        let cookie = try BenchmarkOperator.signIn(connection)
        let bare = try BareQuery(server.databasePath).times(calls)
        let pages =
            Self.pages(cases, days).map { ($0.name, "/desk?" + $0.query) }
            + Self.dashboards(days).map { ($0.name, "/desk/dashboard?" + $0.query) }
        return try pages.map { name, path in
            var times = Times()
            for _ in 0..<calls { try times.time { try connection.get(path, cookie) }.expect() }
            return Row(
                "\(name), p95", times.percentile(0.95), .milliseconds, limit: bare.percentile(0.95), goal: .deskPage)
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
        else { throw Unexpected("no database") }
        (self.connection, self.statement) = (connection, statement)
    }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_close(connection)
    }

    func times(_ calls: Int) throws -> Times {
        var times = Times()
        for _ in 0..<calls {
            var rows = 0
            times.time {
                while sqlite3_step(statement) == SQLITE_ROW {
                    for column in 0..<sqlite3_column_count(statement) { _ = sqlite3_column_bytes(statement, column) }
                    rows += 1
                }
                sqlite3_reset(statement)
            }
            guard rows > 0 else { throw Unexpected("no row") }
        }
        return times
    }
}
