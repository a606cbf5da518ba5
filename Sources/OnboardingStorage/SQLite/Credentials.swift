package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func credentials() async throws -> [CredentialRow] {
        try lookUp { database in
            let keys = Dictionary(
                grouping: try database.rows("SELECT * FROM credential_key ORDER BY number", []),
                by: { (try? $0.text("client_id")) ?? "" })
            return try database.rows("SELECT * FROM credential ORDER BY number", []).map { row in
                let clientID = try row.text("client_id")
                return CredentialRow(
                    clientID: clientID, tenantID: try row.identifier("tenant_id"), scopes: try row.text("scopes"),
                    createdAt: try row.instant("created_at"), endsAt: try row.end,
                    keys: try (keys[clientID] ?? []).map(CredentialKeyRow.init))
            }
        }
    }

    package func add(_ credential: CredentialRow) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                try Self.insert(credential, in: database, trail: trail)
                try Self.raiseChangeCounter(in: database)
            }
        }
    }

    package func add(
        _ key: CredentialKeyRow, to clientID: String, of tenant: TenantID, endingOthersAt end: Instant,
        at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            try Self.check(clientID, isOf: tenant, in: database)
            let (now, end) = (instant.millisecondsSince1970, end.millisecondsSince1970)
            try database.run(
                """
                UPDATE credential_key SET ends_at = CASE WHEN ends_at IS NULL THEN ? ELSE ? END
                WHERE client_id = ? AND kind = ? AND (ends_at IS NULL OR ends_at > ?)
                """, [end, now, clientID, key.kind.rawValue, now])
            try Self.insert(key, of: clientID, in: database)
            try trail.append(
                .credentialKeyAdded(clientID: clientID, kind: key.kind.rawValue, keyID: key.id), tenant: tenant,
                at: instant, in: database)
            try Self.raiseChangeCounter(in: database)
        }
    }

    package func endCredential(_ clientID: String, of tenant: TenantID, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            try Self.check(clientID, isOf: tenant, in: database)
            let now = instant.millisecondsSince1970
            try database.run(
                "UPDATE credential SET ends_at = ? WHERE client_id = ? AND (ends_at IS NULL OR ends_at > ?)",
                [now, clientID, now])
            // It had ended: there is nothing to tell.
            guard database.changesCount == 1 else { return }
            try trail.append(.credentialEnded(clientID: clientID), tenant: tenant, at: instant, in: database)
            try Self.raiseChangeCounter(in: database)
        }
    }

    package func useAssertion(_ digest: [UInt8], tenant: TenantID, at instant: Instant) async throws -> Bool {
        try await writer.run { database in
            try database.run(
                "INSERT INTO client_assertion (tenant_id, digest, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [tenant.text, Data(digest), instant.millisecondsSince1970])
            return database.changesCount == 1
        }
    }

    static func insert(_ credential: CredentialRow, in database: Database, trail: AuditTrail) throws {
        let (clientID, tenant, at) = (credential.clientID, credential.tenantID, credential.createdAt)
        try database.run(
            "INSERT INTO credential (client_id, tenant_id, scopes, created_at, ends_at) VALUES (?, ?, ?, ?, ?)",
            [
                clientID, tenant.text, credential.scopes, at.millisecondsSince1970,
                credential.endsAt?.millisecondsSince1970,
            ])
        try trail.append(
            .credentialAdded(clientID: clientID, scopes: credential.scopes), tenant: tenant, at: at, in: database)
        for key in credential.keys {
            try insert(key, of: clientID, in: database)
            try trail.append(
                .credentialKeyAdded(clientID: clientID, kind: key.kind.rawValue, keyID: key.id), tenant: tenant,
                at: at, in: database)
        }
    }

    private static func insert(_ key: CredentialKeyRow, of clientID: String, in database: Database) throws {
        try database.run(
            """
            INSERT INTO credential_key (client_id, kind, key_id, value, created_at, ends_at) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                clientID, key.kind.rawValue, key.id, Data(key.value), key.createdAt.millisecondsSince1970,
                key.endsAt?.millisecondsSince1970,
            ])
    }

    private static func check(_ clientID: String, isOf tenant: TenantID, in database: Database) throws {
        let row = try database.row(
            "SELECT 1 FROM credential WHERE client_id = ? AND tenant_id = ?", [clientID, tenant.text])
        guard row != nil else { throw StorageError.unknownSubject }
    }
}

extension CredentialKeyRow {
    fileprivate init(_ row: Row) throws {
        guard let kind = Kind(rawValue: try row.text("kind")) else { throw StorageError.storedValueInvalid }
        self.init(
            kind: kind, id: try row.text("key_id"), value: try row.bytes("value"),
            createdAt: try row.instant("created_at"), endsAt: try row.end)
    }
}

extension Row {
    fileprivate var end: Instant? {
        get throws {
            try decode(Int64?.self, forColumn: "ends_at").map(Instant.init(millisecondsSince1970:))
        }
    }
}
