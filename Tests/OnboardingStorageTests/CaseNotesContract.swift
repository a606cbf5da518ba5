import GRDB
import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    private static let note = CaseNoteRow(writtenBy: "credential desk", sealed: [1, 2], at: StoreFixture.now)
    private static let flag = CaseFlag(setBy: "credential desk", at: StoreFixture.now)

    static let caseNotes = [
        StoreContract("notes on a case are kept in their order, and the newest are given") { fixture in
            let (id, other) = (try await fixture.begun(), try await fixture.begun())
            for number in 0..<5 {
                try await fixture.store.add(
                    CaseNoteRow(
                        writtenBy: "credential desk", sealed: [UInt8(number)],
                        at: StoreFixture.now.adding(seconds: Int64(number))), to: id)
            }
            #expect(try await fixture.store.caseNotes(of: id, limit: 3).map(\.sealed) == [[2], [3], [4]])
            #expect(try await fixture.store.caseNotes(of: other, limit: 3) == [])
            let noted = try await fixture.store.auditEntries().filter { $0.kind == "caseNoted" }
            #expect(noted.count == 5 && noted[0].detail["enrollment"] == id.text)
            let length = try await fixture.store.auditEntries().count
            #expect(try await fixture.store.verifyAudit() == .intact(length: length))
        },
        StoreContract("a flag is the first's who sets it, until somebody lifts it") { fixture in
            let id = try await fixture.begun()
            let now = StoreFixture.now
            try await fixture.store.setFlag(nil, of: id, at: now)
            try await fixture.store.setFlag(flag, of: id, at: now)
            try await fixture.store.setFlag(CaseFlag(setBy: "credential other", at: now), of: id, at: now)
            #expect(try await fixture.store.caseFlag(of: id) == flag)
            try await fixture.store.setFlag(nil, of: id, at: now)
            #expect(try await fixture.store.caseFlag(of: id) == nil)
            let kinds = try await fixture.store.auditEntries().map(\.kind).filter { $0.hasPrefix("caseFlag") }
            #expect(kinds == ["caseFlagged", "caseFlagLifted"])
        },
        StoreContract("notes and flag end with the person, and none comes after") { fixture in
            let id = try await fixture.begun()
            try await fixture.store.add(note, to: id)
            try await fixture.store.setFlag(flag, of: id, at: StoreFixture.now)
            try await fixture.store.beginErasure(of: id, at: StoreFixture.now)
            #expect(try await fixture.store.caseNotes(of: id, limit: 9) == [])
            #expect(try await fixture.store.caseFlag(of: id) == nil)
            await #expect(throws: StorageError.unknownSubject) { try await fixture.store.add(note, to: id) }
            await #expect(throws: StorageError.unknownSubject) {
                try await fixture.store.setFlag(flag, of: id, at: StoreFixture.now)
            }
            #expect(try await fixture.store.verifyTables() == [])
        },
        StoreContract("who looked at an enrollment is found by it, as long as the trail tells") { fixture in
            let (id, other) = (try await fixture.begun(), try await fixture.begun())
            let foreign = try EnrollmentID.random()
            let readings: [(AuditEvent, Int64)] = [
                (.personDataRead(operation: "search", [other, id, foreign]), 1),
                (.personDataRead(operation: "case", [other]), 2),
                (.personDataRead(operation: "case-image", [id], shown: "frame-00"), 3), (.holdLifted(id), 4),
            ]
            for (event, seconds) in readings {
                try await fixture.store.note(
                    event, tenant: fixture.tenant, at: StoreFixture.now.adding(seconds: seconds))
            }
            func found(_ limit: Int = 10) async throws -> [String] {
                try await fixture.store.auditEntries(naming: id, limit: limit).map { $0.detail["operation"] ?? $0.kind }
            }
            #expect(try await found() == ["holdLifted", "case-image", "search"])
            #expect(try await found(1) == ["holdLifted"])
            #expect(try await fixture.store.auditEntries(naming: foreign, limit: 9) == [])
            _ = try await fixture.store.withdrawTrail(
                tenant: fixture.tenant, before: StoreFixture.now.adding(seconds: 3), limit: 100)
            #expect(try await found() == ["holdLifted", "case-image"])
            try await fixture.store.beginErasure(of: id, at: StoreFixture.now.adding(seconds: 9))
            #expect(try await found() == ["registrationErased", "holdLifted", "case-image"])
            #expect(try await fixture.store.verifyTables() == [])
        },
    ]
}

/// What only concerns a database: what was written before entries were found by the enrollments that they name.
@Suite struct LinkedEntriesTests {
    @Test(arguments: [
        (#"{"texts":{"actor":"server","enrollments":"ID ID","operation":"search"},"version":1}"#, 1),
        (#"{"texts":{"actor":"server","enrollment":"ID"},"version":1}"#, 1), (#"{"texts":{},"version":1}"#, 0),
        (#"{"texts":{"enrollment":"0909090909090909"},"version":1}"#, 0), ("no JSON", 0),
    ]) func entriesFromBeforeAreFoundByWhatTheyName(detail: String, count: Int) async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.begun()
        try await fixture.forger().write { database in
            try database.execute(
                sql: "INSERT INTO audit VALUES (1000, 5, NULL, 'personDataRead', ?, x'00')",
                arguments: [detail.replacing("ID", with: id.text)])
            try database.execute(sql: "DELETE FROM audit_enrollment")
            try AuditTrail.linkAllEntries(in: database)
            let found = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM audit_enrollment WHERE enrollment_id = ? AND sequence = 1000",
                arguments: [id.text])
            #expect(found == count)
        }
    }
}
