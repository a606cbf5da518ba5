package import OnboardingCore
internal import Foundation
internal import GRDB
internal import NIOPosix

extension SQLiteFile {
    /// Writes a copy of a database as it is at one moment, while others write on.
    /// - Parameter path: where there is no file.
    static func copy(_ database: DatabasePool, to path: String) async throws {
        guard !FileManager.default.fileExists(atPath: path) else { throw StorageError.folderUnusable(path: path) }
        try await NIOThreadPool.singleton.runIfActive {
            do {
                var configuration = GRDB.Configuration()
                configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
                let copy = try DatabaseQueue(path: path, configuration: configuration)
                guard chmod(path, S_IRUSR | S_IWUSR) == 0 else { throw StorageError.folderUnusable(path: path) }
                try database.backup(to: copy)
                // One file, without the companions that a copy of it would have to take along.
                try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
                try copy.close()
            } catch let error as DatabaseError where StorageError.meansUnavailable(error) {
                throw StorageError.databaseUnusable(path: path)
            }
        }
        try DataFolder.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}

extension SQLiteStore {
    package func writeCopy(to path: String) async throws { try await SQLiteFile.copy(database, to: path) }

    package func evidence(after id: EvidenceID?, limit: Int) async throws -> [EvidenceRow] {
        try await readMany { database in
            try database.rows(
                "SELECT * FROM evidence WHERE id > ? ORDER BY id LIMIT ?", [id?.text ?? "", limit]
            ).map(EvidenceRow.init)
        }
    }

    package func journalEnd() async throws -> JournalEnd? {
        try lookUp { try Self.journalEnd(in: $0) }
    }

    static func journalEnd(in database: Database) throws -> JournalEnd? {
        try database.row("SELECT length, head FROM chain_end WHERE name = 'erasures'", []).map {
            JournalEnd(length: try $0.integer("length"), code: try $0.bytes("head"))
        }
    }

    package func set(_ end: JournalEnd) async throws {
        let chain = chain
        try await writer.run { try Self.set(end, in: $0, chain: chain) }
    }

    package func reset(_ end: JournalEnd) async throws {
        let chain = chain
        try await writer.run { database in
            let position = AuditChain.Position(length: end.length, head: end.code)
            try Self.setChainEnd(.erasures, to: position, in: database, chain: chain)
        }
    }

    /// Ends all use of the database.
    package func close() throws { try database.close() }

    /// Nothing happens where the journal was further already.
    static func set(_ end: JournalEnd, in database: Database, chain: AuditChain) throws {
        guard try chainEnd(.erasures, in: database).length < end.length else { return }
        let position = AuditChain.Position(length: end.length, head: end.code)
        try setChainEnd(.erasures, to: position, in: database, chain: chain)
    }
}

extension SQLiteKeyStore {
    package func writeCopy(to path: String) async throws { try await SQLiteFile.copy(database, to: path) }
}
