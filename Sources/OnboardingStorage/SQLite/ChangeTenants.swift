package import OnboardingCore
internal import Foundation
internal import GRDB
package import OnboardingJSON

extension SQLiteStore {
    package func changeCounter() async throws -> Int {
        try lookUp { try Self.changeCounter(in: $0) }
    }

    package func create(
        _ tenant: TenantRow, configuration: String, secrets: [SecretRow], credential: CredentialRow
    ) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                let at = tenant.createdAt
                try database.run(
                    """
                    INSERT INTO tenant (id, name, realm, api_key_digest, sealed_api_key, is_test, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        tenant.id.text, tenant.name, tenant.realm, Data(tenant.apiKeyDigest),
                        Data(tenant.sealedAPIKey), tenant.isTest, at.millisecondsSince1970,
                    ])
                try database.run(
                    "INSERT INTO tenant_configuration (tenant_id, version, document, changed_at) VALUES (?, 1, ?, ?)",
                    [tenant.id.text, configuration, at.millisecondsSince1970])
                try Self.addDefaultGroup(of: tenant.id, at: at, in: database)
                for secret in secrets { try Self.insert(secret, of: .tenant(tenant.id), in: database) }
                try trail.append(
                    .tenantCreated(name: tenant.name, configuration: configuration), tenant: tenant.id, at: at,
                    in: database)
                try Self.insert(credential, in: database, trail: trail)
                try Self.raiseChangeCounter(in: database)
            }
        }
    }

    package func tenants() async throws -> [TenantRow] {
        try lookUp { database in
            try database.rows("SELECT * FROM tenant WHERE \(Self.isKept) ORDER BY name", []).map(TenantRow.init)
        }
    }

    package func tenant(name: String) async throws -> TenantRow? {
        try lookUp {
            try $0.row("SELECT * FROM tenant WHERE name = ? AND \(Self.isKept)", [name]).map(TenantRow.init)
        }
    }

    /// Of a row of `tenant`.
    private static let isKept = "id NOT IN (SELECT tenant_id FROM removed_tenant)"

    package func tenantMarks() async throws -> [TenantID: TenantMark] {
        try lookUp { database in
            let rows = try database.rows(
                """
                SELECT c.tenant_id AS tenant_id, c.version AS version, coalesce(s.keys, '') AS keys
                FROM tenant_configuration AS c LEFT JOIN (
                    SELECT tenant_id, group_concat(number || ':' || coalesce(retired_at, '')) AS keys
                    FROM (SELECT * FROM secret ORDER BY number) GROUP BY tenant_id
                ) AS s ON s.tenant_id = c.tenant_id
                """, [])
            return Dictionary(
                try rows.map { row in
                    (
                        try row.identifier("tenant_id"),
                        TenantMark(
                            configurationVersion: try row.integer("version"), secrets: try row.text("keys"))
                    )
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    package func configuration(of tenant: TenantID) async throws -> ConfigurationRow? {
        try lookUp { try Self.configuration(of: tenant, in: $0) }
    }

    @discardableResult
    package func changeConfiguration(
        of tenant: TenantID, at instant: Instant, _ change: @escaping @Sendable (JSONValue) throws -> JSONValue
    ) async throws -> JSONValue {
        let trail = trail
        return try await writer.run { database in
            guard let present = try Self.configuration(of: tenant, in: database) else {
                throw StorageError.unknownSubject
            }
            let before = try present.value
            let changed = try change(before)
            if changed == before { return before }
            let (version, document) = (present.version + 1, try Self.json(changed))
            try database.run(
                "UPDATE tenant_configuration SET version = ?, document = ?, changed_at = ? WHERE tenant_id = ?",
                [version, document, instant.millisecondsSince1970, tenant.text])
            let changes = try Self.json(JSONDifference.all(from: before, to: changed))
            try trail.append(
                .configurationChanged(changes: changes, version: version), tenant: tenant, at: instant, in: database)
            try Self.raiseChangeCounter(in: database)
            return changed
        }
    }

    package func disabledTenants() async throws -> [TenantID: Instant] {
        try lookUp { database in
            Dictionary(
                try database.rows("SELECT * FROM disabled_tenant", []).map {
                    (try $0.identifier("tenant_id"), try $0.instant("at"))
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    @discardableResult
    package func setDisabled(_ isDisabled: Bool, tenant: TenantID, at instant: Instant) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            if isDisabled {
                try database.run(
                    "INSERT INTO disabled_tenant (tenant_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [tenant.text, instant.millisecondsSince1970])
            } else {
                try database.run("DELETE FROM disabled_tenant WHERE tenant_id = ?", [tenant.text])
            }
            guard database.changesCount > 0 else { return false }
            try trail.append(isDisabled ? .tenantDisabled : .tenantEnabled, tenant: tenant, at: instant, in: database)
            try Self.raiseChangeCounter(in: database)
            return true
        }
    }

    package func setAPIKey(
        digest: [UInt8], sealed: [UInt8], of tenant: TenantID, at instant: Instant
    ) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                try database.run(
                    "UPDATE tenant SET api_key_digest = ?, sealed_api_key = ? WHERE id = ?",
                    [Data(digest), Data(sealed), tenant.text])
                guard database.changesCount == 1 else { throw StorageError.unknownSubject }
                try trail.append(.apiKeyReplaced, tenant: tenant, at: instant, in: database)
                try Self.raiseChangeCounter(in: database)
            }
        }
    }

    package func secrets(of owner: SecretOwner) async throws -> [SecretRow] {
        try lookUp { database in
            try database.rows(
                "SELECT * FROM secret WHERE tenant_id IS ? ORDER BY number DESC", [owner.tenantID?.text]
            ).map(SecretRow.init)
        }
    }

    package func rotate(to secrets: [SecretRow], of owner: SecretOwner, at instant: Instant) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                for kind in Set(secrets.map(\.kind)).sorted() {
                    try database.run(
                        "UPDATE secret SET retired_at = ? WHERE tenant_id IS ? AND kind = ? AND retired_at IS NULL",
                        [instant.millisecondsSince1970, owner.tenantID?.text, kind])
                }
                for secret in secrets {
                    try Self.insert(secret, of: owner, in: database)
                    try trail.append(
                        .keyAdded(id: secret.keyID, kind: secret.kind), tenant: owner.tenantID, at: instant,
                        in: database)
                }
                try Self.raiseChangeCounter(in: database)
            }
        }
    }

    package func deleteSecrets(
        retiredBefore instant: Instant, except kept: [String], at now: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            let retired = try database.rows(
                "SELECT number, tenant_id, kind, key_id FROM secret WHERE retired_at < ?",
                [instant.millisecondsSince1970])
            let deleted = try retired.filter { !kept.contains(try $0.text("kind")) }
            for row in deleted {
                try database.run("DELETE FROM secret WHERE number = ?", [try row.integer("number")])
                try trail.append(
                    .keyDeleted(id: try row.text("key_id"), kind: try row.text("kind")),
                    tenant: try row.decode(String?.self, forColumn: "tenant_id").flatMap(TenantID.init(text:)),
                    at: now, in: database)
            }
            if !deleted.isEmpty { try Self.raiseChangeCounter(in: database) }
        }
    }

    @discardableResult
    package func clearFailures(tenant: TenantID, subject: [UInt8], at instant: Instant) async throws -> Int {
        let trail = trail
        return try await writer.run { database in
            try database.run(
                "DELETE FROM failure WHERE tenant_id = ? AND subject_digest = ?", [tenant.text, Data(subject)])
            let count = database.changesCount
            try trail.append(.failuresCleared(count: count), tenant: tenant, at: instant, in: database)
            return count
        }
    }

    package func deleteSpent(before instant: Instant) async throws {
        try await writer.run { database in
            for table in ["failure", "capture_session", "idempotency_key", "client_assertion"] {
                try database.run("DELETE FROM \(table) WHERE at < ?", [instant.millisecondsSince1970])
            }
            for table in ["operator_session", "sign_in_link", "one_time_password", "user_token"] {
                try database.run("DELETE FROM \(table) WHERE expires_at < ?", [instant.millisecondsSince1970])
            }
        }
    }

    func notingConflicts(_ write: () async throws -> Void) async throws {
        do {
            try await write()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
                ? StorageError.unknownSubject : StorageError.nameTaken
        }
    }

    private static func configuration(of tenant: TenantID, in database: Database) throws -> ConfigurationRow? {
        try database.row(
            "SELECT version, document, changed_at FROM tenant_configuration WHERE tenant_id = ?", [tenant.text]
        ).map { row in
            ConfigurationRow(
                version: try row.integer("version"), document: try row.text("document"),
                changedAt: try row.instant("changed_at"))
        }
    }

    static func insert(_ secret: SecretRow, of owner: SecretOwner, in database: Database) throws {
        try database.run(
            "INSERT INTO secret (tenant_id, kind, key_id, created_at, retired_at, sealed) VALUES (?, ?, ?, ?, ?, ?)",
            [
                owner.tenantID?.text, secret.kind, secret.keyID, secret.createdAt.millisecondsSince1970,
                secret.retiredAt?.millisecondsSince1970, Data(secret.sealed),
            ])
    }

    private static func changeCounter(in database: Database) throws -> Int {
        try database.row("SELECT counter FROM tenant_change", [])?.integer("counter") ?? 0
    }

    static func raiseChangeCounter(in database: Database) throws {
        try database.run("UPDATE tenant_change SET counter = counter + 1", [])
    }
}

extension SecretOwner {
    fileprivate var tenantID: TenantID? {
        switch self {
        case .server: nil
        case .tenant(let id): id
        }
    }
}

extension TenantRow {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), name: try row.text("name"), realm: try row.text("realm"),
            apiKeyDigest: try row.bytes("api_key_digest"), sealedAPIKey: try row.bytes("sealed_api_key"),
            isTest: try row.integer("is_test") != 0, createdAt: try row.instant("created_at"))
    }
}

extension SecretRow {
    fileprivate init(_ row: Row) throws {
        self.init(
            kind: try row.text("kind"), keyID: try row.text("key_id"), createdAt: try row.instant("created_at"),
            retiredAt: try row.decode(Int64?.self, forColumn: "retired_at").map(Instant.init(millisecondsSince1970:)),
            sealed: try row.bytes("sealed"))
    }
}
