import Foundation
import OnboardingCore
import OnboardingCrypto
import TestSupport
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    static let authentications =
        returning + authenticationSteps + traced + captures + heldSamples + devices + listing + documents
        + erasedRegistrations

    private static let returning = [
        StoreContract("an authentication is found by what identifies it, within its tenant") { fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let id = try await fixture.registered()
            var new = try fixture.newAuthentication(of: id, session: "session")
            new.trigger = TriggerWrite(operatorID: try .random(), sealedHandOff: [1])
            #expect(try await fixture.store.begin(new) == [])
            let (session, token) = (try #require(new.sessionDigest), try #require(new.tokenDigest))
            let stored = try #require(try await fixture.store.authentication(new.id))
            #expect(stored.authentication == replay(new.events))
            #expect(stored.number == 1 && stored.version == 1 && stored.createdAt == StoreFixture.now)
            #expect(stored.enrollmentID == id && stored.purpose == .authenticate && stored.trigger == new.trigger)
            let (store, tenant) = (try fixture.reopened(), fixture.tenant)
            #expect(try await store.authentication(tenant: tenant, sessionDigest: session) == stored)
            #expect(try await store.authentication(tenant: tenant, tokenDigest: token) == stored)
            #expect(try await store.authentication(tenant: other, sessionDigest: session) == nil)
            #expect(try await store.authentication(tenant: other, tokenDigest: token) == nil)
            #expect(try await store.authentication(tenant: tenant, tokenDigest: session) == nil)
            #expect(try await store.authentication(try .random()) == nil)
        },
        StoreContract("an authentication is begun of a registration of its tenant, and of nothing else") { fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let (open, erased) = (try await fixture.begun(), try await fixture.registered())
            try await fixture.store.beginErasure(of: erased, at: StoreFixture.now)
            var foreign = try fixture.newAuthentication(of: try await fixture.registered())
            foreign.tenantID = other
            for new in [
                try fixture.newAuthentication(of: open), try fixture.newAuthentication(of: erased), foreign,
                try fixture.newAuthentication(of: .random()),
            ] {
                await #expect(throws: StorageError.unknownSubject) { try await fixture.store.begin(new) }
            }
            #expect(try await fixture.store.verifyAuthentications() == .intact(length: 0))
        },
        StoreContract("a session or a token begins one authentication, and what is not begun cancels nothing") {
            fixture in
            let id = try await fixture.registered()
            let first = try fixture.newAuthentication(of: id, session: "session")
            try await fixture.store.begin(first)
            let second = try fixture.newAuthentication(of: id, session: "session")
            await #expect(throws: StorageError.nameTaken) { try await fixture.store.begin(second) }
            #expect(try await fixture.store.authentication(second.id) == nil)
            #expect(try await fixture.store.authentication(first.id)?.authentication.status == .pending)
            #expect(try await fixture.store.verifyAuthentications() == .intact(length: 1))
        },
        StoreContract("events of another purpose, or that begin otherwise, are not stored") { fixture in
            let id = try await fixture.registered()
            let until = StoreFixture.now.adding(seconds: 600)
            let foreign = AuthenticationEvent.started(AuthenticationPolicy(purpose: .reEnroll), deadline: until)
            for events in [[.triggered(until: until), foreign], [], [.validated]] as [[AuthenticationEvent]] {
                let new = try fixture.newAuthentication(of: id, events: events)
                await #expect(throws: StorageError.storedValueInvalid) { try await fixture.store.begin(new) }
            }
            let new = try fixture.newAuthentication(of: id)
            try await fixture.store.begin(new)
            await #expect(throws: StorageError.storedValueInvalid) {
                try await fixture.store.commit(
                    new.id, StoreFixture.returning(.start(AuthenticationPolicy(purpose: .reEnroll))))
            }
            #expect(try await fixture.store.authentication(new.id)?.version == 1)
        },
        StoreContract("of a registration's authentications of a purpose the last to begin is open, also when they race")
        {
            fixture in
            let other = try fixture.reopened()
            let (id, bystander) = (try await fixture.registered(), try await fixture.registered())
            let device = try await fixture.returning(id, AuthenticationPolicy(purpose: .reEnroll))
            let elsewhere = try await fixture.returning(bystander)
            var news: [NewAuthentication] = []
            for _ in 0..<20 { news.append(try fixture.newAuthentication(of: id)) }
            let cancelled = try await withThrowingTaskGroup(of: [AuthenticationID].self) { group in
                for (number, new) in news.enumerated() {
                    let store = number.isMultiple(of: 2) ? fixture.store : other
                    group.addTask { try await store.begin(new) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(cancelled.count == 19 && Set(cancelled).count == 19)
            let all = try await fixture.store.authentications(of: id, limit: 99)
            #expect(all.filter { $0.authentication.status == .pending }.map(\.id) == [all[0].id, device])
            #expect(!cancelled.contains(all[0].id))
            #expect(try await fixture.store.authentication(elsewhere)?.authentication.status == .pending)
            #expect(try await fixture.store.verifyAuthentications() == .intact(length: 22))
            #expect(try await fixture.store.verifyTables() == [])
        },
        StoreContract("a client that repeats a request with its key gets what it got") { fixture in
            let id = try await fixture.registered()
            var new = try fixture.newAuthentication(of: id)
            new.keyedResult = KeyedResultWrite(
                keyDigest: [1], requestDigest: [2], sealedResult: [3], isFreeBefore: StoreFixture.now)
            try await fixture.store.begin(new)
            var again = try fixture.newAuthentication(of: id)
            again.keyedResult = new.keyedResult
            let repeated = again
            await #expect(throws: StorageError.idempotencyKeyTaken) { try await fixture.store.begin(repeated) }
            let kept = try await fixture.store.keyedResult(
                tenant: fixture.tenant, keyDigest: [1], since: StoreFixture.now)
            #expect(kept == StoredKeyedResult(enrollmentID: id, requestDigest: [2], sealed: [3]))
        },
    ]

    private static let authenticationSteps = [
        StoreContract("what an authentication accepts is stored with all that the step leaves") { fixture in
            let id = try await fixture.registered()
            let first = TemplateWrite(kind: "face", model: "m", sealed: [1])
            let visit = try await fixture.returning(id, AuthenticationPolicy(requiredChecks: [.verifyFace]))
            let evidence = try fixture.evidenceRow(of: id)
            let sample = TemplateWrite(kind: "face", model: "m", sealed: [7])
            let proposal = StoreFixture.returning(.verifyFace(.live, evidence.reference), .verifyFace)
            let result = try await fixture.store.commit(visit, proposal) { after in
                guard after.status == .complete else { throw StorageError.storedValueInvalid }
                return AuthenticationWrites(
                    sealedResult: [1, 2], evidence: evidence, sample: ReferenceSample(sample, atMost: 3),
                    sealedCodes: [3], failureSubjects: [[8]], marks: CaptureMarks(images: [[4]], session: [5]),
                    acceptsImages: true)
            }
            let stored = try #require(try await fixture.store.authentication(visit))
            #expect(result == .accepted(stored.authentication))
            #expect(stored.version == 2 && stored.changedAt == StoreFixture.now.adding(seconds: 1))
            let (store, tenant) = (fixture.store, fixture.tenant)
            #expect(try await store.evidence(ofAuthenticationsOf: id) == [evidence])
            #expect(try await store.evidence(of: id) == [], "no step of the enrollment rests on it")
            #expect(try await store.keptEvidence(of: id) == [evidence])
            #expect(try await store.templates(of: id) == [first, sample])
            #expect(try store.captureCodes(of: id).map(\.sealed) == [[3]])
            #expect(
                try await store.failures(tenant: tenant, subject: [8], since: StoreFixture.now, limit: 9).count == 1)
            let answer = StoredResult(enrollmentID: id, tenantID: tenant, sealed: [1, 2], authenticationID: visit)
            #expect(
                try await store.authenticationResult(tenant: tenant, step: .verifyFace, requestDigest: "body") == answer
            )
            #expect(try await store.commit(visit, proposal) == .alreadyAnswered(answer))
            let events = try await store.events(of: visit)
            #expect(replay(events.map(\.event)) == stored.authentication)
            #expect(try await store.verifyChain(of: visit) == .intact(length: events.count))
            #expect(try await store.verifyEvidence(of: id) == [])
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("of racing steps of an authentication one counts, and the attempts stay within the limit") {
            fixture in
            var generator = SeededGenerator.announced()
            let other = try fixture.reopened()
            for _ in 0..<4 {
                let id = try await fixture.registered()
                let attempts = Int.random(in: 1...4, using: &generator)
                let visit = try await fixture.returning(
                    id, AuthenticationPolicy(requiredChecks: [.verifyFace], maximumAttempts: attempts))
                let commands = (0..<20).map { number in
                    (number, Bool.random(using: &generator) ? FaceDecision.notMatching : .presentationAttack)
                }
                let results = try await withThrowingTaskGroup(of: CommitResult<Authentication>.self) { group in
                    for (number, decision) in commands {
                        let store = number.isMultiple(of: 2) ? fixture.store : other
                        let proposal = StoreFixture.returning(
                            .verifyFace(decision), .verifyFace, body: "\(number)")
                        group.addTask { try await store.commit(visit, proposal) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(results.count { if case .accepted = $0 { true } else { false } } == attempts)
                #expect(results.count { $0 == .rejected(.enrollmentFinished) } == 20 - attempts)
                let stored = try #require(try await fixture.store.authentication(visit))
                #expect(stored.authentication.state == .failed(.attemptsExhausted))
                #expect(try await fixture.store.verifyChain(of: visit) == .intact(length: stored.chainLength))
            }
        },
        StoreContract("of two proposals that would end an authentication one does") { fixture in
            let id = try await fixture.registered()
            let visit = try await fixture.returning(id, AuthenticationPolicy(requiredChecks: [.verifyFace]))
            async let passed = fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.live), .verifyFace))
            async let cancelled = fixture.store.commit(visit, StoreFixture.returning(.cancel))
            let results = try await [passed, cancelled]
            #expect(results.count { if case .accepted = $0 { true } else { false } } == 1)
            #expect(results.count { $0 == .rejected(.enrollmentFinished) } == 1)
        },
        StoreContract("a refusal and an acceptance without an event leave nothing of an authentication") { fixture in
            let id = try await fixture.registered()
            let visit = try await fixture.returning(id)
            let before = try await fixture.store.authentication(visit)
            let refused = try await fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.live))) { _ in
                AuthenticationWrites(failureSubjects: [[1]])
            }
            #expect(refused == .rejected(.stepOutOfOrder))
            #expect(
                try await fixture.store.commit(visit, StoreFixture.returning(.validate))
                    == .accepted(try #require(before).authentication))
            await #expect(throws: CryptoError.invalidKey) {
                try await fixture.store.commit(visit, StoreFixture.returning(.verifyDevice(.signed))) { _ in
                    throw CryptoError.invalidKey
                }
            }
            #expect(try await fixture.store.authentication(visit) == before)
            #expect(
                try await fixture.store.failures(
                    tenant: fixture.tenant, subject: [1], since: StoreFixture.now, limit: 9
                ).isEmpty)
            #expect(try await fixture.store.commit(.random(), StoreFixture.returning(.cancel)) == .unknown)
        },
        StoreContract("evidence of an authentication is kept where its event names it, and is its registration's") {
            fixture in
            let id = try await fixture.registered()
            let visit = try await fixture.returning(id, AuthenticationPolicy(requiredChecks: [.verifyFace]))
            let (named, other) = (try fixture.evidenceRow(of: id), try fixture.evidenceRow(of: id))
            let foreign = try fixture.evidenceRow(of: try await fixture.registered())
            let ofEnrollment = try fixture.evidenceRow(of: id, kind: "face")
            for (command, evidence) in [
                (AuthenticationCommand.verifyFace(.undecided), named),
                (.verifyFace(.undecided, other.reference), named), (.cancel, named),
                (.verifyFace(.undecided, foreign.reference), foreign),
                (.verifyFace(.undecided, ofEnrollment.reference), ofEnrollment),
            ] {
                await #expect(throws: StorageError.storedValueInvalid) {
                    try await fixture.store.commit(visit, StoreFixture.returning(command)) { _ in
                        AuthenticationWrites(evidence: evidence)
                    }
                }
            }
            #expect(try await fixture.store.authentication(visit)?.version == 1)
            let proposal = StoreFixture.returning(.verifyFace(.undecided, named.reference))
            _ = try await fixture.store.commit(visit, proposal) { _ in AuthenticationWrites(evidence: named) }
            #expect(try await fixture.store.events(of: visit).compactMap(\.event.evidence) == [named.reference])
            #expect(try await fixture.store.verifyEvidence(of: id) == [])
        },
        StoreContract("who failed too often is stopped within the step, and a success counts anew") { fixture in
            let id = try await fixture.registered()
            let visit = try await fixture.returning(id, AuthenticationPolicy(requiredChecks: [.verifyFace]))
            let limit = FailureLimit(subjects: [[1], [2]], since: StoreFixture.now, maximum: 2)
            func fail(_ body: String) async throws -> CommitResult<Authentication> {
                try await fixture.store.commit(
                    visit, StoreFixture.returning(.verifyFace(.notMatching), .verifyFace, body: body)
                ) { _ in
                    AuthenticationWrites(failureSubjects: [[2]], failureLimit: limit)
                }
            }
            for body in ["a", "b"] {
                guard case .accepted = try await fail(body) else { throw StorageError.storedValueInvalid }
            }
            let before = try await fixture.store.authentication(visit)
            // The oldest of the two was at one second, and the window is one second.
            let end = Instant(millisecondsSince1970: StoreFixture.now.millisecondsSince1970 + 2001)
            let told = try await fixture.store.events(of: visit).map(\.event)
            #expect(told.filter { $0.kind == .locked } == [.locked(failures: 2, until: end)])
            #expect(told.last?.kind == .locked)
            let feed = try await fixture.store.feedEvents(tenant: fixture.tenant, after: 0, limit: 99).last
            #expect(feed?.kind == FeedEventKind.registrationLocked.rawValue && feed?.sequence == told.count)
            #expect(try await fixture.store.verifyChain(of: visit) == .intact(length: told.count))
            #expect(try await fail("c") == .failuresExhausted(StoreFixture.now.adding(seconds: 1)))
            #expect(try await fixture.store.authentication(visit) == before)
            _ = try await fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.live))) { _ in
                AuthenticationWrites(clearsFailuresOf: [[2]])
            }
            let left = try await fixture.store.failures(
                tenant: fixture.tenant, subject: [2], since: StoreFixture.now, limit: 9)
            #expect(left.isEmpty)
            #expect(try await fixture.store.verifyTables() == [])
        },
    ]

    private static let traced = [
        StoreContract("an authentication is traced within its tenant, also where its registration was erased") {
            fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let (id, bystander) = (try await fixture.registered(), try await fixture.registered())
            let (first, second) = (try await fixture.returning(id), try await fixture.returning(id))
            let elsewhere = try await fixture.returning(bystander)
            let (store, tenant) = (fixture.store, fixture.tenant)
            func traced() async throws -> [TracedAuthentication] {
                try await store.tracedAuthentications(of: id, limit: 9)
            }
            #expect(try await traced().map(\.id) == [second, first])
            #expect(try await store.tracedAuthentications(of: id, limit: 1).map(\.id) == [second])
            #expect(try await store.countAuthentications(of: id) == 2)
            #expect(try await store.traced(elsewhere, tenant: tenant)?.enrollmentID == bystander)
            #expect(try await store.traced(elsewhere, tenant: other) == nil)
            #expect(try await store.traced(.random(), tenant: tenant) == nil)
            try await store.beginErasure(of: id, at: StoreFixture.now.adding(seconds: 3))
            #expect(try await store.authentication(first) == nil)
            #expect(
                try await traced().map(\.erasedAt)
                    == [Instant?](repeating: StoreFixture.now.adding(seconds: 3), count: 2))
            #expect(try await store.traced(first, tenant: tenant)?.authentication.status == .cancelled)
            #expect(try await store.countAuthentications(of: id) == 2)
        },
        StoreContract("a tenant's authentications of some time are listed page by page, erased ones as well") {
            fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let (id, erased) = (try await fixture.registered(), try await fixture.registered())
            let ids = [
                try await fixture.returning(id), try await fixture.returning(erased), try await fixture.returning(id),
            ]
            try await fixture.store.beginErasure(of: erased, at: StoreFixture.now)
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            func listed(
                _ tenant: TenantID, from start: Instant, until end: Instant, scanning scanned: Int
            ) async throws -> [AuthenticationID] {
                var (all, next) = ([AuthenticationID](), Int?.some(0))
                while let last = next {
                    let page: [AuthenticationID]
                    (page, next) = try await store.list(
                        Authentication.self, tenant: tenant, from: start, until: end, after: last, scanning: scanned)
                    all += page
                }
                return all
            }
            let later = now.adding(seconds: 3600)
            for scanned in [1, 2, 9] {
                #expect(try await listed(tenant, from: now, until: later, scanning: scanned) == ids)
            }
            #expect(try await listed(tenant, from: now.adding(seconds: -60), until: now, scanning: 9) == [])
            // The last is open; the others ended before.
            #expect(try await listed(tenant, from: later, until: later.adding(seconds: 1), scanning: 9) == [ids[2]])
            #expect(try await listed(other, from: now, until: later, scanning: 9) == [])
        },
    ]

    private static let captures = [
        StoreContract("an image that any case was accepted with is a replay in an authentication") { fixture in
            let id = try await fixture.begun(username: "ada")
            _ = try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.live), .addFace, code: "ADA")) { _ in
                StepWrites(marks: CaptureMarks(images: [[1]]), acceptsImages: true)
            }
            let policy = AuthenticationPolicy(requiredChecks: [.verifyFace])
            func show(_ image: UInt8, accepting: Bool = true) async throws -> CommitResult<Authentication> {
                let visit = try await fixture.returning(id, policy)
                return try await fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.live))) { _ in
                    AuthenticationWrites(marks: CaptureMarks(images: [[image]]), acceptsImages: accepting)
                }
            }
            #expect(try await show(1) == .captureReplayed(.image), "of its own registration")
            guard case .accepted = try await show(2, accepting: false), case .accepted = try await show(2) else {
                Issue.record("what was not accepted stands against somebody")
                return
            }
            #expect(try await show(2) == .captureReplayed(.image), "of an earlier authentication")
            let other = try await fixture.begun()
            let elsewhere = try await fixture.store.commit(other, StoreFixture.proposal(.addFace(.live), .addFace)) {
                _ in StepWrites(marks: CaptureMarks(images: [[2]]), acceptsImages: true)
            }
            #expect(elsewhere == .captureReplayed(.image), "in another enrollment")
        },
        StoreContract("a session id is used in one step of a tenant, whether of an enrollment or an authentication") {
            fixture in
            let id = try await fixture.registered()
            let visit = try await fixture.returning(id, AuthenticationPolicy(requiredChecks: [.verifyFace]))
            func show(_ session: UInt8, body: String) async throws -> CommitResult<Authentication> {
                try await fixture.store.commit(
                    visit, StoreFixture.returning(.verifyFace(.undecided), .verifyFace, body: body)
                ) { _ in AuthenticationWrites(marks: CaptureMarks(session: [session])) }
            }
            guard case .accepted = try await show(1, body: "a") else { throw StorageError.storedValueInvalid }
            #expect(try await show(1, body: "b") == .captureReplayed(.session))
            let other = try await fixture.begun()
            let elsewhere = try await fixture.store.commit(other, StoreFixture.proposal(.addFace(.undecided))) { _ in
                StepWrites(marks: CaptureMarks(session: [1]))
            }
            #expect(elsewhere == .captureReplayed(.session))
        },
        StoreContract("further samples of a face are kept up to their number, and the first stays") { fixture in
            let id = try await fixture.registered()
            var evidenceIDs: [EvidenceID?] = []
            for number in 2...6 {
                let visit = try await fixture.returning(id, AuthenticationPolicy(requiredChecks: [.verifyFace]))
                let evidence = try fixture.evidenceRow(of: id)
                evidenceIDs.append(evidence.id)
                _ = try await fixture.store.commit(
                    visit, StoreFixture.returning(.verifyFace(.live, evidence.reference))
                ) { _ in
                    AuthenticationWrites(
                        evidence: evidence,
                        sample: ReferenceSample(
                            TemplateWrite(kind: "face", model: "m", sealed: [UInt8(number)]), atMost: 3))
                }
            }
            #expect(try await fixture.store.templates(of: id).map(\.sealed) == [[1], [5], [6]])
            let kept = try await fixture.store.templates(notBy: "other", after: 0, limit: 9)
            #expect(try await fixture.store.evidence(ofAuthenticationsOf: id).count == 5)
            #expect(kept.map(\.evidenceID) == [nil] + evidenceIDs.suffix(2))
            #expect(try await fixture.store.verifyTables() == [])
        },
    ]

    private static let heldSamples = [
        StoreContract("of whoever is held no sample makes room for another, and there are no more of them") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let id = try await fixture.registered()
            func comeBack(_ number: UInt8) async throws {
                let visit = try await fixture.returning(id, AuthenticationPolicy(requiredChecks: [.verifyFace]))
                _ = try await store.commit(visit, StoreFixture.returning(.verifyFace(.live))) { _ in
                    AuthenticationWrites(
                        sample: ReferenceSample(
                            TemplateWrite(kind: "face", model: "m", sealed: [number]), atMost: 2))
                }
            }
            try await store.hold([id], of: fixture.tenant, reason: "case-1", at: now)
            for number: UInt8 in [2, 3] { try await comeBack(number) }
            #expect(try await store.templates(of: id).map(\.sealed) == [[1], [2]])
            _ = try await store.liftHolds(on: [id], of: fixture.tenant, at: now)
            try await comeBack(4)
            #expect(try await store.templates(of: id).map(\.sealed) == [[1], [4]])
            await #expect(throws: StorageError.held) {
                try await store.hold([id], of: fixture.tenant, reason: "case-2", at: now)
                try await store.beginErasure(of: id, at: now)
            }
            #expect(try await store.authentications(of: id, limit: 9).count == 3)
            #expect(try await store.verifyTables() == [])
        }
    ]

    private static let devices = [
        StoreContract("a device is added beside the others or takes the place of all, and history stays") { fixture in
            let id = try await fixture.registered()
            func register(_ change: DeviceChange, _ digest: UInt8, after seconds: Int64) async throws {
                let visit = try await fixture.returning(
                    id, AuthenticationPolicy(purpose: .reEnroll, requiredChecks: [.verifyFace]))
                _ = try await fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.live)))
                _ = try await fixture.store.commit(
                    visit, StoreFixture.returning(.replaceDevice(change), after: seconds)
                ) { _ in
                    AuthenticationWrites(device: DeviceWrite(deviceDigest: [digest], sealed: [digest]))
                }
                #expect(try await fixture.store.authentication(visit)?.authentication.status == .complete)
            }
            func standing() async throws -> [String] {
                try await fixture.store.devices(of: id).map { row in
                    let second = row.replacedAt.map {
                        ($0.millisecondsSince1970 - StoreFixture.now.millisecondsSince1970) / 1000
                    }
                    return "\(row.device.deviceDigest[0]) \(second.map(String.init) ?? "good")"
                }
            }
            #expect(try await standing() == ["1 good"])
            try await register(.add, 2, after: 2)
            #expect(try await standing() == ["1 good", "2 good"])
            #expect(try await fixture.store.device(of: id)?.deviceDigest == [1])
            #expect(try await fixture.store.enrollment(id)?.deviceDigest == [1])
            // The same device again is the same one with another key.
            try await register(.add, 1, after: 3)
            #expect(try await standing() == ["1 3", "2 good", "1 good"])
            try await register(.replaceAll, 3, after: 4)
            #expect(try await standing() == ["1 3", "2 4", "1 4", "3 good"])
            #expect(try await fixture.store.device(of: id)?.deviceDigest == [3])
            #expect(try await fixture.store.enrollment(id)?.deviceDigest == [3])
            let kinds = try await fixture.store.feedEvents(tenant: fixture.tenant, after: 0, limit: 99).map(\.kind)
            #expect(kinds.count { $0 == "device.replaced" } == 3)
            #expect(try await fixture.store.verifyTables() == [])
        },
        StoreContract("a device comes with the event that registers it, and never without") { fixture in
            let id = try await fixture.registered()
            let visit = try await fixture.returning(
                id, AuthenticationPolicy(purpose: .reEnroll, requiredChecks: [.verifyFace]))
            let device = DeviceWrite(deviceDigest: [2], sealed: [2])
            await #expect(throws: StorageError.storedValueInvalid) {
                try await fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.live))) { _ in
                    AuthenticationWrites(device: device)
                }
            }
            _ = try await fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.live)))
            await #expect(throws: StorageError.storedValueInvalid) {
                try await fixture.store.commit(visit, StoreFixture.returning(.replaceDevice(.add)))
            }
            #expect(try await fixture.store.devices(of: id).count == 1)
        },
    ]

    private static let listing = [
        StoreContract("authentications are listed by registration, tenant and operator, the newest first") { fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let (ada, bob) = (try await fixture.registered(), try await fixture.registered())
            let person = try OperatorID.random()
            var ids: [AuthenticationID] = []
            for number in 0..<6 {
                var new = try fixture.newAuthentication(
                    of: number.isMultiple(of: 2) ? ada : bob, purpose: number < 3 ? .authenticate : .reEnroll)
                if number > 3 { new.trigger = TriggerWrite(operatorID: person, sealedHandOff: [UInt8(number)]) }
                if number < 3 { new.reference = ReferenceWrite(digest: [7], sealed: [UInt8(number)]) }
                try await fixture.store.begin(new)
                ids.append(new.id)
            }
            let store = fixture.store
            #expect(try await store.authentications(of: ada, limit: 9).map(\.id) == [ids[4], ids[2], ids[0]])
            #expect(try await store.authentications(of: ada, limit: 2).map(\.id) == [ids[4], ids[2]])
            let page = try await store.authentications(tenant: fixture.tenant, before: nil, limit: 4)
            #expect(page.map(\.id) == Array(ids.reversed().prefix(4)))
            let rest = try await store.authentications(tenant: fixture.tenant, before: page.last?.number, limit: 4)
            #expect(rest.map(\.id) == Array(ids.reversed().suffix(2)))
            #expect(try await store.authentications(tenant: other, before: nil, limit: 4).isEmpty)
            // Each but the newest of its registration and purpose was cancelled by the next.
            let cancelled = try await store.authentications(
                tenant: fixture.tenant, status: .cancelled, before: nil, limit: 9)
            #expect(cancelled.map(\.id) == [ids[3], ids[0]])
            let before = try await store.authentications(
                tenant: fixture.tenant, status: .cancelled, before: cancelled.first?.number, limit: 9)
            #expect(before.map(\.id) == [ids[0]])
            #expect(
                try await store.authentications(tenant: fixture.tenant, status: .complete, before: nil, limit: 9)
                    .isEmpty)
            let triggered = try await store.authentications(triggeredBy: person, limit: 9)
            #expect(triggered.map(\.id) == [ids[5], ids[4]])
            #expect(triggered.map(\.trigger?.sealedHandOff) == [[5], [4]])
            #expect(try await store.authentications(triggeredBy: person, limit: 1).map(\.id) == [ids[5]])
            func referred(
                of enrollment: EnrollmentID? = nil, to digest: [UInt8]? = [7], in tenant: TenantID? = nil,
                before number: Int? = nil
            ) async throws -> [[UInt8]?] {
                try await store.authentications(
                    tenant: tenant ?? fixture.tenant, of: enrollment, referenceDigest: digest, before: number, limit: 9
                ).map(\.sealedReference)
            }
            #expect(try await referred() == [[2], [1], [0]])
            #expect(try await referred(before: 3) == [[1], [0]])
            #expect(try await referred(of: bob) == [[1]])
            #expect(try await referred(of: bob, to: nil) == [nil, nil, [1]])
            #expect(try await referred(to: [8]).isEmpty)
            #expect(try await referred(in: other).isEmpty)
            let (first, next) = try await store.list(Authentication.self, after: 0, limit: 4)
            #expect(first.map(\.id) == Array(ids.prefix(4)) && next == 4)
            let (last, end) = try await store.list(Authentication.self, after: 4, limit: 4)
            #expect(last.map(\.id) == Array(ids.suffix(2)) && end == nil)
            let figures = try await store.figures()
            #expect(figures.authentications == ["pending": 4, "cancelled": 2])
        },
        StoreContract("what is overdue of authentications is found until it is ended, the most overdue first") {
            fixture in
            let (ada, bob) = (try await fixture.registered(), try await fixture.registered())
            let late = try await fixture.returning(ada, AuthenticationPolicy(lifetimeInSeconds: 20))
            let later = try await fixture.returning(bob, AuthenticationPolicy(lifetimeInSeconds: 10))
            let now = StoreFixture.now.adding(seconds: 20)
            #expect(try await fixture.store.overdue(Authentication.self, at: StoreFixture.now).isEmpty)
            #expect(try await fixture.store.overdue(Authentication.self, at: now).map(\.id) == [later, late])
            #expect(try await fixture.store.overdue(Authentication.self, at: now).last?.deadline == now)
            #expect(try await fixture.store.overdue(Enrollment.self, at: now).isEmpty)
            // One that is overdue is ended by its deadline, not by the next that begins.
            var new = try fixture.newAuthentication(of: ada)
            new.createdAt = now
            #expect(try await fixture.store.begin(new) == [])
            for id in [later, late] {
                _ = try await fixture.store.commit(id, StoreFixture.returning(.expire, after: 20))
            }
            #expect(try await fixture.store.overdue(Authentication.self, at: now).isEmpty)
            #expect(try await fixture.store.authentication(late)?.authentication.state == .expired)
        },
        StoreContract("a registration is found by whose it is, while it is kept") { fixture in
            let digest = try fixture.digest(of: "ada")
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            func found(_ tenant: TenantID? = nil) async throws -> EnrollmentID? {
                try await fixture.store.registration(tenant: tenant ?? fixture.tenant, usernameDigest: digest)?.id
            }
            let attempt = try await fixture.begun(username: "ada")
            #expect(try await found() == nil)
            _ = try await fixture.store.commit(attempt, StoreFixture.proposal(.cancel))
            let id = try await fixture.registered(username: "ada")
            #expect(try await found() == id)
            #expect(try await found(other) == nil)
            _ = try await fixture.begun(username: "ada")
            #expect(try await found() == id)
            try await fixture.store.beginErasure(of: id, at: StoreFixture.now)
            #expect(try await found() == nil)
        },
        StoreContract("authentications are in the feed of the tenant, and webhooks are sent them in order") { fixture in
            let hook = WebhookRow(
                id: try .random(), tenantID: fixture.tenant, url: "https://example.org/",
                kinds: [FeedEventKind.authenticationStarted, .authenticationFailed].map(\.rawValue),
                allowsPrivate: false, createdAt: StoreFixture.now)
            try await fixture.store.add(hook, secrets: [])
            let id = try await fixture.registered()
            let count = try await fixture.store.feedEvents(tenant: fixture.tenant, after: 0, limit: 99).count
            let visit = try await fixture.returning(
                id, AuthenticationPolicy(requiredChecks: [.verifyFace], maximumAttempts: 1))
            _ = try await fixture.store.commit(visit, StoreFixture.returning(.verifyFace(.notMatching), .verifyFace))
            let second = try fixture.newAuthentication(of: id, purpose: .reEnroll)
            try await fixture.store.begin(second)
            _ = try await fixture.store.commit(second.id, StoreFixture.returning(.cancel))
            let told = try await fixture.store.feedEvents(tenant: fixture.tenant, after: count, limit: 99)
            #expect(
                told.map(\.kind) == [
                    "authentication.started", "authentication.failed", "authentication.cancelled",
                ])
            #expect(told.map(\.sequence) == [2, 4, 2] && Set(told.map(\.enrollmentID)) == [id])
            let visits = [
                FeedEvent.Visit(id: visit, purpose: .authenticate), .init(id: visit, purpose: .authenticate),
                .init(id: second.id, purpose: .reEnroll),
            ]
            #expect(told.map(\.authentication) == visits)
            for kind in ["authentication.started", "authentication.failed"] {
                let due = try await fixture.store.dueDeliveries(at: StoreFixture.now.adding(seconds: 9), ofEach: 9)
                #expect(due.map(\.event.kind) == [kind] && due.first?.event.authentication == visits[0])
                try await fixture.store.settle(try #require(due.first), as: .delivered, at: StoreFixture.now)
            }
            #expect(try await fixture.store.dueDeliveries(at: StoreFixture.now.adding(seconds: 9), ofEach: 9) == [])
        },
        StoreContract("what authentications leave is kept as long as what their registration left of the like") {
            fixture in
            let id = try await fixture.registered()
            let visit = try await fixture.returning(
                id, AuthenticationPolicy(requiredChecks: [.verifyFace, .addDocument]))
            let (face, document) = (
                try fixture.evidenceRow(of: id), try fixture.evidenceRow(of: id, kind: "authentication-document")
            )
            for (command, step, row) in [
                (AuthenticationCommand.verifyFace(.live, face.reference), Step.verifyFace, face),
                (.addDocument(.verified, document.reference), .addDocument, document),
            ] {
                _ = try await fixture.store.commit(visit, StoreFixture.returning(command, step)) { _ in
                    AuthenticationWrites(sealedResult: [1], evidence: row)
                }
            }
            let (store, tenant, later) = (fixture.store, fixture.tenant, StoreFixture.now.adding(seconds: 1))
            for (kind, row) in [("face", face), ("document", document)] {
                #expect(try await store.wholeEvidence(tenant: tenant, kind: kind, before: later, limit: 9) == [row])
                #expect(
                    try await store.wholeEvidence(tenant: tenant, kind: kind, before: StoreFixture.now, limit: 9) == [])
            }
            let limits = RetentionLimits(
                registrations: StoreFixture.now, failed: StoreFixture.now, faceEvidence: later,
                documentEvidence: later, trail: StoreFixture.now)
            let due = try await store.overdue(tenant: tenant, limits)
            #expect(due.faceEvidence == 1 && due.documentEvidence == 1)
            let reduced = document.reduced(to: try fixture.evidenceRow(of: id), at: later)
            #expect(reduced.kind == document.kind)
            #expect(try await store.replace(document, by: reduced))
            #expect(try await store.verifyEvidence(of: id) == [])
            #expect(
                try await store.authenticationResult(tenant: tenant, step: .addDocument, requestDigest: "body") == nil)
            #expect(
                try await store.authenticationResult(tenant: tenant, step: .verifyFace, requestDigest: "body") != nil)
        },
    ]

    private static let documents = [
        StoreContract("a registration is found by the newest document that was verified, until that is reduced") {
            fixture in
            let id = try await fixture.registered()
            let (store, tenant) = (fixture.store, fixture.tenant)
            let keys = (1...3).map { SearchKey(.documentNumber, digest: [UInt8($0)]) }
            try await store.index(
                id, by: [keys[0], SearchKey(.username, digest: [9])], [],
                measured: CaseMeasurements(workflow: "charlie4", documentType: "Passport", issuingState: "UTO"))
            func check(_ expected: SearchKey?, _ type: String?, _ state: String?) async throws {
                for key in keys {
                    let found = try await fixture.found(EnrollmentQuery(keys: [key]))
                    #expect(found == (key == expected ? [id] : []), "\(key)")
                }
                #expect(try await fixture.found(EnrollmentQuery(keys: [SearchKey(.username, digest: [9])])) == [id])
                let row = try await store.cases(
                    tenant: tenant, matching: EnrollmentQuery(id: id), from: .newest, limit: 9, scanning: 99
                ).rows.first
                #expect(row?.measured.documentType == type && row?.measured.issuingState == state)
                #expect(row?.measured.workflow == "charlie4")
                #expect(try await store.verifyTables() == [])
            }
            try await check(keys[0], "Passport", "UTO")

            func verify(_ decision: DocumentDecision, _ facts: DocumentFacts?) async throws -> EvidenceRow {
                let visit = try await fixture.returning(
                    id, AuthenticationPolicy(requiredChecks: [.verifyFace, .addDocument]))
                let face = try fixture.evidenceRow(of: id)
                let document = try fixture.evidenceRow(of: id, kind: "authentication-document")
                _ = try await store.commit(
                    visit, StoreFixture.returning(.verifyFace(.live, face.reference), .verifyFace)
                ) { _ in AuthenticationWrites(evidence: face) }
                let result = try await store.commit(
                    visit, StoreFixture.returning(.addDocument(decision, document.reference), .addDocument)
                ) { _ in AuthenticationWrites(evidence: document, document: facts) }
                guard case .accepted = result else { throw StorageError.unknownSubject }
                return document
            }
            let first = try await verify(
                .verified, DocumentFacts(searchKeys: [keys[1]], type: "Identity Card", issuingState: "DEU"))
            try await check(keys[1], "Identity Card", "DEU")
            let second = try await verify(
                .verified, DocumentFacts(searchKeys: [keys[2]], type: "Visa", issuingState: nil))
            try await check(keys[2], "Visa", nil)
            // One that is refused changes nothing, nor does a late look at what the enrollment had.
            let refused = try await verify(.notMatching, nil)
            try await store.index(
                id, by: [keys[0]], [], measured: CaseMeasurements(documentType: "Passport", issuingState: "UTO"))
            try await check(keys[2], "Visa", nil)

            let later = StoreFixture.now.adding(seconds: 9)
            for row in [first, refused] {
                #expect(try await store.replace(row, by: row.reduced(to: fixture.evidenceRow(of: id), at: later)))
                try await check(keys[2], "Visa", nil)
            }
            #expect(try await store.replace(second, by: second.reduced(to: fixture.evidenceRow(of: id), at: later)))
            try await check(nil, nil, nil)
        }
    ]

    private static let erasedRegistrations = [
        StoreContract(
            "whoever erases a registration ends its authentications, and leaves nothing that leads to a person"
        ) {
            fixture in
            let person = try OperatorID.random()
            let id = try await fixture.registered()
            let policy = AuthenticationPolicy(requiredChecks: [.verifyFace])
            let past = try await fixture.returning(id, policy)
            let evidence = try fixture.evidenceRow(of: id)
            _ = try await fixture.store.commit(
                past, StoreFixture.returning(.verifyFace(.live, evidence.reference), .verifyFace)
            ) { _ in
                AuthenticationWrites(
                    sealedResult: [1], evidence: evidence,
                    sample: ReferenceSample(TemplateWrite(kind: "face", model: "m", sealed: [2]), atMost: 2),
                    sealedCodes: [3], marks: CaptureMarks(images: [[4]]), acceptsImages: true)
            }
            var open = try fixture.newAuthentication(of: id, session: "session")
            open.trigger = TriggerWrite(operatorID: person, sealedHandOff: [5])
            open.reference = ReferenceWrite(digest: [7], sealed: [8])
            try await fixture.store.begin(open)
            // Its time is over, and no job came round.
            let overdue = try await fixture.returning(
                id, AuthenticationPolicy(purpose: .reEnroll, lifetimeInSeconds: 1))
            let later = StoreFixture.now.adding(seconds: 5)
            try await fixture.store.beginErasure(of: id, at: later)

            let (store, tenant) = (fixture.store, fixture.tenant)
            for visit in [past, open.id, overdue] {
                #expect(try await store.authentication(visit) == nil)
                #expect(try await store.commit(visit, StoreFixture.returning(.cancel)) == .unknown)
                guard case .intact? = try await store.verifyChain(of: visit) else { throw StorageError.held }
            }
            #expect(try await store.events(of: open.id).map(\.event).last == .cancelled)
            #expect(try await store.events(of: overdue).map(\.event).last == .expired)
            #expect(try await store.overdue(Authentication.self, at: later.adding(seconds: 9999)).isEmpty)
            #expect(try await store.authentication(tenant: tenant, tokenDigest: try #require(open.tokenDigest)) == nil)
            #expect(
                try await store.authentication(tenant: tenant, sessionDigest: try #require(open.sessionDigest)) == nil)
            #expect(try await store.authentications(of: id, limit: 9).isEmpty)
            #expect(try await store.authentications(tenant: tenant, before: nil, limit: 9).isEmpty)
            #expect(try await store.authentications(triggeredBy: person, limit: 9).isEmpty)
            let referred = try await store.authentications(
                tenant: tenant, of: nil, referenceDigest: [7], before: nil, limit: 9)
            #expect(referred.isEmpty)
            #expect(
                try await store.authenticationResult(tenant: tenant, step: .verifyFace, requestDigest: "body") == nil)
            #expect(try await store.templates(of: id).isEmpty)
            #expect(try await store.devices(of: id).isEmpty)
            #expect(try store.captureCodes(of: id).isEmpty)
            let kinds = try await store.feedEvents(tenant: tenant, after: 0, limit: 99).map(\.kind)
            #expect(
                kinds.suffix(3) == ["authentication.cancelled", "authentication.expired", "enrollment.erased"])
            // The files go before their rows.
            #expect(try await store.evidence(ofAuthenticationsOf: id) == [evidence])
            #expect(try await store.keptEvidence(of: id).isEmpty)
            try await store.finishErasure(of: [id], journal: nil)
            #expect(try await store.knownEvidence(among: [evidence.id]).isEmpty)
            #expect(try await store.verifyEvidence(of: id) == [])
            #expect(try await store.figures().authentications == [:])
            #expect(try await store.verifyAuthentications() == .intact(length: 3))
            #expect(try await store.verifyTables() == [])
            #expect(try await store.damage() == [])
            let new = try fixture.newAuthentication(of: id)
            await #expect(throws: StorageError.unknownSubject) { try await store.begin(new) }
        }
    ]
}
