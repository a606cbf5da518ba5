import Foundation
import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    static let searching = [
        StoreContract("an enrollment is found by its keys, its identifiers and its days, within its tenant") {
            fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            var new = try fixture.new(
                session: "session",
                events: [
                    .triggered(until: StoreFixture.now.adding(seconds: 60)),
                    .codeReserved(registrationCode: "RESERVED"),
                ])
            new.searchKeys = [SearchKey(.email, digest: [1]), SearchKey(.reference, digest: [2])]
            try await fixture.store.begin(new)
            _ = try await fixture.begun()
            func finds(_ query: EnrollmentQuery, tenant: TenantID? = nil) async throws -> [EnrollmentID] {
                try await fixture.found(query, tenant: tenant)
            }
            let (before, after) = (StoreFixture.now.adding(seconds: -1), StoreFixture.now.adding(seconds: 1))
            let fitting: [EnrollmentQuery] = [
                .init(keys: new.searchKeys), .init(id: new.id), .init(sessionDigest: new.sessionDigest),
                .init(registrationCode: "RESERVED"), .init(keys: new.searchKeys, from: before, until: after),
                .init(keys: new.searchKeys, states: [.pending, .failed]),
            ]
            for query in fitting {
                #expect(try await finds(query) == [new.id], "\(query)")
                #expect(try await finds(query, tenant: other) == [], "\(query)")
            }
            let others: [EnrollmentQuery] = [
                .init(keys: [SearchKey(.username, digest: [1])]),
                .init(keys: new.searchKeys + [SearchKey(.email, digest: [3])]),
                .init(keys: new.searchKeys, from: after),
                .init(keys: new.searchKeys, until: StoreFixture.now), .init(keys: new.searchKeys, states: [.complete]),
                .init(keys: new.searchKeys, reasons: [.faceNotLive]),
                .init(keys: new.searchKeys, reviews: [.requested, .accepted, .refused]),
            ]
            for query in others { #expect(try await finds(query) == [], "\(query)") }
            #expect(try await finds(EnrollmentQuery()).count == 2)
            try await fixture.store.beginErasure(of: new.id, at: StoreFixture.now)
            for query in fitting { #expect(try await finds(query) == [], "erased: \(query)") }
            #expect(try await fixture.store.verifyTables() == [])
        },
        StoreContract("an enrollment is found by why it ended and by what was refused on the way") { fixture in
            func ended(_ commands: [Command]) async throws -> EnrollmentID {
                let id = try await fixture.begun(
                    Policy(requiredChecks: [.addFace, .addDocument], maximumFaceAttempts: 1))
                for command in commands { _ = try await fixture.store.commit(id, StoreFixture.proposal(command)) }
                return id
            }
            let attack = try await ended([.addFace(.presentationAttack)])
            let undecided = try await ended([.addFace(.undecided)])
            let cancelled = try await ended([.addFace(.undecided), .cancel])
            let unread = try await ended([.addFace(.live), .addDocument(.retryCapture)])
            let reopened = try await ended([
                .addFace(.live), .addDocumentReopeningFace(FaceReopening(.noFrameNearPortrait, turn: .left)),
            ])
            let expected: [(EnrollmentReason, [EnrollmentID])] = [
                (.faceNotLive, [attack]), (.faceAttemptsExhausted, [attack]), (.faceUndecided, [cancelled, undecided]),
                (.enrollmentCancelled, [cancelled]), (.documentUnreadable, [unread]),
                (.noFrameNearPortrait, [reopened]),
                (.portraitReused, []),
            ]
            for (reason, ids) in expected {
                #expect(try await fixture.found(EnrollmentQuery(reasons: [reason])) == ids, "\(reason)")
            }
        },
        StoreContract("pages of a search have each enrollment once, whatever is begun meanwhile") { fixture in
            var ids: [EnrollmentID] = []
            for _ in 0..<7 { ids.append(try await fixture.begun()) }
            for limit in 1...8 {
                var (found, place) = ([EnrollmentID](), SearchPlace?.none)
                repeat {
                    let page = try await fixture.store.cases(
                        tenant: fixture.tenant, matching: EnrollmentQuery(until: StoreFixture.now.adding(seconds: 1)),
                        from: place.map(PageStart.after) ?? .newest, limit: limit, scanning: 100)
                    found += page.rows.map(\.id)
                    place = page.older
                    _ = try await fixture.store.begin(fixture.new())
                } while place != nil
                #expect(Set(found).count == found.count && Array(found.suffix(7)) == ids.reversed(), "\(limit)")
            }
        },
        StoreContract("a page looks at no more enrollments than it may, and the next goes on") { fixture in
            let wanted = try await fixture.begun()
            _ = try await fixture.store.commit(wanted, StoreFixture.proposal(.cancel))
            for _ in 0..<5 { _ = try await fixture.begun() }
            // No index has the end.
            let query = EnrollmentQuery(endedFrom: StoreFixture.now)
            let page = try await fixture.store.cases(
                tenant: fixture.tenant, matching: query, from: .newest, limit: 10, scanning: 3)
            #expect(page.rows.isEmpty && page.newer == nil)
            let place = try #require(page.older)
            let second = try await fixture.store.cases(
                tenant: fixture.tenant, matching: query, from: .after(place), limit: 10, scanning: 4)
            #expect(second.rows.map(\.id) == [wanted] && second.older == nil)
        },
        StoreContract("a page that goes back begins where the one before it ended") { fixture in
            var ids: [EnrollmentID] = []
            for _ in 0..<5 { ids.append(try await fixture.begun()) }
            func page(_ start: PageStart) async throws -> CasePage {
                try await fixture.store.cases(
                    tenant: fixture.tenant, matching: EnrollmentQuery(), from: start, limit: 2, scanning: 100)
            }
            let first = try await page(.newest)
            let second = try await page(.after(try #require(first.older)))
            let third = try await page(.after(try #require(second.older)))
            #expect(first.newer == nil && third.older == nil)
            #expect(third.rows.map(\.id) == [ids[0]])
            let back = try await page(.before(try #require(third.newer)))
            #expect(back.rows == second.rows && back.older == second.older)
            let top = try await page(.before(try #require(back.newer)))
            #expect(top.rows == first.rows && top.newer == nil)
            // From beyond the end, too.
            let beyond = try await page(.after(SearchPlace(begunAt: StoreFixture.now, number: 1)))
            #expect(beyond.rows.isEmpty && beyond.older == nil)
            #expect(try await page(.before(try #require(beyond.newer))).rows.map(\.id) == [ids[1], ids[0]])
        },
        StoreContract("a case is found by what was measured, by how names begin and by when it ended") { fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            var new = try fixture.new(events: [
                .triggered(until: StoreFixture.now.adding(seconds: 600)),
                .codeReserved(registrationCode: "ABCDEFGHJK"),
                .started(Policy(requiredChecks: [.addFace]), deadline: StoreFixture.now.adding(seconds: 600)),
            ])
            let prefixes = [
                SearchPrefix(.username, length: 3, digest: [UInt8](repeating: 0xF0, count: 32)),
                SearchPrefix(.email, length: 5, digest: [UInt8](repeating: 1, count: 32)),
            ]
            new.searchPrefixes = prefixes
            try await fixture.store.begin(new)
            _ = try await fixture.begun()
            let measured = CaseMeasurements(
                workflow: "charlie4", livenessInPercent: 87.9, portraitScore: 4.19, documentType: "Passport",
                issuingState: "UTO")
            _ = try await fixture.store.commit(new.id, StoreFixture.proposal(.addFace(.live), after: 7)) { _ in
                StepWrites(measured: measured)
            }
            let end = StoreFixture.now.adding(seconds: 7)
            let fitting: [EnrollmentQuery] = [
                .init(workflows: ["charlie4", "delta2"]), .init(documentTypes: ["Passport"]),
                .init(issuingStates: ["UTO"]), .init(liveness: 87...87), .init(liveness: 0...87),
                .init(liveness: 87...100), .init(portrait: 41...41), .init(portrait: 0...1_000_000),
                .init(text: SearchText(prefixes: [prefixes[0]])), .init(text: SearchText(prefixes: prefixes)),
                .init(text: SearchText(prefixes: [prefixes[1]], codePrefix: "X")),
                .init(text: SearchText(codePrefix: "ABC")), .init(text: SearchText(codePrefix: "ABCDEFGHJK")),
                .init(endedFrom: end, endedUntil: end.adding(seconds: 1)), .init(endedUntil: end.adding(seconds: 1)),
                .init(states: [.complete], workflows: ["charlie4"], liveness: 80...90, portrait: 0...50),
            ]
            for query in fitting {
                #expect(try await fixture.found(query) == [new.id], "\(query)")
                #expect(try await fixture.found(query, tenant: other) == [], "\(query)")
            }
            let others: [EnrollmentQuery] = [
                .init(workflows: ["charlie"]), .init(documentTypes: ["Visa"]), .init(issuingStates: ["UT"]),
                .init(liveness: 80...86), .init(liveness: 88...89), .init(portrait: 42...49),
                .init(text: SearchText()), .init(text: SearchText(codePrefix: "B")),
                .init(
                    text: SearchText(prefixes: [
                        SearchPrefix(.email, length: 3, digest: [UInt8](repeating: 0xF0, count: 32))
                    ])),
                .init(endedFrom: end.adding(seconds: 1)), .init(endedUntil: end),
                .init(states: [.pending], workflows: ["charlie4"]),
            ]
            for query in others { #expect(try await fixture.found(query) == [], "\(query)") }
            #expect(
                try await fixture.store.caseWords(tenant: fixture.tenant)
                    == CaseWords(workflows: ["charlie4"], documentTypes: ["Passport"], issuingStates: ["UTO"]))
            #expect(try await fixture.store.caseWords(tenant: other) == CaseWords())
            try await fixture.store.beginErasure(of: new.id, at: StoreFixture.now)
            for query in fitting { #expect(try await fixture.found(query) == [], "erased: \(query)") }
            #expect(try await fixture.store.caseWords(tenant: fixture.tenant) == CaseWords())
            #expect(try await fixture.store.verifyTables() == [])
        },
        StoreContract("a case shows how it stands, and what was measured last") { fixture in
            let id = try await fixture.begun(Policy(requiredChecks: [.addDevice, .addFace], maximumFaceAttempts: 3))
            func row() async throws -> CaseRow {
                try #require(
                    try await fixture.store.cases(
                        tenant: fixture.tenant, matching: EnrollmentQuery(id: id), from: .newest, limit: 1, scanning: 9
                    ).rows.first)
            }
            let fresh = try await row()
            #expect(fresh.outline == CaseOutline() && fresh.measured == CaseMeasurements())
            #expect(fresh.deadline != nil && !fresh.isHeld)
            _ = try await fixture.store.commit(id, StoreFixture.proposal(.addDevice))
            _ = try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.presentationAttack))) { _ in
                StepWrites(measured: CaseMeasurements(workflow: "charlie2", livenessInPercent: 3))
            }
            _ = try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.undecided))) { _ in
                StepWrites(measured: CaseMeasurements(workflow: "charlie6"))
            }
            let refused = try await row()
            #expect(refused.outline.state == .pending && refused.outline.reason == .faceUndecided)
            #expect(refused.outline.passed == [.addDevice: true, .addFace: false])
            #expect(refused.measured == CaseMeasurements(workflow: "charlie6", livenessInPercent: 3))
            #expect(try await fixture.found(EnrollmentQuery(isFlagged: true)) == [])
            try await fixture.store.hold([id], of: fixture.tenant, reason: "case-7", at: StoreFixture.now)
            try await fixture.store.setFlag(
                CaseFlag(setBy: "operator ada", at: StoreFixture.now), of: id, at: StoreFixture.now)
            for query in [
                EnrollmentQuery(isFlagged: true), .init(reasons: [.faceNotLive], isFlagged: true),
                .init(states: [.pending], reasons: EnrollmentReason.allCases, isFlagged: true),
            ] {
                #expect(try await fixture.found(query) == [id], "\(query)")
            }
            #expect(try await row().isFlagged)
            _ = try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.live), after: 9))
            let complete = try await row()
            #expect(complete.outline.state == .complete && complete.outline.reason == nil && complete.isHeld)
            #expect(complete.outline.endedAt == StoreFixture.now.adding(seconds: 9) && complete.deadline == nil)
            #expect(try await fixture.found(EnrollmentQuery(reasons: [.faceNotLive])) == [id])
        },
        StoreContract("of a time are a tenant's enrollments that were open in it or changed, erased ones too") {
            fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let (open, cancelled, erased) = (
                try await fixture.begun(), try await fixture.begun(), try await fixture.begun()
            )
            for id in [cancelled, erased] {
                _ = try await fixture.store.commit(id, StoreFixture.proposal(.cancel))
            }
            try await fixture.store.beginErasure(of: erased, at: StoreFixture.now)
            let (before, after) = (StoreFixture.now.adding(seconds: -1), StoreFixture.now.adding(seconds: 1))
            let later = StoreFixture.now.adding(seconds: 5)
            func found(
                _ tenant: TenantID, from start: Instant, until end: Instant, scanning scanned: Int
            ) async throws -> [EnrollmentID] {
                var (found, next) = ([EnrollmentID](), Int?.some(0))
                while let last = next {
                    let page: [EnrollmentID]
                    (page, next) = try await fixture.store.list(
                        Enrollment.self, tenant: tenant, from: start, until: end, after: last, scanning: scanned)
                    found += page
                }
                return found
            }
            for scanned in 1...4 {
                let all = try await found(fixture.tenant, from: before, until: after, scanning: scanned)
                #expect(all == [open, cancelled, erased], "\(scanned)")
            }
            #expect(try await found(fixture.tenant, from: later, until: later, scanning: 9) == [open])
            #expect(try await found(fixture.tenant, from: before, until: StoreFixture.now, scanning: 9) == [])
            #expect(try await found(other, from: before, until: after, scanning: 9) == [])
        },
        StoreContract("an enrollment from before there were search keys gets them once") { fixture in
            let (old, new) = (try await fixture.begun(), try await fixture.begun())
            let key = SearchKey(.username, digest: [7])
            let prefix = SearchPrefix(.username, length: 3, digest: [UInt8](repeating: 7, count: 32))
            func index(_ id: EnrollmentID) async throws {
                try await fixture.store.index(
                    id, by: [key], [prefix], measured: CaseMeasurements(livenessInPercent: 90))
            }
            try await index(new)
            let missing = try await fixture.store.enrollmentsToIndex(before: nil, limit: 10)
            #expect(missing.map(\.id) == [old])
            try await index(old)
            try await index(old)
            #expect(try await fixture.store.enrollmentsToIndex(before: nil, limit: 10).isEmpty)
            for query in [
                EnrollmentQuery(keys: [key]), .init(text: SearchText(prefixes: [prefix])), .init(liveness: 90...90),
            ] {
                #expect(try await fixture.found(query) == [new, old], "\(query)")
            }
            try await fixture.store.beginErasure(of: old, at: StoreFixture.now)
            try await index(old)
            #expect(try await fixture.store.enrollmentsToIndex(before: nil, limit: 10).isEmpty)
            #expect(try await fixture.store.verifyTables() == [])
        },
        StoreContract("a code is one enrollment's from its beginning, also once that was erased") { fixture in
            func new() throws -> NewEnrollment {
                try fixture.new(events: [
                    .triggered(until: StoreFixture.now.adding(seconds: 60)),
                    .codeReserved(registrationCode: "RESERVED"),
                ])
            }
            let (first, second) = (try new(), try new())
            try await fixture.store.begin(first)
            #expect(try await fixture.store.enrollment(tenant: fixture.tenant, code: "RESERVED")?.id == first.id)
            try await fixture.store.beginErasure(of: first.id, at: StoreFixture.now)
            await #expect(throws: StorageError.registrationCodeTaken) { try await fixture.store.begin(second) }
            #expect(try await fixture.store.enrollment(tenant: fixture.tenant, code: "RESERVED") == nil)
            for (id, code) in [(first.id, nil), (nil, "RESERVED")] as [(EnrollmentID?, String?)] {
                let traced = try await fixture.store.traced(id: id, registrationCode: code, tenant: fixture.tenant)
                #expect(traced == TracedEnrollment(id: first.id, erasedAt: StoreFixture.now))
            }
        },
        StoreContract("what completes one cancels the person's other open ones, those that nobody started too") {
            fixture in
            let waiting = try fixture.new(username: "ada", session: "waiting")
            try await fixture.store.begin(waiting)
            let other = try fixture.new(username: "bob", session: "other")
            try await fixture.store.begin(other)
            let id = try await fixture.begun(username: "ada")
            _ = try await fixture.store.commit(id, StoreFixture.proposal(.addFace(.live)))
            #expect(try await fixture.store.enrollment(waiting.id)?.enrollment.state == .cancelled)
            #expect(try await fixture.store.enrollment(other.id)?.enrollment.status == .pending)
            var late = try fixture.new(username: "ada")
            late.isOfNobodyRegistered = true
            let new = late
            await #expect(throws: StorageError.usernameComplete) { try await fixture.store.begin(new) }
            #expect(try await fixture.store.enrollment(new.id) == nil)
        },
        StoreContract("an idempotency key is used once, until it is free again, and goes with its enrollment") {
            fixture in
            func new(_ instant: Instant, freeBefore: Instant) throws -> NewEnrollment {
                var new = try fixture.new()
                new.createdAt = instant
                new.keyedResult = KeyedResultWrite(
                    keyDigest: [1], requestDigest: [2], sealedResult: [3], isFreeBefore: freeBefore)
                return new
            }
            let (now, later) = (StoreFixture.now, StoreFixture.now.adding(seconds: 86_400))
            let (first, second) = (try new(now, freeBefore: now), try new(later, freeBefore: now))
            try await fixture.store.begin(first)
            await #expect(throws: StorageError.idempotencyKeyTaken) { try await fixture.store.begin(second) }
            #expect(try await fixture.store.enrollment(second.id) == nil)
            func kept(since: Instant) async throws -> StoredKeyedResult? {
                try await fixture.store.keyedResult(tenant: fixture.tenant, keyDigest: [1], since: since)
            }
            #expect(
                try await kept(since: now) == StoredKeyedResult(enrollmentID: first.id, requestDigest: [2], sealed: [3])
            )
            #expect(try await kept(since: later) == nil)
            let third = try new(later, freeBefore: later)
            try await fixture.store.begin(third)
            #expect(try await kept(since: now)?.enrollmentID == third.id)
            try await fixture.store.beginErasure(of: third.id, at: later)
            #expect(try await kept(since: now) == nil)
            #expect(try await fixture.store.verifyTables() == [])
        },
        StoreContract("failures are dated, the newest first") { fixture in
            let id = try await fixture.begun(Policy(requiredChecks: [.addFace], maximumFaceAttempts: 9))
            for second in 1...3 {
                _ = try await fixture.store.commit(
                    id, StoreFixture.proposal(.addFace(.presentationAttack), after: Int64(second))
                ) { _ in StepWrites(failureSubjects: [[5]]) }
            }
            let times = try await fixture.store.failures(
                tenant: fixture.tenant, subject: [5], since: StoreFixture.now, limit: 2)
            #expect(times == [StoreFixture.now.adding(seconds: 3), StoreFixture.now.adding(seconds: 2)])
            let limit = FailureLimit(subjects: [[5]], since: StoreFixture.now, maximum: 3)
            let result = try await fixture.store.commit(
                id, StoreFixture.proposal(.addFace(.undecided), after: 4)
            ) { _ in StepWrites(failureLimit: limit) }
            #expect(result == .failuresExhausted(StoreFixture.now.adding(seconds: 1)))
        },
        StoreContract("what a check of nobody leaves is counted, and its capture is shown once") { fixture in
            let limit = FailureLimit([.init([6], atMost: 2), .init([7], atMost: 3)], since: StoreFixture.now)
            func keep(_ session: UInt8) async throws -> TraceEnd {
                try await fixture.store.keepTraces(
                    failuresOf: [[6]], unless: limit, marks: CaptureMarks(images: [[1]], session: [session]),
                    tenant: fixture.tenant, at: StoreFixture.now.adding(seconds: Int64(session)))
            }
            let first = try await keep(1)
            #expect(first == .kept)
            #expect(try await keep(1) == .captureReplayed(.session))
            #expect(try await keep(2) == .kept)
            #expect(try await keep(3) == .failuresExhausted(StoreFixture.now.adding(seconds: 1)))
            #expect(try await fixture.store.verifyTables() == [])
        },
    ]
}
