import Foundation
import OnboardingCore
import Testing

@testable import Onboarding
@testable import OnboardingStorage
@testable import StorageFixture

/// What brings nobody back who was erased.
@Suite struct ErasureJournalTests {
    private let fixture: StoreFixture
    private let path: String

    init() async throws {
        fixture = try await StoreFixture()
        path = fixture.folder.path + ".key.erasures"
    }

    private var journal: ErasureJournal { ErasureJournal(path: path, auditKey: fixture.keys.auditKey) }

    private func repeatErasures(_ journal: ErasureJournal? = nil) -> RepeatErasures {
        RepeatErasures(
            store: fixture.store, keys: fixture.keys, journal: journal ?? self.journal, erasePerson: fixture.erase,
            removeTenant: fixture.removeTenant)
    }

    private func ids(_ count: Int) throws -> [EnrollmentID] { try (0..<count).map { _ in try .random() } }

    @Test func whatWasWrittenIsRead() throws {
        #expect(try journal.entries().isEmpty)
        let (first, second) = (try ids(3), try ids(2))
        let end = try journal.append(first, at: StoreFixture.now)
        #expect(try journal.entries().compactMap(\.enrollment) == first)
        #expect(try journal.entries().last?.end == end)
        let last = try #require(try journal.append(second, at: StoreFixture.now))
        #expect(last.length == 5)
        #expect(try journal.entries().compactMap(\.enrollment) == first + second)
        let one = journal
        _ = try one.append(first, at: StoreFixture.now)
        #expect(try one.append(first, at: StoreFixture.now) == nil, "once by one process")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: [1, 3, 900]) func theNewestEntryOfAnEnrollmentIsFound(count: Int) throws {
        let all = try ids(count)
        _ = try journal.append(all, at: StoreFixture.now)
        #expect(try journal.entry(of: .random()) == nil)
        let known = try journal.entries()
        for index in Set([0, 1, count / 2, count - 1]) where index < count {
            #expect(try journal.entry(of: all[index]) == known[index])
        }
        // Erased once more after an older copy had brought it back.
        _ = try journal.append([all[0]], at: StoreFixture.now.adding(seconds: 5))
        #expect(try journal.entry(of: all[0])?.end.length == count + 1)
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        try whole.replacing(all[0].text, with: try EnrollmentID.random().text).write(
            toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: StorageError.self) { try journal.entry(of: all[0]) }
    }

    @Test func aLineThatWasCutOffCountsAsNotWritten() throws {
        let (first, second) = (try ids(2), try ids(1))
        _ = try journal.append(first, at: StoreFixture.now)
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        for length in [1, 20, 60] {
            let cut = String(whole.prefix(length))
            try (whole + cut).write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try journal.entries().compactMap(\.enrollment) == first)
            _ = try journal.append(second, at: StoreFixture.now)
            #expect(try journal.entries().compactMap(\.enrollment) == first + second)
        }
    }

    @Test func whatWasChangedIsFound() throws {
        _ = try journal.append(try ids(3), at: StoreFixture.now)
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        let lines = whole.split(separator: "\n").map { $0 + "\n" }
        let others: [String] = [
            lines[1...].joined(), [lines[0], lines[2]].joined(), [lines[1], lines[0], lines[2]].joined(),
            "\n" + whole, whole.replacing("1 1", with: "1 2"), "no journal\n",
        ]
        for other in others where other != whole {
            try other.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(throws: StorageError.journalDamaged(path: path)) { try journal.entries() }
        }
        let foreign = ErasureJournal(path: path, auditKey: [UInt8](repeating: 7, count: 32))
        try whole.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: StorageError.journalDamaged(path: path)) { try foreign.entries() }
    }

    @Test func whoeverAnOlderCopyBringsBackIsErasedAgain() async throws {
        let (kept, erased) = (try await fixture.begun(username: "kept"), try await fixture.begun(username: "erased"))
        // As a copy from before would have it: in the journal, and not erased.
        _ = try journal.append([erased, try EnrollmentID.random()], at: StoreFixture.now)
        #expect(try await repeatErasures().perform() == 1)
        #expect(try await fixture.store.enrollment(erased) == nil)
        #expect(try await fixture.store.enrollment(kept) != nil)
        #expect(try await fixture.keys.holdsDataKeys(of: [kept, erased]) == [kept])
        #expect(try await repeatErasures().perform() == 0)
        let end = try journal.entries().last?.end
        #expect(try await fixture.store.journalEnd() == end)
        #expect(try await fixture.store.verifyTables() == [])
    }

    @Test func whoeverWasErasedWhileACopyWasMadeIsErasedAgain() async throws {
        let before = try await fixture.begun(username: "before")
        let erased = try await fixture.begun(username: "erased")
        try await fixture.erase.enrollment(before, at: StoreFixture.now)
        // The rows were copied before, the keys and the journal afterwards.
        try await fixture.keys.erase([erased])
        _ = try journal.append([erased], at: StoreFixture.now)
        #expect(try await repeatErasures().perform() == 1)
        #expect(try await fixture.store.enrollment(erased) == nil)
        #expect(try await repeatErasures().perform() == 0)
        #expect(try await fixture.store.verifyTables() == [])
    }

    @Test func aTenantThatAnOlderCopyBringsBackIsRemovedAgain() async throws {
        let mine = fixture.tenant
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        let held = try await fixture.begun(username: "held")
        try await fixture.store.hold([held], of: mine, reason: "case-7", at: StoreFixture.now)
        _ = try await fixture.begun(username: "ada")
        // As a copy from before would have it: in the journal, served, and a hold on one of its cases.
        let end = try journal.append(mine, at: StoreFixture.now)
        #expect(try journal.append(mine, at: StoreFixture.now) == end, "once")
        _ = try journal.append(try TenantID.random(), at: StoreFixture.now)
        #expect(try await repeatErasures().perform() == 2)
        #expect(try await fixture.store.tenants().map(\.id) == [other])
        #expect(try await fixture.keys.countKeys(of: mine) == 0)
        #expect(try await fixture.keys.holdsDataKeys(of: [held]) == [])
        let removal = try #require(try await fixture.store.removals().first)
        #expect(removal.end != nil && removal.name == nil)
        #expect(try await repeatErasures().perform() == 0)
        #expect(try await fixture.store.verifyTables() == [])
        #expect(try await fixture.store.auditEntries().count { $0.kind == "tenantRemoved" } == 1)
    }

    @Test func aNewJournalNamesTheTenantsThatTheDataKnowAsRemoved() async throws {
        try await fixture.store.setDisabled(true, tenant: fixture.tenant, at: StoreFixture.now)
        _ = try await fixture.removeTenant(fixture.tenant)
        try FileManager.default.removeItem(atPath: path)
        await #expect(throws: StorageError.journalLost(path: path)) { try await repeatErasures().perform() }
        try await repeatErasures().perform(acceptsLostJournal: true)
        #expect(try journal.entries().compactMap(\.tenant) == [fixture.tenant])
    }

    @Test func dataFromBeforeGetTheirJournalOfWhatTheyKnow() async throws {
        let erased = try await fixture.begun()
        try await fixture.store.beginErasure(of: erased, at: StoreFixture.now)
        try await repeatErasures().perform()
        #expect(try journal.entries().compactMap(\.enrollment) == [erased])
        #expect(try await fixture.store.journalEnd()?.length == 1)
    }

    @Test func alsoAnEmptyJournalIsMissed() async throws {
        #expect(try await repeatErasures().perform() == 0)
        #expect(journal.exists)
        #expect(try await repeatErasures().perform() == 0)
        try FileManager.default.removeItem(atPath: path)
        await #expect(throws: StorageError.journalLost(path: path)) { try await repeatErasures().perform() }
    }

    @Test func aJournalThatIsMissingShorterOrAnothersIsRefused() async throws {
        let first = try await fixture.begun(username: "first")
        try await fixture.erase.enrollment(first, at: StoreFixture.now)
        let shorter = try String(contentsOfFile: path, encoding: .utf8)
        let second = try await fixture.begun(username: "second")
        try await fixture.erase.enrollment(second, at: StoreFixture.now)
        #expect(try await fixture.store.journalEnd()?.length == 2)
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        try await repeatErasures().perform()

        for text in [shorter, ""] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            await #expect(throws: StorageError.journalLost(path: path)) { try await repeatErasures().perform() }
        }
        try FileManager.default.removeItem(atPath: path)
        await #expect(throws: StorageError.journalLost(path: path)) { try await repeatErasures().perform() }
        // One of the same installation that tells of other erasures.
        _ = try journal.append(try ids(2), at: StoreFixture.now)
        await #expect(throws: StorageError.journalLost(path: path)) { try await repeatErasures().perform() }
        await #expect(throws: StorageError.journalLost(path: path)) {
            try await repeatErasures().perform(acceptsLostJournal: true)
        }

        try FileManager.default.removeItem(atPath: path)
        #expect(try await repeatErasures().perform(acceptsLostJournal: true) == 0)
        #expect(Set(try journal.entries().compactMap(\.enrollment)) == [first, second])
        #expect(try await fixture.store.auditEntries().last?.kind == "journalRebuilt")
        try await repeatErasures().perform()
        try whole.write(toFile: path, atomically: true, encoding: .utf8)
        await #expect(throws: StorageError.journalLost(path: path)) { try await repeatErasures().perform() }
    }

    @Test func anErasureIsNotDoneWhereItsJournalCannotBeWritten() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let id = try await fixture.begun()
        await #expect(throws: StorageError.folderUnusable(path: path)) {
            try await fixture.erase.enrollment(id, at: StoreFixture.now)
        }
        #expect(try await fixture.store.unfinishedErasures() == [id])
        try FileManager.default.removeItem(atPath: path)
        #expect(try await fixture.erase.resume() == 1)
        #expect(try journal.entries().compactMap(\.enrollment) == [id])
    }
}
