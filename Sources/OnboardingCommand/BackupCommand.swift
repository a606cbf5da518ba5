import ArgumentParser
import OnboardingJSON
internal import OnboardingStorage
import Operations

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the data beside a running server: all that was acknowledged before it began.",
        discussion: """
            Into a folder of data and one of keys, which belong apart; the master key is in neither. Run again it copies new \
            evidence alone and removes what was erased. The copy is checked as `audit verify` checks, without the evidence that was \
            there before; exit code 4 where something is wrong.
            """)

    @Argument(help: "The folder for the data.")
    var folder: String

    @Option(help: "The folder for the keys (default: the folder's path with .keys).")
    var keys: String?

    @OptionGroup var output: OutputOptions

    @OptionGroup var progress: ProgressOptions

    @OptionGroup var data: DataOptions

    func run() async throws {
        let configuration = try await data.configuration()
        let line = progress.line("evidence objects", beside: output)
        let backup = try Backup(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
            erasureJournal: configuration.erasureJournal)
        let report = try await backup.write(to: folder, keysTo: keys ?? folder.withoutEndingSlashes + ".keys") {
            line.report($0)
        }
        line.end()
        try output.show(
            [
                "intact": .bool(report.findings.isEmpty), "enrollments": .count(report.enrollments),
                "evidenceObjects": .count(report.evidence), "copied": .count(report.copied),
                "removed": .count(report.removed), "head": .text(report.head), "findings": .texts(report.findings),
            ],
            else: report.findings + [
                "\(counted(report.enrollments, "enrollment")), \(counted(report.evidence, "evidence object")), "
                    + "\(report.copied) of them new; \(report.removed) removed",
                "head \(report.head)",
            ])
        if !report.findings.isEmpty { throw ExitCode.damaged }
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Makes a data directory of a backup, where there is none.",
        discussion: """
            Whoever was erased since the backup is erased again: the journal of erasures beside the master key names them. Then all \
            is checked as `audit verify` checks; exit code 4 where something is wrong. The master key is looked for at the new \
            data directory's path with .key, unless --master-key-file names another. Where it is missing or another's, or the \
            journal is lost, nothing is left behind. A journal that knows of nobody who was erased since the backup may be an older copy: \
            that it is not has to be said.
            """)

    @Argument(help: "The folder of the data.")
    var folder: String

    @Option(help: "The folder of the keys (default: the folder's path with .keys).")
    var keys: String?

    @Flag(help: "Go on without the journal of erasures: whoever was erased since the backup comes back.")
    var acceptLostJournal = false

    @Flag(help: "The journal of erasures is the newest, though it knows of nobody who was erased since the backup.")
    var acceptJournalEnd = false

    @Option(help: "A head that audit verify or a backup printed, which the journal must hold.")
    var since: AuditHead?

    @OptionGroup var output: OutputOptions

    @OptionGroup var progress: ProgressOptions

    @OptionGroup var data: DataOptions

    func run() async throws {
        let configuration = try await data.configuration()
        let line = progress.line("evidence objects", beside: output)
        let report = try await Restore.perform(
            from: folder, keysFrom: keys ?? folder.withoutEndingSlashes + ".keys",
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
            erasureJournal: configuration.erasureJournal, acceptsLostJournal: acceptLostJournal,
            acceptsJournalEnd: acceptJournalEnd, since: since
        ) { line.report($0, of: $1) }
        line.end()
        try output.show(
            [
                "intact": .bool(report.findings.isEmpty), "createdAt": .text(report.createdAt),
                "enrollments": .count(report.enrollments), "evidenceObjects": .count(report.evidence),
                "erasedAgain": .count(report.erasedAgain), "journal": .text(report.journal),
                "head": .text(report.head), "findings": .texts(report.findings),
            ],
            else: report.findings + [
                "backup of \(report.createdAt): \(counted(report.enrollments, "enrollment")), "
                    + "\(counted(report.evidence, "evidence object")); \(report.erasedAgain) erased again",
                report.journal, "head \(report.head)",
            ])
        if !report.findings.isEmpty { throw ExitCode.damaged }
    }
}

extension String {
    fileprivate var withoutEndingSlashes: String {
        var path = self
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
