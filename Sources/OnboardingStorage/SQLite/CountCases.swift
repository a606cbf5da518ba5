package import OnboardingCore
internal import Foundation
internal import GRDB

/// What the dashboard shows, from the sums of days.
extension SQLiteStore {
    package func caseSums(
        tenant: TenantID, days: ClosedRange<Int>, namingReasons named: Int, counting limit: Int
    ) async throws -> CaseSums {
        try await readMany { database in
            let place: StatementArguments = [tenant.text, days.lowerBound, days.upperBound]
            var sums = CaseSums(days: days)
            for row in try database.rows(
                """
                SELECT figure, sum(cases) AS cases FROM case_day WHERE tenant_id = ? AND day BETWEEN ? AND ? GROUP BY figure
                """, place)
            {
                guard let figure = CaseFigure(text: try row.text("figure")) else { continue }
                sums.add(try row.integer("cases"), of: figure)
            }
            for row in try database.rows(
                """
                SELECT day, figure, cases FROM case_day WHERE tenant_id = ? AND day BETWEEN ? AND ?
                AND (figure >= 'state.' AND figure < 'state/' OR figure = ?)
                """, place + [CaseFigure.handedIn.text])
            {
                let (cases, day) = (try row.integer("cases"), try row.integer("day"))
                switch CaseFigure(text: try row.text("figure")) {
                case .state(let state): sums.add(cases, of: state, on: day)
                case .handedIn: sums.addHandedIn(cases, on: day)
                default: continue
                }
            }
            let rest = sums.reasons.dropFirst(named).map(\.reason)
            if !rest.isEmpty {
                let cases = try Self.count(rest, days, tenant: tenant, atMost: limit, in: database)
                sums.others = CaseSums.Others(reasons: rest, cases: cases)
            }
            return sums
        }
    }

    /// Cases with any of `reasons`, once each; nil where there are more than `limit`.
    private static func count(
        _ reasons: [EnrollmentReason], _ days: ClosedRange<Int>, tenant: TenantID, atMost limit: Int,
        in database: Database
    ) throws -> Int? {
        let (from, until) = (Instant(day: days.lowerBound), Instant(day: days.upperBound + 1))
        var arguments: StatementArguments = []
        let parts = reasons.map { reason in
            arguments += [
                tenant.number, reason.rawValue, from.millisecondsSince1970, until.millisecondsSince1970,
            ]
            return "SELECT number FROM case_reason WHERE tenant = ? AND reason = ? AND begun_at >= ? AND begun_at < ?"
        }
        let row = try database.row(
            "SELECT count(*) AS cases FROM (\(parts.joined(separator: " UNION ")) LIMIT ?)", arguments + [limit + 1])
        return try row?.integer("cases").atMost(limit)
    }
}

extension Int {
    /// Nil where it is more.
    fileprivate func atMost(_ limit: Int) -> Int? { self <= limit ? self : nil }
}
