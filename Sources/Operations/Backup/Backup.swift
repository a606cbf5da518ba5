internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// Copies a data directory while its server serves, so that nothing is lost that was acknowledged before it began.
///
/// ```
/// DIR/current/onboarding.sqlite  backup.json      the database as it was at one moment
/// DIR/evidence/                                   what that database names; only new objects are copied
/// KEYS/current/keys.sqlite  erasures  backup.json the wrapped keys, apart from what they open
/// ```
///
/// The order is that of being written turned round: the database first, because all evidence and all keys that it names are on
/// the disk before it names them. What is erased meanwhile has no key in the copy, and the journal of erasures names it. The
/// master key is in neither.
public struct Backup: Sendable {
    private static let batch = 500

    private let data: DataDirectory

    /// On a data directory that is there.
    public init(dataFolder: String, masterKeyFile: String, erasureJournal: String?) throws {
        data = try DataDirectory(
            dataFolder: dataFolder, masterKeyFile: masterKeyFile, erasureJournal: erasureJournal, makesMissing: false,
            migrates: false)
    }

    init(data: DataDirectory) {
        self.data = data
    }

    public struct Report: Sendable {
        public let enrollments: Int
        public let evidence: Int
        /// Of the evidence, what was not there before.
        public let copied: Int
        /// What the backup had and the database names no more.
        public let removed: Int
        public let head: String
        /// One sentence each; empty where the copy is as it was written.
        public let findings: [String]
    }

    /// Makes a backup, or brings one up to date.
    /// - Parameters:
    ///   - keysFolder: neither in `folder` nor around it.
    ///   - progress: told how many evidence objects are in the backup.
    public func write(
        to folder: String, keysTo keysFolder: String, progress: (_ done: Int) -> Void = { _ in }
    ) async throws -> Report {
        try Self.check(folder, keysFolder, besides: data.folder.path)
        for folder in [folder, keysFolder] {
            try BackupFiles.makeFolder(folder)
            try BackupFiles.remove(folder + "/next")
            try BackupFiles.makeFolder(folder + "/next")
        }
        try BackupFiles.makeFolder(folder + "/evidence")
        let next = DataFolder(path: folder + "/next")
        try await data.store.writeCopy(to: next.databasePath)
        let copy = try SQLiteStore(next, auditKey: data.keys.auditKey, migrates: false)
        let evidence = try await copyEvidence(named: copy, to: folder + "/evidence", progress: progress)
        try await data.keys.writeCopy(to: DataFolder(path: keysFolder + "/next").keysPath)
        if FileManager.default.fileExists(atPath: data.journal.path) {
            try BackupFiles.copy(data.journal.path, to: keysFolder + "/next/erasures")
        }
        let (head, enrollments) = (try await copy.head().text, try await Self.enrollments(in: copy))
        let findings = try await Self.findings(in: copy) + evidence.findings
        try copy.close()
        let manifest = BackupManifest(
            id: Hexadecimal.encode(try Random.bytes(16)), createdAt: Instant.now().iso8601WithMilliseconds, head: head,
            enrollments: enrollments, evidence: evidence.count)
        for folder in [folder, keysFolder] { try manifest.write(to: folder + "/next") }
        for folder in [folder, keysFolder] { try BackupFiles.swap(in: folder) }
        // Whoever was erased since the last run is gone from this one too.
        let removed = try await removeEvidence(notNamedBy: folder + "/current", in: folder + "/evidence")
        for folder in [folder, keysFolder] { try BackupFiles.remove(folder + "/previous") }
        try await data.store.note(
            .backupWritten(head: head, evidence: evidence.count), tenant: nil, at: Instant.now())
        return Report(
            enrollments: enrollments, evidence: evidence.count, copied: evidence.copied, removed: removed, head: head,
            findings: findings)
    }

    private static func check(_ folder: String, _ keysFolder: String, besides data: String) throws {
        func parts(_ path: String) -> [String] {
            URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
        }
        let (folder, keys, data) = (parts(folder), parts(keysFolder), parts(data))
        guard !keys.starts(with: folder), !folder.starts(with: keys) else {
            throw ConfigurationError(
                description: "The keys belong apart from the data: name a folder for them that lies elsewhere.")
        }
        guard ![folder, keys].contains(where: { $0.starts(with: data) || data.starts(with: $0) }) else {
            throw ConfigurationError(description: "A backup lies elsewhere than the data.")
        }
    }

    private func copyEvidence(
        named copy: SQLiteStore, to folder: String, progress: (_ done: Int) -> Void
    ) async throws -> (count: Int, copied: Int, findings: [String]) {
        var (count, copied, findings, last) = (0, 0, [String](), EvidenceID?.none)
        while true {
            let page = try await copy.evidence(after: last, limit: Self.batch)
            for row in page {
                do {
                    if try await data.evidence.copy(row, to: folder) { copied += 1 }
                    count += 1
                    progress(count)
                } catch StorageError.evidenceUnreadable {
                    // Where its person was erased meanwhile, nothing is wrong.
                    if try await data.store.knownEvidence(among: [row.id]).isEmpty { continue }
                    findings.append(
                        "evidence \(row.id.text) of enrollment \(row.enrollmentID.text) is missing or changed")
                }
            }
            guard page.count == Self.batch else { return (count, copied, findings) }
            last = page.last?.id
        }
    }

    private func removeEvidence(notNamedBy current: String, in folder: String) async throws -> Int {
        let copy = try SQLiteStore(DataFolder(path: current), auditKey: data.keys.auditKey, migrates: false)
        defer { try? copy.close() }
        var removed = 0
        for shard in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/" + shard)
            let known = try await copy.knownEvidence(among: names.compactMap(EvidenceID.init(text:)))
            for name in names where EvidenceID(text: name).map({ !known.contains($0) }) ?? true {
                try BackupFiles.remove(folder + "/" + shard + "/" + name)
                removed += 1
            }
        }
        return removed
    }

    /// What is wrong with the copy of the database, as far as it says so itself.
    private static func findings(in copy: SQLiteStore) async throws -> [String] {
        var findings = try await copy.damage()
        findings += try await copy.verifyTables().map { "\($0)" }
        for check in [
            try await copy.verifyRegister(), try await copy.verifyAuthentications(), try await copy.verifyAudit(),
        ] {
            if case .broken(let place, let damage) = check {
                findings.append("a chain is broken at \(place): \(damage.rawValue)")
            }
        }
        return findings
    }

    private static func enrollments(in copy: SQLiteStore) async throws -> Int {
        if case .intact(let length) = try await copy.verifyRegister() { length } else { 0 }
    }
}
