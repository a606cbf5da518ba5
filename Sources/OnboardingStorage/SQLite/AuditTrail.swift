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

    package func note(_ event: AuditEvent, tenant: TenantID?, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { try trail.append(event, tenant: tenant, at: instant, in: $0) }
    }

    /// Writes in the name of whoever this task is for.
    var trail: AuditTrail { AuditTrail(chain: chain, actor: .current) }
}

/// Writes entries inside the transactions that do what they tell of. Made before a write is handed to the database's thread,
/// which belongs to no task.
struct AuditTrail: Sendable {
    let chain: AuditChain
    let actor: AuditActor

    func append(_ event: AuditEvent, tenant: TenantID?, at instant: Instant, in database: Database) throws {
        var end = try SQLiteStore.chainEnd(.audit, in: database)
        let (milliseconds, detail) = (
            instant.millisecondsSince1970, try SQLiteStore.json(event.detail.by(actor))
        )
        end.append(
            AuditChain.text(
                auditSequence: end.length + 1, at: milliseconds, tenant: tenant?.text ?? "", kind: event.kind.rawValue,
                detail: detail))
        try database.run(
            "INSERT INTO audit (sequence, at, tenant_id, kind, detail, hash) VALUES (?, ?, ?, ?, ?, ?)",
            [end.length, milliseconds, tenant?.text, event.kind.rawValue, detail, Data(end.head)])
        try SQLiteStore.setChainEnd(.audit, to: end, in: database, chain: chain)
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
