internal import Foundation
internal import OnboardingJSON

/// What a backup says of itself, in a file of its data and one of its keys: both have the same.
///
///     {"createdAt":"2026-11-25T10:00:00.000Z","enrollments":N,"evidence":N,"head":"R-T-…","id":"…","version":1}
struct BackupManifest: Codable, Equatable, Sendable {
    static let fileName = "backup.json"

    private(set) var version = 1
    /// Of this run.
    let id: String
    let createdAt: String
    /// `AuditHead` of the copied database.
    let head: String
    let enrollments: Int
    let evidence: Int

    init(id: String, createdAt: String, head: String, enrollments: Int, evidence: Int) {
        (self.id, self.createdAt, self.head) = (id, createdAt, head)
        (self.enrollments, self.evidence) = (enrollments, evidence)
    }

    /// Nil where the folder has none, or none that this program can read.
    init?(in folder: String) {
        guard let contents = FileManager.default.contents(atPath: folder + "/" + Self.fileName),
            let manifest = try? JSONDecoder().decode(Self.self, from: contents), manifest.version == 1
        else { return nil }
        self = manifest
    }

    func write(to folder: String) throws {
        try BackupFiles.write(try sortedKeyJSON(self) + [UInt8(ascii: "\n")], to: folder + "/" + Self.fileName)
    }
}
