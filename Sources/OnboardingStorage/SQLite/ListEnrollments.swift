package import OnboardingCore
internal import GRDB

extension Store {
    /// The enrollments of the tenant that ended without a registration, last changed before then, of which
    /// something is still kept.
    package func unregistered(tenant: TenantID, changedBefore instant: Instant) async throws -> [EnrollmentID] {
        try await survey { database in
            try database.rows(
                """
                SELECT id FROM enrollment
                WHERE tenant_id = ? AND status = 0 AND deadline IS NULL AND erased_at IS NULL AND changed_at < ?
                ORDER BY changed_at
                """, [tenant.text, instant.millisecondsSince1970]
            ).map { try $0.identifier("id") }
        }
    }

    /// An enrollment's place in the order of beginning, and its identifier; nil where the database cannot read that.
    package typealias Listed = (number: Int, id: EnrollmentID?)

    /// Up to `limit` enrollments in the order of beginning, those after `number` (0 for the first). What is damaged keeps
    /// nobody from the rest.
    /// - Returns: also the number to go on after; nil at the end.
    package func enrollments(after number: Int, limit: Int) async throws -> (page: [Listed], next: Int?) {
        try await survey { database in
            do {
                let page: [Listed] = try database.rows(
                    "SELECT number, id FROM enrollment WHERE number > ? ORDER BY number LIMIT ?", [number, limit]
                ).map { (try $0.integer("number"), try? $0.identifier("id")) }
                return (page, page.count < limit ? nil : page.last?.number)
            } catch let error where StorageError.meansDamage(error) {
                let length = (try? Self.chainEnd(.register, in: database).length) ?? 0
                guard number < length else { return ([], nil) }
                let last = length - number > limit ? number + limit : length
                return ((number + 1...last).compactMap { Self.listed($0, in: database) }, last < length ? last : nil)
            }
        }
    }

    /// Up to `limit` enrollments that were erased, or that were not, those after `number`, in the order of beginning.
    package func enrollments(
        areErased: Bool, after number: Int, limit: Int
    ) async throws -> [(number: Int, id: EnrollmentID)] {
        try await survey { database in
            try database.rows(
                """
                SELECT number, id FROM enrollment WHERE (erased_at IS NOT NULL) = ? AND number > ?
                ORDER BY number LIMIT ?
                """, [areErased, number, limit]
            ).map { (try $0.integer("number"), try $0.identifier("id")) }
        }
    }

    private static func listed(_ number: Int, in database: Database) -> Listed? {
        do {
            let row = try database.row("SELECT id FROM enrollment WHERE number = ?", [number])
            return try row.map { (number, try $0.identifier("id")) }
        } catch {
            return (number, nil)
        }
    }
}
