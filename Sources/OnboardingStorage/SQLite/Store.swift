package import OnboardingCore
internal import Foundation
internal import GRDB

/// What the server remembers of tenants and enrollments: a SQLite database.
///
/// Its verbs are the flow's; one file each beside this one. Every verb that writes is durable when it returns, and reads
/// see every write that has returned. Storage never decides: `commit` asks `OnboardingCore` inside the transaction.
package final class Store: Sendable {
    let database: DatabasePool
    let writer: WriteQueue
    let chain: AuditChain
    let ledger: Ledger

    /// - Parameters:
    ///   - migrates: as `SQLiteFile.open`.
    ///   - now: when the chains begin, where they do.
    package init(_ folder: DataFolder, auditKey: [UInt8], migrates: Bool = true, now: Instant) throws {
        let chain = AuditChain(key: auditKey)
        let ledger = Ledger(key: auditKey)
        database = try SQLiteFile.open(
            folder.databasePath, migrator: Schema.migrator(chain: chain, ledger: ledger, now: now), migrates: migrates,
            prepare: ledger.addFunctions, watch: ledger.watch)
        writer = WriteQueue(database: database, beforeCommit: ledger.settle)
        self.chain = chain
        self.ledger = ledger
    }

    /// Reads a few rows by their keys, on the calling thread: that takes less time than to wait for a turn on another.
    ///
    /// No read goes through GRDB's asynchronous functions, which keep a reader until the caller's thread is free again:
    /// where all threads of Swift's tasks waited here for a reader, none would come.
    func lookUp<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try database.read(body)
    }

    /// Reads what may be many rows, on a thread that no task waits for.
    func survey<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await SQLiteFile.survey(database, body)
    }

    /// Cheap, and false only where the database cannot be read any more.
    package func isReadable() async -> Bool {
        let one = try? lookUp { try Int.fetchOne($0, sql: "SELECT 1") }
        return one == 1
    }

    /// What is wrong with the whole database; empty where it is sound.
    package func damage() async throws -> [String] { try await SQLiteFile.faults(of: database) }

    /// Tells `observer` of every commit how many writes shared it.
    package func observeCommits(_ observer: @escaping @Sendable (_ writes: Int) -> Void) async {
        await writer.observe(observer)
    }

    /// When the latest change was written; nil before the first.
    package func newestInstant() async throws -> Instant? {
        try await survey { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(
                        coalesce((SELECT max(changed_at) FROM enrollment), 0),
                        coalesce((SELECT at FROM audit ORDER BY sequence DESC LIMIT 1), 0))
                    """)
        }.flatMap { $0 > 0 ? Instant(millisecondsSince1970: $0) : nil }
    }

    /// JSON with sorted keys, as it goes into the database.
    static func json(_ value: some Encodable) throws -> String {
        String(decoding: try sortedKeyJSON(value), as: UTF8.self)
    }
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
