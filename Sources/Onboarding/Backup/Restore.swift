internal import Foundation
internal import OnboardingCore
internal import OnboardingStorage

/// Makes a data directory of a backup.
public enum Restore {
    public struct Report: Sendable {
        /// Of the backup, ISO 8601.
        public let createdAt: String
        public let enrollments: Int
        public let evidence: Int
        /// Enrollments that were erased since the backup, and are again.
        public let erasedAgain: Int
        public let head: String
        /// One sentence each; empty where all is as it was written.
        public let findings: [String]
    }

    /// - Parameters:
    ///   - dataFolder: where nothing is yet.
    ///   - acceptsLostJournal: whether to go on where the journal of erasures is not there: whoever was erased since the
    ///     backup comes back.
    /// - Throws: a sentence where the two folders are of different backups, or the place is taken; `journalLost`.
    public static func perform(
        from folder: String, keysFrom keysFolder: String, dataFolder: String, masterKeyFile: String,
        erasureJournal: String?, acceptsLostJournal: Bool
    ) async throws -> Report {
        let (data, keys, manifest) = try pair(folder, keysFolder)
        let isFree = (try? FileManager.default.contentsOfDirectory(atPath: dataFolder).isEmpty) ?? true
        guard isFree else {
            throw ConfigurationError(description: "\(dataFolder) is not empty: name a folder that is.")
        }
        let journal = DataDirectory.journalPath(erasureJournal, masterKeyFile: masterKeyFile)
        if acceptsLostJournal, !FileManager.default.fileExists(atPath: journal),
            FileManager.default.fileExists(atPath: keys + "/erasures")
        {
            // As far as it had come by the backup.
            try BackupFiles.copy(keys + "/erasures", to: journal)
        }
        try await place(data, keys, evidence: folder + "/evidence", in: dataFolder)
        let directory = try DataDirectory(
            dataFolder: dataFolder, masterKeyFile: masterKeyFile, erasureJournal: erasureJournal, makesMissing: false)
        let erasedAgain: Int
        do {
            erasedAgain = try await directory.repeatErasures.perform(acceptsLostJournal: acceptsLostJournal)
        } catch {
            // A place where somebody would start a server that gives erased persons back.
            try BackupFiles.remove(dataFolder)
            throw error
        }
        let found = try await Auditor(data: directory).verify(since: AuditHead(text: manifest.head))
        return Report(
            createdAt: manifest.createdAt, enrollments: found.enrollments, evidence: found.evidenceObjects,
            erasedAgain: erasedAgain, head: manifest.head, findings: found.findings)
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
            description: "\(folder) and \(keysFolder) are not the data and the keys of one backup.")
    }

    private static func place(
        _ data: String, _ keys: String, evidence: String, in dataFolder: String
    ) async throws {
        let folder = try DataFolder.prepare(dataFolder)
        for shard in try FileManager.default.contentsOfDirectory(atPath: evidence) {
            for name in try FileManager.default.contentsOfDirectory(atPath: evidence + "/" + shard) {
                try BackupFiles.copy(
                    "\(evidence)/\(shard)/\(name)", to: "\(folder.evidencePath)/\(shard)/\(name)")
            }
            try DataFolder.synchronize(folder.evidencePath + "/" + shard)
        }
        try BackupFiles.copy(keys + "/keys.sqlite", to: folder.keysPath)
        // Last: without it nothing starts.
        try BackupFiles.copy(data + "/onboarding.sqlite", to: folder.databasePath)
        try DataFolder.synchronize(folder.path)
    }
}
