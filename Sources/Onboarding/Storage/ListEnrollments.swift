internal import GRDB

extension Store {
    /// Up to `limit` enrollments in the order of beginning, those after `number` (0 for the first), with their numbers.
    func enrollments(after number: Int, limit: Int) async throws -> [(number: Int, id: EnrollmentID)] {
        try await database.read { database in
            try database.rows(
                "SELECT number, id FROM enrollment WHERE number > ? ORDER BY number LIMIT ?", [number, limit]
            ).map { (try $0.integer("number"), try $0.identifier("id")) }
        }
    }
}
