package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    /// Tables of which a running server writes rows on its own while a removal goes on. They are emptied at its end.
    private static let tablesOfJobs: Set<String> = [
        "feed_event", "webhook_delivery", "case_day", "disabled_tenant", "removed_tenant",
    ]

    /// Rows of these stay, without what they said.
    private static let registers: Set<String> = ["enrollment", "authentication", "removed_tenant"]

    /// Has this connection, the writer's, refuse every new row of a tenant whose removal has begun, whichever request is under way.
    static func refuseRemovedTenants(in database: Database) throws {
        let tables = try tablesOfTenants(in: database).filter { !tablesOfJobs.contains($0) }
        for (table, condition) in tables.map({ ($0, "") }) + [
            ("audit", " AND ended_at IS NOT NULL AND NEW.kind <> '\(AuditEvent.Kind.tenantRemoved.rawValue)'")
        ] {
            try database.execute(
                sql: """
                    CREATE TEMP TRIGGER removed_tenant_\(table) BEFORE INSERT ON main.\(table)
                    WHEN EXISTS (SELECT 1 FROM removed_tenant WHERE tenant_id = NEW.tenant_id\(condition)) BEGIN
                        SELECT RAISE(ABORT, 'the tenant is being removed');
                    END
                    """)
        }
    }

    /// Those of `TableMAC` that have a column `tenant_id`.
    private static func tablesOfTenants(in database: Database) throws -> [String] {
        try TableMAC.tables.filter { try database.columns(in: $0).contains { $0.name == "tenant_id" } }
    }

    package func beginRemoval(of tenant: TenantID, isForced: Bool, at instant: Instant) async throws {
        try await writer.run { database in
            guard try !Self.isBeingRemoved(tenant, in: database) else { return }
            guard try database.row("SELECT 1 FROM tenant WHERE id = ?", [tenant.text]) != nil else {
                throw StorageError.unknownSubject
            }
            if !isForced {
                guard try database.row("SELECT 1 FROM disabled_tenant WHERE tenant_id = ?", [tenant.text]) != nil
                else { throw StorageError.unknownSubject }
                guard try database.row("SELECT 1 FROM legal_hold WHERE tenant_id = ? LIMIT 1", [tenant.text]) == nil
                else { throw StorageError.held }
            }
            try database.run(
                "INSERT INTO removed_tenant (tenant_id, begun_at) VALUES (?, ?)",
                [tenant.text, instant.millisecondsSince1970])
            var counts = DestroyedRows()
            try Self.destroySignIns(of: tenant, &counts, in: database)
            // The key of an API that no tenant has: the column takes none twice.
            try database.run(
                "UPDATE tenant SET api_key_digest = ?, sealed_api_key = x'' WHERE id = ?",
                [Data(tenant.text.utf8), tenant.text])
            try counts.add(to: tenant, in: database)
            try Self.raiseChangeCounter(in: database)
        }
    }

    package func removals() async throws -> [TenantRemoval] {
        try lookUp { database in
            try database.rows(
                """
                SELECT removed_tenant.*, name FROM removed_tenant JOIN tenant ON tenant.id = tenant_id
                ORDER BY begun_at, tenant_id
                """, []
            ).map(TenantRemoval.init)
        }
    }

    package func noteKeys(_ count: Int, ofRemoved tenant: TenantID) async throws {
        try await writer.run { database in
            try database.run(
                "UPDATE removed_tenant SET keys = ? WHERE tenant_id = ? AND keys IS NULL", [count, tenant.text])
        }
    }

    package func casesOfRemoved(
        _ tenant: TenantID, areDestroyed: Bool?, after number: Int, limit: Int
    ) async throws -> [(number: Int, id: EnrollmentID)] {
        let condition = areDestroyed.map { " AND state \($0 ? "=" : "<>") ''" } ?? ""
        return try await readMany { database in
            try database.rows(
                """
                SELECT number, id FROM enrollment WHERE number > ? AND tenant_id = ?\(condition)
                ORDER BY number LIMIT ?
                """, [number, tenant.text, limit]
            ).map { (try $0.integer("number"), try $0.identifier("id")) }
        }
    }

    package func evidenceToDestroy(of ids: [EnrollmentID]) async throws -> [EvidenceID] {
        try await readMany { database in
            try ids.flatMap { id in
                try database.rows("SELECT id FROM evidence WHERE enrollment_id = ?", [id.text]).map {
                    try $0.identifier("id")
                }
            }
        }
    }

    package func destroy(_ ids: [EnrollmentID], ofRemoved tenant: TenantID, at instant: Instant) async throws {
        let chain = chain
        try await writer.run { database in
            guard try Self.isBeingRemoved(tenant, in: database) else { throw StorageError.unknownSubject }
            var counts = DestroyedRows()
            for id in ids {
                try Self.destroyCase(id, of: tenant, at: instant, &counts, in: database, chain: chain)
            }
            try counts.add(to: tenant, in: database)
        }
    }

    package func destroyFurther(ofRemoved tenant: TenantID, limit: Int) async throws -> Int {
        let chain = chain
        return try await writer.run { database in
            guard try Self.isBeingRemoved(tenant, in: database) else { throw StorageError.unknownSubject }
            var counts = DestroyedRows()
            try counts.delete(
                .otherRows, from: "feed_event",
                where: """
                    tenant_id = ?1
                    AND number IN (SELECT number FROM feed_event WHERE tenant_id = ?1 ORDER BY number LIMIT ?2)
                    """, [tenant.text, limit], in: database)
            for (table, key) in [
                ("case_reason", "tenant, reason, begun_at, number"), ("case_duplicate", "tenant, begun_at, number"),
            ] {
                try counts.delete(
                    .otherRows, from: table,
                    where: "(\(key)) IN (SELECT \(key) FROM \(table) WHERE tenant = ? LIMIT ?)",
                    [tenant.number, limit],
                    in: database)
            }
            try Self.withdrawTrail(of: tenant, limit: limit, &counts, in: database, chain: chain)
            try counts.add(to: tenant, in: database)
            return counts.total
        }
    }

    package func endRemoval(of tenant: TenantID, at instant: Instant) async throws -> TenantRemoval {
        let (trail, chain) = (trail, chain)
        return try await writer.run { database in
            let known = try Self.removal(of: tenant, in: database)
            guard known.end == nil else { return known }
            try Self.checkThatCasesAreDestroyed(of: tenant, in: database)
            var counts = DestroyedRows()
            try Self.destroySignIns(of: tenant, &counts, in: database)
            for table in ["feed_event", "user_group", "subject"]
                + (try Self.tablesOfTenants(in: database)).filter({ !Self.registers.contains($0) })
            {
                try counts.delete(.otherRows, from: table, where: "tenant_id = ?", [tenant.text], in: database)
            }
            try Self.withdrawTrail(of: tenant, limit: -1, &counts, in: database, chain: chain)
            try counts.add(to: tenant, in: database)
            try Self.checkThatNothingIsLeft(of: tenant, in: database)
            let destroyed = try Self.removal(of: tenant, in: database).destroyed
            try trail.append(
                .tenantRemoved(
                    cases: destroyed[.cases] ?? 0, evidence: destroyed[.evidenceObjects] ?? 0,
                    keys: destroyed[.keys] ?? 0),
                tenant: tenant, at: instant, in: database)
            try database.run(
                "UPDATE removed_tenant SET ended_at = ?, head = ? WHERE tenant_id = ?",
                [instant.millisecondsSince1970, try Self.head(in: database).text, tenant.text])
            try Self.raiseChangeCounter(in: database)
            return try Self.removal(of: tenant, in: database)
        }
    }

    package func forgetName(ofRemoved tenant: TenantID) async throws {
        try await writer.run { database in
            guard try Self.removal(of: tenant, in: database).end != nil else { throw StorageError.unknownSubject }
            let name = TenantRemoval.forgottenName(of: tenant)
            try database.run("UPDATE tenant SET name = ?, realm = ? WHERE id = ?", [name, name, tenant.text])
        }
    }

    package func forgetDeleted(compacts: Bool) async throws {
        if compacts { try await database.vacuum() }
        try await database.writeWithoutTransaction { database in
            _ = try database.checkpoint(.truncate)
        }
    }

    private static func isBeingRemoved(_ tenant: TenantID, in database: Database) throws -> Bool {
        try database.row("SELECT 1 FROM removed_tenant WHERE tenant_id = ?", [tenant.text]) != nil
    }

    private static func removal(of tenant: TenantID, in database: Database) throws -> TenantRemoval {
        let row = try database.row(
            """
            SELECT removed_tenant.*, name FROM removed_tenant JOIN tenant ON tenant.id = tenant_id
            WHERE tenant_id = ?
            """, [tenant.text])
        guard let row else { throw StorageError.unknownSubject }
        return try TenantRemoval(row)
    }

    /// Whether the row of a case says nothing any more, because its tenant is being removed.
    static func isDestroyed(_ row: Row, in database: Database) throws -> Bool {
        guard try row.text("state").isEmpty else { return false }
        return try isBeingRemoved(try row.identifier("tenant_id"), in: database)
    }

    /// What lets anybody in, and what is to be sent.
    private static func destroySignIns(
        of tenant: TenantID, _ counts: inout DestroyedRows, in database: Database
    ) throws {
        for table in ["operator_session", "sign_in_link", "operator_passkey", "operator_identity"] {
            try counts.delete(
                .otherRows, from: table, where: "operator_id IN (SELECT id FROM operator WHERE tenant_id = ?)",
                [tenant.text], in: database)
        }
        try counts.delete(
            .otherRows, from: "credential_key",
            where: "client_id IN (SELECT client_id FROM credential WHERE tenant_id = ?)", [tenant.text], in: database)
        for (table, kind) in [
            ("proposal", DestroyedKind.otherRows), ("operator", .operators), ("credential", .credentials),
            ("client_assertion", .otherRows),
            ("webhook_delivery", .otherRows), ("webhook", .webhooks), ("mail", .messages), ("secret", .otherRows),
            ("tenant_logo", .otherRows), ("tenant_configuration", .otherRows), ("disabled_tenant", .otherRows),
        ] {
            try counts.delete(kind, from: table, where: "tenant_id = ?", [tenant.text], in: database)
        }
    }

    /// Tables whose rows hang on an enrollment, and the kind of each that has one of its own.
    private static let tablesOfCases: [(table: String, kind: DestroyedKind)] =
        [
            ("template", .templates), ("device", .devices), ("mail", .messages), ("evidence", .evidenceObjects),
        ]
        + [
            "enrollment_event", "idempotency_record", "erasure", "seen_image", "capture_codes", "search_key",
            "idempotency_key", "legal_hold", "operator_trigger", "capture_right", "case_note", "case_flag",
            "audit_enrollment", "group_member", "user_details", "user_face", "one_time_password", "user_token",
            "fraud_hold",
        ].map { (table: $0, kind: DestroyedKind.otherRows) }

    private static func destroyCase(
        _ id: EnrollmentID, of tenant: TenantID, at instant: Instant, _ counts: inout DestroyedRows,
        in database: Database, chain: AuditChain
    ) throws {
        let row = try database.row(
            "SELECT * FROM enrollment WHERE id = ? AND tenant_id = ? AND state <> ''", [id.text, tenant.text])
        guard let row else { return }
        let number = try row.integer("number")
        if try row.decode(Int64?.self, forColumn: "erased_at") == nil {
            counts[.cases] += 1
            if try row.text("status") == CaseStatus.complete.rawValue { counts[.registrations] += 1 }
        }
        let bytes = try database.row(
            "SELECT coalesce(sum(byte_count), 0) AS bytes FROM evidence WHERE enrollment_id = ?", [id.text])
        counts[.evidenceBytes] += try bytes?.integer("bytes") ?? 0
        for (table, kind) in tablesOfCases {
            try counts.delete(kind, from: table, where: "enrollment_id = ?", [id.text], in: database)
        }
        try destroyAuthentications(of: id, at: instant, &counts, in: database, chain: chain)
        for table in ["case_facts", "case_prefix"] {
            try counts.delete(.otherRows, from: table, where: "number = ?", [number], in: database)
        }
        try database.run(
            """
            UPDATE enrollment SET subject_id = NULL, status = 'erased', is_started = 0, deadline = NULL, state = '',
                registration_code = NULL, changed_at = ?1, erased_at = coalesce(erased_at, ?1), session_digest = NULL,
                token_digest = NULL, sealed_person = NULL, chain_length = 0, chain_head = ?2, chain_code = ?3
            WHERE number = ?4
            """,
            [
                instant.millisecondsSince1970, Data(AuditChain.Position.start.head),
                Data(chain.code(of: .start, in: .events(of: id, number: number))), number,
            ])
        if let subject = try row.decode(String?.self, forColumn: "subject_id") {
            try counts.delete(
                .persons, from: "subject",
                where: "id = ? AND NOT EXISTS (SELECT 1 FROM enrollment WHERE subject_id = subject.id)", [subject],
                in: database)
        }
    }

    private static func destroyAuthentications(
        of enrollment: EnrollmentID, at instant: Instant, _ counts: inout DestroyedRows, in database: Database,
        chain: AuditChain
    ) throws {
        let rows = try database.rows(
            "SELECT number, id, erased_at FROM authentication WHERE enrollment_id = ? AND state <> ''",
            [enrollment.text])
        for row in rows {
            let (id, number): (AuthenticationID, Int) = (try row.identifier("id"), try row.integer("number"))
            if try row.decode(Int64?.self, forColumn: "erased_at") == nil { counts[.authentications] += 1 }
            for table in ["authentication_event", "authentication_result"] {
                try counts.delete(.otherRows, from: table, where: "authentication_id = ?", [id.text], in: database)
            }
            try database.run(
                """
                UPDATE authentication SET status = 'erased', is_started = 0, deadline = NULL, state = '', changed_at = ?1,
                    erased_at = coalesce(erased_at, ?1), session_digest = NULL, token_digest = NULL,
                    operator_id = NULL, sealed_hand_off = NULL, reference_digest = NULL, sealed_reference = NULL,
                    chain_length = 0, chain_head = ?2, chain_code = ?3
                WHERE number = ?4
                """,
                [
                    instant.millisecondsSince1970, Data(AuditChain.Position.start.head),
                    Data(chain.code(of: .start, in: .events(of: id, number: number))), number,
                ])
        }
    }

    /// - Parameter limit: negative for all.
    private static func withdrawTrail(
        of tenant: TenantID, limit: Int, _ counts: inout DestroyedRows, in database: Database, chain: AuditChain
    ) throws {
        let rows = try database.rows(
            "SELECT * FROM audit WHERE tenant_id = ? AND kind <> ? AND detail NOT LIKE ? ORDER BY sequence LIMIT ?",
            [tenant.text, AuditEvent.Kind.tenantRemoved.rawValue, WithdrawnEntry.pattern, limit])
        for row in rows {
            try AuditTrail.unlink(row, in: database)
            try database.run(
                "UPDATE audit SET detail = ? WHERE sequence = ?",
                [try WithdrawnEntry(row).detail(chain: chain), try row.integer("sequence")])
        }
        counts[.trailEntries] += rows.count
    }

    private static func checkThatCasesAreDestroyed(of tenant: TenantID, in database: Database) throws {
        for table in ["enrollment", "authentication"] {
            try check(table, hasNone: "tenant_id = ? AND state <> ''", tenant.text, in: database)
        }
    }

    private static func checkThatNothingIsLeft(of tenant: TenantID, in database: Database) throws {
        for table in try tablesOfTenants(in: database) where !registers.contains(table) {
            try check(table, hasNone: "tenant_id = ?", tenant.text, in: database)
        }
        for table in ["case_facts", "case_reason", "case_duplicate"] {
            try check(table, hasNone: "tenant = ?", tenant.number, in: database)
        }
    }

    private static func check(
        _ table: String, hasNone condition: String, _ value: any DatabaseValueConvertible, in database: Database
    ) throws {
        let left = try database.row(
            "SELECT 1 FROM \(table) WHERE \(condition) LIMIT 1", StatementArguments([value]))
        guard left == nil else { throw StorageError.storedValueInvalid }
    }
}

/// What one transaction of a removal has destroyed.
private struct DestroyedRows {
    private var counts: [DestroyedKind: Int] = [:]

    var total: Int { counts.values.reduce(0, +) }

    subscript(kind: DestroyedKind) -> Int {
        get { counts[kind] ?? 0 }
        set { counts[kind] = newValue }
    }

    mutating func delete(
        _ kind: DestroyedKind, from table: String, where condition: String, _ arguments: StatementArguments,
        in database: Database
    ) throws {
        try database.run("DELETE FROM \(table) WHERE \(condition)", arguments)
        self[kind] += database.changesCount
    }

    func add(to tenant: TenantID, in database: Database) throws {
        for (kind, count) in counts where count > 0 {
            let column = kind.rawValue
            try database.run(
                "UPDATE removed_tenant SET \(column) = coalesce(\(column), 0) + ? WHERE tenant_id = ?",
                [count, tenant.text])
        }
    }
}

extension TenantRemoval {
    /// No tenant can be called so.
    fileprivate static func forgottenName(of tenant: TenantID) -> String { "removed \(tenant.text)" }

    /// - Parameter row: of `removed_tenant`, with the name.
    fileprivate init(_ row: Row) throws {
        let (id, name): (TenantID, String) = (try row.identifier("tenant_id"), try row.text("name"))
        tenantID = id
        self.name = name == Self.forgottenName(of: id) ? nil : name
        begunAt = try row.instant("begun_at")
        destroyed = try DestroyedKind.allCases.reduce(into: [:]) { counts, kind in
            counts[kind] = try row.decode(Int?.self, forColumn: kind.rawValue)
        }
        end = try row.decode(String?.self, forColumn: "head").map { End(at: try row.instant("ended_at"), head: $0) }
    }
}
