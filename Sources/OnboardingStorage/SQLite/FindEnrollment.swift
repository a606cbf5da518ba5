package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func enrollment(_ id: EnrollmentID) async throws -> StoredEnrollment? {
        try await enrollment(where: "enrollment.id = ?", [id.text])
    }

    package func enrollment(tenant: TenantID, sessionDigest: [UInt8]) async throws -> StoredEnrollment? {
        try await enrollment(
            where: "enrollment.tenant_id = ? AND session_digest = ?", [tenant.text, Data(sessionDigest)])
    }

    package func enrollment(tenant: TenantID, tokenDigest: [UInt8]) async throws -> StoredEnrollment? {
        try await enrollment(where: "enrollment.tenant_id = ? AND token_digest = ?", [tenant.text, Data(tokenDigest)])
    }

    package func knows(tenant: TenantID, usernameDigest: [UInt8]) async throws -> Bool {
        try lookUp { database in
            try database.row(
                "SELECT 1 FROM subject WHERE tenant_id = ? AND username_digest = ?",
                [tenant.text, Data(usernameDigest)]
            ) != nil
        }
    }

    package func isComplete(tenant: TenantID, usernameDigest: [UInt8]) async throws -> Bool {
        try lookUp { database in
            try database.row(
                """
                SELECT 1 FROM subject JOIN enrollment ON enrollment.subject_id = subject.id
                WHERE subject.tenant_id = ? AND username_digest = ? AND status = 'complete' LIMIT 1
                """, [tenant.text, Data(usernameDigest)]) != nil
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

    package func evidence(of id: EnrollmentID) async throws -> [EvidenceRow] {
        try lookUp { database in
            try database.rows(
                """
                SELECT * FROM evidence WHERE enrollment_id = ? AND NOT \(Self.isOfAuthentication)
                ORDER BY created_at, id
                """, [id.text]
            ).map(EvidenceRow.init)
        }
    }

    package func keptEvidence(of id: EnrollmentID) async throws -> [EvidenceRow?] {
        try lookUp { database in
            try database.rows(
                """
                SELECT * FROM evidence WHERE enrollment_id = ?
                AND enrollment_id NOT IN (SELECT enrollment_id FROM erasure)
                """, [id.text]
            ).map { try? EvidenceRow($0) }
        }
    }

    package func knownEvidence(among ids: [EvidenceID]) async throws -> Set<EvidenceID> {
        try await readMany { database in
            Set(try ids.filter { try database.row("SELECT 1 FROM evidence WHERE id = ?", [$0.text]) != nil })
        }
    }

    package func device(of id: EnrollmentID) async throws -> DeviceWrite? {
        try lookUp { database in
            try database.row(
                """
                SELECT device_digest, sealed FROM device WHERE enrollment_id = ? AND replaced_at IS NULL
                ORDER BY number LIMIT 1
                """, [id.text]
            ).map { row in
                DeviceWrite(deviceDigest: try row.bytes("device_digest"), sealed: try row.bytes("sealed"))
            }
        }
    }

    package func templates(of id: EnrollmentID) async throws -> [TemplateWrite] {
        try lookUp { database in
            try database.rows(
                """
                SELECT kind, model, sealed,
                    EXISTS (SELECT 1 FROM user_face WHERE template_number = template.number) AS is_handed_in
                FROM template WHERE enrollment_id = ? ORDER BY number
                """, [id.text]
            ).map { row in
                TemplateWrite(
                    kind: try row.text("kind"), model: try row.text("model"), sealed: try row.bytes("sealed"),
                    isHandedIn: try row.integer("is_handed_in") == 1)
            }
        }
    }

    package func failures(tenant: TenantID, subject: [UInt8], since: Instant, limit: Int) async throws -> [Instant] {
        try lookUp { try Self.failures(of: subject, tenant: tenant, since: since, limit: limit, in: $0) }
    }

    static func failures(
        of subject: [UInt8], tenant: TenantID, since: Instant, limit: Int, in database: Database
    ) throws -> [Instant] {
        try database.rows(
            """
            SELECT at FROM failure WHERE tenant_id = ? AND subject_digest = ? AND at >= ? ORDER BY at DESC LIMIT ?
            """, [tenant.text, Data(subject), since.millisecondsSince1970, limit]
        ).map { try $0.instant("at") }
    }

    private func enrollment(where condition: String, _ arguments: StatementArguments) async throws -> StoredEnrollment?
    {
        try lookUp { database in
            try database.row(
                """
                SELECT enrollment.*, username_digest, email_digest, device_digest FROM enrollment
                LEFT JOIN subject ON subject.id = enrollment.subject_id
                LEFT JOIN device ON device.number =
                    (SELECT min(number) FROM device WHERE enrollment_id = enrollment.id AND replaced_at IS NULL)
                WHERE \(condition) AND enrollment.erased_at IS NULL
                """, arguments
            ).map(StoredEnrollment.init)
        }
    }
}

extension StoredEnrollment {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), tenantID: try row.identifier("tenant_id"),
            subjectID: try row.identifier("subject_id"), version: try row.integer("version"),
            enrollment: try SQLiteStore.state(in: row),
            createdAt: try row.instant("created_at"),
            changedAt: try row.instant("changed_at"),
            sessionDigest: try row.bytesIfPresent("session_digest"),
            tokenDigest: try row.bytesIfPresent("token_digest"),
            usernameDigest: try row.bytes("username_digest"),
            emailDigest: try row.bytesIfPresent("email_digest"),
            deviceDigest: try row.bytesIfPresent("device_digest"),
            sealedPerson: try row.bytesIfPresent("sealed_person"),
            chainLength: try row.integer("chain_length"), chainHead: try row.bytes("chain_head"))
    }
}

extension EvidenceRow {
    init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), enrollmentID: try row.identifier("enrollment_id"),
            kind: try row.text("kind"), byteCount: try row.integer("byte_count"), digest: try row.bytes("digest"),
            createdAt: try row.instant("created_at"), reduction: try Reduction(row))
    }
}

extension EvidenceRow.Reduction {
    fileprivate init?(_ row: Row) throws {
        guard let at = try row.decode(Int64?.self, forColumn: "reduced_at") else { return nil }
        self.init(
            at: Instant(millisecondsSince1970: at), originalID: try row.identifier("original_id"),
            originalDigest: try row.bytes("original_digest"))
    }
}
