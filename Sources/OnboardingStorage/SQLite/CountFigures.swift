package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func figures() async throws -> StoreFigures {
        try await readMany { database in
            var figures = StoreFigures()
            for row in try database.rows(
                "SELECT status, count(*) AS count FROM enrollment WHERE erased_at IS NULL GROUP BY status", [])
            {
                figures.enrollments[try row.text("status")] = try row.integer("count")
            }
            figures.erased =
                try database.row("SELECT count(*) AS count FROM enrollment WHERE erased_at IS NOT NULL", [])?
                .integer("count") ?? 0
            if let row = try database.row(
                "SELECT count(*) AS count, coalesce(sum(byte_count), 0) AS bytes FROM evidence", [])
            {
                (figures.evidenceObjects, figures.evidenceBytes) = (try row.integer("count"), try row.integer("bytes"))
            }
            let backup = try database.row(
                "SELECT at FROM audit WHERE kind = ? ORDER BY sequence DESC LIMIT 1",
                [AuditEvent.Kind.backupWritten.rawValue])
            figures.lastBackup = try backup?.instant("at")
            return figures
        }
    }
}
