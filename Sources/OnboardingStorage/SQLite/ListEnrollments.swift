package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func enrollments(after number: Int, limit: Int) async throws -> (page: [ListedEnrollment], next: Int?) {
        try await readMany { database in
            do {
                let page: [ListedEnrollment] = try database.rows(
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

    package func enrollments(
        tenant: TenantID, from start: Instant, until end: Instant, after number: Int, scanning scanned: Int
    ) async throws -> (page: [EnrollmentID], next: Int?) {
        try await readMany { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT number, id, tenant_id = ? AND created_at < ? AND (changed_at >= ? OR deadline IS NOT NULL)
                        AS fits
                    FROM enrollment WHERE number > ? ORDER BY number LIMIT ?
                    """,
                arguments: [
                    tenant.text, end.millisecondsSince1970, start.millisecondsSince1970, number, scanned,
                ])
            var page: [EnrollmentID] = []
            var (seen, last) = (0, number)
            while let row = try rows.next() {
                seen += 1
                last = try row.integer("number")
                if try row.integer("fits") == 1 { page.append(try row.identifier("id")) }
            }
            return (page, seen == scanned ? last : nil)
        }
    }

    package func enrollments(
        areErased: Bool, after number: Int, limit: Int
    ) async throws -> [(number: Int, id: EnrollmentID)] {
        try await readMany { database in
            try database.rows(
                """
                SELECT number, id FROM enrollment WHERE (erased_at IS NOT NULL) = ? AND number > ?
                ORDER BY number LIMIT ?
                """, [areErased, number, limit]
            ).map { (try $0.integer("number"), try $0.identifier("id")) }
        }
    }

    private static func listed(_ number: Int, in database: Database) -> ListedEnrollment? {
        do {
            let row = try database.row("SELECT id FROM enrollment WHERE number = ?", [number])
            return try row.map { (number, try $0.identifier("id")) }
        } catch {
            return (number, nil)
        }
    }
}
