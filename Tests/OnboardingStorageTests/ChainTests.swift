import Foundation
import GRDB
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

@Suite struct ChainTests {
    /// Three enrollments with 5 events each; what is done to the second must be found there and nowhere else.
    private func fixture() async throws -> (StoreFixture, [EnrollmentID]) {
        let fixture = try await StoreFixture()
        var ids: [EnrollmentID] = []
        for number in 0..<3 {
            let id = try await fixture.begun()
            _ = try await fixture.store.commit(
                id, StoreFixture.proposal(.addFace(.live), .addFace, code: "CODE\(number)"))
            ids.append(id)
        }
        return (fixture, ids)
    }

    struct Tampering: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sql: String
        let check: ChainCheck
    }

    @Test(arguments: [
        Tampering(
            testDescription: "an event that was changed",
            sql:
                "UPDATE enrollment_event SET event = replace(event, 'faceAdded', 'faceSadded') WHERE sequence = 3 AND $",
            check: .broken(at: 3, .changed)),
        Tampering(
            testDescription: "an instant that was changed",
            sql: "UPDATE enrollment_event SET at = at + 1 WHERE sequence = 2 AND $", check: .broken(at: 2, .changed)),
        Tampering(
            testDescription: "an event that was removed", sql: "DELETE FROM enrollment_event WHERE sequence = 3 AND $",
            check: .broken(at: 3, .missing)),
        Tampering(
            testDescription: "a tail that was cut", sql: "DELETE FROM enrollment_event WHERE sequence = 5 AND $",
            check: .broken(at: 5, .missing)),
        Tampering(
            testDescription: "events that changed places",
            sql: """
                UPDATE enrollment_event SET sequence = 99 WHERE sequence = 3 AND $;
                UPDATE enrollment_event SET sequence = 3 WHERE sequence = 4 AND $;
                UPDATE enrollment_event SET sequence = 4 WHERE sequence = 99 AND $
                """, check: .broken(at: 3, .changed)),
        Tampering(
            testDescription: "an event that was added",
            sql: """
                INSERT INTO enrollment_event
                SELECT enrollment_id, 6, at, event, hash FROM enrollment_event WHERE sequence = 5 AND $
                """, check: .broken(at: 6, .changed)),
        Tampering(
            testDescription: "a state that was changed",
            sql: "UPDATE enrollment SET status = 'failed' WHERE $", check: .broken(at: 5, .stateDiffers)),
        Tampering(
            testDescription: "a head without its code",
            sql: "UPDATE enrollment SET chain_code = x'00' WHERE $", check: .broken(at: 5, .headForged)),
        Tampering(
            testDescription: "a chain of another enrollment in its place",
            sql: """
                UPDATE enrollment SET (chain_length, chain_head, chain_code) =
                    (SELECT chain_length, chain_head, chain_code FROM enrollment WHERE number = 1) WHERE $
                """, check: .broken(at: 5, .headForged)),
    ])
    func theChainFinds(_ tampering: Tampering) async throws {
        let (fixture, ids) = try await fixture()
        try await fixture.sqlite.database.write { database in
            try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
            for (statement) in tampering.sql.split(separator: ";") {
                let column = statement.contains("UPDATE enrollment SET") ? "id" : "enrollment_id"
                try database.execute(sql: statement.replacingOccurrences(of: "$", with: "\(column) = '\(ids[1].text)'"))
            }
        }
        #expect(try await fixture.store.verifyChain(of: ids[0]) == .intact(length: 5))
        #expect(try await fixture.store.verifyChain(of: ids[1]) == tampering.check)
        #expect(try await fixture.store.verifyChain(of: ids[2]) == .intact(length: 5))
    }

    /// Whoever can write the database can make all hashes anew, but not the code of the head.
    @Test func theChainFindsAHistoryThatWasRehashedWithoutTheKey() async throws {
        let (fixture, ids) = try await fixture()
        let forger = AuditChain(key: [UInt8](repeating: 7, count: 32))
        try await fixture.sqlite.database.write { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT sequence, at, event FROM enrollment_event WHERE enrollment_id = ? ORDER BY sequence",
                arguments: [ids[1].text])
            var position = AuditChain.Position.start
            for row in rows {
                let event = try row.text("event").replacingOccurrences(of: "CODE1", with: "CODE9")
                position.append(
                    AuditChain.text(
                        of: ids[1], sequence: position.length + 1, at: row["at"], event: event))
                try database.execute(
                    sql: "UPDATE enrollment_event SET event = ?, hash = ? WHERE enrollment_id = ? AND sequence = ?",
                    arguments: [event, Data(position.head), ids[1].text, position.length])
            }
            try database.execute(
                sql: "UPDATE enrollment SET chain_head = ?, chain_code = ? WHERE id = ?",
                arguments: [
                    Data(position.head), Data(forger.code(of: position, in: .events(of: ids[1], number: 2))),
                    ids[1].text,
                ])
        }
        #expect(try await fixture.store.verifyChain(of: ids[1]) == .broken(at: 5, .headForged))
    }

    /// What was judged stays what was judged, also against somebody who has every key but that of the chain.
    @Test(arguments: [
        ("UPDATE evidence SET digest = (SELECT digest FROM evidence WHERE id = 'OTHER') WHERE id = 'ID'", "changed"),
        ("UPDATE evidence SET kind = 'document' WHERE id = 'ID'", "changed"),
        ("DELETE FROM evidence WHERE id = 'ID'", "missing"),
        ("UPDATE evidence SET id = 'NEW' WHERE id = 'ID'", "missing and unnamed"),
        (
            "INSERT INTO evidence SELECT 'NEW', enrollment_id, kind, byte_count, digest, created_at, NULL, NULL, NULL FROM evidence WHERE id = 'ID'",
            "unnamed"
        ),
    ])
    func theChainFindsEvidenceThatWasNotJudged(_ sql: String, _ found: String) async throws {
        let fixture = try await StoreFixture()
        var rows: [EvidenceRow] = []
        for _ in 0..<2 {
            let id = try await fixture.begun()
            let row = try await fixture.evidence.write(
                EvidenceObject(sections: [.image("frame-00", [1, 2, 3])]), kind: "face", of: id,
                under: try fixture.keys.dataKey(of: id, tenant: fixture.tenant), at: StoreFixture.now)
            _ = try await fixture.store.commit(
                id, StoreFixture.proposal(.addFace(.undecided, row.reference), .addFace)
            ) { _ in StepWrites(evidence: row) }
            rows.append(row)
        }
        let new = try EvidenceID.random()
        let statement = sql.replacingOccurrences(of: "'ID'", with: "'\(rows[0].id.text)'")
            .replacingOccurrences(of: "'OTHER'", with: "'\(rows[1].id.text)'")
            .replacingOccurrences(of: "'NEW'", with: "'\(new.text)'")
        #expect(try await fixture.store.verifyEvidence(of: rows[0].enrollmentID) == [])
        // Through the store's own connection, so that the MACs of the tables follow and say nothing.
        try await fixture.sqlite.writer.run { try $0.execute(sql: statement) }
        #expect(try await fixture.store.verifyTables() == [])
        let damage: [String: [EvidenceDamage]] = [
            "changed": [.changed(rows[0].id)], "missing": [.missing(rows[0].id)], "unnamed": [.unnamed(new)],
            "missing and unnamed": [.missing(rows[0].id), .unnamed(new)],
        ]
        #expect(try await fixture.store.verifyEvidence(of: rows[0].enrollmentID) == damage[found])
        #expect(try await fixture.store.verifyEvidence(of: rows[1].enrollmentID) == [])
    }

    /// An object that somebody with the data key sealed anew opens as if nothing were; its digest is not the one that the
    /// event names.
    @Test func theChainFindsEvidenceThatWasSealedAnew() async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.begun()
        let dataKey = try fixture.keys.dataKey(of: id, tenant: fixture.tenant)
        let row = try await fixture.evidence.write(
            EvidenceObject(sections: [.image("frame-00", [1, 2, 3])]), kind: "face", of: id, under: dataKey,
            at: StoreFixture.now)
        _ = try await fixture.store.commit(
            id, StoreFixture.proposal(.addFace(.live, row.reference), .addFace)
        ) { _ in StepWrites(evidence: row) }
        let sealed = try EvidenceObject(sections: [.image("frame-00", [6, 6, 6])]).sealed(
            as: row.id, of: id, kind: "face", under: dataKey)
        try Data(sealed).write(
            to: URL(fileURLWithPath: "\(fixture.folder.evidencePath)/\(row.id.text.prefix(2))/\(row.id.text)"))
        try await fixture.sqlite.writer.run { database in
            try database.run(
                "UPDATE evidence SET digest = ?, byte_count = ? WHERE id = ?",
                [Data(Digest.sha256(sealed)), sealed.count, row.id.text])
        }
        let kept = try #require(try await fixture.store.evidence(of: id).first)
        #expect(try await fixture.evidence.isIntact(kept))
        #expect(try await fixture.evidence.read(kept, under: dataKey)["frame-00"] == [6, 6, 6])
        #expect(try await fixture.store.verifyTables() == [])
        #expect(try await fixture.store.verifyEvidence(of: id) == [.changed(row.id)])
    }

    @Test(arguments: [
        ("DELETE FROM enrollment WHERE number = 2", ChainCheck.broken(at: 2, .missing)),
        ("DELETE FROM enrollment WHERE number = 3", .broken(at: 3, .missing)),
        ("UPDATE enrollment SET created_at = 1 WHERE number = 1", .broken(at: 3, .changed)),
        ("UPDATE chain_end SET length = 2 WHERE name = 'register'", .broken(at: 2, .headForged)),
        ("DELETE FROM chain_end WHERE name = 'register'", .broken(at: 1, .headMissing)),
    ])
    func theRegisterFindsAMissingEnrollment(_ sql: String, _ check: ChainCheck) async throws {
        let (fixture, _) = try await fixture()
        #expect(try await fixture.store.verifyRegister() == .intact(length: 3))
        try await fixture.sqlite.database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            try database.execute(sql: sql)
        }
        #expect(try await fixture.store.verifyRegister() == check)
    }

    @Test(arguments: [
        ("DELETE FROM audit WHERE sequence = 1", ChainCheck.broken(at: 1, .missing)),
        ("DELETE FROM audit WHERE sequence = 2", .broken(at: 2, .missing)),
        ("UPDATE audit SET detail = '{}' WHERE sequence = 2", .broken(at: 2, .changed)),
        ("UPDATE audit SET tenant_id = NULL WHERE sequence = 1", .broken(at: 1, .changed)),
        ("DELETE FROM chain_end WHERE name = 'audit'", .broken(at: 1, .headMissing)),
    ])
    func theAuditTrailFindsWhatWasChanged(_ sql: String, _ check: ChainCheck) async throws {
        let fixture = try await StoreFixture()
        try await fixture.configure("a")
        #expect(try await fixture.store.verifyAudit() == .intact(length: 4))
        try await fixture.sqlite.database.write { try $0.execute(sql: sql) }
        #expect(try await fixture.store.verifyAudit() == check)
    }

    /// Written down in `AuditChain` so that another program can check it; this is that program.
    @Test func aHashIsMadeAsTheFormatSays() async throws {
        let fixture = try await StoreFixture()
        let new = try fixture.new(events: [.triggered(until: StoreFixture.now.adding(seconds: 1)), .cancelled])
        try await fixture.store.begin(new)
        let first = """
            {"at":1800000000000,"enrollment":"\(new.id.text)","event":{"event":"triggered","until":1800000001000,"version":1},"sequence":1}
            """
        let second =
            #"{"at":1800000000000,"enrollment":"\#(new.id.text)","event":{"event":"cancelled","version":1},"sequence":2}"#
        let zeros = [UInt8](repeating: 0, count: 32)
        let head = Digest.sha256(Digest.sha256(zeros + Array(first.utf8)) + Array(second.utf8))
        let code = MessageAuthenticationCode.hmacSHA256(
            key: fixture.keys.auditKey, message: Array("enrollment:\(new.id.text):1\u{0}2\u{0}".utf8) + head)
        let stored = try await fixture.sqlite.database.read { database in
            let row = try Row.fetchOne(database, sql: "SELECT chain_head, chain_code FROM enrollment")
            return try row.map { [try $0.bytes("chain_head"), try $0.bytes("chain_code")] }
        }
        #expect(stored == [head, code])
    }

    /// What an entry told is taken by a holder of the key alone.
    @Test func aWithdrawnEntryKeepsTheChainAndAForgedWithdrawalIsFound() async throws {
        let fixture = try await StoreFixture()
        for count in 1...3 {
            try await fixture.store.note(
                .failuresCleared(count: count), tenant: fixture.tenant,
                at: StoreFixture.now.adding(seconds: Int64(count)))
        }
        let (head, length) = (try await fixture.store.head(), try await fixture.store.auditEntries().count)
        let before = StoreFixture.now.adding(seconds: 3)
        #expect(try await fixture.store.withdrawTrail(tenant: nil, before: before, limit: 100) == 0)
        #expect(try await fixture.store.withdrawTrail(tenant: fixture.tenant, before: before, limit: 2) == 2)
        let rest = try await fixture.store.withdrawTrail(tenant: fixture.tenant, before: before, limit: 100)
        #expect(try await fixture.store.withdrawTrail(tenant: fixture.tenant, before: before, limit: 100) == 0)
        let entries = try await fixture.store.auditEntries()
        #expect(entries.filter { $0.detail["withdrawn"] != nil }.count == rest + 2)
        #expect(entries.last?.detail["count"] == "3")
        #expect(try await fixture.store.verifyAudit() == .intact(length: length))
        #expect(try await fixture.store.holds(head))
        // Another's code, and words that came back changed.
        for detail in [
            "(SELECT detail FROM audit WHERE detail LIKE '%withdrawn%' ORDER BY sequence LIMIT 1)",
            #"'{"texts":{"count":"9"},"version":1}'"#,
        ] {
            let copy = try await StoreFixture.filled()
            try await copy.store.note(.failuresCleared(count: 1), tenant: nil, at: StoreFixture.now.adding(seconds: -1))
            _ = try await copy.store.withdrawTrail(tenant: nil, before: StoreFixture.now, limit: 100)
            #expect(try await copy.store.verifyAudit() == .intact(length: copy.store.auditEntries().count))
            try await copy.tamper(
                "UPDATE audit SET detail = \(detail) WHERE sequence = (SELECT max(sequence) - 1 FROM audit)")
            guard case .broken = try await copy.store.verifyAudit() else {
                Issue.record("a forged entry passes: \(detail)")
                continue
            }
        }
    }
}
