internal import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func figures() async throws -> StoreFigures {
        try await readMany { database in
            var figures = StoreFigures()
            for row in try database.rows(
                """
                SELECT tenant_id, status, erased_at IS NOT NULL AS is_erased, count(*) AS count FROM enrollment
                GROUP BY tenant_id, status, erased_at IS NOT NULL
                """, [])
            {
                let tenant: TenantID = try row.identifier("tenant_id")
                let count = try row.integer("count")
                if try row.integer("is_erased") == 1 {
                    figures.tenants[tenant, default: .init()].erased += count
                } else {
                    figures.tenants[tenant, default: .init()].enrollments[try row.text("status")] = count
                }
            }
            for row in try database.rows(
                "SELECT tenant_id, sum(cases) AS count FROM case_day WHERE figure = ? GROUP BY tenant_id",
                [CaseFigure.handedIn.text])
            {
                let tenant: TenantID = try row.identifier("tenant_id")
                figures.tenants[tenant, default: .init()].handedIn = try row.integer("count")
            }
            for row in try database.rows(
                """
                SELECT tenant_id, status, count(*) AS count FROM authentication WHERE erased_at IS NULL
                GROUP BY tenant_id, status
                """, [])
            {
                let tenant: TenantID = try row.identifier("tenant_id")
                figures.tenants[tenant, default: .init()].authentications[try row.text("status")] =
                    try row.integer("count")
            }
            for row in try database.rows(
                """
                SELECT enrollment.tenant_id AS tenant_id, sum(evidence.byte_count) AS bytes FROM evidence
                JOIN enrollment ON enrollment.id = evidence.enrollment_id GROUP BY enrollment.tenant_id
                """, [])
            {
                let tenant: TenantID = try row.identifier("tenant_id")
                figures.tenants[tenant, default: .init()].evidenceBytes = try row.integer("bytes")
            }
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
