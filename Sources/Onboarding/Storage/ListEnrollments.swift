internal import EnrollmentCore
internal import GRDB

extension Store {
    /// Up to `limit` enrollments of the tenant that ended without a registration, last changed before then, of which
    /// something is still kept.
    func unregistered(
        tenant: TenantID, changedBefore instant: Instant, limit: Int
    ) async throws -> [EnrollmentID] {
        try await survey { database in
            try database.rows(
                """
                SELECT id FROM enrollment
                WHERE tenant_id = ? AND status = 0 AND deadline IS NULL AND erased_at IS NULL AND changed_at < ?
                ORDER BY changed_at LIMIT ?
                """, [tenant.text, instant.millisecondsSince1970, limit]
            ).map { try $0.identifier("id") }
        }
    }

    /// Up to `limit` enrollments in the order of beginning, those after `number` (0 for the first), with their numbers.
    func enrollments(after number: Int, limit: Int) async throws -> [(number: Int, id: EnrollmentID)] {
        try await survey { database in
            try database.rows(
                "SELECT number, id FROM enrollment WHERE number > ? ORDER BY number LIMIT ?", [number, limit]
            ).map { (try $0.integer("number"), try $0.identifier("id")) }
        }
    }
}
