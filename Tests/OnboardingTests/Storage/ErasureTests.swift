import EnrollmentCore
import Foundation
import GRDB
import OnboardingCrypto
import TestSupport
import Testing

@testable import Onboarding

@Suite struct ErasureTests {
    private static let person = "ada.lovelace@example.org"
    /// The beginning of a JPEG file, as long as the scanner needs.
    private static let picture: [UInt8] =
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xdb, 0, 4, 2, 2, 0xff, 0xc0] + Array(repeating: 0x55, count: 500)

    /// An enrollment with everything that a step can leave.
    private func enrollment(in fixture: StoreFixture) async throws -> EnrollmentID {
        var new = try fixture.new(
            username: Self.person, session: "session",
            events: [
                .triggered(until: StoreFixture.now.adding(seconds: 600)),
                .started(Policy(), deadline: StoreFixture.now.adding(seconds: 600)),
            ])
        let dataKey = try await fixture.keyRing.makeDataKey(of: new.id, tenant: fixture.tenant)
        new.sealedPerson = try dataKey.seal(Array(Self.person.utf8), associated: [])
        try await fixture.store.begin(new)
        let object = EvidenceObject(sections: [
            .json("person.json", Array(#"{"email":"\#(Self.person)"}"#.utf8)), .picture("frame.jpeg", Self.picture),
        ])
        let row = try await fixture.evidence.write(
            object, kind: "face", of: new.id, under: dataKey, at: StoreFixture.now)
        let sealed = try dataKey.seal(Array(Self.person.utf8), associated: [])
        let digest = try fixture.keyRing.lookupDigest(of: Self.picture, field: "frame", tenant: fixture.tenant)
        _ = try await fixture.store.commit(new.id, StoreFixture.proposal(.addDevice, .addDevice)) { _ in
            StepWrites(
                answer: SealedAnswer(httpStatus: 200, sealed: sealed), evidence: row,
                device: DeviceWrite(deviceDigest: digest, sealed: sealed),
                templates: [TemplateWrite(kind: "face", model: "m", sealed: sealed)], seenPictures: [digest])
        }
        return new.id
    }

    @Test func nothingOfAPersonStandsInTheClear() async throws {
        let fixture = try await StoreFixture()
        let id = try await enrollment(in: fixture)
        let dataKey = try fixture.keyRing.dataKey(of: id, tenant: fixture.tenant)
        let scanner = LeakScanner(
            planted: [
                "person": Array(Self.person.utf8), "data key": dataKey.bytes,
                "tenant key": try fixture.keyRing.tenantKey(of: fixture.tenant).bytes,
                "master key": fixture.masterKey.sealingKey.bytes, "audit key": fixture.keyRing.auditKey,
                "picture": Array(Self.picture.suffix(64)),
            ])
        #expect(try scanner.scan(fixture.folder.path) == [])
        // The same scanner over the same folder finds what does stand there.
        #expect(try !LeakScanner(texts: ["enrollment": id.text]).scan(fixture.folder.path).isEmpty)
    }

    @Test func anErasedEnrollmentIsUnknownAndItsHistoryStays() async throws {
        let fixture = try await StoreFixture()
        let id = try await enrollment(in: fixture)
        let kept = try await enrollmentBeside(in: fixture)
        let stored = try #require(try await fixture.store.enrollment(id))
        let evidence = try #require(try await fixture.store.evidence(of: id).first)
        let dataKey = try fixture.keyRing.dataKey(of: id, tenant: fixture.tenant)
        #expect(try await fixture.evidence.read(evidence, under: dataKey)["frame.jpeg"] == Self.picture)

        let later = StoreFixture.now.adding(seconds: 5)
        try await fixture.store.erase(id, keyRing: fixture.keyRing, evidence: fixture.evidence, at: later)

        #expect(throws: StorageError.keyMissing) { try fixture.keyRing.dataKey(of: id, tenant: fixture.tenant) }
        await #expect(throws: StorageError.evidenceUnreadable) {
            try await fixture.evidence.read(evidence, under: dataKey)
        }
        #expect(try await fixture.store.enrollment(id) == nil)
        let token = try #require(stored.tokenDigest)
        #expect(try await fixture.store.enrollment(tenant: fixture.tenant, tokenDigest: token) == nil)
        #expect(try await fixture.store.commit(id, StoreFixture.proposal(.cancel, .cancel)) == .unknown)
        #expect(
            try await fixture.store.answer(tenant: fixture.tenant, step: .addDevice, requestDigest: "body") == nil)
        #expect(try await fixture.store.evidence(of: id) == [])
        #expect(try await fixture.store.templates(of: id) == [])
        #expect(try await fixture.store.device(of: id) == nil)
        let username = try #require(stored.usernameDigest)
        #expect(try await !fixture.store.knows(tenant: fixture.tenant, usernameDigest: username))

        let events = try await fixture.store.events(of: id)
        #expect(events.last?.event == .cancelled)
        #expect(try await fixture.store.verifyChain(of: id) == .intact(length: events.count))
        #expect(try await fixture.store.verifyRegister() == .intact(length: 2))
        #expect(try await fixture.store.auditEntries().last?.detail == ["enrollment": id.text])

        #expect(try await fixture.store.enrollment(kept) != nil)
        #expect(throws: Never.self) { try fixture.keyRing.dataKey(of: kept, tenant: fixture.tenant) }

        // Again, as after a crash on the way: nothing more happens.
        try await fixture.store.erase(id, keyRing: fixture.keyRing, evidence: fixture.evidence, at: later)
        #expect(try await fixture.store.auditEntries().count { $0.kind == "registrationErased" } == 1)
    }

    private func enrollmentBeside(in fixture: StoreFixture) async throws -> EnrollmentID {
        let new = try fixture.new(username: "other")
        _ = try await fixture.keyRing.makeDataKey(of: new.id, tenant: fixture.tenant)
        try await fixture.store.begin(new)
        return new.id
    }

    @Test(arguments: [false, true])
    func anErasureThatWasCutOffIsCompleted(afterTheKey: Bool) async throws {
        let fixture = try await StoreFixture()
        let id = try await enrollment(in: fixture)
        let row = try #require(try await fixture.store.evidence(of: id).first)
        try await fixture.store.beginErasure(of: id, at: StoreFixture.now)
        if afterTheKey { try await fixture.keyRing.erase([id]) }

        let restarted = try fixture.reopened()
        func resume() async throws -> Int {
            try await restarted.resumeErasures(keyRing: fixture.keyRing, evidence: fixture.evidence)
        }
        #expect(try await resume() == 1)
        #expect(try await restarted.enrollment(id) == nil)
        #expect(throws: StorageError.keyMissing) { try fixture.keyRing.dataKey(of: id, tenant: fixture.tenant) }
        #expect(try await !fixture.evidence.isIntact(row))
        #expect(try await resume() == 0)
    }

    @Test func aBackupOfTheKeysBringsNothingErasedBack() async throws {
        let fixture = try await StoreFixture()
        let id = try await enrollment(in: fixture)
        let kept = try await enrollmentBeside(in: fixture)
        try await fixture.keyRing.database.write {
            try $0.execute(sql: "CREATE TABLE backup AS SELECT * FROM data_key")
        }
        try await fixture.store.erase(
            id, keyRing: fixture.keyRing, evidence: fixture.evidence, at: StoreFixture.now)
        try await fixture.keyRing.database.write {
            try $0.execute(sql: "INSERT OR REPLACE INTO data_key SELECT * FROM backup")
        }
        #expect(throws: Never.self) { try fixture.keyRing.dataKey(of: id, tenant: fixture.tenant) }

        #expect(try await fixture.store.repeatErasures(keyRing: fixture.keyRing) == 1)
        #expect(throws: StorageError.keyMissing) { try fixture.keyRing.dataKey(of: id, tenant: fixture.tenant) }
        #expect(throws: Never.self) { try fixture.keyRing.dataKey(of: kept, tenant: fixture.tenant) }
        #expect(try await fixture.store.repeatErasures(keyRing: fixture.keyRing) == 0)
    }

    @Test func erasingWhatIsNotThereIsAnError() async throws {
        let fixture = try await StoreFixture()
        let id = try EnrollmentID.random()
        await #expect(throws: StorageError.unknownSubject) {
            try await fixture.store.erase(
                id, keyRing: fixture.keyRing, evidence: fixture.evidence, at: StoreFixture.now)
        }
    }
}
