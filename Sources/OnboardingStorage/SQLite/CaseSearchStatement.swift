internal import OnboardingCore
internal import Foundation
internal import GRDB

/// How a search is answered: one condition is asked of an index, which gives cases in the order of pages, and what is left is
/// asked of each. Nothing is counted, and nothing is sorted but what somebody is named by.
///
/// Among conditions that several indices answer the rarest goes first: the one whose 256th case lies furthest away.
struct CaseSearchStatement {
    private static let sample = 256

    private let leading: CaseCondition
    private let span: CaseSpan
    private let asked: [(sql: String, arguments: StatementArguments)]
    private let tenant: TenantID
    private let scanned: Int

    init(
        _ query: EnrollmentQuery, of tenant: TenantID, from start: PageStart, scanning scanned: Int,
        in database: Database
    ) throws {
        self.tenant = tenant
        self.scanned = scanned
        span = try CaseSpan(query, of: tenant, from: start, in: database)
        let conditions = CaseCondition.all(of: query, tenant: tenant)
        let first =
            try conditions.firstIndex(where: \.namesSomebody)
            ?? Self.rarest(conditions, span, in: database)
        leading = first.map { conditions[$0] } ?? .begun(by: tenant)
        asked =
            conditions.indices.compactMap { index in
                index == first ? conditions[index].rest : conditions[index].test
            } + span.tests + CaseCondition.tests(of: query)
    }

    private static func rarest(
        _ conditions: [CaseCondition], _ span: CaseSpan, in database: Database
    ) throws -> Int? {
        guard conditions.count > 1 else { return conditions.indices.first }
        var best: (index: Int, reach: Int64)?
        for (index, condition) in conditions.enumerated() {
            let (sql, arguments) = condition.statement(within: span, limit: sample)
            let row = try Row.fetchOne(
                database, sql: "SELECT begun_at FROM (\(sql)) LIMIT 1 OFFSET ?", arguments: arguments + [sample - 1])
            guard let row else { return index }
            let reach = try row.instant("begun_at").millisecondsSince1970
            if best.map({ span.isNewestFirst ? reach < $0.reach : reach > $0.reach }) ?? true { best = (index, reach) }
        }
        return best?.index
    }

    /// In the direction of the page.
    func rows(limit: Int, in database: Database) throws -> [CaseRow] {
        let (sql, arguments) = leading.statement(within: span, limit: scanned)
        let tests = asked.map { " AND \($0.sql)" }.joined()
        // CROSS JOIN keeps the order of the tables, and with it that of the rows.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT f.*, e.id, e.tenant_id, e.deadline, e.registration_code, e.sealed_person,
                    EXISTS (SELECT 1 FROM legal_hold WHERE legal_hold.enrollment_id = e.id) AS is_held,
                    EXISTS (SELECT 1 FROM case_flag WHERE case_flag.enrollment_id = e.id) AS is_flagged,
                    \(CaseCondition.isDuplicate) AS is_duplicate
                FROM (\(sql)) AS found CROSS JOIN case_facts AS f ON f.number = found.number
                CROSS JOIN enrollment AS e ON e.number = f.number
                WHERE e.tenant_id = ?\(tests) LIMIT ?
                """,
            arguments: asked.reduce(arguments + [tenant.text]) { $0 + $1.arguments } + [limit])
        var found: [CaseRow] = []
        while let row = try rows.next() { found.append(try CaseRow(row)) }
        return found
    }

    /// The last that was looked at where there are more than may be; nil at the end.
    func end(in database: Database) throws -> SearchPlace? {
        let (sql, arguments) = leading.statement(within: span, limit: scanned)
        return try Row.fetchOne(
            database, sql: "SELECT begun_at, number FROM (\(sql)) LIMIT 1 OFFSET ?",
            arguments: arguments + [scanned - 1]
        ).map(SearchPlace.init)
    }
}

/// Which part of all cases, in the order of their beginning, a page looks at.
struct CaseSpan {
    private let from: Instant?
    private let until: Instant?
    private let start: PageStart
    /// What is asked of each beside.
    let tests: [(sql: String, arguments: StatementArguments)]

    var isNewestFirst: Bool { start.isNewestFirst }

    init(_ query: EnrollmentQuery, of tenant: TenantID, from start: PageStart, in database: Database) throws {
        self.start = start
        var (from, until) = (query.from, query.until)
        var tests: [(sql: String, arguments: StatementArguments)] = []
        if let ended = query.endedFrom {
            tests.append(("f.ended_at >= ?", [ended.millisecondsSince1970]))
            let longest = try database.row(
                """
                SELECT ended_at - begun_at AS duration FROM case_facts WHERE tenant = ? AND ended_at IS NOT NULL
                ORDER BY ended_at - begun_at DESC LIMIT 1
                """, [tenant.number])
            let earliest = ended.millisecondsSince1970 - Int64(try longest?.integer("duration") ?? 0)
            from = max(from ?? Instant(millisecondsSince1970: earliest), Instant(millisecondsSince1970: earliest))
        }
        if let ended = query.endedUntil {
            tests.append(("f.ended_at < ?", [ended.millisecondsSince1970]))
            until = min(until ?? ended, ended)
        }
        (self.from, self.until, self.tests) = (from, until, tests)
    }

    /// - Parameters:
    ///   - begunAt: the column of the beginning.
    ///   - number: that of the number.
    func condition(_ begunAt: String, _ number: String) -> (sql: String, arguments: StatementArguments) {
        var (sql, arguments) = ("", StatementArguments())
        if let from {
            sql += " AND \(begunAt) >= ?"
            arguments += [from.millisecondsSince1970]
        }
        if let until {
            sql += " AND \(begunAt) < ?"
            arguments += [until.millisecondsSince1970]
        }
        switch start {
        case .newest: break
        case .after(let place):
            sql += " AND (\(begunAt), \(number)) < (?, ?)"
            arguments += [place.begunAt.millisecondsSince1970, place.number]
        case .before(let place):
            sql += " AND (\(begunAt), \(number)) > (?, ?)"
            arguments += [place.begunAt.millisecondsSince1970, place.number]
        }
        return (sql, arguments)
    }
}

extension SearchPlace {
    fileprivate init(_ row: Row) throws {
        self.init(begunAt: try row.instant("begun_at"), number: try row.integer("number"))
    }
}

extension CaseRow {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), tenantID: try row.identifier("tenant_id"), place: try SearchPlace(row),
            outline: try CaseOutline(row), measured: try CaseMeasurements(row),
            deadline: try row.decode(Int64?.self, forColumn: "deadline").map(Instant.init(millisecondsSince1970:)),
            registrationCode: try row.decode(String?.self, forColumn: "registration_code"),
            sealedPerson: try row.bytesIfPresent("sealed_person"), isHeld: try row.integer("is_held") == 1,
            isFlagged: try row.integer("is_flagged") == 1,
            isDuplicate: try row.integer("is_duplicate") == 1)
    }
}
