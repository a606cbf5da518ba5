internal import EnrollmentCore
internal import GRDB

extension Store {
    /// A page of the tenant's registrations, the newest first, with how many there are. A registration is an enrollment
    /// that is complete and not erased.
    func registrations(
        tenant: TenantID, skipping skipped: Int, limit: Int
    ) async throws -> (total: Int, page: [EnrollmentID]) {
        try await survey { database in
            let total = try database.row(
                "SELECT count(*) AS count FROM enrollment WHERE tenant_id = ? AND status = 2 AND erased_at IS NULL",
                [tenant.text]
            )?.integer("count")
            let page: [EnrollmentID] = try database.rows(
                """
                SELECT id FROM enrollment WHERE tenant_id = ? AND status = 2 AND erased_at IS NULL
                ORDER BY number DESC LIMIT ? OFFSET ?
                """, [tenant.text, limit, skipped]
            ).map { try $0.identifier("id") }
            return (total ?? 0, page)
        }
    }

    /// The registration of this code; nil where the tenant has none, or it was erased.
    func registration(tenant: TenantID, code: String) async throws -> StoredEnrollment? {
        let id: EnrollmentID? = try lookUp { database in
            try database.row(
                "SELECT id FROM enrollment WHERE tenant_id = ? AND registration_code = ? AND erased_at IS NULL",
                [tenant.text, code]
            )?.identifier("id")
        }
        guard let id else { return nil }
        return try await enrollment(id)
    }
}
