internal import Casework
internal import Foundation
package import Logging
internal import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Checks once a day that nobody changed what is kept behind the program's back, as `onboarding audit verify` does. What is
/// found is in the log, and where nothing is, the head. A file of heads, kept where the data are not, also finds a data
/// directory that was put back to an older copy.
package struct Verification: PeriodicJob {
    package static let interval = Duration.seconds(86_400)
    /// It reads all evidence there is; a start has other work.
    package static let delay = Duration.seconds(600)

    let auditor: Auditor
    let headFile: String?
    package let logger: Logger
    private let rounds: Rounds

    /// - Parameter headFile: to which each head is added; nil for none.
    package init(data: DataDirectory, headFile: String?, logger: Logger, rounds: Rounds = Rounds()) {
        auditor = Auditor(data: data)
        self.headFile = headFile
        self.logger = logger
        self.rounds = rounds
    }

    package func round() async throws {
        let kept = try lastHead()
        let found = try await auditor.verify(since: kept)
        rounds.findings = found.findings.count
        rounds.note(.verification, at: Instant.now())
        for finding in found.findings { logger.error("audit finding", metadata: ["finding": "\(finding)"]) }
        guard found.findings.isEmpty, let head = found.head else { return }
        logger.notice(
            "audit intact",
            metadata: [
                "enrollments": "\(found.enrollments)", "events": "\(found.events)",
                "evidence": "\(found.evidenceObjects)", "head": "\(head.text)",
            ])
        try add(head)
    }

    /// The last line's; nil where there is none yet.
    private func lastHead() throws -> AuditHead? {
        guard let headFile, let contents = FileManager.default.contents(atPath: headFile) else { return nil }
        let line = String(decoding: contents, as: UTF8.self).split(separator: "\n").last
        guard let line else { return nil }
        guard let head = line.split(separator: " ").last.flatMap({ AuditHead(text: String($0)) }) else {
            throw ConfigurationError(description: "The last line of the file of audit heads is no head.")
        }
        return head
    }

    private func add(_ head: AuditHead) throws {
        guard let headFile else { return }
        if !FileManager.default.fileExists(atPath: headFile) {
            guard
                FileManager.default.createFile(
                    atPath: headFile, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw StorageError.folderUnusable(path: headFile) }
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: headFile))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: Data("\(Instant.now().iso8601WithMilliseconds) \(head.text)\n".utf8))
        try file.synchronize()
    }
}
