package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func fraudHolds(tenant: TenantID, endedBefore instant: Instant?) async throws -> [FraudHold] {
        try await readMany { database in
            try database.rows(
                """
                SELECT fraud_hold.*, (
                    SELECT count(*) FROM evidence
                    WHERE evidence.enrollment_id = fraud_hold.enrollment_id AND \(Self.isLockedAway)
                ) AS count FROM fraud_hold
                WHERE tenant_id = ? AND until < ? ORDER BY until, enrollment_id
                """, [tenant.text, instant?.millisecondsSince1970 ?? .max]
            ).map { row in
                FraudHold(
                    enrollmentID: try row.identifier("enrollment_id"), tenantID: try row.identifier("tenant_id"),
                    keyID: try row.identifierIfPresent("key_id"), until: try row.instant("until"),
                    count: try row.integer("count"))
            }
        }
    }

    package func end(_ hold: FraudHold, at instant: Instant) async throws {
        let (trail, id) = (trail, hold.enrollmentID)
        try await writer.run { database in
            guard try Self.isHeldForFraud(id, in: database) else { return }
            try database.run(
                "DELETE FROM evidence WHERE enrollment_id = ? AND \(Self.isLockedAway)", [id.text])
            try database.run("DELETE FROM seen_image WHERE enrollment_id = ?", [id.text])
            try database.run("DELETE FROM fraud_hold WHERE enrollment_id = ?", [id.text])
            try trail.append(.lockedEvidenceErased(id), tenant: hold.tenantID, at: instant, in: database)
        }
    }

    /// Keeps what an erasure that begins in the same transaction leaves.
    static func begin(_ write: FraudHoldWrite, at instant: Instant, in database: Database, trail: AuditTrail) throws {
        let hold = write.hold
        try database.run(
            "INSERT INTO fraud_hold (enrollment_id, tenant_id, key_id, until) VALUES (?, ?, ?, ?)",
            [
                hold.enrollmentID.text, hold.tenantID.text, hold.keyID?.text, hold.until.millisecondsSince1970,
            ])
        for row in write.evidence { try insert(row, in: database) }
        try trail.append(
            .evidenceLocked(hold.enrollmentID, count: hold.count, days: write.days),
            tenant: hold.tenantID, at: instant, in: database)
    }

    static func isHeldForFraud(_ id: EnrollmentID, in database: Database) throws -> Bool {
        try database.row("SELECT 1 FROM fraud_hold WHERE enrollment_id = ?", [id.text]) != nil
    }

    static let isLockedAway = "evidence.kind LIKE '\(EvidenceRow.lockedPrefix)%'"
}
