import Foundation
import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingStorage
@testable import StorageFixture
@testable import Tenancy

/// What is wrong with a database is said, and keeps nothing else from being checked.
@Suite struct AuditorTests {
    @Test func aCheckSaysHowFarItHasCome() async throws {
        let fixture = try await StoreFixture()
        for _ in 1...3 { _ = try await fixture.begun() }
        var said: [[Int?]] = []
        let found = try await fixture.auditor.verify { said.append([$0, $1]) }
        #expect(found.findings.isEmpty)
        #expect(said == [[1, 3], [2, 3], [3, 3]])
    }

    @Test func evidenceThatNoEventNamesIsFound() async throws {
        let fixture = try await StoreFixture.filled()
        let id = try #require(try await fixture.store.list(Enrollment.self, after: 0, limit: 1).page.first?.id)
        // Through the store's own connection, so that the MACs of the tables follow and say nothing.
        try await fixture.sqlite.writer.run {
            try $0.execute(sql: "UPDATE evidence SET byte_count = byte_count + 1, digest = zeroblob(32)")
        }
        let findings = try await fixture.auditor.verify().findings
        #expect(findings.contains { $0.contains("of enrollment \(id.text) is") })
    }

    @Test func anEventOfNoEnrollmentIsFound() async throws {
        let fixture = try await StoreFixture()
        _ = try await fixture.begun()
        try await fixture.tamper(
            "INSERT INTO enrollment_event SELECT 'nobody', 1, at, event, hash FROM enrollment_event LIMIT 1")
        #expect(
            try await fixture.auditor.verify().findings == ["the database is damaged: onboarding doctor says where"])
    }

    /// Each tree of the database in turn has its first page overwritten: the check says so, and goes on.
    @Test func aDamagedPageIsAFindingAndNotTheEnd() async throws {
        let fixture = try await StoreFixture.filled()
        let complete = try await fixture.begun()
        let (pageSize, trees) = try await fixture.pages()
        #expect(trees.count > 30)
        for tree in trees {
            let copy = NSTemporaryDirectory() + "onboarding-damaged-" + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: copy) }
            try FileManager.default.copyItem(atPath: fixture.folder.path, toPath: copy)
            let file = try #require(FileHandle(forUpdatingAtPath: copy + "/onboarding.sqlite"))
            try file.seek(toOffset: UInt64((tree.page - 1) * pageSize))
            try file.write(contentsOf: Data(repeating: 0xAA, count: pageSize))
            try file.close()
            do {
                let auditor = try Auditor(dataFolder: copy, masterKeyFile: fixture.folder.path + ".key")
                let verification = try await auditor.verify()
                #expect(!verification.findings.isEmpty, "\(tree.name)")
                #expect(verification.findings.allSatisfy { !$0.contains("SQLite") }, "\(tree.name)")
            } catch StorageError.databaseDamaged {
                #expect(tree.name.contains("grdb_migrations"), "\(tree.name) keeps the folder from being opened")
            }
        }
        #expect(try await fixture.store.verifyChain(of: complete) == .intact(length: 2))
    }

    @Test func junkInOneEnrollmentKeepsNothingFromBeingChecked() async throws {
        let fixture = try await StoreFixture()
        var ids: [EnrollmentID] = []
        for _ in 0..<3 { ids.append(try await fixture.begun()) }
        try await fixture.tamper(
            """
            UPDATE enrollment SET state = CAST(x'7B80' AS TEXT) WHERE number = 1;
            UPDATE enrollment SET id = 'junk' WHERE number = 2;
            UPDATE enrollment_event SET event = CAST(x'FF' AS TEXT) WHERE enrollment_id = '\(ids[2].text)';
            """)
        let verification = try await fixture.auditor.verify()
        #expect(
            verification.findings == [
                "the register of enrollments is broken at number 2: an entry is not what was written",
                "the rows of the table enrollment are not those that were written",
                "the database is damaged: onboarding doctor says where",
                "enrollment \(ids[0].text) is broken at event 2: the stored state is not what the events tell",
                "enrollment number 2 cannot be read: the database is damaged",
                "enrollment \(ids[2].text) is broken at event 1: an entry is not what was written",
            ])
        #expect(verification.enrollments == 3)
    }

    /// A path that was mistyped must not look like a server without data.
    @Test func whatReadsAFolderMakesNone() async throws {
        let path = NSTemporaryDirectory() + "onboarding-storage-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let files = FileManager.default
        func expectNothingIsMade() {
            #expect(throws: StorageError.folderMissing(path: path)) {
                try Auditor(dataFolder: path, masterKeyFile: path + ".key")
            }
            #expect(throws: StorageError.folderMissing(path: path)) {
                try TenantAdministration(dataFolder: path, masterKeyFile: path + ".key", makesMissing: false)
            }
            #expect(!files.fileExists(atPath: path + ".key"))
        }
        expectNothingIsMade()
        #expect(!files.fileExists(atPath: path))
        try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        expectNothingIsMade()
        #expect(try files.contentsOfDirectory(atPath: path) == [])

        let fixture = try await StoreFixture()
        #expect(try await fixture.auditor.verify().findings == [])
    }
}

extension StoreFixture {
    fileprivate var auditor: Auditor {
        get throws { try Auditor(dataFolder: folder.path, masterKeyFile: folder.path + ".key") }
    }
}
