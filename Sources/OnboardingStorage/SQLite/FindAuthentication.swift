package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func authentication(_ id: AuthenticationID) async throws -> StoredAuthentication? {
        try await authentications("id = ?", [id.text]).first
    }

    package func authentication(tenant: TenantID, sessionDigest: [UInt8]) async throws -> StoredAuthentication? {
        try await authentications("tenant_id = ? AND session_digest = ?", [tenant.text, Data(sessionDigest)]).first
    }

    package func authentication(tenant: TenantID, tokenDigest: [UInt8]) async throws -> StoredAuthentication? {
        try await authentications("tenant_id = ? AND token_digest = ?", [tenant.text, Data(tokenDigest)]).first
    }

    package func authentications(of id: EnrollmentID, limit: Int) async throws -> [StoredAuthentication] {
        try await authentications("enrollment_id = ?", [id.text], limit: limit)
    }

    package func authentications(
        tenant: TenantID, status: CaseStatus?, before number: Int?, limit: Int
    ) async throws -> [StoredAuthentication] {
        let ofStatus = status == nil ? "" : " AND status = ?"
        return try await authentications(
            "tenant_id = ?\(ofStatus) AND number < ?",
            [tenant.text] + (status.map { [$0.rawValue] } ?? []) + [number ?? .max], limit: limit)
    }

    package func authentications(
        tenant: TenantID, of enrollment: EnrollmentID?, referenceDigest: [UInt8]?, before number: Int?, limit: Int
    ) async throws -> [StoredAuthentication] {
        var condition = "tenant_id = ? AND number < ?"
        var arguments: StatementArguments = [tenant.text, number ?? .max]
        if let enrollment {
            condition += " AND enrollment_id = ?"
            arguments += [enrollment.text]
        }
        if let referenceDigest {
            condition += " AND reference_digest = ?"
            arguments += [Data(referenceDigest)]
        }
        return try await authentications(condition, arguments, limit: limit)
    }

    package func authentications(triggeredBy id: OperatorID, limit: Int) async throws -> [StoredAuthentication] {
        try await authentications("operator_id = ?", [id.text], limit: limit)
    }

    private func authentications(
        _ condition: String, _ arguments: StatementArguments, limit: Int = 1
    ) async throws -> [StoredAuthentication] {
        try lookUp { database in
            try database.rows(
                "SELECT * FROM authentication WHERE \(condition) AND erased_at IS NULL ORDER BY number DESC LIMIT ?",
                arguments + [limit]
            ).map(StoredAuthentication.init)
        }
    }

    package func traced(_ id: AuthenticationID, tenant: TenantID) async throws -> TracedAuthentication? {
        try lookUp { database in
            try database.row("SELECT * FROM authentication WHERE id = ? AND tenant_id = ?", [id.text, tenant.text])
                .map(TracedAuthentication.init)
        }
    }

    package func tracedAuthentications(of id: EnrollmentID, limit: Int) async throws -> [TracedAuthentication] {
        try lookUp { database in
            try database.rows(
                "SELECT * FROM authentication WHERE enrollment_id = ? ORDER BY number DESC LIMIT ?", [id.text, limit]
            ).map(TracedAuthentication.init)
        }
    }

    package func countAuthentications(of id: EnrollmentID) async throws -> Int {
        try lookUp { database in
            try database.row("SELECT count(*) AS count FROM authentication WHERE enrollment_id = ?", [id.text])?
                .integer("count") ?? 0
        }
    }

    package func evidence(ofAuthenticationsOf id: EnrollmentID) async throws -> [EvidenceRow] {
        try lookUp { database in
            try database.rows(
                """
                SELECT * FROM evidence WHERE enrollment_id = ? AND \(Self.isOfAuthentication)
                ORDER BY created_at, id
                """, [id.text]
            ).map(EvidenceRow.init)
        }
    }

    /// Of a row of `evidence`.
    static let isOfAuthentication = "kind LIKE '\(EvidenceRow.authenticationPrefix)%'"

    package func devices(of id: EnrollmentID) async throws -> [DeviceRow] {
        try lookUp { database in
            try database.rows("SELECT * FROM device WHERE enrollment_id = ? ORDER BY number", [id.text]).map { row in
                DeviceRow(
                    device: DeviceWrite(
                        deviceDigest: try row.bytes("device_digest"), sealed: try row.bytes("sealed")),
                    registeredAt: try row.instant("created_at"),
                    replacedAt: try row.decode(Int64?.self, forColumn: "replaced_at")
                        .map(Instant.init(millisecondsSince1970:)))
            }
        }
    }

    package func registration(tenant: TenantID, usernameDigest: [UInt8]) async throws -> StoredEnrollment? {
        let id: EnrollmentID? = try lookUp { database in
            try database.row(
                """
                SELECT enrollment.id FROM subject JOIN enrollment ON enrollment.subject_id = subject.id
                WHERE subject.tenant_id = ? AND username_digest = ? AND status = 'complete'
                    AND enrollment.erased_at IS NULL
                ORDER BY number DESC LIMIT 1
                """, [tenant.text, Data(usernameDigest)]
            )?.identifier("id")
        }
        guard let id else { return nil }
        return try await enrollment(id)
    }
}

extension TracedAuthentication {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), enrollmentID: try row.identifier("enrollment_id"),
            purpose: try Authentication.purpose(in: row),
            authentication: try SQLiteStore.state(in: row),
            createdAt: try row.instant("created_at"), changedAt: try row.instant("changed_at"),
            erasedAt: try row.decode(Int64?.self, forColumn: "erased_at").map(Instant.init(millisecondsSince1970:)))
    }
}

extension StoredAuthentication {
    fileprivate init(_ row: Row) throws {
        let operatorID = try row.decode(String?.self, forColumn: "operator_id")
        var trigger: TriggerWrite?
        if operatorID != nil {
            trigger = TriggerWrite(
                operatorID: try row.identifier("operator_id"), sealedHandOff: try row.bytes("sealed_hand_off"))
        }
        self.init(
            number: try row.integer("number"), id: try row.identifier("id"),
            tenantID: try row.identifier("tenant_id"), enrollmentID: try row.identifier("enrollment_id"),
            purpose: try Authentication.purpose(in: row), version: try row.integer("version"),
            authentication: try SQLiteStore.state(in: row),
            createdAt: try row.instant("created_at"), changedAt: try row.instant("changed_at"),
            sessionDigest: try row.bytesIfPresent("session_digest"),
            tokenDigest: try row.bytesIfPresent("token_digest"), trigger: trigger,
            sealedReference: try row.bytesIfPresent("sealed_reference"),
            chainLength: try row.integer("chain_length"), chainHead: try row.bytes("chain_head"))
    }
}
