internal import OnboardingJSON
package import OnboardingCore
internal import Foundation
internal import GRDB

/// The store in a SQLite database of the data folder. Its verbs are one file each beside this one.
package final class SQLiteStore: Store {
    let database: DatabasePool
    let writer: WriteQueue
    let chain: AuditChain
    let tableMAC: TableMAC
    let schema: SchemaGuard
    let commits: CommitCounter

    /// - Parameter migrates: as `SQLiteFile.open`.
    package init(_ folder: DataFolder, auditKey: [UInt8], migrates: Bool = true) throws {
        let chain = AuditChain(key: auditKey)
        let tableMAC = TableMAC(key: auditKey)
        let (pool, schema, place) = try SQLiteFile.open(
            folder.databasePath, migrator: Schema.migrator(chain: chain, tableMAC: tableMAC),
            migrates: migrates,
            prepare: tableMAC.addFunctions,
            watch: { database in
                try tableMAC.watch(database)
                try SQLiteStore.refuseRemovedTenants(in: database)
            })
        database = pool
        commits = CommitCounter(path: folder.databasePath)
        self.schema = schema
        writer = WriteQueue(database: pool) { database in
            try place.check()
            try schema.check(database)
            try tableMAC.settle(in: database)
        }
        self.chain = chain
        self.tableMAC = tableMAC
    }

    /// Reads a few rows by their keys, on the calling thread: that takes less time than to wait for a turn on another.
    ///
    /// No read goes through GRDB's asynchronous functions, which keep a reader until the caller's thread is free again:
    /// where all threads of Swift's tasks waited here for a reader, none would come.
    func lookUp<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try SQLiteFile.read(database, body)
    }

    /// Reads what may be many rows, on a thread that no task waits for.
    func readMany<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await SQLiteFile.readMany(database, body)
    }

    package func schemaVersion() async throws -> String {
        try lookUp { database in
            let applied = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")
            return applied.max { ($0.number ?? 0) < ($1.number ?? 0) } ?? ""
        }
    }

    package func isReadable() async -> Bool {
        let one = try? lookUp { try Int.fetchOne($0, sql: "SELECT 1") }
        return one == 1
    }

    package func damage() async throws -> [String] { try await SQLiteFile.damage(of: database) }

    package func observeCommits(_ observer: @escaping @Sendable (_ writes: Int) -> Void) async {
        await writer.observe(observer)
    }

    package func newestInstant() async throws -> Instant? {
        try await readMany { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(
                        coalesce((SELECT max(changed_at) FROM enrollment), 0),
                        coalesce((SELECT max(changed_at) FROM authentication), 0),
                        coalesce((SELECT at FROM audit ORDER BY sequence DESC LIMIT 1), 0))
                    """)
        }.flatMap { $0 > 0 ? Instant(millisecondsSince1970: $0) : nil }
    }

    /// JSON with sorted keys, as it goes into the database.
    static func json(_ value: some Encodable) throws -> String {
        String(decoding: try sortedKeyJSON(value), as: UTF8.self)
    }
}

extension String {
    /// What a migration's name begins with.
    fileprivate var number: Int? { split(separator: " ").first.flatMap { Int($0) } }
}

extension Database {
    /// Runs one statement, prepared once for each connection.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(try cachedStatement(sql: sql), arguments: arguments)
    }
}

extension Optional<[UInt8]> {
    /// As a blob column takes it.
    var blob: Data? { map { Data($0) } }
}
