internal import Casework
internal import Foundation
internal import Onboarding
internal import OnboardingCore
package import OnboardingStorage
internal import Tenancy

/// Makes a data directory of a backup.
public enum Restore {
    public struct Report: Sendable {
        /// Of the backup, ISO 8601.
        public let createdAt: String
        public let enrollments: Int
        public let evidence: Int
        /// Enrollments that were erased since the backup, and are again.
        public let erasedAgain: Int
        /// How far the journal of erasures has come.
        public let journal: String
        public let head: String
        /// One sentence each; empty where all is as it was written.
        public let findings: [String]
    }

    /// - Parameters:
    ///   - dataFolder: where nothing is yet.
    ///   - acceptsLostJournal: whether to go on where the journal of erasures is not there: whoever was erased since the
    ///     backup comes back.
    ///   - acceptsJournalEnd: whether to go on where the journal knows of nobody who was erased since the backup: it may be an older
    ///     copy.
    ///   - since: a head that was kept, which the journal must hold.
    ///   - progress: told how many evidence objects were copied, and of how many.
    /// - Throws: a sentence where the two folders are of different backups, the place is taken, or the journal ends where the
    ///   backup does;
    ///   `masterKeyForeign` where the master key does not open the keys; `journalLost`. What it made is gone then.
    package static func perform(
        from folder: String, keysFrom keysFolder: String, dataFolder: String, masterKeyFile: String,
        erasureJournal: String?, acceptsLostJournal: Bool = false, acceptsJournalEnd: Bool = false,
        since: AuditHead? = nil, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> Report {
        let (data, keys, manifest) = try pair(folder, keysFolder)
        let isFree = (try? FileManager.default.contentsOfDirectory(atPath: dataFolder).isEmpty) ?? true
        guard isFree else {
            throw ConfigurationError(description: "\(dataFolder) is not empty: name a folder that is.")
        }
        // Said before anything is made.
        _ = try DataDirectory.masterKey(masterKeyFile, outside: dataFolder)
        let journal = DataDirectory.journalPath(erasureJournal, masterKeyFile: masterKeyFile)
        let (hadFolder, hadJournal) = (
            FileManager.default.fileExists(atPath: dataFolder), FileManager.default.fileExists(atPath: journal)
        )
        do {
            try placeKeys(keys, in: dataFolder, masterKeyFile: masterKeyFile)
            if acceptsLostJournal, !hadJournal, FileManager.default.fileExists(atPath: keys + "/erasures") {
                // As far as it had come by the backup.
                try BackupFiles.copy(keys + "/erasures", to: journal)
            }
            try place(data, evidence: folder + "/evidence", in: DataFolder(path: dataFolder)) {
                progress($0, manifest.evidence)
            }
            return try await finish(
                manifest,
                in: DataDirectory(
                    dataFolder: dataFolder, masterKeyFile: masterKeyFile, erasureJournal: erasureJournal,
                    makesMissing: false),
                acceptsLostJournal: acceptsLostJournal, acceptsJournalEnd: acceptsJournalEnd, since: since)
        } catch {
            // A place where somebody would start a server that gives erased persons back, and taken for the next try.
            try? clear(dataFolder, keepsFolder: hadFolder)
            if !hadJournal { try? BackupFiles.remove(journal) }
            throw error
        }
    }

    private static func finish(
        _ manifest: BackupManifest, in directory: DataDirectory, acceptsLostJournal: Bool, acceptsJournalEnd: Bool,
        since: AuditHead?
    ) async throws -> Report {
        let entries = try directory.journal.entries()
        if let end = since?.journal, !ErasureJournal.reaches(end, with: entries), !acceptsLostJournal {
            throw StorageError.journalLost(path: directory.journal.path)
        }
        let journal =
            entries.last.map {
                "the journal of erasures ends with number \(entries.count), of \($0.at.iso8601WithMilliseconds)"
            }
            ?? "the journal of erasures is empty"
        let known = try await directory.store.journalEnd()?.length ?? 0
        let endsWithBackup = directory.journal.exists && entries.count == known
        guard !endsWithBackup || acceptsJournalEnd || acceptsLostJournal else {
            throw ConfigurationError(
                description: """
                    The backup is of \(manifest.createdAt), and \(journal): nobody was erased since, or it is an older copy, and \
                    whoever was erased since comes back. Where you know that it is the newest, say --accept-journal-end.
                    """, kind: .refused)
        }
        let erasedAgain = try await Cases(of: directory).repeatErasures.perform(acceptsLostJournal: acceptsLostJournal)
        let found = try await Auditor(data: directory).verify(since: AuditHead(text: manifest.head))
        return Report(
            createdAt: manifest.createdAt, enrollments: found.enrollments, evidence: found.evidenceObjects,
            erasedAgain: erasedAgain, journal: journal, head: manifest.head, findings: found.findings)
    }

    /// The newest data and keys that are of one backup. A backup that was cut off at its end has left those before.
    private static func pair(
        _ folder: String, _ keysFolder: String
    ) throws(ConfigurationError) -> (data: String, keys: String, manifest: BackupManifest) {
        for data in ["/current", "/previous"].map({ folder + $0 }) {
            guard let manifest = BackupManifest(in: data) else { continue }
            for keys in ["/current", "/previous"].map({ keysFolder + $0 }) where BackupManifest(in: keys) == manifest {
                return (data, keys, manifest)
            }
        }
        throw ConfigurationError(
            description: "\(folder) and \(keysFolder) are not the data and the keys of one backup.", kind: .notFound)
    }

    /// Makes the folder, with the keys alone, and tries the master key on them before the hours that evidence may take.
    private static func placeKeys(_ keys: String, in dataFolder: String, masterKeyFile: String) throws {
        let folder = try DataFolder.prepare(dataFolder)
        try BackupFiles.copy(keys + "/keys.sqlite", to: folder.keysPath)
        let masterKey = try DataDirectory.masterKey(masterKeyFile, outside: dataFolder)
        _ = try SQLiteKeyStore(folder, masterKey: masterKey).checkMasterKey()
    }

    private static func place(
        _ data: String, evidence: String, in folder: DataFolder, progress: (_ done: Int) -> Void
    ) throws {
        var done = 0
        for shard in try FileManager.default.contentsOfDirectory(atPath: evidence) {
            for name in try FileManager.default.contentsOfDirectory(atPath: evidence + "/" + shard) {
                try BackupFiles.copy(
                    "\(evidence)/\(shard)/\(name)", to: "\(folder.evidencePath)/\(shard)/\(name)")
                done += 1
                progress(done)
            }
            try DataFolder.synchronize(folder.evidencePath + "/" + shard)
        }
        // Last: without it nothing starts.
        try BackupFiles.copy(data + "/onboarding.sqlite", to: folder.databasePath)
        try DataFolder.synchronize(folder.path)
    }

    /// - Parameter keepsFolder: whether the folder, which may be a mounted file system's, was there before.
    private static func clear(_ dataFolder: String, keepsFolder: Bool) throws {
        guard keepsFolder else { return try BackupFiles.remove(dataFolder) }
        for name in try FileManager.default.contentsOfDirectory(atPath: dataFolder) {
            try BackupFiles.remove(dataFolder + "/" + name)
        }
    }
}
