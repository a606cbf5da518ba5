package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func registrations(
        tenant: TenantID, skipping skipped: Int, limit: Int
    ) async throws -> (total: Int, page: [EnrollmentID]) {
        try await readMany { database in
            let total = try database.row(
                "SELECT count(*) AS count FROM enrollment WHERE tenant_id = ? AND status = 'complete' AND erased_at IS NULL",
                [tenant.text]
            )?.integer("count")
            let page: [EnrollmentID] = try database.rows(
                """
                SELECT id FROM enrollment WHERE tenant_id = ? AND status = 'complete' AND erased_at IS NULL
                ORDER BY number DESC LIMIT ? OFFSET ?
                """, [tenant.text, limit, skipped]
            ).map { try $0.identifier("id") }
            return (total ?? 0, page)
        }
    }

    package func registration(tenant: TenantID, code: String) async throws -> StoredEnrollment? {
        let id: EnrollmentID? = try lookUp { database in
            try database.row(
                "SELECT id FROM enrollment WHERE tenant_id = ? AND registration_code = ? AND erased_at IS NULL",
                [tenant.text, code]
            )?.identifier("id")
        }
        guard let id else { return nil }
        return try await enrollment(id)
    }

    package func issuedCode(_ code: String, tenant: TenantID) async throws -> (id: EnrollmentID, erasedAt: Instant?)? {
        try lookUp { database in
            try database.row(
                "SELECT id, erased_at FROM enrollment WHERE tenant_id = ? AND registration_code = ?",
                [tenant.text, code]
            ).map { row in
                (
                    try row.identifier("id"),
                    try row.decode(Int64?.self, forColumn: "erased_at").map(Instant.init(millisecondsSince1970:))
                )
            }
        }
    }

    package func attempts(beside id: EnrollmentID) async throws -> [EnrollmentID] {
        try lookUp { try Self.attempts(beside: id, in: $0) }
    }

    static func attempts(beside id: EnrollmentID, in database: Database) throws -> [EnrollmentID] {
        try database.rows(
            """
            SELECT other.id FROM enrollment AS own
            JOIN enrollment AS other ON other.subject_id = own.subject_id
            WHERE own.id = ? AND other.number <> own.number AND other.status <> 'complete' ORDER BY other.number
            """, [id.text]
        ).map { try $0.identifier("id") }
    }
}
