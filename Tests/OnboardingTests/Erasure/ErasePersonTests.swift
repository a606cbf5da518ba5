import Foundation
import OnboardingCore
import OnboardingCrypto
import TestSupport
import Testing

@testable import Casework
@testable import Onboarding
@testable import OnboardingStorage
@testable import StorageFixture
@testable import Tenancy

@Suite struct ErasePersonTests {
    private static let person = "ada.lovelace@example.org"
    /// The beginning of a JPEG file, as long as the scanner needs.
    private static let image: [UInt8] =
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xdb, 0, 4, 2, 2, 0xff, 0xc0] + Array(repeating: 0x55, count: 500)

    /// An enrollment with everything that a step can leave.
    private func enrollment(in fixture: StoreFixture) async throws -> EnrollmentID {
        var new = try fixture.new(
            username: Self.person, session: "session",
            events: [
                .triggered(until: StoreFixture.now.adding(seconds: 600)),
                .started(Policy(), deadline: StoreFixture.now.adding(seconds: 600)), .deviceAdded,
            ])
        let dataKey = try await fixture.keys.makeDataKey(of: new.id, tenant: fixture.tenant)
        new.sealedPerson = try dataKey.seal(Array(Self.person.utf8), associated: [])
        try await fixture.store.begin(new)
        let object = EvidenceObject(sections: [
            .json("person.json", Array(#"{"email":"\#(Self.person)"}"#.utf8)), .image("frame.jpeg", Self.image),
        ])
        let row = try await fixture.evidence.write(
            object, kind: "face", of: new.id, under: dataKey, at: StoreFixture.now)
        let sealed = try dataKey.seal(Array(Self.person.utf8), associated: [])
        let digest = try fixture.keys.lookupDigest(of: Self.image, field: "frame", tenant: fixture.tenant)
        _ = try await fixture.store.commit(new.id, StoreFixture.proposal(.addFace(.live, row.reference), .addFace)) {
            _ in
            StepWrites(
                sealedResult: sealed, evidence: row,
                device: DeviceWrite(deviceDigest: digest, sealed: sealed),
                templates: [TemplateWrite(kind: "face", model: "m", sealed: sealed)],
                marks: CaptureMarks(images: [digest]),
                acceptsImages: true)
        }
        return new.id
    }

    @Test func nothingOfAPersonStandsInTheClear() async throws {
        let fixture = try await StoreFixture()
        let id = try await enrollment(in: fixture)
        let dataKey = try fixture.keys.dataKey(of: id, tenant: fixture.tenant)
        let scanner = LeakScanner(
            planted: [
                "person": Array(Self.person.utf8), "data key": dataKey.bytes,
                "tenant key": try fixture.keys.tenantKey(of: fixture.tenant).current.bytes,
                "master key": fixture.masterKey.sealingKey.bytes, "audit key": fixture.keys.auditKey,
                "image": Array(Self.image.suffix(64)),
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
        let dataKey = try fixture.keys.dataKey(of: id, tenant: fixture.tenant)
        #expect(try await fixture.evidence.read(evidence, under: dataKey)["frame.jpeg"] == Self.image)

        let later = StoreFixture.now.adding(seconds: 5)
        try await fixture.erase.enrollment(id, at: later)

        #expect(throws: StorageError.keyMissing) { try fixture.keys.dataKey(of: id, tenant: fixture.tenant) }
        await #expect(throws: StorageError.evidenceUnreadable) {
            try await fixture.evidence.read(evidence, under: dataKey)
        }
        #expect(try await fixture.store.enrollment(id) == nil)
        let token = try #require(stored.tokenDigest)
        #expect(try await fixture.store.enrollment(tenant: fixture.tenant, tokenDigest: token) == nil)
        #expect(try await fixture.store.commit(id, StoreFixture.proposal(.cancel, .cancel)) == .unknown)
        #expect(
            try await fixture.store.result(tenant: fixture.tenant, step: .addFace, requestDigest: "body") == nil)
        #expect(try await fixture.store.evidence(of: id) == [])
        #expect(try await fixture.store.templates(of: id) == [])
        #expect(try await fixture.store.device(of: id) == nil)
        #expect(try await !fixture.store.knows(tenant: fixture.tenant, usernameDigest: stored.usernameDigest))

        let events = try await fixture.store.events(of: id)
        #expect(events.last?.event == .cancelled)
        #expect(try await fixture.store.verifyChain(of: id) == .intact(length: events.count))
        #expect(try await fixture.store.verifyRegister() == .intact(length: 2))
        let entry = try #require(try await fixture.store.auditEntries().last)
        #expect(entry.detail["actor"] == "server" && entry.detail["enrollment"] == id.text && entry.detail.count == 3)
        let counts = [ErasedKind: Int](text: entry.detail["erased"] ?? "")
        #expect(counts[.evidenceObjects] == 1 && counts[.templates] == 1 && counts[.devices] == 1 && counts[.keys] == 1)
        #expect(counts[.evidenceBytes] == evidence.byteCount)

        #expect(try await fixture.store.enrollment(kept) != nil)
        #expect(throws: Never.self) { try fixture.keys.dataKey(of: kept, tenant: fixture.tenant) }

        // Again, as after a crash on the way: nothing more happens.
        try await fixture.erase.enrollment(id, at: later)
        #expect(try await fixture.store.auditEntries().count { $0.kind == "registrationErased" } == 1)
    }

    private func enrollmentBeside(in fixture: StoreFixture) async throws -> EnrollmentID {
        let new = try fixture.new(username: "other")
        _ = try await fixture.keys.makeDataKey(of: new.id, tenant: fixture.tenant)
        try await fixture.store.begin(new)
        return new.id
    }

    /// However often somebody tried: nothing waits for the retention time, and nobody else is touched.
    @Test(arguments: [true, false])
    func whoeverIsErasedIsErasedWithEveryAttempt(fromTheRegistration: Bool) async throws {
        let fixture = try await StoreFixture()
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        func begun(
            _ username: String?, tenant: TenantID? = nil, _ end: Command? = nil, after seconds: Int64 = 1
        ) async throws -> EnrollmentID {
            let until = StoreFixture.now.adding(seconds: 600)
            let events: [Event] =
                end == nil
                ? [.triggered(until: until)]
                : [.triggered(until: until), .started(Policy(requiredChecks: [.addFace]), deadline: until)]
            let new = try fixture.new(username: username, tenant: tenant, events: events)
            let dataKey = try await fixture.keys.makeDataKey(of: new.id, tenant: new.tenantID)
            try await fixture.store.begin(new)
            if let end {
                let row = try await fixture.evidence.write(
                    EvidenceObject(sections: [.image("frame.jpeg", Self.image)]), kind: "face", of: new.id,
                    under: dataKey, at: StoreFixture.now)
                let capture = StoreFixture.proposal(.addFace(.undecided, row.reference))
                _ = try await fixture.store.commit(new.id, capture) { _ in StepWrites(evidence: row) }
                let proposal = StoreFixture.proposal(end, after: seconds, code: "\(username ?? "")\(new.tenantID.text)")
                _ = try await fixture.store.commit(new.id, proposal)
            }
            return new.id
        }
        let attempts = [
            try await begun("ada", .cancel), try await begun("ada", .expire, after: 1000), try await begun("ada"),
        ]
        let registration = try await begun("ada", .addFace(.live))
        let others = [
            try await begun("bob", .cancel), try await begun("ada", tenant: other, .cancel),
            try await begun("ada", tenant: other, .addFace(.live)), try await begun(nil, .cancel), try await begun(nil),
        ]
        #expect(try await fixture.store.enrollments(beside: registration).map(\.id) == attempts)
        var evidence: [EnrollmentID: [EvidenceRow]] = [:]
        for id in attempts + others + [registration] { evidence[id] = try await fixture.store.evidence(of: id) }

        try await fixture.erase(
            of: fromTheRegistration ? registration : attempts[0], at: StoreFixture.now.adding(seconds: 5))

        // Whoever names an attempt has not shown that the registration is theirs.
        let erased = fromTheRegistration ? attempts + [registration] : attempts
        for id in attempts + others + [registration] {
            let isErased = erased.contains(id)
            #expect(try await (fixture.store.enrollment(id) == nil) == isErased)
            #expect(try await fixture.keys.holdsDataKeys(of: [id]).isEmpty == isErased)
            for row in evidence[id] ?? [] { #expect(try await fixture.evidence.isIntact(row) != isErased) }
            let length = try await fixture.store.events(of: id).count
            #expect(try await fixture.store.verifyChain(of: id) == .intact(length: length))
        }
        let told = try await fixture.store.auditEntries().filter { $0.kind == "registrationErased" }
        #expect(Set(told.map { $0.detail["enrollment"] }) == Set(erased.map(\.text)))
        #expect(try await fixture.store.verifyTables() == [])
    }

    @Test(arguments: [false, true])
    func anErasureThatWasCutOffIsCompleted(afterTheKey: Bool) async throws {
        let fixture = try await StoreFixture()
        let id = try await enrollment(in: fixture)
        let row = try #require(try await fixture.store.evidence(of: id).first)
        try await fixture.store.beginErasure(of: id, at: StoreFixture.now)
        if afterTheKey { try await fixture.keys.erase([id]) }

        let restarted = try fixture.reopened()
        func resume() async throws -> Int {
            try await fixture.erasure(through: restarted).resume()
        }
        #expect(try await resume() == 1)
        #expect(try await restarted.enrollment(id) == nil)
        #expect(throws: StorageError.keyMissing) { try fixture.keys.dataKey(of: id, tenant: fixture.tenant) }
        #expect(try await !fixture.evidence.isIntact(row))
        #expect(try await resume() == 0)
    }

    @Test func aBackupOfTheKeysBringsNothingErasedBack() async throws {
        let fixture = try await StoreFixture()
        let id = try await enrollment(in: fixture)
        let kept = try await enrollmentBeside(in: fixture)
        try await fixture.sqliteKeys.database.write {
            try $0.execute(sql: "CREATE TEMP TABLE backup AS SELECT * FROM data_key")
        }
        try await fixture.erase.enrollment(id, at: StoreFixture.now)
        try await fixture.sqliteKeys.database.write {
            try $0.execute(sql: "INSERT OR REPLACE INTO data_key SELECT * FROM backup")
        }
        #expect(throws: Never.self) { try fixture.keys.dataKey(of: id, tenant: fixture.tenant) }

        #expect(try await fixture.erase.eraseRestoredKeys() == 1)
        #expect(throws: StorageError.keyMissing) { try fixture.keys.dataKey(of: id, tenant: fixture.tenant) }
        #expect(throws: Never.self) { try fixture.keys.dataKey(of: kept, tenant: fixture.tenant) }
        #expect(try await fixture.erase.eraseRestoredKeys() == 0)
    }

    /// The chain of events that an erasure keeps can be read by the registration's code.
    @Test(arguments: [false, true])
    func theTimelineOfARegistrationOutlivesIt(wasBegunByQRImage: Bool) async throws {
        let fixture = try await StoreFixture()
        let auditor = try Auditor(dataFolder: fixture.folder.path, masterKeyFile: fixture.folder.path + ".key")
        func timeline() async throws -> [String] {
            try await auditor.timeline(ofCode: "CODE", tenant: "acme")
        }
        await #expect(throws: ConfigurationError.self) { try await timeline() }
        let until = StoreFixture.now.adding(seconds: 600)
        let new = try fixture.new(
            username: Self.person, session: wasBegunByQRImage ? "session" : nil,
            events: [.triggered(until: until), .started(Policy(requiredChecks: [.addDevice]), deadline: until)])
        _ = try await fixture.keys.makeDataKey(of: new.id, tenant: fixture.tenant)
        try await fixture.store.begin(new)
        _ = try await fixture.store.commit(new.id, StoreFixture.proposal(.addDevice)) { _ in StepWrites() }

        let kept = try await timeline()
        #expect(kept.first == "enrollment \(new.id.text) of tenant acme (test)")
        let beginner = wasBegunByQRImage ? "triggered by the portal" : "begun by the tenant's own client"
        #expect(kept.dropFirst().first?.contains("  \(beginner), open until ") == true)
        #expect(kept.last?.hasSuffix("complete, registered as CODE") == true)

        let later = StoreFixture.now.adding(seconds: 5)
        try await fixture.erase.enrollment(new.id, at: later)
        let erased = try await timeline()
        #expect(erased.first == "enrollment \(new.id.text) of tenant acme (test), erased")
        #expect(erased.dropFirst().first?.contains("  begun, open until ") == true)
        #expect(erased.dropFirst(2).dropLast() == kept.dropFirst(2))
        #expect(erased.last == "\(later.iso8601WithMilliseconds)  erased: nothing of the person is kept")
        await #expect(throws: ConfigurationError.self) {
            try await auditor.timeline(ofCode: "CODE", tenant: "other")
        }
    }

    @Test func erasingWhatIsNotThereIsAnError() async throws {
        let fixture = try await StoreFixture()
        let id = try EnrollmentID.random()
        await #expect(throws: StorageError.unknownSubject) {
            try await fixture.erase.enrollment(id, at: StoreFixture.now)
        }
    }
}

extension StoreFixture {
    var erase: ErasePerson { erasure(through: store) }

    func erasure(through store: any Store) -> ErasePerson {
        ErasePerson(
            store: store, keys: keys, evidence: evidence, replayIndex: ReplayIndex(), faceIndex: FaceIndex(),
            journal: ErasureJournal(path: folder.path + ".key.erasures", auditKey: keys.auditKey))
    }
}

extension Auditor {
    fileprivate func timeline(ofCode code: String, tenant: String) async throws -> [String] {
        var search = EnrollmentSearch()
        search.registrationCode = code
        let (tenant, found) = try await traced(search, tenant: tenant)
        var lines: [String] = []
        for enrollment in found { lines += try await timeline(of: enrollment, tenant: tenant) }
        return lines
    }
}
