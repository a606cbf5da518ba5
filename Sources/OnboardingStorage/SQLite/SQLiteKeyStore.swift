internal import Foundation
internal import GRDB
package import OnboardingCore
package import OnboardingCrypto
internal import Synchronization

/// The key store in `keys.sqlite`, a database of the data folder that holds nothing else.
package final class SQLiteKeyStore: KeyStore {
    package let auditKey: [UInt8]

    let database: DatabasePool
    let writer: WriteQueue

    private let opened: Mutex<OpenedKeys>
    /// What the master key may be by now, where the one that is known opens nothing any more.
    private let masterKeys: @Sendable () -> [MasterKey]

    /// How often a write is tried again because a rotation came between.
    private static let attempts = 3

    /// - Parameters:
    ///   - masterKeys: reads the master key anew, and the one that is about to take its place: for a process that runs while
    ///     another replaces the key.
    ///   - migrates: as `SQLiteFile.open`.
    /// - Throws: `masterKeyForeign` where the master key opens nothing.
    package init(
        _ folder: DataFolder, masterKey: MasterKey, masterKeys: @escaping @Sendable () -> [MasterKey] = { [] },
        migrates: Bool = true
    ) throws {
        let path = folder.keysPath
        let migrator = Self.migrator(masterKey, isNew: !folder.hasKeys)
        let (pool, schema, place) = try SQLiteFile.open(path, migrator: migrator, migrates: migrates)
        let keys: OpenedKeys
        do {
            keys = try OpenedKeys(pool.read(KeptKey.all), under: masterKey)
        } catch StorageError.storedValueInvalid {
            throw StorageError.databaseDamaged(path: path)
        }
        database = pool
        writer = WriteQueue(database: pool) { database in
            try place.check()
            try schema.check(database)
        }
        auditKey = keys.audit.bytes
        opened = Mutex(keys)
        self.masterKeys = masterKeys
    }

    private static func migrator(_ masterKey: MasterKey, isNew: Bool) -> DatabaseMigrator {
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
        migrator.registerMigration("2 kept keys") { database in
            try database.execute(
                sql: """
                    CREATE TABLE kept_key (
                        owner TEXT NOT NULL,
                        purpose TEXT NOT NULL,
                        number INTEGER NOT NULL,
                        wrapped BLOB NOT NULL,
                        PRIMARY KEY (owner, purpose, number)
                    ) STRICT, WITHOUT ROWID;
                    """)
            let own = isNew ? try KeptKey.ofNewServer(under: masterKey) : try KeptKey.derived(from: masterKey)
            let tenants = try keysOfVersion1(in: database, masterKey)
            for key in own + tenants { try key.write(in: database) }
            try database.execute(sql: "DROP TABLE tenant_key")
        }
        return migrator
    }

    /// - Throws: `masterKeyForeign` where there are tenants and the master key opens the key of none.
    private static func keysOfVersion1(in database: Database, _ masterKey: MasterKey) throws -> [KeptKey] {
        let tenants = try Row.fetchAll(database, sql: "SELECT tenant_id, wrapped FROM tenant_key").map { row in
            let (id, wrapped) = (try row.text("tenant_id"), try row.bytes("wrapped"))
            let key = try? WrappedKey(bytes: wrapped).unwrap(under: masterKey.sealingKey, label: .tenant(id))
            return (id: id, wrapped: wrapped, key: key)
        }
        guard tenants.isEmpty || tenants.contains(where: { $0.key != nil }) else {
            throw StorageError.masterKeyForeign
        }
        return try tenants.flatMap { tenant in
            guard let key = tenant.key else { return [KeptKey.damaged(of: tenant.id, wrapped: tenant.wrapped)] }
            return try KeptKey.of(tenant.id, withOneKey: key, under: masterKey)
        }
    }

    package var serverKey: KeyRing {
        let known = opened.withLock { (keys: $0.server, number: $0.serverNumber) }
        let newest = try? newestNumber(.server, of: KeptKey.server)
        // Where the newest cannot be read, those that are known seal and open on.
        guard let newest, newest != known.number, (try? reload()) != nil else { return known.keys }
        return opened.withLock(\.server)
    }

    package func checkMasterKey() throws -> Bool {
        let tenants = opened.withLock(\.tenants)
        // One that opens is enough: what is wrong with another does not speak against the master key.
        let opensAny = tenants.values.contains { if case .success = $0 { true } else { false } }
        guard tenants.isEmpty || opensAny else { throw StorageError.masterKeyForeign }
        return !tenants.isEmpty
    }

    package func makeTenantKey(of tenant: TenantID) async throws {
        try await repeatedly { opened in
            let made = try KeptKey.ofNewTenant(tenant, under: opened.masterKey)
            return try await writer.run { database -> Void? in
                guard try Self.isMaster(opened.masterKey, in: database) else { return nil }
                guard try KeptKey.newestNumber(.wrapping, of: tenant.text, in: database) == nil else { return () }
                for key in made { try key.write(in: database) }
                return ()
            }
        }
    }

    package func tenantKey(of tenant: TenantID) throws -> KeyRing {
        let known = try keys(of: tenant)
        guard let newest = try newestNumber(.secrets, of: tenant.text) else { throw StorageError.keyMissing }
        guard newest != known.secretsNumber, (try? reload()) != nil else { return known.secrets }
        return try keys(of: tenant).secrets
    }

    package func lookupDigest(of value: [UInt8], field: String, tenant: TenantID) throws -> [UInt8] {
        try keys(of: tenant).lookup.digest(of: Hexadecimal.encode(value), field: field)
    }

    package func makeDataKey(of enrollment: EnrollmentID, tenant: TenantID) async throws -> SealingKey {
        try await makeDataKeys(of: [enrollment], tenant: tenant)[0]
    }

    package func makeDataKeys(of enrollments: [EnrollmentID], tenant: TenantID) async throws -> [SealingKey] {
        try await repeatedly { _ in
            let keys = try keys(of: tenant)
            let made = try enrollments.map { enrollment in
                let dataKey = try SealingKey.generate()
                let wrapped = try WrappedKey(
                    wrapping: dataKey, under: keys.wrapping.current, label: .enrollment(enrollment.text))
                return (id: enrollment.text, dataKey: dataKey, wrapped: Data(wrapped.bytes))
            }
            return try await writer.run { database -> [SealingKey]? in
                // Nothing is wrapped under a key that a rotation has replaced: it may end before this is read again.
                let newest = try KeptKey.newestNumber(.wrapping, of: tenant.text, in: database)
                guard newest == keys.wrappingNumber else { return nil }
                for key in made {
                    try database.run(
                        "INSERT INTO data_key (enrollment_id, wrapped) VALUES (?, ?)", [key.id, key.wrapped])
                }
                return made.map(\.dataKey)
            }
        }
    }

    package func dataKey(of enrollment: EnrollmentID, tenant: TenantID) throws -> SealingKey {
        func open() throws -> SealingKey {
            let wrapped = try wrappedKey(of: enrollment)
            return try keys(of: tenant).wrapping.unwrap(wrapped, label: .enrollment(enrollment.text))
        }
        do {
            return try open()
        } catch CryptoError.authenticationFailed where isOutdated(tenant) {
            try reload()
            return try open()
        }
    }

    package func dataKeys(of enrollments: [EnrollmentID], tenant: TenantID) throws -> [EnrollmentID: SealingKey] {
        guard !enrollments.isEmpty else { return [:] }
        func open() throws -> (keys: [EnrollmentID: SealingKey], areAll: Bool) {
            let ring = try keys(of: tenant).wrapping
            let wrapped = try SQLiteFile.read(database) { database in
                try enrollments.compactMap { id in
                    try database.row("SELECT wrapped FROM data_key WHERE enrollment_id = ?", [id.text])
                        .map { (id: id, key: WrappedKey(bytes: try $0.bytes("wrapped"))) }
                }
            }
            let found: [EnrollmentID: SealingKey] = wrapped.reduce(into: [:]) { found, row in
                found[row.id] = try? ring.unwrap(row.key, label: .enrollment(row.id.text))
            }
            return (found, found.count == wrapped.count)
        }
        let first = try open()
        guard !first.areAll, isOutdated(tenant), (try? reload()) != nil else { return first.keys }
        return try open().keys
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
        try await emptyLog()
    }

    package func countKeys(of tenant: TenantID) async throws -> Int {
        try await SQLiteFile.readMany(database) { database in
            try database.row("SELECT count(*) AS count FROM kept_key WHERE owner = ?", [tenant.text])?.integer("count")
                ?? 0
        }
    }

    package func eraseKeys(of tenant: TenantID) async throws {
        try await writer.run { try $0.run("DELETE FROM kept_key WHERE owner = ?", [tenant.text]) }
        try await emptyLog()
        opened.withLock { $0.forget { $0 != tenant } }
    }

    package func forgetOthers(than tenants: Set<TenantID>) { opened.withLock { $0.forget(tenants.contains) } }

    package func compact() async throws {
        try await database.vacuum()
        try await emptyLog()
    }

    /// Deleted and replaced rows are overwritten in the database file (secure_delete), but the write-ahead log has older copies
    /// of their pages until it is emptied.
    func emptyLog() async throws {
        try await database.writeWithoutTransaction { database in
            _ = try database.checkpoint(.truncate)
        }
    }

    package func damage() async throws -> [String] { try await SQLiteFile.damage(of: database) }

    /// Opens the kept keys anew, with the master key that is known or, where another process has replaced it, the one of now.
    func reload() throws {
        let rows = try SQLiteFile.read(database, KeptKey.all)
        let known = opened.withLock(\.masterKey)
        do {
            try open(rows, with: known)
        } catch StorageError.masterKeyForeign {
            guard masterKeys().contains(where: { (try? open(rows, with: $0)) != nil }) else {
                throw StorageError.masterKeyForeign
            }
        }
    }

    /// Opens the kept keys anew with a master key that this process has wrapped them under.
    func reload(with masterKey: MasterKey) throws {
        try open(try SQLiteFile.read(database, KeptKey.all), with: masterKey)
    }

    private func open(_ rows: [KeptKey], with masterKey: MasterKey) throws {
        let keys = try OpenedKeys(rows, under: masterKey)
        opened.withLock { $0 = keys }
    }

    var masterKey: MasterKey { opened.withLock(\.masterKey) }

    /// Whether `masterKey` is the one that wraps the kept keys.
    static func isMaster(_ masterKey: MasterKey, in database: Database) throws -> Bool {
        guard let audit = try KeptKey.one(.audit, of: KeptKey.server, in: database) else {
            throw StorageError.storedValueInvalid
        }
        return (try? audit.open(under: masterKey)) != nil
    }

    /// Runs `write` with the keys of now, and again with newer ones where it returns nil because they were replaced.
    func repeatedly<Value: Sendable>(_ write: (OpenedKeys) async throws -> Value?) async throws -> Value {
        for _ in 0..<Self.attempts {
            if let value = try await write(opened.withLock(\.self)) { return value }
            try reload()
        }
        throw StorageError.transactionLost
    }

    func keys(of tenant: TenantID) throws -> OpenedKeys.TenantKeys {
        if case .success(let keys) = opened.withLock({ $0.tenants[tenant] }) { return keys }
        // Made by another process, or put back, since the keys were opened.
        guard try newestNumber(.wrapping, of: tenant.text) != nil else { throw StorageError.keyMissing }
        try reload()
        guard let keys = opened.withLock({ $0.tenants[tenant] }) else { throw StorageError.keyMissing }
        return try keys.get()
    }

    /// Whether a rotation has changed the key that wraps the tenant's data keys since it was read.
    private func isOutdated(_ tenant: TenantID) -> Bool {
        guard let newest = try? newestNumber(.wrapping, of: tenant.text) else { return false }
        return newest != (try? keys(of: tenant).wrappingNumber)
    }

    private func newestNumber(_ purpose: KeptKey.Purpose, of owner: String) throws -> Int? {
        try SQLiteFile.read(database) { try KeptKey.newestNumber(purpose, of: owner, in: $0) }
    }

    private func wrappedKey(of enrollment: EnrollmentID) throws -> WrappedKey {
        let row = try SQLiteFile.read(database) {
            try $0.row("SELECT wrapped FROM data_key WHERE enrollment_id = ?", [enrollment.text])
        }
        guard let row else { throw StorageError.keyMissing }
        return WrappedKey(bytes: try row.bytes("wrapped"))
    }
}
