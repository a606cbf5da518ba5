package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func holds(tenant: TenantID) async throws -> [LegalHold] {
        try await readMany { database in
            try database.rows(
                "SELECT * FROM legal_hold WHERE tenant_id = ? ORDER BY at, enrollment_id", [tenant.text]
            ).map { row in
                LegalHold(
                    enrollmentID: try row.identifier("enrollment_id"), tenantID: try row.identifier("tenant_id"),
                    reason: try row.text("reason"), at: try row.instant("at"))
            }
        }
    }

    package func hold(
        _ ids: [EnrollmentID], of tenant: TenantID, reason: String, at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            for id in ids {
                let kept = try database.row(
                    "SELECT 1 FROM enrollment WHERE id = ? AND tenant_id = ? AND erased_at IS NULL",
                    [id.text, tenant.text])
                guard kept != nil else { throw StorageError.unknownSubject }
                guard try !Self.isHeld(id, in: database) else { continue }
                try database.run(
                    "INSERT INTO legal_hold (enrollment_id, tenant_id, reason, at) VALUES (?, ?, ?, ?)",
                    [id.text, tenant.text, reason, instant.millisecondsSince1970])
                try trail.append(.holdAdded(id, reason: reason), tenant: tenant, at: instant, in: database)
            }
        }
    }

    package func liftHolds(on ids: [EnrollmentID], of tenant: TenantID, at instant: Instant) async throws -> Int {
        let trail = trail
        return try await writer.run { database in
            var lifted = 0
            for id in ids where try Self.isHeld(id, in: database) {
                try database.run(
                    "DELETE FROM legal_hold WHERE enrollment_id = ? AND tenant_id = ?", [id.text, tenant.text])
                guard database.changesCount == 1 else { continue }
                lifted += 1
                try trail.append(.holdLifted(id), tenant: tenant, at: instant, in: database)
            }
            return lifted
        }
    }

    static func isHeld(_ id: EnrollmentID, in database: Database) throws -> Bool {
        try database.row("SELECT 1 FROM legal_hold WHERE enrollment_id = ?", [id.text]) != nil
    }
}
