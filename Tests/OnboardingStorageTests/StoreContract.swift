import Foundation
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

/// What every `Store` promises, whatever it is built on: the name of each case is the promise.
struct StoreContract: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let check: @Sendable (StoreFixture) async throws -> Void

    init(_ promise: String, _ check: @escaping @Sendable (StoreFixture) async throws -> Void) {
        testDescription = promise
        self.check = check
    }

    static let cases: [StoreContract] =
        beginning + subjects + committing + looking + tenancy + searching + feed + mail + captureRights + operators
        + triggers + caseNotes + logos + changes + authentications + users + trailPositions + removals + proposals
}

extension StoreContract {
    private static let beginning = [
        StoreContract("an enrollment is found by what identifies it, within its tenant") { fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let new = try fixture.new(username: "ada", session: "session")
            try await fixture.store.begin(new)
            let session = try #require(new.sessionDigest)
            let token = try #require(new.tokenDigest)
            let stored = try #require(try await fixture.store.enrollment(new.id))
            #expect(stored.enrollment == replay(new.events))
            #expect(stored.version == 1)
            #expect(stored.createdAt == StoreFixture.now)
            #expect(try await fixture.store.enrollment(tenant: fixture.tenant, sessionDigest: session) == stored)
            #expect(try await fixture.store.enrollment(tenant: fixture.tenant, tokenDigest: token) == stored)
            #expect(try await fixture.store.enrollment(tenant: other, sessionDigest: session) == nil)
            #expect(try await fixture.store.enrollment(tenant: other, tokenDigest: token) == nil)
            #expect(try await fixture.store.enrollment(tenant: fixture.tenant, tokenDigest: session) == nil)
        },
        StoreContract("a session or a token begins one enrollment") { fixture in
            let first = try fixture.new(session: "session")
            try await fixture.store.begin(first)
            let second = try fixture.new(session: "session")
            await #expect(throws: StorageError.nameTaken) { try await fixture.store.begin(second) }
            #expect(try await fixture.store.enrollment(second.id) == nil)
            #expect(try await fixture.store.verifyRegister() == .intact(length: 1))
        },
        StoreContract("an enrollment of an unknown tenant is not begun") { fixture in
            var new = try fixture.new()
            new.tenantID = try TenantID.random()
            let foreign = new
            await #expect(throws: StorageError.unknownSubject) { try await fixture.store.begin(foreign) }
        },
        StoreContract("of a person's started enrollments the last to begin is left, also when they race") { fixture in
            let policy = Policy()
            let deadline = StoreFixture.now.adding(seconds: 60)
            let events = [Event.triggered(until: deadline), .started(policy, deadline: deadline)]
            let waiting = try fixture.new(username: "ada", session: "not started")
            try await fixture.store.begin(waiting)
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    let new = try fixture.new(username: "ada", events: events)
                    group.addTask { try await fixture.store.begin(new, cancelsOthersOfUsername: true) }
                }
                try await group.waitForAll()
            }
            let digest = try fixture.digest(of: "ada")
            #expect(
                try await fixture.startedEnrollments(usernameDigest: digest).count == 1)
            // Starting it by its session cancels what the others left, and leaves the one that is started.
            let outcome = try await fixture.store.commit(waiting.id, StoreFixture.proposal(.start(policy))) { _ in
                StepWrites(cancelsOthersOfUsername: true)
            }
            guard case .accepted = outcome else { throw StorageError.unknownSubject }
            let left = try await fixture.startedEnrollments(usernameDigest: digest)
            #expect(left == [waiting.id])
        },
    ]

    private static let committing = [
        StoreContract("what is accepted is stored with all that the step leaves") { fixture in
            let id = try await fixture.begun(Policy(requiredChecks: [.addFace, .addDocument]))
            let evidence = EvidenceRow(
                id: try EvidenceID.random(), enrollmentID: id, kind: "face", byteCount: 3,
                digest: [UInt8](repeating: 9, count: 32),
                createdAt: StoreFixture.now)
            let device = DeviceWrite(deviceDigest: [5], sealed: [6])
            let template = TemplateWrite(kind: "face", model: "m", sealed: [7])
            let outcome = try await fixture.store.commit(
                id, StoreFixture.proposal(.addFace(.live, evidence.reference), .addFace)
            ) { after in
                guard after.progress?.accepted == [.addFace] else { throw StorageError.storedValueInvalid }
                return StepWrites(
                    sealedResult: [1, 2], evidence: evidence, device: device,
                    templates: [template], sealedCodes: [3], failureSubjects: [[8]], marks: CaptureMarks(images: [[4]]),
                    acceptsImages: true)
            }
            let stored = try #require(try await fixture.store.enrollment(id))
            #expect(outcome == .accepted(stored.enrollment))
            #expect(stored.version == 2)
            #expect(stored.deviceDigest == [5])
            #expect(stored.changedAt == StoreFixture.now.adding(seconds: 1))
            #expect(try await fixture.store.evidence(of: id) == [evidence])
            #expect(try await fixture.store.device(of: id) == device)
            #expect(try await fixture.store.templates(of: id) == [template])
            #expect(try fixture.store.captureCodes(of: id).map(\.sealed) == [[3]])
            #expect(
                try await fixture.store.failures(
                    tenant: fixture.tenant, subject: [8], since: StoreFixture.now, limit: 9
                ).count == 1)
            #expect(
                try await fixture.store.result(tenant: fixture.tenant, step: .addFace, requestDigest: "body")
                    == StoredResult(enrollmentID: id, tenantID: fixture.tenant, sealed: [1, 2]))
            let events = try await fixture.store.events(of: id)
            #expect(replay(events.map(\.event)) == stored.enrollment)
            #expect(events.map(\.at).suffix(2) == [stored.changedAt, stored.changedAt])
            #expect(try await fixture.store.verifyChain(of: id) == .intact(length: events.count))
        },
        StoreContract("the same request again gets the same answer and leaves nothing, also when both race") {
            fixture in
            let id = try await fixture.begun()
            let outcomes = try await withThrowingTaskGroup(of: CommitResult<Enrollment>.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.undecided), .addFace)) { _ in
                            StepWrites(sealedResult: [UInt8(number)])
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { if case .accepted = $0 { true } else { false } } == 1)
            let answer = try #require(
                try await fixture.store.result(tenant: fixture.tenant, step: .addFace, requestDigest: "body"))
            #expect(outcomes.count { $0 == .alreadyAnswered(answer) } == 19)
            #expect(
                try await fixture.store.enrollment(id)?.enrollment.progress?.tally(of: .addFace) == Tally(captures: 1))
        },
        StoreContract("of racing steps one counts, and the attempts stay within the limit") { fixture in
            let id = try await fixture.begun(Policy(requiredChecks: [.addFace], maximumFaceAttempts: 3))
            let outcomes = try await withThrowingTaskGroup(of: CommitResult<Enrollment>.self) { group in
                for number in 0..<40 {
                    let proposal = StoreFixture.proposal(.addFace(.presentationAttack), .addFace, body: "\(number)")
                    group.addTask { try await fixture.store.commit(id, proposal) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { if case .accepted = $0 { true } else { false } } == 3)
            #expect(outcomes.count { $0 == .rejected(.enrollmentFinished) } == 37)
            #expect(try await fixture.store.enrollment(id)?.enrollment.state == .failed(.faceAttemptsExhausted))
        },
        StoreContract("a refusal and an acceptance without an event leave nothing") { fixture in
            let id = try await fixture.begun()
            let before = try await fixture.store.enrollment(id)
            let refused = try await fixture.store.commit(id, StoreFixture.proposal(.addDevice, .addDevice)) { _ in
                StepWrites(failureSubjects: [[1]])
            }
            #expect(refused == .rejected(.stepOutOfOrder))
            let validated = try await fixture.store.commit(id, StoreFixture.proposal(.validate))
            #expect(validated == .accepted(try #require(before).enrollment))
            #expect(try await fixture.store.enrollment(id) == before)
            #expect(
                try await fixture.store.failures(
                    tenant: fixture.tenant, subject: [1], since: StoreFixture.now, limit: 9
                ).isEmpty)
            #expect(
                try await fixture.store.commit(try EnrollmentID.random(), StoreFixture.proposal(.cancel)) == .unknown)
        },
        StoreContract("evidence is kept where the event names it, and nowhere else") { fixture in
            let id = try await fixture.begun()
            func row(kind: String = "face") throws -> EvidenceRow {
                EvidenceRow(
                    id: try EvidenceID.random(), enrollmentID: id, kind: kind, byteCount: 3,
                    digest: [UInt8](repeating: 9, count: 32), createdAt: StoreFixture.now)
            }
            let (named, other) = (try row(), try row())
            let before = try await fixture.store.enrollment(id)
            for (command, evidence) in [
                (Command.addFace(.undecided), named), (.addFace(.undecided, other.reference), named), (.cancel, named),
            ] {
                await #expect(throws: StorageError.storedValueInvalid) {
                    try await fixture.store.commit(id, StoreFixture.proposal(command)) { _ in
                        StepWrites(evidence: evidence)
                    }
                }
            }
            #expect(try await fixture.store.enrollment(id) == before)
            let proposal = StoreFixture.proposal(.addFace(.undecided, named.reference))
            _ = try await fixture.store.commit(id, proposal) { _ in StepWrites(evidence: named) }
            #expect(try await fixture.store.events(of: id).compactMap(\.event.evidence) == [named.reference])
            #expect(try await fixture.store.verifyEvidence(of: id) == [])
        },
        StoreContract("templates that a step forgets are gone, and no others") { fixture in
            let id = try await fixture.begun(Policy(requiredChecks: [.addFace, .addDocument]))
            let other = try await fixture.begun(Policy(requiredChecks: [.addFace, .addDocument]))
            let (face, portrait) = (
                TemplateWrite(kind: "face", model: "m", sealed: [1]),
                TemplateWrite(kind: "portrait", model: "m", sealed: [2])
            )
            for enrollment in [id, other] {
                _ = try await fixture.store.commit(enrollment, StoreFixture.proposal(.addFace(.live))) { _ in
                    StepWrites(templates: [face])
                }
            }
            let reopening = FaceReopening(.portraitSuspected, turn: .left)
            _ = try await fixture.store.commit(id, StoreFixture.proposal(.addDocumentReopeningFace(reopening))) { _ in
                StepWrites(templates: [portrait], forgottenTemplateKinds: ["face"])
            }
            #expect(try await fixture.store.templates(of: id) == [portrait])
            #expect(try await fixture.store.templates(of: other) == [face])
            #expect(try await fixture.store.verifyTables() == [])
        },
        StoreContract(
            "templates of a tenant's registrations come in the order of beginning, the newest of a kind of each"
        ) {
            fixture in
            func begun(_ number: UInt8, kinds: [String], _ policy: Policy = Policy(requiredChecks: [.addFace]))
                async throws -> EnrollmentID
            {
                let id = try await fixture.begun(policy)
                _ = try await fixture.store.commit(
                    id, StoreFixture.proposal(.addFace(.live), .addFace, code: "\(number)")
                ) { _ in
                    StepWrites(
                        templates: kinds.enumerated().map { index, kind in
                            TemplateWrite(kind: kind, model: "m", sealed: [number, UInt8(index)])
                        })
                }
                return id
            }
            let first = try await begun(1, kinds: ["face"])
            _ = try await begun(2, kinds: ["face"], Policy(requiredChecks: [.addFace, .addDocument]))
            _ = try await begun(3, kinds: ["portrait"])
            let twice = try await begun(4, kinds: ["face", "face", "portrait"])
            let erased = try await begun(5, kinds: ["face"])
            let last = try await begun(6, kinds: ["face"])
            func page(after number: Int = 0, limit: Int = 10) async throws -> [RegisteredTemplates] {
                try await fixture.store.templates(
                    ofKind: "face", tenant: fixture.tenant, after: number, limit: limit)
            }
            #expect(try await page().map(\.enrollmentID) == [first, twice, erased, last])
            try await fixture.store.beginErasure(of: erased, at: StoreFixture.now)
            let all = try await page()
            #expect(all.map(\.enrollmentID) == [first, twice, last])
            #expect(all.map { $0.templates.map(\.sealed) } == [[[1, 0]], [[4, 0], [4, 1]], [[6, 0]]])
            for registered in all {
                let stored = try await fixture.store.enrollment(registered.enrollmentID)
                #expect(registered.subjectID == stored?.subjectID)
                #expect(registered.templates.allSatisfy { $0.kind == "face" })
            }
            #expect(try await page(limit: 2) == Array(all.prefix(2)))
            #expect(try await page(after: all[1].number) == [all[2]])
            #expect(
                try await fixture.store.templates(
                    ofKind: "face", tenant: try TenantID.random(), after: 0, limit: 10) == [])
        },
        StoreContract("what the step's writes throw is thrown, and nothing is stored") { fixture in
            let id = try await fixture.begun()
            let before = try await fixture.store.enrollment(id)
            await #expect(throws: CryptoError.invalidKey) {
                try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.live), .addFace)) { _ in
                    throw CryptoError.invalidKey
                }
            }
            #expect(try await fixture.store.enrollment(id) == before)
        },
        StoreContract("an image is accepted in one enrollment of a tenant") { fixture in
            let first = try await fixture.begun()
            let second = try await fixture.begun()
            let proposal = StoreFixture.proposal(.addFace(.undecided), .addFace)
            let showing: @Sendable (Enrollment) -> StepWrites = { _ in
                StepWrites(marks: CaptureMarks(images: [[1], [2]]), acceptsImages: true)
            }
            // What was shown and not accepted stands against nobody.
            let elsewhere = try await fixture.begun()
            _ = try await fixture.store.commit(elsewhere, proposal) { _ in
                StepWrites(marks: CaptureMarks(images: [[1], [2]]))
            }
            _ = try await fixture.store.commit(first, proposal, writes: showing)
            #expect(try await fixture.store.commit(second, proposal, writes: showing) == .captureReplayed(.image))
            #expect(try await fixture.store.enrollment(second)?.version == 1)
            // In its own enrollment it may be shown again.
            let again = StoreFixture.proposal(.addFace(.undecided), .addFace, body: "other")
            guard case .accepted = try await fixture.store.commit(first, again, writes: showing) else {
                Issue.record("not accepted again")
                return
            }
        },
        StoreContract("the codes of captures come in the order of acceptance, and go with their enrollment") {
            fixture in
            var ids: [EnrollmentID] = []
            for number in 0..<5 {
                let id = try await fixture.begun()
                _ = try await fixture.store.commit(
                    id, StoreFixture.proposal(.addFace(.live), .addFace, code: "\(number)")
                ) {
                    _ in StepWrites(sealedCodes: [UInt8(number)])
                }
                ids.append(id)
            }
            let all = try await fixture.store.captureCodes(after: 0, limit: 10)
            #expect(all.map(\.enrollmentID) == ids && all.allSatisfy { $0.tenantID == fixture.tenant })
            #expect(all.map(\.sealed) == (0..<5).map { [$0] })
            let page = try await fixture.store.captureCodes(after: all[1].number, limit: 2)
            #expect(page == Array(all[2...3]))
            try await fixture.store.beginErasure(of: ids[2], at: StoreFixture.now)
            #expect(try fixture.store.captureCodes(of: ids[2]).isEmpty)
            #expect(
                try await fixture.store.captureCodes(after: 0, limit: 10).map(\.enrollmentID)
                    == ids.filter { $0 != ids[2] })
        },
        StoreContract("a session id is used in one step of a tenant") { fixture in
            let first = try await fixture.begun()
            let second = try await fixture.begun()
            let showing: @Sendable (Enrollment) -> StepWrites = { _ in
                StepWrites(marks: CaptureMarks(session: [1]))
            }
            let proposal = StoreFixture.proposal(.addFace(.undecided), .addFace)
            _ = try await fixture.store.commit(first, proposal, writes: showing)
            for (id, body) in [(first, "other"), (second, "body")] {
                let again = StoreFixture.proposal(.addFace(.undecided), .addFace, body: body)
                #expect(try await fixture.store.commit(id, again, writes: showing) == .captureReplayed(.session))
            }
            try await fixture.store.deleteSpent(before: StoreFixture.now.adding(seconds: 3))
            guard case .accepted = try await fixture.store.commit(second, proposal, writes: showing) else {
                Issue.record("not forgotten")
                return
            }
        },
        StoreContract("a registration code is given once in a tenant") { fixture in
            let first = try await fixture.begun()
            let second = try await fixture.begun()
            _ = try await fixture.store.commit(first, StoreFixture.proposal(.addFace(.live), .addFace))
            await #expect(throws: StorageError.registrationCodeTaken) {
                try await fixture.store.commit(second, StoreFixture.proposal(.addFace(.live), .addFace))
            }
            let outcome = try await fixture.store.commit(
                second, StoreFixture.proposal(.addFace(.live), .addFace, code: "ANOTHER"))
            guard case .accepted(let after) = outcome else { throw StorageError.unknownSubject }
            #expect(after.registrationCode == "ANOTHER")
        },
    ]

    private static let looking = [
        StoreContract("a username is known, started and complete as its enrollments go") { fixture in
            let digest = try fixture.digest(of: "ada")
            func look() async throws -> [Bool] {
                [
                    try await fixture.store.knows(tenant: fixture.tenant, usernameDigest: digest),
                    try await !fixture.startedEnrollments(usernameDigest: digest).isEmpty,
                    try await fixture.store.isComplete(tenant: fixture.tenant, usernameDigest: digest),
                ]
            }
            #expect(try await look() == [false, false, false])
            let id = try await fixture.begun(username: "ada")
            #expect(try await look() == [true, true, false])
            _ = try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.live), .addFace))
            #expect(try await look() == [true, false, true])
        },
        StoreContract("what is overdue is found until it is ended, the most overdue first") { fixture in
            let late = try await fixture.begun(Policy(lifetimeInSeconds: 20))
            let later = try await fixture.begun(Policy(lifetimeInSeconds: 10))
            _ = try await fixture.begun(Policy(lifetimeInSeconds: 3000))
            let now = StoreFixture.now.adding(seconds: 20)
            #expect(try await fixture.store.overdue(Enrollment.self, at: StoreFixture.now).isEmpty)
            #expect(try await fixture.store.overdue(Enrollment.self, at: now).map(\.id) == [later, late])
            #expect(try await fixture.store.overdue(Enrollment.self, at: now).last?.deadline == now)
            for id in [later, late] {
                _ = try await fixture.store.commit(id, StoreFixture.proposal(.expire, after: 20))
            }
            #expect(try await fixture.store.overdue(Enrollment.self, at: now).isEmpty)
            #expect(try await fixture.store.enrollment(late)?.enrollment.state == .expired)
        },
        StoreContract("failures are counted by subject and time, and can be lifted") { fixture in
            let id = try await fixture.begun()
            for second in [1, 2, 3] {
                let proposal = StoreFixture.proposal(
                    .addFace(.presentationAttack), .addFace, body: "\(second)", after: Int64(second))
                _ = try await fixture.store.commit(id, proposal) { _ in StepWrites(failureSubjects: [[1], [2]]) }
            }
            func count(_ subject: UInt8, since seconds: Int64) async throws -> Int {
                try await fixture.store.failures(
                    tenant: fixture.tenant, subject: [subject], since: StoreFixture.now.adding(seconds: seconds),
                    limit: 9
                ).count
            }
            #expect(try await count(1, since: 0) == 3)
            #expect(try await count(1, since: 2) == 2)
            #expect(try await count(3, since: 0) == 0)
            try await fixture.store.clearFailures(tenant: fixture.tenant, subject: [1], at: StoreFixture.now)
            #expect(try await count(1, since: 0) == 0)
            #expect(try await count(2, since: 0) == 3)
            try await fixture.store.deleteSpent(before: StoreFixture.now.adding(seconds: 3))
            #expect(try await count(2, since: 0) == 1)
        },
    ]

    private static let tenancy = [
        StoreContract("a tenant is found by its name, which is its own") { fixture in
            let row = StoreFixture.row("acme", id: fixture.tenant)
            #expect(try await fixture.store.tenant(name: "acme") == row)
            #expect(try await fixture.store.tenant(name: "ACME") == nil)
            #expect(try await fixture.store.tenants() == [row])
            let copy = StoreFixture.row("acme", id: try TenantID.random())
            await #expect(throws: StorageError.nameTaken) {
                try await fixture.store.create(
                    copy, configuration: "{}", secrets: [],
                    credential: StoreFixture.credential("other", of: copy.id))
            }
            #expect(try await fixture.store.tenants() == [row])
        },
        StoreContract("a configuration is changed from what it is, and the change is on the record") { fixture in
            #expect(try await fixture.store.configuration(of: fixture.tenant)?.version == 1)
            let changed = try await fixture.configure("a")
            #expect(changed == .object(["a": .number(1)]))
            let row = ConfigurationRow(version: 2, document: #"{"a":1}"#, changedAt: StoreFixture.now)
            #expect(try await fixture.store.configuration(of: fixture.tenant) == row)
            // The same again is no change, and what is refused changes nothing.
            try await fixture.configure("a")
            await #expect(throws: StorageError.storedValueInvalid) {
                try await fixture.store.changeConfiguration(of: fixture.tenant, at: StoreFixture.now) { _ in
                    throw StorageError.storedValueInvalid
                }
            }
            #expect(try await fixture.store.configuration(of: fixture.tenant) == row)
            let unknown = try TenantID.random()
            await #expect(throws: StorageError.unknownSubject) {
                try await fixture.store.changeConfiguration(of: unknown, at: StoreFixture.now) { $0 }
            }
            let entries = try await fixture.store.auditEntries()
            let kinds = ["tenantCreated", "credentialAdded", "credentialKeyAdded", "configurationChanged"]
            #expect(entries.map(\.kind) == kinds)
            let changes = #"[{"after":1,"path":"/a"}]"#
            #expect(entries.last?.detail == ["actor": "server", "changes": changes, "version": "2"])
            #expect(try await fixture.store.verifyAudit() == .intact(length: 4))
        },
        StoreContract("an entry says in whose name it was written") { fixture in
            let actor = AuditActor(
                .credential(clientID: "acme-b2b"), addressBlock: "192.0.2.0/24", request: "r", purpose: "p")
            let (store, tenant) = (fixture.store, fixture.tenant)
            try await AuditActor.$current.withValue(actor) {
                try await store.note(.failuresCleared(count: 1), tenant: tenant, at: StoreFixture.now)
            }
            let written = try await fixture.store.auditEntries().last?.detail
            let expected = [
                "actor": "credential acme-b2b", "address": "192.0.2.0/24", "count": "1", "purpose": "p", "request": "r",
            ]
            #expect(written == expected)
        },
        StoreContract("a credential has no more than two keys of a kind that are good") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            func ends() async throws -> [Instant?] {
                try await store.credentials().first { $0.clientID == "acme-b2b" }?.keys.map(\.endsAt) ?? []
            }
            func add(_ id: String, _ end: Instant, at instant: Instant) async throws {
                try await store.add(
                    StoreFixture.key(id, [1]), to: "acme-b2b", of: tenant, endingOthersAt: end, at: instant)
            }
            let (soon, later) = (now.adding(seconds: 10), now.adding(seconds: 3600))
            try await add("second", later, at: now)
            #expect(try await ends() == [later, nil])
            try await add("third", later.adding(seconds: 1), at: soon)
            #expect(try await ends() == [soon, later.adding(seconds: 1), nil], "the first is at its end")
            try await add("fourth", soon, at: soon)
            #expect(try await ends() == [soon, soon, soon, nil], "no overlap")
            let foreign = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            await #expect(throws: StorageError.unknownSubject) {
                try await store.add(
                    StoreFixture.key("x", [1]), to: "acme-b2b", of: foreign, endingOthersAt: now, at: now)
            }
            await #expect(throws: StorageError.unknownSubject) {
                try await store.endCredential("acme-b2b", of: foreign, at: now)
            }
        },
        StoreContract("a credential is its tenant's, has a client id of its own and ends once") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let row = CredentialRow(
                clientID: "acme-desk", tenantID: tenant, scopes: "enroll erase", createdAt: now,
                endsAt: now.adding(seconds: 60), keys: [StoreFixture.key("k", [2])])
            try await store.add(row)
            #expect(try await store.credentials().last == row)
            await #expect(throws: StorageError.nameTaken) { try await store.add(row) }
            await #expect(throws: StorageError.unknownSubject) {
                try await store.add(StoreFixture.credential("nobody", of: try TenantID.random()))
            }
            try await store.endCredential("acme-desk", of: tenant, at: now)
            #expect(try await store.credentials().last?.endsAt == now)
            try await store.endCredential("acme-desk", of: tenant, at: now.adding(seconds: 5))
            #expect(try await store.credentials().last?.endsAt == now)
            #expect(try await store.auditEntries().count { $0.kind == "credentialEnded" } == 1)
        },
        StoreContract("an assertion is used once in its tenant, until it is forgotten") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            #expect(try await store.useAssertion([1], tenant: tenant, at: now))
            #expect(try await !store.useAssertion([1], tenant: tenant, at: now))
            #expect(try await store.useAssertion([1], tenant: other, at: now))
            try await store.deleteSpent(before: now.adding(seconds: 1))
            #expect(try await store.useAssertion([1], tenant: tenant, at: now))
        },
        StoreContract("of changes of a configuration at once none is lost") { fixture in
            let names = (1...20).map { "key\($0)" }
            let other = try fixture.reopened()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, name) in names.enumerated() {
                    let store = number.isMultiple(of: 2) ? fixture.store : other
                    group.addTask { try await fixture.configure(name, in: store) }
                }
                try await group.waitForAll()
            }
            let row = try #require(try await fixture.store.configuration(of: fixture.tenant))
            #expect(row.version == 21)
            #expect(try row.value == .object(Dictionary(uniqueKeysWithValues: names.map { ($0, .number(1)) })))
        },
        StoreContract("a tenant's entries are paged, the newest first, also those of one kind") {
            fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            for number in 1...7 {
                try await store.note(
                    number.isMultiple(of: 3) ? .clockTrusted : .failuresCleared(count: number),
                    tenant: number == 4 ? other : fixture.tenant, at: now.adding(seconds: Int64(number)))
            }
            func paged(_ kind: String?, by limit: Int) async throws -> [AuditEntry] {
                var (all, last) = ([AuditEntry](), Int?.none)
                while true {
                    let page = try await store.auditEntries(
                        tenant: fixture.tenant, kind: kind, before: last, limit: limit)
                    all += page
                    guard page.count == limit else { return all }
                    last = page.last?.sequence
                }
            }
            let own = try await store.auditEntries().filter { $0.tenantID == fixture.tenant }.reversed()
            #expect(try await paged(nil, by: 2) == Array(own))
            #expect(try await paged("failuresCleared", by: 2).map { $0.detail["count"] } == ["7", "5", "2", "1"])
            #expect(try await paged("clockTrusted", by: 1).count == 2)
            #expect(try await store.auditEntries(tenant: other, kind: nil, before: nil, limit: 99).count == 4)
        },
        StoreContract("a rotation retires the keys of its kind and no others") { fixture in
            func secret(_ kind: String, _ keyID: String) -> SecretRow {
                SecretRow(kind: kind, keyID: keyID, createdAt: StoreFixture.now, retiredAt: nil, sealed: [1])
            }
            let owner = SecretOwner.tenant(fixture.tenant)
            let later = StoreFixture.now.adding(seconds: 10)
            try await fixture.store.rotate(
                to: [secret("qr", "1"), secret("package", "2")], of: owner, at: StoreFixture.now)
            try await fixture.store.rotate(to: [secret("qr", "1")], of: .server, at: StoreFixture.now)
            try await fixture.store.rotate(to: [secret("qr", "3")], of: owner, at: later)
            let secrets = try await fixture.store.secrets(of: owner)
            #expect(secrets.map(\.keyID) == ["3", "2", "1"])
            #expect(secrets.map(\.retiredAt) == [nil, nil, later])
            try await fixture.store.rotate(to: [secret("qr", "4")], of: owner, at: later.adding(seconds: 1))
            let retired = try await fixture.store.secrets(of: owner).map(\.retiredAt)
            #expect(retired == [nil, later.adding(seconds: 1), nil, later])
            #expect(try await fixture.store.secrets(of: .server).map(\.retiredAt) == [nil])
            await #expect(throws: StorageError.nameTaken) {
                try await fixture.store.rotate(to: [secret("qr", "1")], of: owner, at: later)
            }
            await #expect(throws: StorageError.nameTaken) {
                try await fixture.store.rotate(to: [secret("qr", "1")], of: .server, at: later)
            }
            try await fixture.store.deleteSecrets(retiredBefore: later.adding(seconds: 1), except: [], at: later)
            #expect(try await fixture.store.secrets(of: owner).map(\.keyID) == ["4", "3", "2"])
            let told = try await fixture.store.auditEntries().last
            #expect(told?.kind == "keyDeleted" && told?.detail == ["actor": "server", "keyID": "1", "kind": "qr"])
            guard case .tenant(told?.tenantID) = owner else { throw StorageError.unknownSubject }
        },
        StoreContract("every change of a tenant is noticed by whoever compares the counter") { fixture in
            let other = try fixture.reopened()
            var last = try await other.changeCounter()
            func expectChange(_ what: String) async throws {
                let counter = try await other.changeCounter()
                #expect(counter != last, "\(what)")
                last = counter
            }
            _ = try await StoreFixture.makeTenant("second", keys: fixture.keys, store: fixture.store)
            try await expectChange("creation")
            try await fixture.configure("a")
            try await expectChange("configuration")
            let secret = SecretRow(kind: "qr", keyID: "1", createdAt: StoreFixture.now, retiredAt: nil, sealed: [1])
            try await fixture.store.rotate(to: [secret], of: .tenant(fixture.tenant), at: StoreFixture.now)
            try await expectChange("rotation")
            try await fixture.store.add(
                StoreFixture.key("second", [7]), to: "acme-b2b", of: fixture.tenant,
                endingOthersAt: StoreFixture.now, at: StoreFixture.now)
            try await expectChange("client secret")
            try await fixture.store.endCredential("acme-b2b", of: fixture.tenant, at: StoreFixture.now)
            try await expectChange("end of a credential")
            _ = try await fixture.begun()
            #expect(try await other.changeCounter() == last)
        },
    ]
}

@Suite struct StoreContractTests {
    @Test(arguments: StoreFactory.all, StoreContract.cases)
    func aStoreKeepsItsContract(_ stores: StoreFactory, _ contract: StoreContract) async throws {
        try await contract.check(StoreFixture(stores))
    }
}
