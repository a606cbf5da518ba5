import Foundation
import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// What a backup brings back, and whom it does not.
@Suite struct BackupTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let portal: Principal
    private let folder: String

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
        portal = Principal(tenant: tenant, role: .portal)
        folder = test.data.folder.path + "-backup"
        test.engines.acceptEverybody()
    }

    private var backup: Backup { Backup(data: test.data) }
    private var keyFile: String { test.data.folder.path + ".key" }

    private func complete(_ name: String) async throws -> EnrollmentID {
        let visitor = try await Visitor(name, at: test, tenant: tenant)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        var search = EnrollmentSearch()
        search.terms = [.username(name)]
        return try #require(
            try await test.useCases.portal.enrollments.search(search, by: portal, at: test.now).entries.first?.id)
    }

    private func restore(
        to name: String, journal: String? = nil, acceptsLostJournal: Bool = false, acceptsJournalEnd: Bool = false,
        since: String? = nil
    ) async throws -> (Restore.Report, DataDirectory) {
        let target = test.data.folder.path + "-" + name
        let report = try await Restore.perform(
            from: folder, keysFrom: folder + ".keys", dataFolder: target, masterKeyFile: keyFile,
            erasureJournal: journal, acceptsLostJournal: acceptsLostJournal, acceptsJournalEnd: acceptsJournalEnd,
            since: since.flatMap(AuditHead.init(text:)))
        return (
            report,
            try DataDirectory(
                dataFolder: target, masterKeyFile: keyFile, erasureJournal: journal, makesMissing: false)
        )
    }

    @Test func whatIsPutBackIsWhatWasThere() async throws {
        let ada = try await complete("ada")
        let first = try await backup.write(to: folder, keysTo: folder + ".keys")
        #expect(first.findings == [] && first.evidence == first.copied && first.evidence > 0 && first.enrollments == 1)
        let bob = try await complete("bob")
        let second = try await backup.write(to: folder, keysTo: folder + ".keys")
        #expect(second.findings == [] && second.evidence == 2 * first.evidence && second.copied == first.evidence)
        #expect(try await test.data.store.auditEntries().last?.kind == "backupWritten")

        let (report, data) = try await restore(to: "restored", acceptsJournalEnd: true)
        #expect(report.findings == [] && report.erasedAgain == 0 && report.head == second.head)
        for id in [ada, bob] {
            let (old, new) = (try await test.data.store.enrollment(id), try await data.store.enrollment(id))
            #expect(old != nil && old == new)
            let row = try #require(try await data.store.evidence(of: id).first)
            let key = try data.keys.dataKey(of: id, tenant: tenant.id)
            _ = try await data.evidence.read(row, under: key)
        }
        await #expect(throws: ConfigurationError.self) { try await restore(to: "restored") }
    }

    @Test func thoseWhoCameBackArePutBackWithTheirLocksAndNotOnceTheyAreErased() async throws {
        let own = try await Returner.tenant(#""maxAuthenticationAttempts":1"#, at: test)
        let ada = try await Returner(at: test, tenant: own)
        _ = try await ada.verifyFace(try await ada.begin())
        test.engines.set { $0.comparison = { Samples.score(1) } }
        _ = try await ada.verifyFace(try await ada.begin())
        let registration = try await test.data.store.enrollment(tenant: own.id, code: ada.code)
        let id = try #require(registration).id
        let visits = try await test.data.store.tracedAuthentications(of: id, limit: 9)
        #expect(visits.map(\.authentication.status) == [.failed, .complete])
        #expect(try await backup.write(to: folder, keysTo: folder + ".keys").findings == [])

        let (report, data) = try await restore(to: "restored", acceptsJournalEnd: true)
        #expect(report.findings == [])
        #expect(try await data.store.tracedAuthentications(of: id, limit: 9) == visits)
        #expect(try await Auditor(data: data).verify().authentications == 2)
        let explanation = try await Auditor(data: data).explanation(
            of: try #require(visits.first), tenant: try await data.tenant(name: own.name))
        #expect(explanation.locked != nil && explanation.steps.map(\.evidence.state) == [.whole])

        _ = try await test.useCases.portal.enrollments.erase(id.text, by: ada.portal, at: test.now)
        let (again, erased) = try await restore(to: "again")
        #expect(again.findings == [] && again.erasedAgain == 1)
        #expect(try await erased.store.keptEvidence(of: id).isEmpty)
        let left = try await erased.store.tracedAuthentications(of: id, limit: 9)
        #expect(left.count == 2 && left.allSatisfy { $0.erasedAt != nil })
    }

    @Test func whoeverWasErasedSinceIsNotBroughtBack() async throws {
        let (ada, bob) = (try await complete("ada"), try await complete("bob"))
        _ = try await backup.write(to: folder, keysTo: folder + ".keys")
        _ = try await test.useCases.portal.enrollments.erase(ada.text, by: portal, at: test.now)
        let (report, data) = try await restore(to: "restored")
        #expect(report.findings == [] && report.erasedAgain == 1)
        #expect(try await data.store.enrollment(ada) == nil)
        #expect(try await data.keys.holdsDataKeys(of: [ada, bob]) == [bob])
        #expect(try await data.store.keptEvidence(of: ada).isEmpty)

        // The next backup has forgotten them too.
        let next = try await backup.write(to: folder, keysTo: folder + ".keys")
        #expect(next.removed > 0 && next.copied == 0 && next.findings == [])
    }

    @Test func withoutTheJournalNothingIsPutBackUnlessThatIsAccepted() async throws {
        let ada = try await complete("ada")
        let bob = try await complete("bob")
        _ = try await test.useCases.portal.enrollments.erase(ada.text, by: portal, at: test.now)
        _ = try await backup.write(to: folder, keysTo: folder + ".keys")
        _ = try await test.useCases.portal.enrollments.erase(bob.text, by: portal, at: test.now)
        let lost = folder + ".journal"
        await #expect(throws: StorageError.journalLost(path: lost)) { try await restore(to: "refused", journal: lost) }
        #expect(!FileManager.default.fileExists(atPath: test.data.folder.path + "-refused"))
        let (report, data) = try await restore(to: "accepted", journal: lost, acceptsLostJournal: true)
        #expect(report.erasedAgain == 0 && report.findings == [])
        #expect(try await data.store.enrollment(ada) == nil, "of whom the backup knows")
        #expect(try await data.store.enrollment(bob) != nil, "as the operator accepted")
    }

    @Test func aFailedRestoreLeavesNothingThatBlocksTheNext() async throws {
        let ada = try await complete("ada")
        _ = try await test.useCases.portal.enrollments.erase(ada.text, by: portal, at: test.now)
        _ = try await backup.write(to: folder, keysTo: folder + ".keys")
        let (target, other) = (test.data.folder.path + "-restored", folder + ".other-key")
        let files = FileManager.default
        func attempt(_ key: String, journal: String? = nil) async throws {
            _ = try await Restore.perform(
                from: folder, keysFrom: folder + ".keys", dataFolder: target, masterKeyFile: key,
                erasureJournal: journal, acceptsLostJournal: journal != nil)
        }
        await #expect(throws: ConfigurationError.self) { try await attempt(folder + ".no-key") }
        #expect(!files.fileExists(atPath: target))
        try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: other))
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other)
        await #expect(throws: (any Error).self) { try await attempt(other, journal: folder + ".journal") }
        #expect(!files.fileExists(atPath: target) && !files.fileExists(atPath: folder + ".journal"))
        // A folder that was there stays, and empty.
        try files.createDirectory(atPath: target, withIntermediateDirectories: false)
        await #expect(throws: (any Error).self) { try await attempt(other) }
        #expect(try files.contentsOfDirectory(atPath: target) == [])
        let (report, _) = try await restore(to: "restored", acceptsJournalEnd: true)
        #expect(report.findings == [])
    }

    @Test func aJournalThatEndsWithTheBackupHasToBeSaidToBeTheNewest() async throws {
        let (ada, bob) = (try await complete("ada"), try await complete("bob"))
        _ = try await test.useCases.portal.enrollments.erase(ada.text, by: portal, at: test.now)
        let written = try await backup.write(to: folder, keysTo: folder + ".keys")
        let older = try Data(contentsOf: URL(fileURLWithPath: test.data.journal.path))
        _ = try await test.useCases.portal.enrollments.erase(bob.text, by: portal, at: test.now)
        let head = try #require(try await Auditor(data: test.data).verify().head).text
        let (one, two) = (
            try #require(written.head.split(separator: "+").last), try #require(head.split(separator: "+").last)
        )
        #expect(one.hasPrefix("1-") && two.hasPrefix("2-"))
        let journal = folder + ".older"
        try older.write(to: URL(fileURLWithPath: journal))

        let error = await #expect(throws: ConfigurationError.self) {
            try await restore(to: "refused", journal: journal)
        }
        #expect(error?.description.contains("ends with number 1, of ") == true)
        // One who kept a head knows better.
        await #expect(throws: StorageError.journalLost(path: journal)) {
            try await restore(to: "refused", journal: journal, acceptsJournalEnd: true, since: head)
        }
        #expect(!FileManager.default.fileExists(atPath: test.data.folder.path + "-refused"))
        let (report, data) = try await restore(to: "accepted", journal: journal, acceptsJournalEnd: true)
        #expect(report.journal.contains("number 1"))
        #expect(try await data.store.enrollment(bob) != nil, "as the operator accepted")
        #expect(
            try await Auditor(data: data).verify(since: AuditHead(text: head)).findings.contains {
                $0.hasPrefix("the journal of erasures does not hold the 2 that it held at ")
            })
        let (whole, rest) = try await restore(to: "whole", since: head)
        #expect(whole.erasedAgain == 1)
        #expect(try await rest.store.enrollment(bob) == nil)
    }

    @Test func damageOfWhatIsCopiedIsSaidAndOfWhatIsPutBackToo() async throws {
        let ada = try await complete("ada")
        let row = try #require(try await test.data.store.evidence(of: ada).first)
        let name = "evidence/\(row.id.text.prefix(2))/\(row.id.text)"
        let path = test.data.folder.path + "/" + name
        let whole = try #require(FileManager.default.contents(atPath: path))
        try Data(whole.dropLast()).write(to: URL(fileURLWithPath: path))
        let report = try await backup.write(to: folder, keysTo: folder + ".keys")
        #expect(report.findings.count == 1 && report.findings[0].contains(row.id.text))
        try whole.write(to: URL(fileURLWithPath: path))
        #expect(try await backup.write(to: folder, keysTo: folder + ".keys").findings == [])
        try Data(whole.map { $0 ^ 1 }).write(to: URL(fileURLWithPath: folder + "/" + name))
        let (restored, _) = try await restore(to: "restored", acceptsJournalEnd: true)
        #expect(restored.findings.contains { $0.contains(row.id.text) })
    }

    @Test func whatIsNoPlaceForABackupIsRefused() async throws {
        let data = test.data.folder.path
        for (to, keys) in [
            (folder, folder), (folder, folder + "/keys"), (folder + "/data", folder), (data + "/backup", folder),
            (folder, data), (data, folder),
        ] {
            await #expect(throws: ConfigurationError.self, "\(to) \(keys)") {
                try await backup.write(to: to, keysTo: keys)
            }
        }
        await #expect(throws: ConfigurationError.self) { try await restore(to: "nothing") }
        _ = try await backup.write(to: folder, keysTo: folder + ".keys")
        let other = folder + "-other"
        _ = try await backup.write(to: other, keysTo: other + ".keys")
        await #expect(throws: ConfigurationError.self) {
            try await Restore.perform(
                from: folder, keysFrom: other + ".keys", dataFolder: data + "-mixed", masterKeyFile: keyFile,
                erasureJournal: nil, acceptsLostJournal: false)
        }
    }

    /// What stands at any moment of a run that ends before its end is a whole backup.
    @Test func aRunThatWasCutOffLeavesTheBackupBefore() async throws {
        let ada = try await complete("ada")
        _ = try await backup.write(to: folder, keysTo: folder + ".keys")
        let files = FileManager.default
        // Between the two swaps: new data, and keys of the run before.
        try files.copyItem(atPath: folder + "/current", toPath: folder + "/previous")
        let manifest = BackupManifest(
            id: "another", createdAt: "", head: "0-0-" + String(repeating: "00", count: 32), enrollments: 0, evidence: 0
        )
        try files.removeItem(atPath: folder + "/current/backup.json")
        try manifest.write(to: folder + "/current")
        try files.createDirectory(atPath: folder + "/next", withIntermediateDirectories: false)
        let (report, data) = try await restore(to: "restored", acceptsJournalEnd: true)
        #expect(report.findings == [])
        #expect(try await data.store.enrollment(ada) != nil)
        #expect(try await backup.write(to: folder, keysTo: folder + ".keys").findings == [])
    }
}
