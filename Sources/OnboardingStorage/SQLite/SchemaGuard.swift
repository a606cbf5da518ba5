internal import GRDB
internal import Synchronization

/// Refuses a database whose schema has an object that this program does not make, or lacks one that it makes. A trigger, a
/// view or an expression in an index that somebody without keys has planted would otherwise have the program's own hand
/// write what `TableMAC` and `AuditChain` then vouch for.
final class SchemaGuard: Sendable {
    private let path: String
    private let expected: SchemaObjects
    /// `schema_version` of the file when its objects were compared last.
    private let compared = Mutex<Int?>(nil)

    /// - Parameter migrator: makes what is expected.
    init(path: String, migrator: DatabaseMigrator, prepare: @escaping @Sendable (Database) -> Void) throws {
        self.path = path
        expected = try SchemaObjects.made(by: migrator, prepare: prepare)
    }

    /// Cheap where the schema was not changed since the last time.
    /// - Throws: `schemaForeign`.
    func check(_ database: Database) throws {
        let version = try Int.fetchOne(try database.cachedStatement(sql: "PRAGMA main.schema_version"))
        guard version == nil || compared.withLock({ $0 != version }) else { return }
        guard try !hasOthers(in: database) else { throw StorageError.schemaForeign(path: path) }
        compared.withLock { $0 = version }
    }

    /// Whether the schema is another than the program's.
    func hasOthers(in database: Database) throws -> Bool { try SchemaObjects(in: database) != expected }
}

/// What a schema consists of, down to the letter.
private struct SchemaObjects: Equatable, Sendable {
    private static let known = Mutex<[[String]: SchemaObjects]>([:])

    private let texts: Set<String>

    /// What `ANALYZE` leaves changes no row.
    init(in database: Database) throws {
        texts = try String.fetchSet(
            database,
            sql: #"""
                SELECT type || ' ' || name || ' ' || tbl_name || char(10) || coalesce(sql, '') FROM main.sqlite_schema
                WHERE name NOT LIKE 'sqlite\_stat%' ESCAPE '\'
                """#)
    }

    /// What the migrations make of nothing; worked out once.
    static func made(
        by migrator: DatabaseMigrator, prepare: @escaping @Sendable (Database) -> Void
    ) throws -> SchemaObjects {
        if let known = known.withLock({ $0[migrator.migrations] }) { return known }
        var configuration = GRDB.Configuration()
        configuration.prepareDatabase { prepare($0) }
        let empty = try DatabaseQueue(configuration: configuration)
        try migrator.migrate(empty)
        let made = try empty.read(SchemaObjects.init)
        known.withLock { $0[migrator.migrations] = made }
        return made
    }
}
