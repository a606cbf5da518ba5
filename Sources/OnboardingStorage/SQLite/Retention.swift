package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func ended(
        tenant: TenantID, withRegistration isRegistered: Bool, changedBefore instant: Instant, limit: Int
    ) async throws -> [EnrollmentID] {
        try await readMany { database in
            try Self.ended(isRegistered).flatMap { condition -> [EnrollmentID] in
                try database.rows(
                    """
                    SELECT id FROM enrollment WHERE \(condition) AND \(Self.isFree("enrollment.id"))
                    ORDER BY changed_at LIMIT ?
                    """, [tenant.text, instant.millisecondsSince1970, limit]
                ).map { try $0.identifier("id") }
            }
        }
    }

    package func wholeEvidence(
        tenant: TenantID, kind: String, before instant: Instant, limit: Int
    ) async throws -> [EvidenceRow] {
        try await readMany { database in
            // One after the other, each by the index, and not all that is due in order to sort it.
            let rows = try Self.kinds(like: kind).flatMap { kind in
                try database.rows(
                    """
                    SELECT evidence.* FROM evidence \(Self.whole) AND \(Self.isFree("evidence.enrollment_id"))
                    ORDER BY evidence.created_at LIMIT ?
                    """, [kind, instant.millisecondsSince1970, tenant.text, limit]
                ).map { try EvidenceRow($0) }
            }
            return Array(rows.sorted { $0.createdAt < $1.createdAt }.prefix(limit))
        }
    }

    package func replace(_ old: EvidenceRow, by reduced: EvidenceRow) async throws -> Bool {
        guard let reduction = reduced.reduction else { return false }
        return try await writer.run { database in
            guard try !Self.isHeld(old.enrollmentID, in: database) else { return false }
            try database.run(
                """
                DELETE FROM evidence WHERE id = ? AND reduced_at IS NULL
                AND enrollment_id NOT IN (SELECT enrollment_id FROM erasure)
                """, [old.id.text])
            guard database.changesCount == 1 else { return false }
            try database.run(
                """
                INSERT INTO evidence (id, enrollment_id, kind, byte_count, digest, created_at, reduced_at, original_id,
                    original_digest)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    reduced.id.text, reduced.enrollmentID.text, reduced.kind, reduced.byteCount, Data(reduced.digest),
                    reduced.createdAt.millisecondsSince1970, reduction.at.millisecondsSince1970,
                    reduction.originalID.text, Data(reduction.originalDigest),
                ])
            if old.kind == EvidenceRow.authenticationPrefix + "document" {
                try database.run(
                    """
                    DELETE FROM authentication_result WHERE step = ?
                    AND authentication_id IN (SELECT id FROM authentication WHERE enrollment_id = ?)
                    """, [Step.addDocument.rawValue, old.enrollmentID.text])
                if try Self.newerDocument(of: old.enrollmentID, in: database) == old.judgedID {
                    try Self.forgetDocument(of: old.enrollmentID, in: database)
                }
            }
            if old.kind == "document" {
                try database.run(
                    "DELETE FROM idempotency_record WHERE enrollment_id = ? AND step = ?",
                    [old.enrollmentID.text, Step.addDocument.rawValue])
                // What a newer one says goes with that one.
                if try Self.newerDocument(of: old.enrollmentID, in: database) == nil {
                    try Self.forgetDocument(of: old.enrollmentID, in: database)
                }
            }
            return true
        }
    }

    package func withdrawTrail(tenant: TenantID?, before instant: Instant, limit: Int) async throws -> Int {
        let chain = chain
        return try await writer.run { database in
            let rows = try database.rows(
                """
                SELECT * FROM audit WHERE tenant_id IS ? AND at < ? AND detail NOT LIKE ? ORDER BY sequence LIMIT ?
                """, [tenant?.text, instant.millisecondsSince1970, WithdrawnEntry.pattern, limit])
            for row in rows {
                try AuditTrail.unlink(row, in: database)
                try database.run(
                    "UPDATE audit SET detail = ? WHERE sequence = ?",
                    [try WithdrawnEntry(row).detail(chain: chain), try row.integer("sequence")])
            }
            return rows.count
        }
    }

    package func overdue(tenant: TenantID, _ limits: RetentionLimits) async throws -> RetentionCounts {
        try await readMany { database in
            func count(_ sql: String, _ arguments: StatementArguments) throws -> Int {
                try database.row(sql, arguments)?.integer("count") ?? 0
            }
            var counts = RetentionCounts()
            for (isRegistered, limit) in [(true, limits.registrations), (false, limits.failed)] {
                for condition in Self.ended(isRegistered) {
                    let arguments: StatementArguments = [tenant.text, limit.millisecondsSince1970]
                    let from = "SELECT count(*) AS count FROM enrollment WHERE \(condition)"
                    let free = try count("\(from) AND \(Self.isFree("enrollment.id"))", arguments)
                    counts.held += try count(from, arguments) - free
                    if isRegistered { counts.registrations += free } else { counts.failed += free }
                }
            }
            for (kind, limit) in [("face", limits.faceEvidence), ("document", limits.documentEvidence)] {
                let free = try Self.kinds(like: kind).reduce(0) { sum, kind in
                    try sum
                        + count(
                            """
                            SELECT count(*) AS count FROM evidence \(Self.whole)
                            AND \(Self.isFree("evidence.enrollment_id"))
                            """, [kind, limit.millisecondsSince1970, tenant.text])
                }
                if kind == "face" { counts.faceEvidence = free } else { counts.documentEvidence = free }
            }
            counts.faceEvidence += try count(
                "SELECT count(*) AS count \(Self.dueImages)",
                [limits.faceEvidence.millisecondsSince1970, tenant.text])
            counts.trail = try count(
                "SELECT count(*) AS count FROM audit WHERE tenant_id = ? AND at < ? AND detail NOT LIKE ?",
                [tenant.text, limits.trail.millisecondsSince1970, WithdrawnEntry.pattern])
            return counts
        }
    }

    package func trustedClock() async throws -> Instant? {
        try await readMany { database in
            try database.row("SELECT at FROM retention_clock", []).map { try $0.instant("at") }
        }
    }

    package func trustClock(until instant: Instant) async throws {
        try await writer.run { database in
            try database.run("DELETE FROM retention_clock", [])
            try database.run("INSERT INTO retention_clock (at) VALUES (?)", [instant.millisecondsSince1970])
        }
    }

    /// Conditions that take the tenant and an instant, each with an index of its own. Whom a human has accepted is kept as
    /// those are whom a machine has.
    private static func ended(_ isRegistered: Bool) -> [String] {
        let failed =
            "tenant_id = ? AND status <> 'complete' AND deadline IS NULL AND erased_at IS NULL AND changed_at < ?"
        // What cannot be read is nobody whom a human has accepted, and who was asked for a capture after that has not registered.
        let isAccepted = """
            CASE WHEN json_valid(state) AND json_extract(state, '$.review.asksForCapture') IS NULL
            THEN coalesce(json_extract(state, '$.review.decision'), '') ELSE '' END
            """
        return isRegistered
            ? [
                "tenant_id = ? AND status = 'complete' AND erased_at IS NULL AND changed_at < ?",
                "\(failed) AND \(isAccepted) = 'accepted'",
            ] : ["\(failed) AND \(isAccepted) <> 'accepted'"]
    }

    /// What authentications rest on is kept as what it is like.
    private static func kinds(like kind: String) -> [String] { [kind, EvidenceRow.authenticationPrefix + kind] }

    /// Takes a kind, an instant and the tenant.
    private static let whole = """
        JOIN enrollment ON enrollment.id = evidence.enrollment_id
        WHERE evidence.kind = ? AND evidence.created_at < ? AND evidence.reduced_at IS NULL
        AND enrollment.tenant_id = ? AND enrollment.deadline IS NULL AND enrollment.erased_at IS NULL
        """

    private static func isFree(_ enrollment: String) -> String {
        "NOT EXISTS (SELECT 1 FROM legal_hold WHERE legal_hold.enrollment_id = \(enrollment))"
    }
}
