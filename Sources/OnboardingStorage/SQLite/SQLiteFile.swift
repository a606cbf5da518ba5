internal import CSQLite
internal import OnboardingCore
internal import Foundation
internal import GRDB
internal import NIOCore
internal import NIOPosix

/// Opens a database file the way every database of this server is opened.
enum SQLiteFile {
    /// Commands beside a running server wait this long for its write to end, in seconds.
    private static let busyTimeout: TimeInterval = 5

    /// SQLite counts all memory that it takes, under one lock for all connections of the process: whoever reads waits there
    /// for whoever writes, with no core to spare for milliseconds.
    private static let keepsNoStatistics: Bool = csqlite_keep_no_memory_statistics() == SQLITE_OK

    /// Opens `path` in WAL mode with every commit synced, makes it with mode 0600 where it is not there, and brings its
    /// tables up to date.
    /// - Parameters:
    ///   - migrates: whether tables of an older version are brought up to date, which its server would not survive, and a
    ///     schema that is not this program's is refused; false for who only looks.
    ///   - prepare: called with every connection that is made.
    ///   - watch: called with the writer's connection, before anything is written but by the migrator.
    static func open(
        _ path: String, migrator: DatabaseMigrator, migrates: Bool,
        prepare: @escaping @Sendable (Database) -> Void = { _ in }, watch: (Database) throws -> Void = { _ in }
    ) throws -> (pool: DatabasePool, schema: SchemaGuard, place: FilePlace) {
        // Where another part of the process was first, its statistics stay; nothing else is different.
        _ = keepsNoStatistics
        try make(path)
        guard let place = FilePlace(path) else { throw StorageError.folderUnusable(path: path) }
        do {
            let pool = try pool(place, migrator: migrator, migrates: migrates, prepare: prepare)
            let schema = try SchemaGuard(path: path, migrator: migrator, prepare: prepare)
            if migrates { try pool.read(schema.check) }
            try pool.writeWithoutTransaction(watch)
            return (pool, schema, place)
        } catch let error as DatabaseError where StorageError.meansUnavailable(error) {
            throw StorageError.databaseUnusable(path: path)
        } catch let error where StorageError.meansDamage(error) {
            throw StorageError.databaseDamaged(path: path)
        }
    }

    private static func pool(
        _ place: FilePlace, migrator: DatabaseMigrator, migrates: Bool, prepare: @escaping @Sendable (Database) -> Void
    ) throws -> DatabasePool {
        let path = place.path
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        // One for each thread that may read at a time, so that none waits: those of Swift's tasks, and as many for
        // long reads.
        configuration.maximumReaderCount = 2 * System.coreCount
        configuration.prepareDatabase { database in
            // A reader that is made later must not read another database.
            try place.check()
            try distrustSchema(of: path, database)
            prepare(database)
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { writer in
            // The pool sets its writer to NORMAL while opening, which may lose the last commits when the power fails.
            try writer.execute(sql: "PRAGMA synchronous = FULL")
            // Debian's library has it on by default; others have not.
            try writer.execute(sql: "PRAGMA secure_delete = ON")
        }
        guard try !pool.read(migrator.hasBeenSuperseded) else { throw StorageError.databaseIsNewer }
        if !migrates, try !pool.read(migrator.hasCompletedMigrations) { throw StorageError.databaseIsOlder }
        do {
            try migrator.migrate(pool)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // The tables are not those that the list of migrations says.
            throw StorageError.databaseDamaged(path: path)
        }
        return pool
    }

    /// One more connection to a database that is open, which only reads.
    static func reader(_ path: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { try distrustSchema(of: path, $0) }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func distrustSchema(of path: String, _ database: Database) throws {
        guard csqlite_distrust_schema(database.sqliteConnection) == SQLITE_OK else {
            throw StorageError.databaseUnusable(path: path)
        }
    }

    /// Reads a few rows on the calling thread.
    /// - Throws: what `body` throws; `folderMoved` where the database is no longer at its path.
    static func read<Value>(_ database: DatabasePool, _ body: (Database) throws -> Value) throws -> Value {
        do {
            return try database.read { connection in
                let value = try body(connection)
                try checkPlace(of: connection, at: database.path)
                return value
            }
        } catch {
            throw StorageError.told(error, ofDatabaseAt: database.path)
        }
    }

    /// A connection that looks for its companions (-wal) after the database was moved away, or another was put in its place, finds
    /// none of its own, and reads less than is there.
    private static func checkPlace(of connection: Database, at path: String) throws(StorageError) {
        var hasMoved: CInt = 0
        let status = sqlite3_file_control(connection.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        if status == SQLITE_OK, hasMoved != 0 { throw .folderMoved(path: path) }
    }

    /// Reads as much as there is without holding up a thread of Swift's tasks.
    /// - Throws: as `read`.
    static func readMany<Value: Sendable>(
        _ database: DatabasePool, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let path = database.path
        do {
            return try await NIOThreadPool.singleton.runIfActive {
                try database.unsafeRead { database in
                    var value: Result<Value, any Error> = .failure(StorageError.transactionLost)
                    try database.inTransaction(.deferred) {
                        value = Result { try body(database) }
                        // A transaction that has met a damaged page cannot be committed, not even one that only read, and
                        // `body` may have caught that error.
                        return .rollback
                    }
                    let read = try value.get()
                    try checkPlace(of: database, at: path)
                    return read
                }
            }
        } catch {
            throw StorageError.told(error, ofDatabaseAt: path)
        }
    }

    /// What SQLite finds wrong with the whole file, or with what its rows refer to; empty where it is sound.
    static func damage(of database: DatabasePool) async throws -> [String] {
        try await readMany(database) { database in
            let damage = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            let orphans = try String.fetchSet(database, sql: #"SELECT DISTINCT "table" FROM pragma_foreign_key_check"#)
            return damage + orphans.sorted().map { "a row of \($0) refers to one that is not there" }
        }
    }

    /// SQLite would make the file readable for all; its companions (-wal, -shm) get the mode that the file has.
    private static func make(_ path: String) throws(StorageError) {
        // Never opens a file that is there: closing it would drop the locks which SQLite holds on it in this process.
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw .folderUnusable(path: path)
        }
        close(descriptor)
        try DataFolder.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}

extension StorageError {
    /// `error`, or `folderMoved` where it comes of a database that is no longer at `path`: a connection that is made later finds
    /// nothing there.
    static func told(_ error: any Error, ofDatabaseAt path: String) -> any Error {
        guard error is DatabaseError, meansUnavailable(error), access(path, F_OK) != 0, errno == ENOENT else {
            return error
        }
        return StorageError.folderMoved(path: path)
    }
}

extension Row {
    /// A blob column; throws where the column is absent or holds something else.
    func bytes(_ column: String) throws -> [UInt8] { [UInt8](try decode(Data.self, forColumn: column)) }

    func bytesIfPresent(_ column: String) throws -> [UInt8]? {
        try decode(Data?.self, forColumn: column).map { [UInt8]($0) }
    }

    func integer(_ column: String) throws -> Int { try decode(Int.self, forColumn: column) }

    func instant(_ column: String) throws -> Instant {
        Instant(millisecondsSince1970: try decode(Int64.self, forColumn: column))
    }

    func text(_ column: String) throws -> String { try decode(String.self, forColumn: column) }

    func identifier<Subject>(_ column: String) throws -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(text: try text(column)) else {
            throw StorageError.storedValueInvalid
        }
        return identifier
    }

    func identifierIfPresent<Subject>(_ column: String) throws -> Identifier<Subject>? {
        try decode(String?.self, forColumn: column) == nil ? nil : identifier(column)
    }
}
