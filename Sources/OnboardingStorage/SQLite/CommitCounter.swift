internal import GRDB
internal import Synchronization

/// The connection on which `PRAGMA data_version` is asked: SQLite raises it when any other connection, of this process or of
/// another, has committed, so that numbers of two connections cannot be compared. Made when it is first asked for, because
/// commands never do.
final class CommitCounter: Sendable {
    private let path: String
    private let made = Mutex<DatabaseQueue?>(nil)

    init(path: String) {
        self.path = path
    }

    func value() throws -> Int {
        // A number, and no row: no transaction has to hold it.
        try connection().unsafeRead { database in
            try Int.fetchOne(try database.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }

    private func connection() throws -> DatabaseQueue {
        try made.withLock { made in
            if let made { return made }
            let connection = try SQLiteFile.reader(path)
            made = connection
            return connection
        }
    }
}
