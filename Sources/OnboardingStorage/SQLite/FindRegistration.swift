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

    package func enrollment(tenant: TenantID, code: String) async throws -> StoredEnrollment? {
        let id: EnrollmentID? = try lookUp { database in
            try database.row(
                "SELECT id FROM enrollment WHERE tenant_id = ? AND registration_code = ? AND erased_at IS NULL",
                [tenant.text, code]
            )?.identifier("id")
        }
        guard let id else { return nil }
        return try await enrollment(id)
    }

    package func traced(
        id: EnrollmentID?, registrationCode: String?, tenant: TenantID
    ) async throws -> TracedEnrollment? {
        let column = id == nil ? "registration_code" : "id"
        return try lookUp { database in
            try database.row(
                "SELECT id, erased_at FROM enrollment WHERE tenant_id = ? AND \(column) = ?",
                [tenant.text, id?.text ?? registrationCode]
            ).map { row in
                TracedEnrollment(
                    id: try row.identifier("id"),
                    erasedAt: try row.decode(Int64?.self, forColumn: "erased_at")
                        .map(Instant.init(millisecondsSince1970:)))
            }
        }
    }

    package func enrollments(beside id: EnrollmentID) async throws -> [(id: EnrollmentID, isComplete: Bool)] {
        try lookUp { try Self.enrollments(beside: id, in: $0) }
    }

    static func enrollments(
        beside id: EnrollmentID, in database: Database
    ) throws -> [(id: EnrollmentID, isComplete: Bool)] {
        try database.rows(
            """
            SELECT other.id, other.status = 'complete' AS is_complete FROM enrollment AS own
            JOIN enrollment AS other ON other.subject_id = own.subject_id
            WHERE own.id = ? AND other.number <> own.number ORDER BY other.number
            """, [id.text]
        ).map { (try $0.identifier("id"), try $0.integer("is_complete") == 1) }
    }
}
