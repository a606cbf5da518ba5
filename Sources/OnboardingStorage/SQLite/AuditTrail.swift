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

    package func auditEntries(naming id: EnrollmentID, limit: Int) async throws -> [AuditEntry] {
        try lookUp { database in
            try database.rows(
                """
                SELECT audit.* FROM audit_enrollment JOIN audit ON audit.sequence = audit_enrollment.sequence
                WHERE audit_enrollment.enrollment_id = ? ORDER BY audit_enrollment.sequence DESC LIMIT ?
                """, [id.text, limit]
            ).map(AuditEntry.init)
        }
    }

    package func auditEntries(
        tenant: TenantID, kind: String?, before sequence: Int?, limit: Int
    ) async throws -> [AuditEntry] {
        var (condition, order) = ("tenant_id = ?", "at DESC, sequence DESC")
        var arguments: StatementArguments = [tenant.text]
        if let kind {
            (condition, order) = ("tenant_id = ? AND kind = ?", "sequence DESC")
            arguments += [kind]
            if let sequence {
                condition += " AND sequence < ?"
                arguments += [sequence]
            }
        } else if let sequence {
            condition += " AND (at, sequence) < (SELECT at, sequence FROM audit WHERE sequence = ?)"
            arguments += [sequence]
        }
        let sql = "SELECT * FROM audit WHERE \(condition) ORDER BY \(order) LIMIT ?"
        let all = arguments + [limit]
        return try await readMany { database in try database.rows(sql, all).map(AuditEntry.init) }
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

    /// What is told under an agreement gives it its proposal, so that both are written or neither is.
    /// - Throws: `proposalEnded` where it can have it no more.
    func append(_ event: AuditEvent, tenant: TenantID?, at instant: Instant, in database: Database) throws {
        if let agreement = actor.agreement {
            try SQLiteStore.claim(agreement, tenant: tenant, at: instant, in: database, trail: self)
        }
        var end = try SQLiteStore.chainEnd(.audit, in: database)
        let told = event.detail.by(actor)
        let (milliseconds, detail) = (instant.millisecondsSince1970, try SQLiteStore.json(told))
        end.append(
            AuditChain.text(
                auditSequence: end.length + 1, at: milliseconds, tenant: tenant?.text ?? "", kind: event.kind.rawValue,
                detail: detail))
        try database.run(
            "INSERT INTO audit (sequence, at, tenant_id, kind, detail, hash) VALUES (?, ?, ?, ?, ?, ?)",
            [end.length, milliseconds, tenant?.text, event.kind.rawValue, detail, Data(end.head)])
        try SQLiteStore.setChainEnd(.audit, to: end, in: database, chain: chain)
        try Self.link(told, to: end.length, in: database)
    }

    /// Where an entry names enrollments, it is found by them.
    private static func link(_ detail: AuditDetail, to sequence: Int, in database: Database) throws {
        for id in detail.enrollments {
            // What an entry names need not be there: an older one may have been changed by somebody else.
            try database.run(
                """
                INSERT INTO audit_enrollment (enrollment_id, sequence) SELECT id, ? FROM enrollment WHERE id = ?
                ON CONFLICT DO NOTHING
                """, [sequence, id.text])
        }
    }

    /// The same for all that was written before entries were found so.
    static func linkAllEntries(in database: Database) throws {
        let rows = try Row.fetchCursor(database, sql: "SELECT sequence, detail FROM audit ORDER BY sequence")
        while let row = try rows.next() {
            guard let detail = try? AuditDetail(row) else { continue }
            try link(detail, to: try row.integer("sequence"), in: database)
        }
    }

    /// Takes a row of `audit` that tells no more out of what it is found by.
    static func unlink(_ row: Row, in database: Database) throws {
        guard let detail = try? AuditDetail(row) else { return }
        for id in detail.enrollments {
            try database.run(
                "DELETE FROM audit_enrollment WHERE enrollment_id = ? AND sequence = ?",
                [id.text, try row.integer("sequence")])
        }
    }
}

extension AuditDetail {
    fileprivate init(_ row: Row) throws {
        self = try JSONDecoder().decode(AuditDetail.self, from: Data(row.text("detail").utf8))
    }
}

extension AuditEntry {
    fileprivate init(_ row: Row) throws {
        guard let detail = try? AuditDetail(row) else { throw StorageError.storedValueInvalid }
        self.init(
            sequence: try row.integer("sequence"), at: try row.instant("at"),
            tenantID: try row.decode(String?.self, forColumn: "tenant_id").flatMap(TenantID.init(text:)),
            kind: try row.text("kind"), detail: detail.texts)
    }
}
