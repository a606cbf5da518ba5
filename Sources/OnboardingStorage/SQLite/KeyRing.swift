internal import Foundation
internal import GRDB
package import OnboardingCore
package import OnboardingCrypto
internal import Synchronization

/// The keys that seal what is stored: master key → tenant key → data key of an enrollment. Each lower key is kept in
/// `keys.sqlite`, wrapped under the one above it; the master key is kept elsewhere.
///
/// Deleting an enrollment's data key is what erases the enrollment: nothing that was sealed under it can be read again.
package final class KeyRing: Sendable {
    /// Seals what belongs to the server and to no tenant, such as its token keys.
    package let serverKey: SealingKey
    /// Authenticates the heads of the audit chains, so that nobody who can write the database can forge them.
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
        database = try SQLiteFile.open(folder.keysPath, migrator: Self.migrator, migrates: migrates)
        writer = WriteQueue(database: database)
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

    /// Refuses a master key that did not wrap the keys of this folder.
    /// - Returns: whether there are any yet.
    package func checkMasterKey() throws -> Bool {
        let rows = try database.read { try Row.fetchAll($0, sql: "SELECT tenant_id FROM tenant_key") }
        let tenants = rows.compactMap { row -> TenantID? in try? row.identifier("tenant_id") }
        // One that opens is enough: what is wrong with another is no fault of the master key.
        guard tenants.isEmpty || tenants.contains(where: opensKey) else { throw StorageError.masterKeyForeign }
        return !rows.isEmpty
    }

    // The look-ups below are synchronous: one row by its key, well under a millisecond, or the cache.

    /// Makes the key of a new tenant, durable when this returns. A tenant that has one keeps it.
    package func makeTenantKey(of tenant: TenantID) async throws {
        let wrapped = try WrappedKey(
            wrapping: .generate(), under: masterKey.sealingKey, label: .tenant(tenant.text))
        try await writer.run { database in
            try database.execute(
                sql: "INSERT INTO tenant_key (tenant_id, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [tenant.text, Data(wrapped.bytes)])
        }
    }

    /// - Throws: `StorageError.keyMissing`; `CryptoError.authenticationFailed` under another master key.
    package func tenantKey(of tenant: TenantID) throws -> SealingKey { try keys(of: tenant).sealing }

    /// The keyed digest by which a sealed value is found again: equal for equal values of one field of one tenant, and
    /// nothing to anybody without the key. 32 bytes, `LookupKey` over the value's hexadecimal digits.
    package func lookupDigest(of value: [UInt8], field: String, tenant: TenantID) throws -> [UInt8] {
        try keys(of: tenant).lookup.digest(of: Hexadecimal.encode(value), field: field)
    }

    /// Makes the data key of a new enrollment, durable when this returns.
    ///
    /// Call it before the enrollment is stored: a key without an enrollment is harmless, an enrollment without a key
    /// cannot be read.
    package func makeDataKey(of enrollment: EnrollmentID, tenant: TenantID) async throws -> SealingKey {
        let dataKey = try SealingKey.generate()
        let wrapped = try WrappedKey(
            wrapping: dataKey, under: tenantKey(of: tenant), label: .enrollment(enrollment.text))
        try await writer.run { database in
            try database.execute(
                sql: "INSERT INTO data_key (enrollment_id, wrapped) VALUES (?, ?)",
                arguments: [enrollment.text, Data(wrapped.bytes)])
        }
        return dataKey
    }

    /// - Throws: `StorageError.keyMissing` for an enrollment that was erased or never begun.
    package func dataKey(of enrollment: EnrollmentID, tenant: TenantID) throws -> SealingKey {
        let wrapped = try wrappedKey(
            "SELECT wrapped FROM data_key WHERE enrollment_id = ?", enrollment.text)
        return try wrapped.unwrap(under: tenantKey(of: tenant), label: .enrollment(enrollment.text))
    }

    /// Whether the tenant's key is there and as it was made.
    package func opensKey(of tenant: TenantID) -> Bool { (try? keys(of: tenant)) != nil }

    package enum DataKeyFault {
        case missing, changed
    }

    /// What is wrong with the data key of an enrollment that was not erased; nil also where nobody could say because the
    /// tenant's does not open.
    package func dataKeyFault(of enrollment: EnrollmentID, tenant: TenantID) -> DataKeyFault? {
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

    /// Those of `enrollments` that have a data key.
    package func holdsDataKeys(of enrollments: [EnrollmentID]) async throws -> [EnrollmentID] {
        try await SQLiteFile.survey(database) { database in
            try enrollments.filter { enrollment in
                try database.row("SELECT 1 FROM data_key WHERE enrollment_id = ?", [enrollment.text]) != nil
            }
        }
    }

    /// Deletes the data keys of `enrollments` for good: when this returns they are in no page and no log of the key
    /// database. Deleting them again does nothing.
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

    /// What is wrong with the whole database of keys; empty where it is sound.
    package func damage() async throws -> [String] { try await SQLiteFile.faults(of: database) }

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
