import Foundation
import GRDB
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

/// Databases of keys as version 1 has left them: the server's keys were derived from the master key, a tenant had one key.
@Suite struct KeysOfVersion1Tests {
    private let folder: DataFolder
    private let masterKey: MasterKey
    private let tenant: TenantID
    private let tenantKey: SealingKey

    init() throws {
        folder = try DataFolder.prepare(NSTemporaryDirectory() + "onboarding-storage-" + UUID().uuidString)
        masterKey = try MasterKey.of((0..<32).map { UInt8($0) }, besides: folder)
        tenantKey = try SealingKey(bytes: (32..<64).map { UInt8($0) })
        tenant = try .random()
    }

    private func write(_ rows: [(tenant: TenantID, wrapped: [UInt8])]) throws {
        let queue = try DatabaseQueue(path: folder.keysPath)
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
        try migrator.migrate(queue)
        try queue.write { database in
            for row in rows {
                try database.execute(
                    sql: "INSERT INTO tenant_key VALUES (?, ?)", arguments: [row.tenant.text, Data(row.wrapped)])
            }
        }
        try queue.close()
    }

    private func wrapped(_ key: SealingKey, of tenant: TenantID) throws -> [UInt8] {
        try WrappedKey(wrapping: key, under: masterKey.sealingKey, label: .tenant(tenant.text)).bytes
    }

    @Test func theirKeysStayWhatTheyWere() async throws {
        defer { folder.remove() }
        let enrollment = try EnrollmentID.random()
        try write([(tenant, try wrapped(tenantKey, of: tenant))])
        let dataKey = try SealingKey.generate()
        let queue = try DatabaseQueue(path: folder.keysPath)
        let row = try WrappedKey(wrapping: dataKey, under: tenantKey, label: .enrollment(enrollment.text)).bytes
        try await queue.write {
            try $0.execute(sql: "INSERT INTO data_key VALUES (?, ?)", arguments: [enrollment.text, Data(row)])
        }
        try queue.close()
        #expect(throws: StorageError.databaseIsOlder) {
            try SQLiteKeyStore(folder, masterKey: masterKey, migrates: false)
        }

        for _ in 0..<2 {
            let keys = try SQLiteKeyStore(folder, masterKey: masterKey)
            // HKDF-SHA-256 without salt of the bytes 0 to 31, by another implementation.
            #expect(
                Hexadecimal.encode(keys.serverKey.current.bytes)
                    == "4cb91a6f33d585a605709afd52466f3dde4fe274ee011d8062b3623bf1f524d2")
            #expect(
                Hexadecimal.encode(keys.auditKey)
                    == "faa81c22e30864c1004d8bac4cdb379d4fffd6899a5709907ca25b7b84791b32")
            #expect(try keys.tenantKey(of: tenant).current.bytes == tenantKey.bytes)
            #expect(
                Hexadecimal.encode(try keys.lookupDigest(of: [1, 2], field: "username", tenant: tenant))
                    == "994e8f226cedd7c46e439ca3108a19e01b239541bca1d35cbb970465b64acaaa")
            #expect(try keys.dataKey(of: enrollment, tenant: tenant).bytes == dataKey.bytes)
            #expect(try keys.checkMasterKey())
        }
    }

    @Test func anotherMasterKeyChangesNothing() throws {
        defer { folder.remove() }
        try write([(tenant, try wrapped(tenantKey, of: tenant))])
        #expect(throws: StorageError.masterKeyForeign) {
            try SQLiteKeyStore(folder, masterKey: MasterKey.random())
        }
        let keys = try SQLiteKeyStore(folder, masterKey: masterKey)
        #expect(try keys.tenantKey(of: tenant).current.bytes == tenantKey.bytes)
    }

    @Test func aDamagedKeyStaysDamagedAndKeepsNothingFromTheOthers() throws {
        defer { folder.remove() }
        let damaged = try TenantID.random()
        try write([(tenant, try wrapped(tenantKey, of: tenant)), (damaged, [0])])
        let keys = try SQLiteKeyStore(folder, masterKey: masterKey)
        #expect(keys.opensKey(of: tenant) && !keys.opensKey(of: damaged))
        #expect(throws: CryptoError.authenticationFailed) { try keys.tenantKey(of: damaged) }
    }

    @Test func theKeysOfANewServerCannotBeDerived() async throws {
        defer { folder.remove() }
        let fixture = try await StoreFixture()
        let derived = try KeptKey.derived(from: fixture.masterKey).map { try $0.open(under: fixture.masterKey).bytes }
        #expect(!derived.contains(fixture.keys.serverKey.current.bytes))
        #expect(!derived.contains(fixture.keys.auditKey))
    }
}

extension DataFolder {
    fileprivate func remove() { try? FileManager.default.removeItem(atPath: path) }
}

extension MasterKey {
    static func random() throws -> MasterKey {
        let path = NSTemporaryDirectory() + "onboarding-key-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try create(path: path, outside: path + "-data")
    }

    fileprivate static func of(_ bytes: [UInt8], besides folder: DataFolder) throws -> MasterKey {
        let path = folder.path + ".key"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        return try load(path: path, outside: folder.path)
    }
}
