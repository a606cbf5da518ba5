internal import GRDB
internal import Synchronization

/// The one way into a database's writer: takes all writes that wait, runs them in one transaction with a savepoint
/// each, and answers each after the sync, so that many writers share one sync of the disk. A write that no other waits with
/// has no savepoint: SQLite keeps all pages that change within one a second time, in a list that it walks at each statement.
///
/// Nobody runs it: the first caller to come leads a group (its own write and all that wait by then), and hands the
/// lead to one of those who came meanwhile. Writes run in the order in which they came, one after another.
actor WriteQueue {
    /// So that nobody in a group waits long for the others.
    private static let maximumGroup = 256

    private enum Turn {
        case finished
        case lead
    }

    private let database: DatabasePool
    private let beforeCommit: @Sendable (Database) throws -> Void
    private var waiting: [(write: any GroupedWrite, turn: CheckedContinuation<Turn, Never>)] = []
    private var isLed = false
    private var observer: @Sendable (_ writes: Int) -> Void = { _ in }

    /// - Parameter beforeCommit: the last thing of every transaction; nothing of the transaction is kept where it throws.
    init(database: DatabasePool, beforeCommit: @escaping @Sendable (Database) throws -> Void = { _ in }) {
        self.database = database
        self.beforeCommit = beforeCommit
    }

    /// Tells `observer` of every transaction how many writes shared it.
    func observe(_ observer: @escaping @Sendable (_ writes: Int) -> Void) {
        self.observer = observer
    }

    /// Runs `body` in a transaction and returns when what it wrote is on the disk. Not ended by the cancellation of the
    /// calling task: a write that was taken in is written.
    /// - Throws: what `body` throws, with all that it wrote undone and the other writes of the group untouched; the
    ///   database's error where the whole transaction failed.
    func run<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let write = Write(body: body)
        if isLed {
            let turn = await withCheckedContinuation { waiting.append((write, $0)) }
            if turn == .lead { await lead(with: write) }
        } else {
            isLed = true
            await lead(with: write)
        }
        do {
            return try write.value()
        } catch let error as DatabaseError where StorageError.meansUnavailable(error) {
            let told = StorageError.told(error, ofDatabaseAt: database.path)
            throw told as? StorageError ?? .databaseUnusable(path: database.path)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER {
            // The one trigger that refuses: of a tenant that is being removed.
            throw StorageError.unknownSubject
        }
    }

    private func lead(with own: any GroupedWrite) async {
        let followers = waiting.prefix(Self.maximumGroup - 1)
        waiting.removeFirst(followers.count)
        observer(1 + followers.count)
        await commit([own] + followers.map(\.write))
        for follower in followers { follower.turn.resume(returning: .finished) }
        if waiting.isEmpty {
            isLed = false
        } else {
            waiting.removeFirst().turn.resume(returning: .lead)
        }
    }

    private func commit(_ group: [any GroupedWrite]) async {
        await withCheckedContinuation { [beforeCommit] done in
            // GRDB's async `write` would interrupt the whole group when the leading task is cancelled.
            database.asyncWriteWithoutTransaction { database in
                do {
                    try database.inTransaction(.immediate) {
                        // Where SQLite itself has rolled back, as it does on a full disk, GRDB lets no further
                        // statement run until the transaction's end, which then throws for all of them.
                        if let alone = group.first, group.count == 1 {
                            guard alone.attempt(in: database, hasSavepoint: false) else { return .rollback }
                        } else {
                            for write in group { write.attempt(in: database, hasSavepoint: true) }
                        }
                        try beforeCommit(database)
                        return .commit
                    }
                } catch {
                    for write in group { write.fail(with: error) }
                }
                done.resume()
            }
        }
    }
}

private protocol GroupedWrite: Sendable {
    /// - Parameter hasSavepoint: whether what was written is undone here where it throws; else the transaction has to be.
    /// - Returns: false where it threw.
    @discardableResult
    func attempt(in database: Database, hasSavepoint: Bool) -> Bool
    func fail(with error: any Error)
}

private final class Write<Value: Sendable>: GroupedWrite {
    private let body: @Sendable (Database) throws -> Value
    private let written = Mutex<Result<Value, any Error>>(.failure(StorageError.transactionLost))

    init(body: @escaping @Sendable (Database) throws -> Value) {
        self.body = body
    }

    func attempt(in database: Database, hasSavepoint: Bool) -> Bool {
        var result: Result<Value, any Error> = .failure(StorageError.transactionLost)
        do {
            if hasSavepoint {
                try database.inSavepoint {
                    result = .success(try body(database))
                    return .commit
                }
            } else {
                result = .success(try body(database))
            }
        } catch {
            result = .failure(error)
        }
        written.withLock { $0 = result }
        if case .failure = result { return false }
        return true
    }

    func fail(with error: any Error) {
        written.withLock { $0 = .failure(error) }
    }

    func value() throws -> Value {
        try written.withLock { $0 }.get()
    }
}
