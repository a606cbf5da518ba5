internal import OnboardingCore
internal import Foundation
internal import GRDB

/// A condition of a search: what an index finds for it, and how one case is asked whether it holds. A case is `f`, its
/// enrollment `e`.
struct CaseCondition {
    /// Rows of a table in the order of beginning, or few.
    struct Source {
        /// From `FROM` on to the end of its own condition.
        let sql: String
        let arguments: StatementArguments
        var begunAt = "begun_at"
        var number = "number"
    }

    /// What it holds for is in any of these.
    let sources: [Source]
    /// Whether a case may be in several.
    var sourcesOverlap = false
    /// Whether few cases can fit, whatever else is asked.
    var namesSomebody = false
    /// What asks one case; nil where there is nothing to ask.
    var test: (sql: String, arguments: StatementArguments)?
    /// The same for one that is in a source.
    var rest: (sql: String, arguments: StatementArguments)?

    /// Beginnings and numbers in the order of pages.
    func statement(within span: CaseSpan, limit: Int) -> (sql: String, arguments: StatementArguments) {
        var arguments: StatementArguments = []
        let parts = sources.map { source in
            let within = span.condition(source.begunAt, source.number)
            arguments += source.arguments + within.arguments
            return "SELECT \(source.begunAt) AS begun_at, \(source.number) AS number FROM \(source.sql)\(within.sql)"
        }
        let direction = span.isNewestFirst ? "DESC" : "ASC"
        return (
            parts.joined(separator: sourcesOverlap ? " UNION " : " UNION ALL ")
                + " ORDER BY begun_at \(direction), number \(direction) LIMIT ?", arguments + [limit]
        )
    }

    /// Of all that is asked, without the span.
    static func all(of query: EnrollmentQuery, tenant: TenantID) -> [CaseCondition] {
        naming(query, tenant) + describing(query, tenant)
    }

    /// All of a tenant.
    static func begun(by tenant: TenantID) -> CaseCondition {
        CaseCondition(sources: [Source(sql: "case_facts WHERE tenant = ?", arguments: [tenant.number])])
    }

    private static func naming(_ query: EnrollmentQuery, _ tenant: TenantID) -> [CaseCondition] {
        func exactly(_ column: String, _ value: some DatabaseValueConvertible) -> CaseCondition {
            CaseCondition(
                sources: [
                    Source(
                        sql: "enrollment WHERE tenant_id = ? AND \(column) = ?", arguments: [tenant.text, value],
                        begunAt: "created_at")
                ], namesSomebody: true, test: ("e.\(column) = ?", [value]))
        }
        let identifiers = [
            query.id.map { exactly("id", $0.text) }, query.sessionDigest.map { exactly("session_digest", Data($0)) },
            query.registrationCode.map { exactly("registration_code", $0) },
        ]
        return identifiers.compactMap(\.self)
            + query.keys.map { key in
                CaseCondition(sources: [source(of: key, tenant)], namesSomebody: true, test: test(of: key, tenant))
            } + (query.text.map { [beginning($0, tenant)] } ?? [])
    }

    private static func source(of key: SearchKey, _ tenant: TenantID) -> Source {
        Source(
            sql: """
                search_key CROSS JOIN enrollment ON enrollment.id = search_key.enrollment_id
                WHERE search_key.tenant_id = ? AND kind = ? AND digest = ?
                """,
            arguments: [tenant.text, key.kind.rawValue, Data(key.digest)], begunAt: "enrollment.created_at",
            number: "enrollment.number")
    }

    private static func test(of key: SearchKey, _ tenant: TenantID) -> (sql: String, arguments: StatementArguments) {
        (
            """
            EXISTS (SELECT 1 FROM search_key WHERE tenant_id = ? AND kind = ? AND digest = ? AND enrollment_id = e.id)
            """, [tenant.text, key.kind.rawValue, Data(key.digest)]
        )
    }

    private static func beginning(_ text: SearchText, _ tenant: TenantID) -> CaseCondition {
        var sources = text.prefixes.map { prefix in
            Source(sql: "case_prefix WHERE \(prefix.column) = ?", arguments: [prefix.digest])
        }
        var tests = text.prefixes.map { prefix in
            (
                sql: "EXISTS (SELECT 1 FROM case_prefix WHERE number = f.number AND \(prefix.column) = ?)",
                arguments: [prefix.digest] as StatementArguments
            )
        }
        sources += text.keys.map { source(of: $0, tenant) }
        tests += text.keys.map { test(of: $0, tenant) }
        if let prefix = text.codePrefix {
            // The last letter of ASCII comes after everything that a code is made of.
            let range: StatementArguments = [prefix, prefix + "~"]
            sources.append(
                Source(
                    sql: "enrollment WHERE tenant_id = ? AND registration_code >= ? AND registration_code < ?",
                    arguments: [tenant.text] + range, begunAt: "created_at"))
            tests.append(("(e.registration_code >= ? AND e.registration_code < ?)", range))
        }
        guard !sources.isEmpty else {
            return CaseCondition(
                sources: [Source(sql: "case_facts WHERE 0", arguments: [])], namesSomebody: true, test: ("0", []))
        }
        return CaseCondition(
            sources: sources, sourcesOverlap: true, namesSomebody: true,
            test: (
                "(\(tests.map(\.sql).joined(separator: " OR ")))", tests.reduce([]) { $0 + $1.arguments }
            ))
    }

    private static func describing(_ query: EnrollmentQuery, _ tenant: TenantID) -> [CaseCondition] {
        func among(_ column: String, _ words: [String]) -> CaseCondition? {
            let words = Array(Set(words)).sorted()
            guard !words.isEmpty else { return nil }
            return CaseCondition(
                sources: words.map {
                    Source(sql: "case_facts WHERE tenant = ? AND \(column) = ?", arguments: [tenant.number, $0])
                },
                test: (
                    "f.\(column) IN (\(databaseQuestionMarks(count: words.count)))", StatementArguments(words)
                ))
        }
        func within(_ column: String, _ range: ClosedRange<Int>?) -> CaseCondition? {
            guard let range else { return nil }
            let kept = range.clamped(to: 0...CaseMeasurements.mostPortrait)
            let test: (String, StatementArguments) = (
                "f.\(column) BETWEEN ? AND ?", [range.lowerBound, range.upperBound]
            )
            return CaseCondition(
                sources: (kept.lowerBound / 10...kept.upperBound / 10).map { band in
                    Source(
                        sql: "case_facts WHERE tenant = ? AND \(column) / 10 = ? AND \(column) IS NOT NULL",
                        arguments: [tenant.number, band])
                }, test: test, rest: test)
        }
        // All states are every case, by an index more than is needed.
        let states = Set(query.states).count < EnrollmentStanding.State.allCases.count ? query.states : []
        return [
            among("state", states.map(\.rawValue)), refused(query.reasons, tenant),
            among("review", query.reviews.map(\.rawValue)), among("workflow", query.workflows),
            among("document_type", query.documentTypes), among("issuing_state", query.issuingStates),
            within("liveness", query.liveness), within("portrait", query.portrait),
            query.isFlagged ? flagged(tenant) : nil, query.isDuplicate ? duplicate(tenant) : nil,
        ].compactMap(\.self)
    }

    /// What is asked of each case beside, because no index has it: most cases fit.
    static func tests(of query: EnrollmentQuery) -> [(sql: String, arguments: StatementArguments)] {
        func column(_ check: RequiredCheck) -> String {
            switch check {
            case .addDevice: "f.device"
            case .addFace: "f.face"
            case .addDocument: "f.document"
            }
        }
        var tests: [(sql: String, arguments: StatementArguments)] = []
        tests += query.passed.map { ("\(column($0)) = 1", []) }
        tests += query.failed.map { ("\(column($0)) = 0", []) }
        if let origin = query.origin {
            tests.append(("\(origin == .handedIn ? "" : "NOT ")(\(isHandedIn("f")))", []))
        }
        if let duration = query.duration {
            tests.append(
                (
                    "max(0, f.ended_at - f.begun_at) / 1000 BETWEEN ? AND ?",
                    [duration.lowerBound, duration.upperBound]
                ))
        }
        for (check, range) in query.captures where check != .addDevice {
            tests.append(("\(column(check))_captures BETWEEN ? AND ?", [range.lowerBound, range.upperBound]))
        }
        return tests
    }

    private static func flagged(_ tenant: TenantID) -> CaseCondition {
        CaseCondition(
            sources: [
                Source(
                    sql: """
                        case_flag CROSS JOIN enrollment ON enrollment.id = case_flag.enrollment_id
                        WHERE case_flag.tenant_id = ?
                        """, arguments: [tenant.text], begunAt: "enrollment.created_at", number: "enrollment.number")
            ], test: ("EXISTS (SELECT 1 FROM case_flag WHERE case_flag.enrollment_id = e.id)", []))
    }

    private static func duplicate(_ tenant: TenantID) -> CaseCondition {
        CaseCondition(
            sources: [Source(sql: "case_duplicate WHERE tenant = ?", arguments: [tenant.number])],
            test: (Self.isDuplicate, []))
    }

    /// Of a case.
    static let isDuplicate = """
        EXISTS (SELECT 1 FROM case_duplicate WHERE tenant = f.tenant AND begun_at = f.begun_at AND number = f.number)
        """

    /// As `CaseOutline.origin`.
    static func isHandedIn(_ table: String) -> String {
        let judged = ["device", "face", "document"].map { " AND \(table).\($0) IS NULL" }.joined()
        return """
            \(table).state = '\(EnrollmentStanding.State.complete.rawValue)'\(judged)
            AND \(table).face_captures = 0 AND \(table).document_captures = 0
            """
    }

    private static func refused(_ reasons: [EnrollmentReason], _ tenant: TenantID) -> CaseCondition? {
        let words = Array(Set(reasons.map(\.rawValue))).sorted()
        guard !words.isEmpty else { return nil }
        return CaseCondition(
            sources: words.map {
                Source(sql: "case_reason WHERE tenant = ? AND reason = ?", arguments: [tenant.number, $0])
            }, sourcesOverlap: true,
            test: (
                """
                EXISTS (SELECT 1 FROM case_reason WHERE tenant = f.tenant
                AND reason IN (\(databaseQuestionMarks(count: words.count))) AND begun_at = f.begun_at
                AND number = f.number)
                """, StatementArguments(words)
            ))
    }
}
