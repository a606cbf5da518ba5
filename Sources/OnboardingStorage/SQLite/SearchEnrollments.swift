package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func enrollments(
        tenant: TenantID, matching query: EnrollmentQuery, after place: SearchPlace?, limit: Int, scanning scanned: Int
    ) async throws -> (page: [EnrollmentID], next: SearchPlace?) {
        let (kept, arguments) = Self.condition(query, of: tenant, after: place)
        let (fitting, wanted) = Self.fit(query)
        return try await readMany { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT number, id, created_at, \(fitting) AS fits FROM enrollment WHERE \(kept)
                    ORDER BY created_at DESC, number DESC LIMIT ?
                    """, arguments: wanted + arguments + [scanned])
            var page: [EnrollmentID] = []
            var (seen, last) = (0, SearchPlace?.none)
            while let row = try rows.next() {
                // One more than fits says that there are more.
                if page.count == limit { return (page, last) }
                seen += 1
                last = SearchPlace(begunAt: try row.instant("created_at"), number: try row.integer("number"))
                if try row.integer("fits") == 1 { page.append(try row.identifier("id")) }
            }
            return (page, seen == scanned ? last : nil)
        }
    }

    package func enrollmentsWithoutSearchKeys(
        before number: Int?, limit: Int
    ) async throws -> [(number: Int, id: EnrollmentID)] {
        try await readMany { database in
            try database.rows(
                """
                SELECT number, id FROM enrollment WHERE erased_at IS NULL AND number < ?
                AND NOT EXISTS (SELECT 1 FROM search_key WHERE enrollment_id = enrollment.id)
                ORDER BY number DESC LIMIT ?
                """, [number ?? .max, limit]
            ).map { (try $0.integer("number"), try $0.identifier("id")) }
        }
    }

    package func add(_ keys: [SearchKey], to id: EnrollmentID) async throws {
        try await writer.run { database in
            guard let record = try EnrollmentRecord.load(id, in: database) else { return }
            try Self.add(keys, to: id, tenant: record.tenantID, in: database)
        }
    }

    static func add(_ keys: [SearchKey], to id: EnrollmentID, tenant: TenantID, in database: Database) throws {
        for key in keys {
            try database.run(
                """
                INSERT INTO search_key (tenant_id, kind, digest, enrollment_id) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """, [tenant.text, key.kind.rawValue, Data(key.digest), id.text])
        }
    }

    /// What indices find.
    private static func condition(
        _ query: EnrollmentQuery, of tenant: TenantID, after place: SearchPlace?
    ) -> (sql: String, arguments: StatementArguments) {
        // With a plus no index has it: whoever is named is looked up by name, and not sought among all in their order.
        var conditions = [(query.namesSomebody ? "+" : "") + "tenant_id = ? AND erased_at IS NULL"]
        var arguments: StatementArguments = [tenant.text]
        func require(_ condition: String, _ values: StatementArguments) {
            conditions.append(condition)
            arguments += values
        }
        for key in query.keys {
            require(
                "id IN (SELECT enrollment_id FROM search_key WHERE tenant_id = ? AND kind = ? AND digest = ?)",
                [tenant.text, key.kind.rawValue, Data(key.digest)])
        }
        if let id = query.id { require("id = ?", [id.text]) }
        if let digest = query.sessionDigest { require("session_digest = ?", [Data(digest)]) }
        if let code = query.registrationCode { require("registration_code = ?", [code]) }
        if let from = query.from { require("created_at >= ?", [from.millisecondsSince1970]) }
        if let until = query.until { require("created_at < ?", [until.millisecondsSince1970]) }
        if let place {
            require("(created_at, number) < (?, ?)", [place.begunAt.millisecondsSince1970, place.number])
        }
        return (conditions.joined(separator: " AND "), arguments)
    }

    /// What has to be asked of each.
    private static func fit(_ query: EnrollmentQuery) -> (sql: String, arguments: StatementArguments) {
        var conditions = ["1"]
        var arguments: StatementArguments = []
        func require(_ expression: (String) -> String, among words: [String]) {
            conditions.append(expression(databaseQuestionMarks(count: words.count)))
            arguments += StatementArguments(words)
        }
        if !query.states.isEmpty {
            require(
                { "json_extract(state, '$.state.name') IN (\($0))" }, among: query.states.flatMap { $0.storedNames })
        }
        if !query.reviews.isEmpty {
            require(
                { words in
                    """
                    CASE WHEN json_extract(state, '$.review') IS NULL THEN ''
                    ELSE coalesce(json_extract(state, '$.review.decision'), 'requested') END IN (\(words))
                    """
                }, among: query.reviews.map(\.rawValue))
        }
        if !query.reasons.isEmpty {
            require(
                { words in
                    """
                    EXISTS (SELECT 1 FROM enrollment_event WHERE enrollment_id = enrollment.id AND
                    json_extract(event, '$.event') || ' ' || coalesce(
                        json_extract(event, '$.decision'), json_extract(event, '$.reason'),
                        json_extract(event, '$.reopening.reason'), '') IN (\(words)))
                    """
                }, among: query.reasons.flatMap { $0.storedEvents })
        }
        return (conditions.joined(separator: " AND "), arguments)
    }
}

extension EnrollmentStanding.State {
    /// Names of `EnrollmentState` in its stored form.
    fileprivate var storedNames: [String] {
        switch self {
        case .pending: ["triggered", "validated", "open"]
        case .complete, .failed, .expired, .cancelled: [rawValue]
        }
    }
}

extension EnrollmentReason {
    /// The word of each event that tells of it, and the word of its decision or reason, in their stored form.
    fileprivate var storedEvents: [String] {
        let faces = FaceDecision.allCases.filter { EnrollmentReason($0) == self }.map { "faceRefused \($0.rawValue)" }
        let documents = DocumentDecision.allCases.filter { EnrollmentReason($0) == self }
            .map { "documentRefused \($0.rawValue)" }
        let failures = FailureReason.allCases.filter { EnrollmentReason($0) == self }.map { "failed \($0.rawValue)" }
        let reopenings = FaceReopening.Reason.allCases.filter { EnrollmentReason($0) == self }
            .map { "faceReopened \($0.rawValue)" }
        let ends: [String] =
            switch self {
            case .enrollmentExpired: ["expired "]
            case .enrollmentCancelled: ["cancelled "]
            default: []
            }
        return faces + documents + failures + reopenings + ends
    }
}
