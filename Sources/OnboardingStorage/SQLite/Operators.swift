package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func operators(tenant: TenantID) async throws -> [OperatorRow] {
        try lookUp { database in
            try database.rows(Self.selectOperator + " WHERE tenant_id = ? ORDER BY name", [tenant.text])
                .map(OperatorRow.init)
        }
    }

    package func operatorRow(tenant: TenantID, name: String) async throws -> OperatorRow? {
        try lookUp { database in
            try database.row(Self.selectOperator + " WHERE tenant_id = ? AND name = ?", [tenant.text, name])
                .map(OperatorRow.init)
        }
    }

    package func add(_ row: OperatorRow, link: SignInLinkRow?) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                try Self.insert(row, in: database, trail: trail)
                if let link { try Self.insert(link, of: row, at: row.createdAt, in: database, trail: trail) }
            }
        }
    }

    package func change(
        _ id: OperatorID, role: String, rights: String, at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            let row = try Self.operatorRow(id, in: database)
            guard row.role != role || row.rights != rights else { return }
            try database.run("UPDATE operator SET role = ?, rights = ? WHERE id = ?", [role, rights, id.text])
            try trail.append(
                .operatorChanged(name: row.name, role: role, rights: rights), tenant: row.tenantID, at: instant,
                in: database)
        }
    }

    package func setDisabled(_ isDisabled: Bool, _ id: OperatorID, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            let row = try Self.operatorRow(id, in: database)
            guard (row.disabledAt != nil) != isDisabled else { return }
            try database.run(
                "UPDATE operator SET disabled_at = ? WHERE id = ?",
                [isDisabled ? instant.millisecondsSince1970 : nil, id.text])
            if isDisabled {
                for table in ["operator_session", "sign_in_link"] {
                    try database.run("DELETE FROM \(table) WHERE operator_id = ?", [id.text])
                }
                try Self.voidProposals(of: id, at: instant, in: database, trail: trail)
            }
            try trail.append(
                isDisabled ? .operatorEnded(name: row.name) : .operatorRestored(name: row.name),
                tenant: row.tenantID, at: instant, in: database)
        }
    }

    package func setPassword(
        _ hash: String, of id: OperatorID, keeping session: [UInt8], renewedAs renewed: [UInt8], at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            let row = try Self.operatorRow(id, in: database)
            try database.run("UPDATE operator SET password_hash = ? WHERE id = ?", [hash, id.text])
            try database.run("DELETE FROM sign_in_link WHERE operator_id = ?", [id.text])
            try database.run(
                "DELETE FROM operator_session WHERE operator_id = ? AND digest <> ?", [id.text, Data(session)])
            // From here on the old one has to be known.
            try database.run(
                "UPDATE operator_session SET beginning = ?, digest = ? WHERE digest = ? AND operator_id = ?",
                [OperatorSessionRow.Beginning.password.rawValue, Data(renewed), Data(session), id.text])
            try trail.append(
                .operatorPasswordSet(name: row.name), tenant: row.tenantID, at: instant, in: database)
        }
    }

    package func resetSecondFactor(of id: OperatorID, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            let row = try Self.operatorRow(id, in: database)
            try database.run(
                "UPDATE operator SET sealed_secret = NULL, last_step = NULL WHERE id = ?", [id.text])
            for table in ["operator_session", "operator_passkey"] {
                try database.run("DELETE FROM \(table) WHERE operator_id = ?", [id.text])
            }
            try trail.append(
                .operatorSecondFactorReset(name: row.name), tenant: row.tenantID, at: instant, in: database)
        }
    }

    private static let selectOperator = """
        SELECT operator.*,
            (SELECT count(*) FROM operator_passkey WHERE operator_passkey.operator_id = operator.id) AS passkey_count
        FROM operator
        """

    private static func insert(_ row: OperatorRow, in database: Database, trail: AuditTrail) throws {
        try database.run(
            """
            INSERT INTO operator (
                id, tenant_id, name, role, rights, password_hash, sealed_secret, last_step, created_at,
                disabled_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                row.id.text, row.tenantID.text, row.name, row.role, row.rights, row.passwordHash,
                row.sealedSecret.blob, row.lastStep, row.createdAt.millisecondsSince1970,
                row.disabledAt?.millisecondsSince1970,
            ])
        try trail.append(
            .operatorAdded(name: row.name, role: row.role, rights: row.rights), tenant: row.tenantID,
            at: row.createdAt, in: database)
    }

    static func operatorRow(_ id: OperatorID, in database: Database) throws -> OperatorRow {
        guard let row = try database.row(selectOperator + " WHERE id = ?", [id.text]) else {
            throw StorageError.unknownSubject
        }
        return try OperatorRow(row)
    }
}

// MARK: Identities

extension SQLiteStore {
    package func operatorRow(
        tenant: TenantID, issuer: String, subjectDigest: [UInt8]
    ) async throws -> OperatorRow? {
        try lookUp { database in
            try database.row(
                Self.selectOperator + """
                     JOIN operator_identity AS identity ON operator.id = identity.operator_id
                    WHERE identity.tenant_id = ? AND identity.issuer = ? AND identity.subject_digest = ?
                    """, [tenant.text, issuer, Data(subjectDigest)]
            ).map(OperatorRow.init)
        }
    }

    package func add(_ row: OperatorRow, identity: OperatorIdentityRow) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                try Self.insert(row, in: database, trail: trail)
                try database.run(
                    """
                    INSERT INTO operator_identity (operator_id, tenant_id, issuer, subject_digest, created_at)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                    [
                        identity.operatorID.text, identity.tenantID.text, identity.issuer,
                        Data(identity.subjectDigest), identity.createdAt.millisecondsSince1970,
                    ])
            }
        }
    }

    package func operatorIdentities(tenant: TenantID) async throws -> [OperatorIdentityRow] {
        try lookUp { database in
            try database.rows(
                "SELECT * FROM operator_identity WHERE tenant_id = ? ORDER BY operator_id", [tenant.text]
            ).map { row in
                OperatorIdentityRow(
                    operatorID: try row.identifier("operator_id"), tenantID: try row.identifier("tenant_id"),
                    issuer: try row.text("issuer"), subjectDigest: try row.bytes("subject_digest"),
                    createdAt: try row.instant("created_at"))
            }
        }
    }
}

// MARK: Links

extension SQLiteStore {
    package func add(_ link: SignInLinkRow, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            let row = try Self.operatorRow(link.operatorID, in: database)
            try Self.insert(link, of: row, at: instant, in: database, trail: trail)
        }
    }

    package func linkBearer(_ digest: [UInt8]) async throws -> (person: OperatorRow, expiresAt: Instant)? {
        try lookUp { database in try Self.linkBearer(digest, in: database) }
    }

    package func useLink(
        _ digest: [UInt8], settingPassword hash: String, at instant: Instant
    ) async throws -> OperatorRow? {
        let trail = trail
        return try await writer.run { database in
            guard let (row, expiresAt) = try Self.linkBearer(digest, in: database), instant < expiresAt else {
                return nil
            }
            try database.run("UPDATE operator SET password_hash = ? WHERE id = ?", [hash, row.id.text])
            for table in ["operator_session", "sign_in_link"] {
                try database.run("DELETE FROM \(table) WHERE operator_id = ?", [row.id.text])
            }
            try trail.append(
                .operatorPasswordSet(name: row.name), tenant: row.tenantID, at: instant, in: database)
            return try Self.operatorRow(row.id, in: database)
        }
    }

    private static func linkBearer(
        _ digest: [UInt8], in database: Database
    ) throws -> (person: OperatorRow, expiresAt: Instant)? {
        guard let link = try database.row("SELECT * FROM sign_in_link WHERE digest = ?", [Data(digest)]) else {
            return nil
        }
        let row = try operatorRow(try link.identifier("operator_id"), in: database)
        return row.disabledAt == nil ? (row, try link.instant("expires_at")) : nil
    }

    private static func insert(
        _ link: SignInLinkRow, of row: OperatorRow, at instant: Instant, in database: Database, trail: AuditTrail
    ) throws {
        try database.run("DELETE FROM sign_in_link WHERE operator_id = ?", [row.id.text])
        try database.run(
            "INSERT INTO sign_in_link (digest, operator_id, expires_at) VALUES (?, ?, ?)",
            [Data(link.digest), row.id.text, link.expiresAt.millisecondsSince1970])
        try trail.append(.operatorLinkMade(name: row.name), tenant: row.tenantID, at: instant, in: database)
    }
}

extension OperatorRow {
    init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), tenantID: try row.identifier("tenant_id"), name: try row.text("name"),
            role: try row.text("role"), rights: try row.text("rights"),
            passwordHash: try row.decode(String?.self, forColumn: "password_hash"),
            sealedSecret: try row.bytesIfPresent("sealed_secret"),
            lastStep: try row.decode(Int64?.self, forColumn: "last_step"),
            passkeyCount: try row.decode(Int.self, forColumn: "passkey_count"),
            createdAt: try row.instant("created_at"),
            disabledAt: try row.decode(Int64?.self, forColumn: "disabled_at")
                .map(Instant.init(millisecondsSince1970:)))
    }
}
