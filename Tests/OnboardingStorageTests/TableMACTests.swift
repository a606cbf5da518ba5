import Foundation
import GRDB
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import Synchronization
import TestSupport
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

/// The promise of `TableMAC`: what is done to any row behind the program's back is found, and nothing else is.
@Suite struct TableMACTests {
    @Test func everyTableIsSummedOrNamedAsAnException() async throws {
        let fixture = try await StoreFixture()
        let tables = try await fixture.sqlite.readMany { database in
            try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        }
        #expect(Set(tables) == Set(TableMAC.tables + TableMAC.otherTables + ["grdb_migrations"]))
    }

    /// Every column of every table, so that a new one is not forgotten; texts also behind a zero byte.
    @Test(arguments: TableMAC.tables) func aRowThatWasChangedRemovedOrAddedIsFound(_ table: String) async throws {
        let fixture = try await StoreFixture.filled()
        #expect(try await fixture.store.verifyTables() == [])
        let (forger, tableMAC) = (try fixture.forger(), try fixture.sqlite.tableMAC)
        try await forger.writeWithoutTransaction { database in
            tableMAC.addFunctions(to: database)
            func expectFound(_ tampering: String, _ statements: [String]) throws {
                try database.inTransaction {
                    for sql in statements { try database.execute(sql: sql) }
                    #expect(database.totalChangesCount > 0)
                    #expect(try tableMAC.damage(in: database) == [.rowsDiffer(table)], "\(table): \(tampering)")
                    return .rollback
                }
            }
            let columns = try database.columns(in: table)
            #expect(!columns.isEmpty)
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0 > 0, "\(table) has no row")
            func another(_ column: ColumnInfo) -> String {
                switch column.type {
                case "INTEGER": "coalesce(\(column.name), 0) + 1000"
                case "TEXT": "coalesce(\(column.name), '') || char(0) || 'x'"
                default: "CAST(coalesce(\(column.name), x'') || x'00' AS BLOB)"
                }
            }
            let key = try database.primaryKey(table).columns[0]
            let first = "\(key) = (SELECT \(key) FROM \(table) LIMIT 1)"
            for column in columns {
                try expectFound(
                    column.name,
                    ["UPDATE \(table) SET \(column.name) = \(another(column)) WHERE \(first)"])
            }
            try expectFound("removed", ["DELETE FROM \(table) WHERE \(first)"])
            try expectFound("all removed", ["DELETE FROM \(table)"])
            let copied = columns.map(another).joined(separator: ", ")
            try expectFound("added", ["INSERT INTO \(table) SELECT \(copied) FROM \(table) WHERE \(first)"])
        }
        #expect(try await fixture.store.verifyTables() == [])
    }

    /// A database of the first version, with a row that somebody changed behind its back or without.
    @Test(arguments: [false, true]) func aTableThatIsAddedLaterMakesNoDamageGood(wasTampered: Bool) async throws {
        let fixture = try await StoreFixture()
        let older = try await OlderDatabase(of: fixture, upTo: "1 baseline")
        if wasTampered { try await older.queue.write { try $0.execute(sql: "UPDATE tenant_change SET counter = 7") } }
        let store = try older.opened()
        #expect(try await store.verifyTables() == (wasTampered ? [.rowsDiffer("tenant_change")] : []))
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        try await DatabaseQueue(path: older.folder.databasePath, configuration: configuration).write { database in
            try database.execute(
                sql: "INSERT INTO capture_codes (enrollment_id, tenant_id, sealed) VALUES ('a', 'b', x'00')")
        }
        #expect(try await store.verifyTables().contains(.rowsDiffer("capture_codes")))
    }

    /// Credentials are made of the tenants' rows, which somebody changed before or did not.
    @Test(arguments: [false, true]) func aTenantFromBeforeHasACredentialWhichMakesNoForgedSecretGood(
        wasTampered: Bool
    ) async throws {
        let fixture = try await StoreFixture()
        let older = try await OlderDatabase(of: fixture, upTo: "1 baseline")
        try await older.queue.write { database in
            try database.execute(
                sql: "INSERT INTO tenant VALUES (?, 'acme', 'r', 'acme-b2b', x'01', x'02', x'03', 1, 5)",
                arguments: [String(repeating: "0a", count: 16)])
            try database.execute(sql: "DELETE FROM table_mac")
            try older.tableMAC.begin(in: database)
        }
        try older.migrator.migrate(older.queue, upTo: "3 search and idempotency keys")
        if wasTampered {
            try await older.queue.write { try $0.execute(sql: "UPDATE tenant SET client_secret_digest = x'09'") }
        }
        let store = try older.opened()
        let credential = try #require(try await store.credentials().first)
        #expect(credential.clientID == "acme-b2b" && credential.scopes.contains("person:read"))
        #expect(credential.keys.map(\.value) == [wasTampered ? [9] : [1]])
        let found = ["tenant", "credential", "credential_key"].map(TableDamage.rowsDiffer)
        #expect(try await store.verifyTables() == (wasTampered ? found : []))
        #expect(try await store.tenant(name: "acme")?.isTest == true)
    }

    /// Evidence gains columns, whose sum is made anew where nobody had changed a row, and not where somebody had.
    @Test(arguments: [false, true]) func evidenceFromBeforeReductionIsReadAndItsDamageStays(
        wasTampered: Bool
    ) async throws {
        let fixture = try await StoreFixture()
        let older = try await OlderDatabase(of: fixture, upTo: "1 baseline")
        try await older.queue.write { database in
            let (tenant, enrollment) = (String(repeating: "0c", count: 16), String(repeating: "0b", count: 16))
            try database.execute(
                sql: "INSERT INTO tenant VALUES (?, 'acme', 'r', 'acme-b2b', x'01', x'02', x'03', 1, 5)",
                arguments: [tenant])
            try database.execute(
                sql: """
                    INSERT INTO enrollment (number, id, tenant_id, version, status, is_started, state, created_at, changed_at,
                        chain_length, chain_head, chain_code)
                    VALUES (1, ?, ?, 1, 'failed', 0, '{}', 5, 5, 0, x'', x'')
                    """, arguments: [enrollment, tenant])
            try database.execute(
                sql: "INSERT INTO evidence VALUES (?, ?, 'face', 3, x'01', 5)",
                arguments: [String(repeating: "0a", count: 16), enrollment])
            try database.execute(sql: "DELETE FROM table_mac")
            try older.tableMAC.begin(in: database)
        }
        try older.migrator.migrate(older.queue, upTo: "5 feed and webhooks")
        if wasTampered { try await older.queue.write { try $0.execute(sql: "UPDATE evidence SET digest = x'09'") } }
        let store = try older.opened()
        let row = try #require(try await store.evidence(after: nil, limit: 1).first)
        #expect(row.reduction == nil && row.digest == [wasTampered ? 9 : 1])
        #expect(try await store.verifyTables() == (wasTampered ? [.rowsDiffer("evidence")] : []))
    }

    /// Devices gain a history, feed events and templates a column; the sums are made anew where nobody had changed a row.
    @Test(arguments: [nil, "device", "template", "feed_event", "chain_end"] as [String?])
    func devicesFromBeforeThereWereSeveralAreReadAndDamageStays(tampered: String?) async throws {
        let fixture = try await StoreFixture()
        let id = try EnrollmentID.random()
        let older = try await OlderDatabase(of: fixture, upTo: "1 baseline")
        try await older.queue.write { database in
            let (tenant, subject) = (String(repeating: "0c", count: 16), String(repeating: "0a", count: 16))
            try database.execute(
                sql: """
                    INSERT INTO tenant VALUES ('\(tenant)', 'acme', 'r', 'acme-b2b', x'01', x'02', x'03', 1, 5);
                    INSERT INTO subject (id, tenant_id, created_at) VALUES ('\(subject)', '\(tenant)', 5);
                    INSERT INTO enrollment (number, id, tenant_id, subject_id, version, status, is_started, state,
                        created_at, changed_at, chain_length, chain_head, chain_code)
                    VALUES (1, '\(id.text)', '\(tenant)', '\(subject)', 1, 'failed', 0, '{}', 5, 5, 0, x'', x'');
                    INSERT INTO device VALUES ('\(id.text)', '\(subject)', '\(tenant)', x'01', x'02', 5);
                    INSERT INTO template VALUES (1, '\(id.text)', '\(subject)', 'face', 'm', x'03', 5);
                    DELETE FROM table_mac;
                    """)
            try older.tableMAC.begin(in: database)
        }
        try older.migrator.migrate(older.queue, upTo: "16 logos")
        let changes = [
            "device": "UPDATE device SET sealed = x'09'", "template": "UPDATE template SET sealed = x'09'",
            "feed_event": "INSERT INTO feed_event VALUES ('t', 1, '\(id.text)', 1, 'k', 5)",
            "chain_end": "UPDATE chain_end SET length = length + 1 WHERE name = 'audit'",
        ]
        if let change = tampered.flatMap({ changes[$0] }) {
            try await older.queue.write { try $0.execute(sql: change) }
        }
        let store = try older.opened()
        let devices = try await store.devices(of: id)
        #expect(devices.map(\.device.sealed) == [tampered == "device" ? [9] : [2]])
        #expect(devices.map(\.replacedAt) == [nil] && devices.map(\.registeredAt.millisecondsSince1970) == [5])
        #expect(try await store.templates(of: id).map(\.sealed) == [tampered == "template" ? [9] : [3]])
        #expect(try await store.verifyTables() == (tampered.map { [.rowsDiffer($0)] } ?? []))
        #expect(try await store.verifyAuthentications() == .intact(length: 0))
    }

    /// Authentications gain columns, as evidence.
    @Test(arguments: [false, true]) func authenticationsFromBeforeReferencesAreReadAndTheirDamageStays(
        wasTampered: Bool
    ) async throws {
        let fixture = try await StoreFixture()
        let (enrollment, visit) = (try EnrollmentID.random(), try AuthenticationID.random())
        let older = try await OlderDatabase(of: fixture, upTo: "1 baseline")
        try await older.queue.write { database in
            let (tenant, subject) = (String(repeating: "0c", count: 16), String(repeating: "0a", count: 16))
            try database.execute(
                sql: """
                    INSERT INTO tenant VALUES ('\(tenant)', 'acme', 'r', 'acme-b2b', x'01', x'02', x'03', 1, 5);
                    INSERT INTO subject (id, tenant_id, created_at) VALUES ('\(subject)', '\(tenant)', 5);
                    INSERT INTO enrollment (number, id, tenant_id, subject_id, version, status, is_started, state,
                        created_at, changed_at, chain_length, chain_head, chain_code)
                    VALUES (1, '\(enrollment.text)', '\(tenant)', '\(subject)', 1, 'failed', 0, '{}', 5, 5, 0, x'', x'');
                    DELETE FROM table_mac;
                    """)
            try older.tableMAC.begin(in: database)
        }
        try older.migrator.migrate(older.queue, upTo: "35 proposals")
        let state = String(
            decoding: try sortedKeyJSON(Authentication.triggered(until: StoreFixture.now)), as: UTF8.self)
        try await older.queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO authentication (number, id, tenant_id, enrollment_id, purpose, version, status, is_started,
                        state, created_at, changed_at, chain_length, chain_head, chain_code)
                    VALUES (1, ?, ?, ?, 'authenticate', 1, 'pending', 0, ?, 5, 5, 0, x'', x'')
                    """, arguments: [visit.text, String(repeating: "0c", count: 16), enrollment.text, state])
            try older.tableMAC.renew("authentication", of: TableMAC.tables(through: "proposal"), in: database)
            if wasTampered { try database.execute(sql: "UPDATE authentication SET purpose = 'reEnroll'") }
        }
        let store = try older.opened()
        let stored = try #require(try await store.authentication(visit))
        #expect(stored.sealedReference == nil && stored.purpose == (wasTampered ? .reEnroll : .authenticate))
        #expect(try await store.verifyTables() == (wasTampered ? [.rowsDiffer("authentication")] : []))
    }

    @Test func oneEnrollmentPutBackToWhatItWasIsFound() async throws {
        let fixture = try await StoreFixture.filled()
        let id = try await fixture.begun(username: "ada")
        let keys = [
            ("enrollment", "id"), ("enrollment_event", "enrollment_id"), ("idempotency_record", "enrollment_id"),
        ]
        let forger = try fixture.forger()
        try await forger.write { database in
            for (table, key) in keys {
                try database.execute(
                    sql: "CREATE TEMP TABLE old_\(table) AS SELECT * FROM \(table) WHERE \(key) = ?",
                    arguments: [id.text])
            }
        }
        _ = try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.live), .addFace, code: "ADA"))
        #expect(try await fixture.store.verifyTables() == [])
        try await forger.write { database in
            for (table, key) in keys {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE \(key) = ?", arguments: [id.text])
                try database.execute(sql: "INSERT INTO \(table) SELECT * FROM old_\(table)")
            }
        }
        #expect(try await fixture.store.verifyChain(of: id) == .intact(length: 2))
        #expect(try await fixture.store.verifyTables() == [.rowsDiffer("enrollment")])
    }

    @Test func allRowsGoneAreFound() async throws {
        let fixture = try await StoreFixture.filled()
        try await fixture.forger().write { database in
            for table in TableMAC.tables + ["enrollment_event", "authentication_event", "audit"] {
                try database.execute(sql: "DELETE FROM \(table)")
            }
        }
        #expect(try await fixture.store.verifyRegister() == .broken(at: 1, .headMissing))
        #expect(try await fixture.store.verifyAuthentications() == .broken(at: 1, .headMissing))
        #expect(try await fixture.store.verifyAudit() == .broken(at: 1, .headMissing))
        #expect(try await fixture.store.verifyTables() == TableMAC.tables.map { .rowsDiffer($0) })
    }

    @Test(arguments: ["register", "audit"]) func anEndThatWasRemovedIsFound(_ name: String) async throws {
        let fixture = try await StoreFixture()
        try await fixture.tamper("DELETE FROM chain_end WHERE name = '\(name)'")
        let check =
            try await name == "audit" ? fixture.store.verifyAudit() : fixture.store.verifyRegister()
        #expect(check == .broken(at: 1, .headMissing))
    }

    /// What was found once is found for ever, whatever the program does with the row.
    @Test func aForeignRowThatTheProgramDeletesStaysFound() async throws {
        let fixture = try await StoreFixture()
        try await fixture.tamper(
            "INSERT INTO failure (tenant_id, subject_digest, at) VALUES ('\(fixture.tenant.text)', x'01', 1)")
        try await fixture.store.clearFailures(tenant: fixture.tenant, subject: [1], at: StoreFixture.now)
        let failures = try await fixture.sqlite.readMany { try $0.row("SELECT 1 FROM failure", []) == nil }
        #expect(failures)
        #expect(try await fixture.store.verifyTables() == [.rowsDiffer("failure")])
    }

    @Test(arguments: [
        "DELETE FROM table_mac", "UPDATE table_mac SET sealed = x'00'",
        "UPDATE table_mac SET sealed = zeroblob(length(sealed))",
        "UPDATE table_mac SET sealed = (SELECT sealed FROM temp.foreign_mac)",
    ])
    func sumsOfAnotherHandAreFound(_ sql: String) async throws {
        let fixture = try await StoreFixture.filled()
        let foreign = TableMAC(key: [UInt8](repeating: 7, count: 32))
        try await fixture.forger().write { database in
            foreign.addFunctions(to: database)
            try database.execute(sql: "CREATE TEMP TABLE foreign_mac AS SELECT * FROM table_mac")
            try database.execute(sql: "DELETE FROM table_mac")
            try foreign.begin(in: database)
            try database.execute(
                sql: """
                    CREATE TEMP TABLE begun AS SELECT * FROM table_mac;
                    UPDATE table_mac SET sealed = (SELECT sealed FROM temp.foreign_mac);
                    UPDATE temp.foreign_mac SET sealed = (SELECT sealed FROM temp.begun);
                    """)
            try database.execute(sql: sql)
        }
        #expect(try await fixture.store.verifyTables() == [.sumsForeign])
        // The program goes on and makes nothing good again.
        _ = try await fixture.begun()
        #expect(try await fixture.store.verifyTables() == [.sumsForeign])
    }

    @Test func olderSumsAreFound() async throws {
        let fixture = try await StoreFixture()
        let forger = try fixture.forger()
        try await forger.write { try $0.execute(sql: "CREATE TEMP TABLE old AS SELECT * FROM table_mac") }
        _ = try await fixture.begun()
        try await forger.write { try $0.execute(sql: "UPDATE table_mac SET sealed = (SELECT sealed FROM temp.old)") }
        let tables = ["subject", "enrollment", "chain_end", "feed_event", "case_facts", "case_day"]
        #expect(try await fixture.store.verifyTables() == tables.map { .rowsDiffer($0) })
    }

    /// Whoever can write the file, and has no keys, gets nothing written by the program that he planted there: not while it
    /// runs, not at the next start, and not after he took it away again.
    @Test(arguments: [
        (
            "CREATE TRIGGER thief AFTER INSERT ON enrollment_event BEGIN UPDATE template SET sealed = x'00'; END",
            "DROP TRIGGER thief"
        ),
        ("CREATE VIEW thief AS SELECT * FROM tenant", "DROP VIEW thief"),
        ("CREATE TABLE thief (a)", "DROP TABLE thief"),
        ("CREATE INDEX thief ON tenant (abs(created_at))", "DROP INDEX thief"),
        ("DROP INDEX enrollment_changed", "CREATE INDEX enrollment_changed ON enrollment (changed_at)"),
    ])
    func whatIsPlantedInTheSchemaWritesNothing(planted: String, removed: String) async throws {
        let fixture = try await StoreFixture.filled()
        func templates() throws -> [Row] {
            try fixture.forger().read { try Row.fetchAll($0, sql: "SELECT * FROM template") }
        }
        let before = try templates()
        try await fixture.tamper(planted)
        let foreign = StorageError.schemaForeign(path: fixture.folder.databasePath)
        await #expect(throws: foreign) { try await fixture.begun() }
        #expect(throws: foreign) { try fixture.reopened() }
        #expect(try await fixture.store.verifyTables() == [.schemaForeign])
        try await fixture.tamper(removed)
        _ = try await fixture.begun()
        #expect(try await fixture.store.verifyTables() == [])
        #expect(try templates() == before)
    }

    /// Nor does a trigger run that was there before the program looked.
    @Test func aStoredTriggerDoesNotRun() async throws {
        let fixture = try await StoreFixture.filled()
        let templates = "SELECT count(*) FROM template"
        let stored = try await fixture.sqlite.database.write { try Int.fetchOne($0, sql: templates) }
        try await fixture.tamper("CREATE TRIGGER thief AFTER INSERT ON failure BEGIN DELETE FROM template; END")
        let left = try await fixture.sqlite.database.write { database in
            try database.execute(sql: "INSERT INTO failure (tenant_id, subject_digest, at) VALUES ('t', x'01', 1)")
            return try Int.fetchOne(database, sql: templates)
        }
        #expect(left == stored && stored != 0)
    }

    /// By any writer, in any order, also beside each other and where writes fail: the sums are right at every moment.
    @Test func whateverTheStoreWritesIsInTheSums() async throws {
        let fixture = try await StoreFixture()
        let other = try fixture.reopened()
        let isOver = Flag()
        async let seen = Self.damage(of: try fixture.reopened(), until: isOver)
        try await withThrowingTaskGroup { group in
            for writer in 0..<2 {
                var generator = SeededGenerator.announced()
                let store = writer == 0 ? fixture.store : other
                group.addTask {
                    for round in 0..<150 {
                        try await Self.writeSomething(
                            "\(writer)-\(round)", in: fixture, through: store, using: &generator)
                    }
                }
            }
            try await group.waitForAll()
        }
        isOver.raise()
        #expect(try await seen == [])
        #expect(try await other.verifyTables() == [])
        let length = try await other.auditEntries(after: 0, limit: 10_000).count
        #expect(try await other.verifyAudit() == .intact(length: length))
    }

    @Test func whatIsRolledBackIsNotInTheSums() async throws {
        let fixture = try await StoreFixture()
        await #expect(throws: StorageError.unknownSubject) {
            try await fixture.sqlite.writer.run { database in
                try database.run("DELETE FROM tenant_configuration", [])
                for table in ["credential_key", "credential", "user_group", "tenant"] {
                    try database.run("DELETE FROM \(table)", [])
                }
                throw StorageError.unknownSubject
            }
        }
        _ = try await fixture.begun()
        #expect(try await fixture.store.verifyTables() == [])
    }
}

extension TableMACTests {
    private static func writeSomething(
        _ name: String, in fixture: StoreFixture, through store: any Store, using generator: inout SeededGenerator
    ) async throws {
        let tenant = fixture.tenant
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            let id = try await fixture.begun(username: name)
            _ = try await store.commit(id, StoreFixture.proposal(.addFace(.live), .addFace, body: name, code: name))
        case 1:
            let id = try await fixture.begun(Policy(), username: name)
            _ = try await store.commit(id, StoreFixture.proposal(.addDevice, .addDevice, body: name)) { _ in
                StepWrites(
                    sealedResult: [1],
                    device: DeviceWrite(deviceDigest: Array(name.utf8), sealed: [2]),
                    templates: [TemplateWrite(kind: "face", model: "m", sealed: [3])], sealedCodes: [4],
                    failureSubjects: [Array(name.utf8)],
                    marks: CaptureMarks(images: [Array(name.utf8), [1]], session: Array(name.utf8)),
                    acceptsImages: true)
            }
        case 2:
            let new = try fixture.new(session: "taken")
            do { try await store.begin(new) } catch StorageError.nameTaken {}
        case 3:
            let id = try await fixture.begun(username: name)
            try await store.beginErasure(of: id, at: StoreFixture.now)
            try await store.finishErasure(of: [id], journal: nil)
        case 4:
            try await store.changeConfiguration(of: tenant, at: StoreFixture.now) { _ in .object(["a": .string(name)]) }
        case 5:
            let secret = SecretRow(
                kind: "qr", keyID: name, createdAt: StoreFixture.now, retiredAt: nil, sealed: [1])
            try await store.rotate(to: [secret], of: .tenant(tenant), at: StoreFixture.now)
        case 6:
            try await store.deleteSecrets(
                retiredBefore: StoreFixture.now.adding(seconds: 1), except: [], at: StoreFixture.now)
        case 8:
            _ = try await store.useAssertion(Array(name.utf8), tenant: tenant, at: StoreFixture.now)
            let client = "acme-\(name)"
            try await store.add(
                CredentialRow(
                    clientID: client, tenantID: tenant, scopes: "enroll", createdAt: StoreFixture.now, endsAt: nil,
                    keys: [StoreFixture.key(name, [1])]))
            try await store.add(
                StoreFixture.key(name + "b", [2]), to: client, of: tenant, endingOthersAt: StoreFixture.now,
                at: StoreFixture.now)
            try await store.endCredential(client, of: tenant, at: StoreFixture.now)
        case 9:
            let webhook = WebhookRow(
                id: try .random(), tenantID: tenant, url: "https://example.org/", kinds: [], allowsPrivate: false,
                createdAt: StoreFixture.now)
            try await store.add(webhook, secrets: [])
            for delivery in try await store.dueDeliveries(at: StoreFixture.now, ofEach: 3) {
                try await store.settle(delivery, as: .delivered, at: StoreFixture.now)
            }
        case 10:
            let id = try await fixture.registered(username: name)
            let policy = AuthenticationPolicy(purpose: .reEnroll, requiredChecks: [.verifyFace])
            let visit = try await fixture.returning(id, policy)
            _ = try await store.commit(visit, StoreFixture.returning(.verifyFace(.live), .verifyFace)) { _ in
                AuthenticationWrites(
                    sealedResult: [1],
                    sample: ReferenceSample(TemplateWrite(kind: "face", model: "m", sealed: [3]), atMost: 1),
                    clearsFailuresOf: [Array(name.utf8)])
            }
            _ = try await store.commit(visit, StoreFixture.returning(.replaceDevice(.replaceAll))) { _ in
                AuthenticationWrites(device: DeviceWrite(deviceDigest: [2], sealed: [2]))
            }
            try await store.beginErasure(of: id, at: StoreFixture.now.adding(seconds: 2))
        case 7: try await store.deleteSpent(before: StoreFixture.now.adding(seconds: 10))
        default:
            guard let old = try await store.templates(notBy: name, after: 0, limit: 1).first else { return }
            _ = try await store.renew(
                old, by: TemplateWrite(kind: "face", model: name, sealed: [5]), at: StoreFixture.now)
        }
    }

    /// What a check finds, again and again, until `flag` is raised.
    private static func damage(of store: any Store, until flag: Flag) async throws -> [TableDamage] {
        var found: [TableDamage] = []
        while !flag.isRaised { found += try await store.verifyTables() }
        return found
    }
}

private final class Flag: Sendable {
    private let value = Mutex(false)

    var isRaised: Bool { value.withLock { $0 } }

    func raise() { value.withLock { $0 = true } }
}
