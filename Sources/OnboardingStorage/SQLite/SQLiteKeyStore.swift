internal import Foundation
internal import GRDB
package import OnboardingCore
package import OnboardingCrypto
internal import Synchronization

/// The key store in `keys.sqlite`, a database of the data folder that holds nothing else.
package final class SQLiteKeyStore: KeyStore {
    package let serverKey: SealingKey
    package let auditKey: [UInt8]

    let database: DatabasePool

    private let masterKey: MasterKey
    private let writer: WriteQueue
    private let tenants = Mutex<[TenantID: TenantKeys]>([:])

    private struct TenantKeys {
        let sealing: SealingKey
        let lookup: LookupKey
    }

    /// - Parameter migrates: as `SQLiteFile.open`.
    package init(_ folder: DataFolder, masterKey: MasterKey, migrates: Bool = true) throws {
        self.masterKey = masterKey
        serverKey = try SealingKey(bytes: Self.derive("onboarding-server-v1", from: masterKey))
        auditKey = try Self.derive("onboarding-audit-v1", from: masterKey)
        let (pool, schema) = try SQLiteFile.open(folder.keysPath, migrator: Self.migrator, migrates: migrates)
        database = pool
        writer = WriteQueue(database: pool, beforeCommit: schema.check)
    }

    private static func derive(_ purpose: String, from masterKey: MasterKey) throws(CryptoError) -> [UInt8] {
        try KeyDerivation.hkdfSHA256(
            secret: masterKey.sealingKey.bytes, salt: [], info: Array(purpose.utf8), count: SealingKey.byteCount)
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 wrapped keys") { database in
            try database.execute(
                sql: """
                    CREATE TABLE tenant_key (
                        tenant_id TEXT NOT NULL PRIMARY KEY,
                        wrapped BLOB NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE data_key (
                        enrollment_id TEXT NOT NULL PRIMARY KEY,
                        wrapped BLOB NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        return migrator
    }

    package func checkMasterKey() throws -> Bool {
        let rows = try database.read { try Row.fetchAll($0, sql: "SELECT tenant_id FROM tenant_key") }
        let tenants = rows.compactMap { row -> TenantID? in try? row.identifier("tenant_id") }
        // One that opens is enough: what is wrong with another does not speak against the master key.
        guard tenants.isEmpty || tenants.contains(where: opensKey) else { throw StorageError.masterKeyForeign }
        return !rows.isEmpty
    }

    package func makeTenantKey(of tenant: TenantID) async throws {
        let wrapped = try WrappedKey(
            wrapping: .generate(), under: masterKey.sealingKey, label: .tenant(tenant.text))
        try await writer.run { database in
            try database.execute(
                sql: "INSERT INTO tenant_key (tenant_id, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [tenant.text, Data(wrapped.bytes)])
        }
    }

    package func tenantKey(of tenant: TenantID) throws -> SealingKey { try keys(of: tenant).sealing }

    package func lookupDigest(of value: [UInt8], field: String, tenant: TenantID) throws -> [UInt8] {
        try keys(of: tenant).lookup.digest(of: Hexadecimal.encode(value), field: field)
    }

    package func makeDataKey(of enrollment: EnrollmentID, tenant: TenantID) async throws -> SealingKey {
        try await makeDataKeys(of: [enrollment], tenant: tenant)[0]
    }

    package func makeDataKeys(of enrollments: [EnrollmentID], tenant: TenantID) async throws -> [SealingKey] {
        let tenantKey = try tenantKey(of: tenant)
        let made = try enrollments.map { enrollment in
            let dataKey = try SealingKey.generate()
            let wrapped = try WrappedKey(wrapping: dataKey, under: tenantKey, label: .enrollment(enrollment.text))
            return (id: enrollment.text, dataKey: dataKey, wrapped: Data(wrapped.bytes))
        }
        try await writer.run { database in
            for key in made {
                try database.run(
                    "INSERT INTO data_key (enrollment_id, wrapped) VALUES (?, ?)", [key.id, key.wrapped])
            }
        }
        return made.map(\.dataKey)
    }

    package func dataKey(of enrollment: EnrollmentID, tenant: TenantID) throws -> SealingKey {
        let wrapped = try wrappedKey(
            "SELECT wrapped FROM data_key WHERE enrollment_id = ?", enrollment.text)
        return try wrapped.unwrap(under: tenantKey(of: tenant), label: .enrollment(enrollment.text))
    }

    package func dataKeys(of enrollments: [EnrollmentID], tenant: TenantID) throws -> [EnrollmentID: SealingKey] {
        guard !enrollments.isEmpty else { return [:] }
        let tenantKey = try tenantKey(of: tenant)
        let wrapped = try database.read { database in
            try enrollments.compactMap { id in
                try database.row("SELECT wrapped FROM data_key WHERE enrollment_id = ?", [id.text])
                    .map { (id: id, key: WrappedKey(bytes: try $0.bytes("wrapped"))) }
            }
        }
        return wrapped.reduce(into: [:]) { keys, row in
            keys[row.id] = try? row.key.unwrap(under: tenantKey, label: .enrollment(row.id.text))
        }
    }

    package func opensKey(of tenant: TenantID) -> Bool { (try? keys(of: tenant)) != nil }

    package func dataKeyDamage(of enrollment: EnrollmentID, tenant: TenantID) -> DataKeyDamage? {
        guard opensKey(of: tenant) else { return nil }
        do {
            _ = try dataKey(of: enrollment, tenant: tenant)
            return nil
        } catch StorageError.keyMissing {
            return .missing
        } catch {
            return .changed
        }
    }

    package func holdsDataKeys(of enrollments: [EnrollmentID]) async throws -> [EnrollmentID] {
        try await SQLiteFile.readMany(database) { database in
            try enrollments.filter { enrollment in
                try database.row("SELECT 1 FROM data_key WHERE enrollment_id = ?", [enrollment.text]) != nil
            }
        }
    }

    package func erase(_ enrollments: [EnrollmentID]) async throws {
        try await writer.run { database in
            for enrollment in enrollments {
                try database.run("DELETE FROM data_key WHERE enrollment_id = ?", [enrollment.text])
            }
        }
        // Deleted rows are overwritten in the database file (secure_delete), but the write-ahead log has older copies of
        // their pages until it is emptied.
        try await database.writeWithoutTransaction { database in
            _ = try database.checkpoint(.truncate)
        }
    }

    package func damage() async throws -> [String] { try await SQLiteFile.damage(of: database) }

    private func keys(of tenant: TenantID) throws -> TenantKeys {
        if let known = tenants.withLock({ $0[tenant] }) { return known }
        let wrapped = try wrappedKey("SELECT wrapped FROM tenant_key WHERE tenant_id = ?", tenant.text)
        let sealing = try wrapped.unwrap(under: masterKey.sealingKey, label: .tenant(tenant.text))
        let keys = TenantKeys(sealing: sealing, lookup: try LookupKey(tenantKey: sealing))
        tenants.withLock { $0[tenant] = keys }
        return keys
    }

    private func wrappedKey(_ sql: String, _ identifier: String) throws -> WrappedKey {
        let row = try database.read { try Row.fetchOne($0.cachedStatement(sql: sql), arguments: [identifier]) }
        guard let row else { throw StorageError.keyMissing }
        return WrappedKey(bytes: try row.bytes("wrapped"))
    }
}
