import Foundation
import GRDB
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

@Suite struct AuthenticationChainTests {
    /// Three authentications with 4 events each; what is done to the second must be found there and
    /// nowhere else.
    private func fixture() async throws -> (StoreFixture, [AuthenticationID]) {
        let fixture = try await StoreFixture()
        var ids: [AuthenticationID] = []
        for number in 0..<3 {
            let id = try await fixture.returning(fixture.registered())
            _ = try await fixture.store.commit(
                id, StoreFixture.returning(.verifyDevice(.signed), .verifyDevice, body: "\(number)"))
            ids.append(id)
        }
        return (fixture, ids)
    }

    @Test(arguments: [
        ("UPDATE authentication_event SET event = replace(event, 'signed', 'identified') WHERE sequence = 3 AND $", 3),
        ("UPDATE authentication_event SET at = at + 1 WHERE sequence = 2 AND $", 2),
    ])
    func theChainFindsWhatWasChanged(_ sql: String, _ place: Int) async throws {
        try await expect(.broken(at: place, .changed), after: sql)
    }

    @Test(arguments: [
        ("DELETE FROM authentication_event WHERE sequence = 3 AND $", 3),
        ("DELETE FROM authentication_event WHERE sequence = 4 AND $", 4),
    ])
    func theChainFindsWhatWasRemoved(_ sql: String, _ place: Int) async throws {
        try await expect(.broken(at: place, .missing), after: sql)
    }

    @Test func theChainFindsWhatWasMovedOrAdded() async throws {
        try await expect(
            .broken(at: 3, .changed),
            after: """
                UPDATE authentication_event SET sequence = 99 WHERE sequence = 3 AND $;
                UPDATE authentication_event SET sequence = 3 WHERE sequence = 4 AND $;
                UPDATE authentication_event SET sequence = 4 WHERE sequence = 99 AND $
                """)
        try await expect(
            .broken(at: 5, .changed),
            after: """
                INSERT INTO authentication_event
                SELECT authentication_id, 5, at, event, hash FROM authentication_event WHERE sequence = 4 AND $
                """)
        // That of another authentication, which is an event of the same words.
        try await expect(
            .broken(at: 2, .changed),
            after: """
                UPDATE authentication_event SET (event, hash) = (SELECT event, hash FROM authentication_event AS other
                    WHERE other.sequence = 2 AND other.authentication_id <> authentication_event.authentication_id)
                WHERE sequence = 2 AND $
                """)
    }

    @Test func theChainFindsAStateAnEndAndANumberThatWereNotWritten() async throws {
        for (sql, damage) in [
            ("UPDATE authentication SET status = 'complete' WHERE $", ChainDamage.stateDiffers),
            ("UPDATE authentication SET deadline = deadline + 1 WHERE $", .stateDiffers),
            (
                "UPDATE authentication SET state = (SELECT state FROM authentication WHERE number = 1) WHERE $",
                .stateDiffers
            ),
            ("UPDATE authentication SET chain_code = x'00' WHERE $", .headForged),
            ("UPDATE authentication SET number = 99 WHERE $", .headForged),
            (
                """
                UPDATE authentication SET (chain_length, chain_head, chain_code) =
                    (SELECT chain_length, chain_head, chain_code FROM authentication WHERE number = 1) WHERE $
                """, .headForged
            ),
        ] {
            try await expect(.broken(at: 4, damage), after: sql)
        }
    }

    private func expect(_ check: ChainCheck, after sql: String) async throws {
        let (fixture, ids) = try await fixture()
        try await fixture.forger().write { database in
            for statement in sql.split(separator: ";") {
                let column = statement.contains("UPDATE authentication SET") ? "id" : "authentication_id"
                try database.execute(sql: statement.replacingOccurrences(of: "$", with: "\(column) = '\(ids[1].text)'"))
            }
        }
        #expect(try await fixture.store.verifyChain(of: ids[0]) == .intact(length: 4))
        #expect(try await fixture.store.verifyChain(of: ids[1]) == check, "\(sql)")
        #expect(try await fixture.store.verifyChain(of: ids[2]) == .intact(length: 4))
    }

    @Test(arguments: [
        ("DELETE FROM authentication WHERE number = 2", ChainCheck.broken(at: 2, .missing)),
        ("DELETE FROM authentication WHERE number = 3", .broken(at: 3, .missing)),
        ("UPDATE authentication SET created_at = 1 WHERE number = 1", .broken(at: 3, .changed)),
        ("UPDATE authentication SET purpose = 'reEnroll' WHERE number = 2", .broken(at: 3, .changed)),
        (
            """
            UPDATE authentication SET enrollment_id = (SELECT enrollment_id FROM authentication WHERE number = 2)
            WHERE number = 1
            """, .broken(at: 3, .changed)
        ),
        ("UPDATE chain_end SET length = 2 WHERE name = 'authentications'", .broken(at: 2, .headForged)),
        (
            """
            UPDATE chain_end SET (length, head, code) = (SELECT length, head, code FROM chain_end WHERE name = 'register')
            WHERE name = 'authentications'
            """, .broken(at: 3, .headForged)
        ),
        ("DELETE FROM chain_end WHERE name = 'authentications'", .broken(at: 1, .headMissing)),
    ])
    func theRegisterFindsAnAuthenticationThatIsMissingOrMoved(_ sql: String, _ check: ChainCheck) async throws {
        let (fixture, _) = try await fixture()
        #expect(try await fixture.store.verifyAuthentications() == .intact(length: 3))
        try await fixture.tamper(sql)
        #expect(try await fixture.store.verifyAuthentications() == check)
        #expect(try await fixture.store.verifyRegister() == .intact(length: 3))
    }

    /// Whoever can write the database makes all hashes anew, and has a code of the same key: an enrollment's.
    @Test func whatAnEnrollmentsChainSaysIsNothingOfAnAuthentication() async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.registered()
        let visit = try await fixture.returning(id)
        // Of an enrollment with the same identifier, number and events.
        let chain = AuditChain(key: fixture.keys.auditKey)
        let twin = try #require(EnrollmentID(text: visit.text))
        try await fixture.forger().write { database in
            var position = AuditChain.Position.start
            let rows = try Row.fetchAll(database, sql: "SELECT * FROM authentication_event ORDER BY sequence")
            for row in rows {
                position.append(
                    AuditChain.text(
                        of: twin, sequence: position.length + 1, at: row["at"], event: row["event"]))
                try database.execute(
                    sql: "UPDATE authentication_event SET hash = ? WHERE sequence = ?",
                    arguments: [Data(position.head), position.length])
            }
            try database.execute(
                sql: "UPDATE authentication SET chain_head = ?, chain_code = ?",
                arguments: [
                    Data(position.head), Data(chain.code(of: position, in: .events(of: twin, number: 1))),
                ])
        }
        #expect(try await fixture.store.verifyChain(of: visit) == .broken(at: 1, .changed))
    }

    /// Written down in `AuditChain` so that another program can check it; this is that program.
    @Test func aHashIsMadeAsTheFormatSays() async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.registered()
        let new = try fixture.newAuthentication(
            of: id, events: [.triggered(until: StoreFixture.now.adding(seconds: 1)), .cancelled])
        try await fixture.store.begin(new)
        let texts = [
            """
            {"at":1800000000000,"authentication":"\(new.id.text)","event":{"event":"triggered","until":1800000001000,"version":1},"sequence":1}
            """,
            #"{"at":1800000000000,"authentication":"\#(new.id.text)","event":{"event":"cancelled","version":1},"sequence":2}"#,
        ]
        let zeros = [UInt8](repeating: 0, count: 32)
        let head = texts.reduce(zeros) { Digest.sha256($0 + Array($1.utf8)) }
        let code = MessageAuthenticationCode.hmacSHA256(
            key: fixture.keys.auditKey, message: Array("authentication:\(new.id.text):1\u{0}2\u{0}".utf8) + head)
        let listed = """
            {"at":1800000000000,"authentication":"\(new.id.text)","enrollment":"\(id.text)","number":1,"purpose":"authenticate","tenant":"\(fixture.tenant.text)"}
            """
        let register = Digest.sha256(zeros + Array(listed.utf8))
        let end = MessageAuthenticationCode.hmacSHA256(
            key: fixture.keys.auditKey, message: Array("authentications\u{0}1\u{0}".utf8) + register)
        let stored = try await fixture.sqlite.database.read { database in
            try [
                "SELECT chain_head AS head, chain_code AS code FROM authentication",
                "SELECT head, code FROM chain_end WHERE name = 'authentications'",
            ].compactMap {
                try Row.fetchOne(database, sql: $0)
            }.map { [try $0.bytes("head"), try $0.bytes("code")] }
        }
        #expect(stored == [[head, code], [register, end]])
    }

    @Test(arguments: [
        ("DELETE FROM evidence WHERE id = 'ID'", [EvidenceDamage.Kind.missing]),
        ("UPDATE evidence SET digest = zeroblob(32) WHERE id = 'ID'", [.changed]),
        ("UPDATE evidence SET kind = 'face' WHERE id = 'ID'", [.changed]),
        ("UPDATE evidence SET kind = 'authentication-document' WHERE id = 'ID'", [.changed]),
        ("UPDATE evidence SET id = 'NEW' WHERE id = 'ID'", [.missing, .unnamed]),
    ])
    func theChainFindsEvidenceThatNoAuthenticationRestsOn(_ sql: String, _ found: [EvidenceDamage.Kind]) async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.registered()
        let visit = try await fixture.returning(id, AuthenticationPolicy(requiredChecks: [.verifyFace]))
        let row = try fixture.evidenceRow(of: id)
        _ = try await fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.undecided, row.reference))) { _ in
            AuthenticationWrites(evidence: row)
        }
        #expect(try await fixture.store.verifyEvidence(of: id) == [])
        let new = try EvidenceID.random()
        let statement = sql.replacingOccurrences(of: "'ID'", with: "'\(row.id.text)'")
            .replacingOccurrences(of: "'NEW'", with: "'\(new.text)'")
        try await fixture.sqlite.writer.run { try $0.execute(sql: statement) }
        #expect(try await fixture.store.verifyTables() == [])
        #expect(try await fixture.store.verifyEvidence(of: id).map(EvidenceDamage.Kind.init) == found)
    }

    @Test func aHeadHoldsTheAuthenticationsThatThereWere() async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.registered()
        let before = try await fixture.store.head()
        #expect(before.text.split(separator: "-").count == 3)
        _ = try await fixture.returning(id)
        let head = try await fixture.store.head()
        #expect(head.text.hasPrefix("1-3-1-") && AuditHead(text: head.text) == head && head != before)
        for second in [before, head] { #expect(try await fixture.store.holds(second)) }
        _ = try await fixture.returning(id)
        for second in [before, head] { #expect(try await fixture.store.holds(second)) }
        for text in ["1-3-1-", "1-3--ab", "-1-3-1-" + String(repeating: "ab", count: 32), "1-3-1-2-ab"]
            + ["", "1", "1-", "0-0011223344556677", "1-00", "x-0011223344556677", "1-0011223344556677-"].map({
                before.text + "+" + $0
            })
        {
            #expect(AuditHead(text: text) == nil, "\(text)")
        }
        let erased = AuditHead(text: before.text + "+7-0011223344556677")
        #expect(erased?.journal?.length == 7 && erased?.text == before.text + "+7-0011223344556677")
        // Put back to what it was before the first came, where the register of enrollments is the same.
        try await fixture.tamper("DELETE FROM authentication")
        #expect(try await fixture.store.holds(before))
        #expect(try await !fixture.store.holds(head))
    }
}

extension EvidenceDamage {
    enum Kind: Equatable, Sendable {
        case missing, changed, unnamed

        init(_ damage: EvidenceDamage) {
            self =
                switch damage {
                case .missing: .missing
                case .changed: .changed
                case .unnamed: .unnamed
                }
        }
    }
}
