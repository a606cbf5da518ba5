import GRDB

@testable import OnboardingStorage

/// A database as an earlier version has left it, in a folder inside the fixture's.
struct OlderDatabase {
    let folder: DataFolder
    let queue: DatabaseQueue
    let migrator: DatabaseMigrator
    let tableMAC: TableMAC
    private let auditKey: [UInt8]

    /// - Parameter version: the name of its last migration.
    init(of fixture: StoreFixture, upTo version: String) async throws {
        folder = try DataFolder.prepare(fixture.folder.path + "/older")
        auditKey = fixture.keys.auditKey
        let tableMAC = TableMAC(key: auditKey)
        self.tableMAC = tableMAC
        migrator = Schema.migrator(chain: AuditChain(key: auditKey), tableMAC: tableMAC)
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
        try await queue.writeWithoutTransaction { tableMAC.addFunctions(to: $0) }
        try migrator.migrate(queue, upTo: version)
    }

    /// As this version opens it.
    func opened() throws -> SQLiteStore {
        try queue.close()
        return try SQLiteStore(folder, auditKey: auditKey)
    }
}
