import Foundation
import GRDB
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

@Suite struct DurabilityTests {
    /// Killing a process never shows the difference, because the page cache survives; a power cut does.
    @Test func everyCommitIsSynced() async throws {
        let fixture = try await StoreFixture()
        for pool in [try fixture.sqlite.database, try fixture.sqliteKeys.database] {
            let (synchronous, journal) = try await pool.write { database in
                (
                    try Int.fetchOne(database, sql: "PRAGMA synchronous"),
                    try String.fetchOne(database, sql: "PRAGMA journal_mode")
                )
            }
            #expect(synchronous == 2)
            #expect(journal == "wal")
        }
    }

    @Test func theStoredStateIsThereWhenTheFolderIsOpenedAgain() async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.begun()
        _ = try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.live), .addFace))
        let stored = try await fixture.store.enrollment(id)
        #expect(try await fixture.reopened().enrollment(id) == stored)
    }

    @Test func nobodyElseMayReadTheFolder() async throws {
        let fixture = try await StoreFixture()
        _ = try await fixture.begun()
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(fixture.folder.path) == 0o700)
        for name in ["onboarding.sqlite", "onboarding.sqlite-wal", "keys.sqlite", "keys.sqlite-wal"] {
            #expect(try mode(fixture.folder.path + "/" + name) == 0o600, "\(name)")
        }
    }

    @Test func aSecondServerIsRefused() async throws {
        let fixture = try await StoreFixture()
        var lock: DataFolderLock? = try fixture.folder.lock()
        #expect(lock != nil)
        #expect(throws: StorageError.alreadyServed) { try fixture.folder.lock() }
        lock = nil
        #expect(throws: Never.self) { try fixture.folder.lock() }
    }

    /// Whoever moves the folder away under a server, or puts another there, has nothing written into either.
    @Test func aFolderThatIsMovedAwayOrReplacedTakesNothingUntilItIsBack() async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.begun()
        let (files, path, away) = (FileManager.default, fixture.folder.path, fixture.folder.path + "-away")
        defer { try? files.removeItem(atPath: away) }
        let place = FolderPlace(fixture.folder)
        let evidence = FolderEvidenceStore(fixture.folder)
        for isReplaced in [false, true] {
            #expect(place.isKept)
            try files.moveItem(atPath: path, toPath: away)
            if isReplaced { try files.copyItem(atPath: away, toPath: path) }
            #expect(!place.isKept)
            await #expect(throws: StorageError.folderMoved(path: fixture.folder.databasePath)) {
                try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.live), .addFace))
            }
            await #expect(throws: StorageError.folderMoved(path: fixture.folder.keysPath)) {
                try await fixture.keys.erase([id])
            }
            await #expect(throws: StorageError.folderMoved(path: fixture.folder.evidencePath)) {
                try await evidence.delete(.random())
            }
            // On as many connections as there may be: none reads another database.
            await withTaskGroup { group in
                for _ in 0..<32 {
                    group.addTask {
                        do {
                            let found = try await fixture.store.enrollments(areErased: false, after: 0, limit: 9)
                            #expect(found.map(\.id) == [id])
                        } catch {
                            #expect(error as? StorageError == .folderMoved(path: fixture.folder.databasePath))
                        }
                    }
                }
            }
            if isReplaced { try files.removeItem(atPath: path) }
            try files.moveItem(atPath: away, toPath: path)
        }
        _ = try await fixture.begun()
        #expect(try await fixture.store.enrollment(id) != nil)
    }

    @Test func aFolderWithOtherFilesIsLeftAlone() async throws {
        let path = NSTemporaryDirectory() + "onboarding-storage-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/letter.txt"))
        #expect(throws: StorageError.folderInUseByOthers) { try DataFolder.prepare(path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["letter.txt"])
        #expect(throws: StorageError.folderUnusable(path: path + "/letter.txt")) {
            try DataFolder.prepare(path + "/letter.txt")
        }
    }

    @Test func aDatabaseOfANewerProgramIsRefused() async throws {
        let fixture = try await StoreFixture()
        try await fixture.sqlite.database.write { database in
            try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')")
        }
        #expect(throws: StorageError.databaseIsNewer) { try fixture.reopened() }
    }

    /// Commands run beside a server: both write, and neither loses anything.
    @Test func twoProcessesMayWriteAtOnce() async throws {
        let fixture = try await StoreFixture()
        let other = try fixture.reopened()
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                let id = try TenantID.random()
                let new = try fixture.new()
                group.addTask {
                    try await other.create(
                        StoreFixture.row("tenant\(number)", id: id), configuration: "{}", secrets: [],
                        credential: StoreFixture.credential("tenant\(number)", of: id))
                }
                group.addTask { try await fixture.store.begin(new) }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.store.tenants().count == 21)
        #expect(try await fixture.store.verifyRegister() == .intact(length: 20))
        #expect(try await fixture.store.verifyAudit() == .intact(length: 63))
    }
}
