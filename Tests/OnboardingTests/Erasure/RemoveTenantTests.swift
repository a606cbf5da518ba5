import Foundation
import GRDB
import OnboardingCore
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingStorage
@testable import StorageFixture

@Suite struct RemoveTenantTests {
    /// A folder with a row in every table, whose tenant can be removed.
    private func removable() async throws -> StoreFixture {
        let fixture = try await StoreFixture.filled()
        let held = try await fixture.store.holds(tenant: fixture.tenant).map(\.enrollmentID)
        _ = try await fixture.store.liftHolds(on: held, of: fixture.tenant, at: StoreFixture.now)
        try await fixture.store.setDisabled(true, tenant: fixture.tenant, at: StoreFixture.now)
        return fixture
    }

    private func number(_ sql: String, in fixture: StoreFixture) async throws -> Int {
        let database = try fixture.sqlite.database
        return try await database.read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    private func keyCount(in fixture: StoreFixture) async throws -> Int {
        let database = try fixture.sqliteKeys.database
        return try await database.read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT (SELECT count(*) FROM kept_key WHERE owner = ?) + (SELECT count(*) FROM data_key)",
                arguments: [fixture.tenant.text]) ?? 0
        }
    }

    private func files(in fixture: StoreFixture) throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.evidencePath)
            .filter { $0.split(separator: "/").last?.count == 32 }.count
    }

    /// What there is to destroy, asked of the tables.
    private func present(in fixture: StoreFixture) async throws -> [DestroyedKind: Int] {
        let own = "tenant_id = '\(fixture.tenant.text)'"
        let ofOwn = "enrollment_id IN (SELECT id FROM enrollment WHERE \(own))"
        var counts: [DestroyedKind: Int] = [:]
        for (kind, sql) in [
            (.cases, "SELECT count(*) FROM enrollment WHERE \(own) AND erased_at IS NULL"),
            (
                .registrations,
                "SELECT count(*) FROM enrollment WHERE \(own) AND erased_at IS NULL AND status = 'complete'"
            ),
            (.persons, "SELECT count(*) FROM subject WHERE \(own) AND erased_at IS NULL"),
            (.authentications, "SELECT count(*) FROM authentication WHERE \(own) AND erased_at IS NULL"),
            (.evidenceObjects, "SELECT count(*) FROM evidence WHERE \(ofOwn)"),
            (.evidenceBytes, "SELECT sum(byte_count) FROM evidence WHERE \(ofOwn)"),
            (.templates, "SELECT count(*) FROM template WHERE \(ofOwn)"),
            (.devices, "SELECT count(*) FROM device WHERE \(own)"),
            (.operators, "SELECT count(*) FROM operator WHERE \(own)"),
            (.credentials, "SELECT count(*) FROM credential WHERE \(own)"),
            (.webhooks, "SELECT count(*) FROM webhook WHERE \(own)"),
            (.messages, "SELECT count(*) FROM mail WHERE \(own)"),
            (.trailEntries, "SELECT count(*) FROM audit WHERE \(own)"),
        ] as [(DestroyedKind, String)] {
            counts[kind] = try await number(sql, in: fixture)
            #expect(counts[kind] ?? 0 > 0, "\(kind)")
        }
        counts[.keys] = try await keyCount(in: fixture)
        return counts
    }

    private func expectNothingLeft(in fixture: StoreFixture) async throws {
        let store = fixture.store
        #expect(try await keyCount(in: fixture) == 0)
        #expect(try files(in: fixture) == 0)
        #expect(try await store.verifyTables() == [])
        #expect(try await store.damage() == [])
        for check in [
            try await store.verifyRegister(), try await store.verifyAuthentications(), try await store.verifyAudit(),
        ] {
            guard case .intact = check else {
                Issue.record("\(check)")
                continue
            }
        }
        for id in try await store.list(Enrollment.self, after: 0, limit: 100).page.compactMap(\.id) {
            #expect(try await store.verifyChain(of: id) == .intact(length: 0))
            #expect(try await store.enrollment(id) == nil)
        }
        for id in try await store.list(Authentication.self, after: 0, limit: 100).page.compactMap(\.id) {
            #expect(try await store.verifyChain(of: id) == .intact(length: 0))
        }
        // What no row of the tenant may stand in.
        let tables = try await sqliteTables(in: fixture)
        for table in tables where !["enrollment", "authentication", "removed_tenant", "audit"].contains(table) {
            let left = "SELECT count(*) FROM \(table) WHERE tenant_id = '\(fixture.tenant.text)'"
            #expect(try await number(left, in: fixture) == 0, "\(table)")
        }
        for table in ["enrollment_event", "authentication_event", "evidence", "template", "user_face", "case_prefix"] {
            #expect(try await number("SELECT count(*) FROM \(table)", in: fixture) == 0, "\(table)")
        }
    }

    private func sqliteTables(in fixture: StoreFixture) async throws -> [String] {
        let database = try fixture.sqlite.database
        return try await database.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
                    WHERE t.type = 'table' AND c.name = 'tenant_id'
                    """)
        }
    }

    @Test func nothingIsLeftAndEachKindIsCounted() async throws {
        let fixture = try await removable()
        let (present, head) = (try await present(in: fixture), try await fixture.store.head())
        let removal = try await fixture.removeTenant(fixture.tenant)
        for (kind, count) in present { #expect(removal.destroyed[kind] == count, "\(kind)") }
        #expect(try await fixture.store.head().text == removal.end?.head)
        #expect(try await fixture.store.holds(head))
        try await expectNothingLeft(in: fixture)
        #expect(try await fixture.store.tenants().map(\.name) == ["disabled"], "nobody else's are gone")
        let journal = ErasureJournal(path: fixture.folder.path + ".key.erasures", auditKey: fixture.keys.auditKey)
        #expect(try journal.entries().last?.tenant == fixture.tenant)
        let end = try journal.entries().last?.end
        #expect(try await fixture.store.journalEnd() == end)
        // Again, as where the proof was lost on its way.
        #expect(try await fixture.removeTenant(fixture.tenant) == removal)
        #expect(try journal.entries().compactMap(\.tenant).count == 1)
    }

    /// As a process leaves it that dies behind each of its steps.
    @Test(arguments: 0...7) func aRemovalThatWasCutOffComesToTheSameEnd(steps: Int) async throws {
        let fixture = try await removable()
        let (store, keys, tenant, now) = (fixture.store, fixture.keys, fixture.tenant, StoreFixture.now)
        let present = try await present(in: fixture)
        let journal = ErasureJournal(path: fixture.folder.path + ".key.erasures", auditKey: keys.auditKey)
        let ids = try await store.list(Enrollment.self, after: 0, limit: 100).page.compactMap(\.id)
        let objects = try await store.evidenceToDestroy(of: ids)
        let count = try await keyCount(in: fixture)
        let all: [() async throws -> Void] = [
            { try await store.beginRemoval(of: tenant, isForced: false, at: now) },
            { _ = try journal.append(tenant, at: now) },
            { try await store.noteKeys(count, ofRemoved: tenant) },
            { try await keys.eraseKeys(of: tenant) },
            { try await keys.erase(Array(ids.prefix(2))) },
            { for object in objects.prefix(1) { try await fixture.evidence.delete(object) } },
            { try await store.destroy(Array(ids.prefix(1)), ofRemoved: tenant, at: now) },
        ]
        for step in all.prefix(steps) { try await step() }
        #expect(try await store.tenant(name: "acme") == nil || steps == 0)
        let removal = try await fixture.removeTenant(tenant)
        for (kind, count) in present { #expect(removal.destroyed[kind] == count, "\(kind)") }
        try await expectNothingLeft(in: fixture)
    }

    @Test func noByteOfItsNamesIsLeftInAnyFile() async throws {
        let fixture = try await removable()
        let texts = [
            "realm": "acme-consumers", "client": "acme-b2b", "webhook": "https://example.org/", "hold": "case-7",
            "passkey": "blue key", "issuer": "https://issuer.example",
        ]
        let scanner = LeakScanner(texts: texts)
        let removal = try await fixture.removeTenant(fixture.tenant)
        #expect(removal.name == "acme")
        #expect(try !scanner.scan(fixture.folder.path).isEmpty, "the realm stands there until the proof was given")
        try await fixture.removeTenant.forgetName(of: fixture.tenant, compacts: true)
        #expect(try scanner.scan(fixture.folder.path) == [])
        #expect(try await fixture.store.verifyTables() == [])
        let again = try await StoreFixture.makeTenant("acme", keys: fixture.keys, store: fixture.store)
        #expect(again != fixture.tenant)
        #expect(try await fixture.store.operators(tenant: again).isEmpty)
    }

    @Test func whatWasSealedForItOpensNoMoreAndNoNewKeyIsMade() async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.begun()
        try await fixture.store.setDisabled(true, tenant: fixture.tenant, at: StoreFixture.now)
        _ = try await fixture.removeTenant(fixture.tenant)
        #expect(throws: StorageError.keyMissing) { try fixture.keys.dataKey(of: id, tenant: fixture.tenant) }
        #expect(throws: StorageError.keyMissing) { try fixture.keys.tenantKey(of: fixture.tenant) }
        #expect(throws: StorageError.keyMissing) {
            try fixture.keys.lookupDigest(of: [1], field: "username", tenant: fixture.tenant)
        }
        let late = try EnrollmentID.random()
        await #expect(throws: StorageError.keyMissing) {
            try await fixture.keys.makeDataKey(of: late, tenant: fixture.tenant)
        }
        // Another process that has opened them before drops them as it looks at the tenants.
        let other = try fixture.stores.keys(fixture.folder, fixture.masterKey)
        other.forgetOthers(than: [])
        #expect(!other.opensKey(of: fixture.tenant))
    }
}

extension StoreFixture {
    var removeTenant: RemoveTenant {
        RemoveTenant(
            store: store, keys: keys, evidence: evidence, replayIndex: ReplayIndex(), faceIndex: FaceIndex(),
            journal: ErasureJournal(path: folder.path + ".key.erasures", auditKey: keys.auditKey))
    }
}
