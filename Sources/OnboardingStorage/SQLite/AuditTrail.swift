package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func auditEntries(after sequence: Int, limit: Int) async throws -> [AuditEntry] {
        try await readMany { database in
            try database.rows(
                "SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?", [sequence, limit]
            ).map(AuditEntry.init)
        }
    }

    /// Appends an entry inside the transaction that does what it tells of.
    static func audit(
        _ event: AuditEvent, tenant: TenantID?, at instant: Instant, in database: Database,
        chain: AuditChain
    ) throws {
        var end = try chainEnd(.audit, in: database)
        let (milliseconds, detail) = (instant.millisecondsSince1970, try json(event.detail))
        end.append(
            AuditChain.text(
                auditSequence: end.length + 1, at: milliseconds, tenant: tenant?.text ?? "", kind: event.kind.rawValue,
                detail: detail))
        try database.run(
            "INSERT INTO audit (sequence, at, tenant_id, kind, detail, hash) VALUES (?, ?, ?, ?, ?, ?)",
            [end.length, milliseconds, tenant?.text, event.kind.rawValue, detail, Data(end.head)])
        try setChainEnd(.audit, to: end, in: database, chain: chain)
    }
}

extension SQLiteStore {
    package func noteExport(of enrollment: EnrollmentID, tenant: TenantID, at instant: Instant) async throws {
        let chain = chain
        try await writer.run { database in
            try Self.audit(
                .registrationExported(enrollment), tenant: tenant, at: instant, in: database,
                chain: chain)
        }
    }
}

extension AuditEntry {
    fileprivate init(_ row: Row) throws {
        guard let detail = try? JSONDecoder().decode(AuditDetail.self, from: Data(row.text("detail").utf8)) else {
            throw StorageError.storedValueInvalid
        }
        self.init(
            sequence: try row.integer("sequence"), at: try row.instant("at"),
            tenantID: try row.decode(String?.self, forColumn: "tenant_id").flatMap(TenantID.init(text:)),
            kind: try row.text("kind"), detail: detail.texts)
    }
}
