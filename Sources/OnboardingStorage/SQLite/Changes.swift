package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func commitCounter() async throws -> Int { try commits.value() }

    package func revisions(of ids: [EnrollmentID]) async throws -> [EnrollmentRevision] {
        guard !ids.isEmpty else { return [] }
        let asked = try Self.json(ids.map(\.text))
        return try await readMany { database in
            try database.rows(
                """
                SELECT enrollment.id AS id, deadline, version + (
                    SELECT coalesce(sum(visit.version), 0) FROM authentication AS visit
                    WHERE visit.enrollment_id = enrollment.id) AS version
                FROM json_each(?) AS asked CROSS JOIN enrollment ON enrollment.id = asked.value
                WHERE erased_at IS NULL
                """, [asked]
            ).map { row in
                let deadline = try row.decode(Int64?.self, forColumn: "deadline")
                return EnrollmentRevision(
                    id: try row.identifier("id"), version: try row.integer("version"),
                    deadline: deadline.map(Instant.init(millisecondsSince1970:)))
            }
        }
    }
}
