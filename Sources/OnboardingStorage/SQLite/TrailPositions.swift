internal import Foundation
internal import GRDB
package import OnboardingCore

extension SQLiteStore {
    package func chainedEntries(after sequence: Int, limit: Int) async throws -> [ChainedEntry] {
        try await readMany { database in
            try database.rows(
                "SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?", [sequence, limit]
            ).map(ChainedEntry.init)
        }
    }

    package func trailStanding(of receiver: String) async throws -> TrailStanding {
        try lookUp { database in
            let sent = try Self.position(of: receiver, in: database)
            let next = try database.row(
                "SELECT at FROM audit WHERE sequence > ? ORDER BY sequence LIMIT 1", [sent])
            let length = try Int.fetchOne(database, sql: "SELECT max(sequence) FROM audit")
            return TrailStanding(sent: sent, length: length ?? 0, oldest: try next?.instant("at"))
        }
    }

    package func moveTrailPosition(
        of receiver: String, from start: Int, to end: Int, at instant: Instant
    ) async throws -> Bool {
        try await writer.run { database in
            guard try Self.position(of: receiver, in: database) == start else { return false }
            try database.run(
                """
                INSERT INTO trail_position (receiver, sequence, changed_at) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET sequence = excluded.sequence, changed_at = excluded.changed_at
                """, [receiver, end, instant.millisecondsSince1970])
            return true
        }
    }

    private static func position(of receiver: String, in database: Database) throws -> Int {
        try database.row("SELECT sequence FROM trail_position WHERE receiver = ?", [receiver])?.integer("sequence") ?? 0
    }
}

extension ChainedEntry {
    fileprivate init(_ row: Row) throws {
        let (sequence, at, kind) = (try row.integer("sequence"), try row.instant("at"), try row.text("kind"))
        let (tenant, detail) = (try row.decode(String?.self, forColumn: "tenant_id") ?? "", try row.text("detail"))
        self.init(
            sequence: sequence, at: at, tenant: tenant, kind: kind,
            texts: (try? JSONDecoder().decode(AuditDetail.self, from: Data(detail.utf8)))?.texts,
            text: AuditChain.text(
                auditSequence: sequence, at: at.millisecondsSince1970, tenant: tenant, kind: kind, detail: detail),
            hash: try row.bytes("hash"))
    }
}
