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
                try await fixture.store.enrollments(
                    tenant: tenant ?? fixture.tenant, matching: query, after: nil, limit: 10, scanning: 100
                ).page
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
                let page = try await fixture.store.enrollments(
                    tenant: fixture.tenant, matching: EnrollmentQuery(reasons: [reason]), after: nil, limit: 10,
                    scanning: 100
                ).page
                #expect(page == ids, "\(reason)")
            }
        },
        StoreContract("pages of a search have each enrollment once, whatever is begun meanwhile") { fixture in
            var ids: [EnrollmentID] = []
            for _ in 0..<7 { ids.append(try await fixture.begun()) }
            for limit in 1...8 {
                var (found, place) = ([EnrollmentID](), SearchPlace?.none)
                repeat {
                    let (page, next) = try await fixture.store.enrollments(
                        tenant: fixture.tenant, matching: EnrollmentQuery(until: StoreFixture.now.adding(seconds: 1)),
                        after: place, limit: limit, scanning: 100)
                    found += page
                    place = next
                    _ = try await fixture.store.begin(fixture.new())
                } while place != nil
                #expect(Set(found).count == found.count && Array(found.suffix(7)) == ids.reversed(), "\(limit)")
            }
        },
        StoreContract("a page looks at no more enrollments than it may, and the next goes on") { fixture in
            let wanted = try await fixture.begun()
            _ = try await fixture.store.commit(wanted, StoreFixture.proposal(.cancel))
            for _ in 0..<5 { _ = try await fixture.begun() }
            let query = EnrollmentQuery(states: [.cancelled])
            let (page, next) = try await fixture.store.enrollments(
                tenant: fixture.tenant, matching: query, after: nil, limit: 10, scanning: 3)
            #expect(page.isEmpty)
            let place = try #require(next)
            let (second, end) = try await fixture.store.enrollments(
                tenant: fixture.tenant, matching: query, after: place, limit: 10, scanning: 4)
            #expect(second == [wanted] && end == nil)
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
                    (page, next) = try await fixture.store.enrollments(
                        tenant: tenant, from: start, until: end, after: last, scanning: scanned)
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
            try await fixture.store.add([key], to: new)
            let missing = try await fixture.store.enrollmentsWithoutSearchKeys(before: nil, limit: 10)
            #expect(missing.map(\.id) == [old])
            try await fixture.store.add([key], to: old)
            try await fixture.store.add([key], to: old)
            #expect(try await fixture.store.enrollmentsWithoutSearchKeys(before: nil, limit: 10).isEmpty)
            try await fixture.store.beginErasure(of: old, at: StoreFixture.now)
            try await fixture.store.add([key], to: old)
            #expect(try await fixture.store.enrollmentsWithoutSearchKeys(before: nil, limit: 10).isEmpty)
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
    ]
}
