package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func captureCodes(of id: EnrollmentID) throws -> [StoredCaptureCodes] {
        try lookUp { database in
            try database.rows(
                """
                SELECT number, enrollment_id, tenant_id, sealed FROM capture_codes WHERE enrollment_id = ? ORDER BY number
                """, [id.text]
            ).map(StoredCaptureCodes.init)
        }
    }

    package func captureCodes(after number: Int, limit: Int) async throws -> [StoredCaptureCodes] {
        try await readMany { database in
            try database.rows(
                """
                SELECT number, enrollment_id, tenant_id, sealed FROM capture_codes WHERE number > ? ORDER BY number LIMIT ?
                """, [number, limit]
            ).map(StoredCaptureCodes.init)
        }
    }
}

extension StoredCaptureCodes {
    fileprivate init(_ row: Row) throws {
        self.init(
            number: try row.integer("number"), enrollmentID: try row.identifier("enrollment_id"),
            tenantID: try row.identifier("tenant_id"), sealed: try row.bytes("sealed"))
    }
}
