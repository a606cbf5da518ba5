import Foundation
import GRDB
import OnboardingCore
import TestSupport
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

/// The indexed search gives what a look at every case would.
@Suite struct CaseSearchTests {
    /// What is known of a case in memory.
    private struct Known {
        let id: EnrollmentID
        let place: SearchPlace
        let code: String
        let outline: CaseOutline
        let reasons: Set<EnrollmentReason>
        let measured: CaseMeasurements
        let prefixes: [SearchPrefix]
        let keys: [SearchKey]
        let isDuplicate: Bool

        func fits(_ query: EnrollmentQuery) -> Bool {
            if query.isDuplicate, !isDuplicate { return false }
            func isAmong<Word: Equatable>(_ words: [Word], _ own: Word?) -> Bool {
                words.isEmpty || own.map(words.contains) ?? false
            }
            func lies(_ range: ClosedRange<Int>?, _ own: Int?) -> Bool {
                range.map { range in own.map(range.contains) ?? false } ?? true
            }
            let begins =
                query.text.map { text in
                    text.prefixes.contains(where: prefixes.contains) || text.keys.contains(where: keys.contains)
                        || text.codePrefix.map(code.hasPrefix) ?? false
                } ?? true
            let ended = outline.endedAt
            return isAmong(query.states, outline.state) && isAmong(query.reviews, outline.review?.standing)
                && (query.reasons.isEmpty || !reasons.isDisjoint(with: query.reasons))
                && isAmong(query.workflows, measured.workflow) && isAmong(query.documentTypes, measured.documentType)
                && isAmong(query.issuingStates, measured.issuingState) && lies(query.liveness, measured.liveness)
                && lies(query.portrait, measured.portrait) && begins && query.keys.allSatisfy(keys.contains)
                && (query.id ?? id) == id && (query.registrationCode ?? code) == code
                && query.from.map { place.begunAt >= $0 } ?? true && query.until.map { place.begunAt < $0 } ?? true
                && query.endedFrom.map { from in ended.map { $0 >= from } ?? false } ?? true
                && query.endedUntil.map { until in ended.map { $0 < until } ?? false } ?? true
        }
    }

    private static let words = ["charlie2", "charlie4", "delta6"]
    private static let states = ["DEU", "FRA", "UTO"]
    private static let span = 0...3_600_000

    @Test func itGivesWhatAFilterOfAllCasesGivesAndItsPagesJoin() async throws {
        var generator = SeededGenerator.announced()
        let fixture = try await StoreFixture()
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        var known: [Known] = []
        for batch in 0..<6 {
            let made = try (0..<50).map { _ in try Self.made(tenant: fixture.tenant, using: &generator) }
            let foreign = try (0..<10).map { _ in try Self.made(tenant: other, using: &generator) }
            try await fixture.store.seed(made + foreign)
            known += made.enumerated().map { Self.known($1, number: batch * 60 + $0 + 1) }
        }
        #expect(try await fixture.store.verifyTables() == [])
        for _ in 0..<30 {
            guard let place = known.indices.randomElement(using: &generator) else { break }
            try await fixture.store.beginErasure(of: known.remove(at: place).id, at: StoreFixture.now)
        }
        known.sort { $0.place > $1.place }
        for _ in 0..<250 {
            let query = Self.query(about: known, using: &generator)
            let expected = known.filter { $0.fits(query) }.map(\.id)
            let limit = Int.random(in: 1...25, using: &generator)
            let scanned = Int.random(in: limit + 1...400, using: &generator)
            let forward = try await walk(fixture, query, .newest, limit: limit, scanning: scanned)
            #expect(forward == expected, "\(query), \(limit) of \(scanned)")
            let oldest = SearchPlace(begunAt: Instant(millisecondsSince1970: 0), number: 0)
            let back = try await walk(fixture, query, .before(oldest), limit: limit, scanning: scanned)
            #expect(back == expected, "back: \(query), \(limit) of \(scanned)")
        }
        #expect(try await fixture.store.verifyTables() == [])
    }

    /// What the migration makes of events is what was written with them.
    @Test func whatIsMadeOfEventsLaterIsWhatIsWrittenWithThem() async throws {
        var generator = SeededGenerator.announced()
        let fixture = try await StoreFixture()
        let made = try (0..<60).map { _ in try Self.made(tenant: fixture.tenant, using: &generator) }
        try await fixture.store.seed(made)
        try await fixture.store.beginErasure(of: made[7].new.id, at: StoreFixture.now)
        @Sendable func told(_ database: Database) throws -> [String] {
            try String.fetchAll(
                database,
                sql: """
                    SELECT json_array(number, tenant, begun_at, ended_at, state, reason, review, device, face, document)
                    FROM case_facts UNION ALL
                    SELECT json_array(tenant, reason, begun_at, number) FROM case_reason UNION ALL
                    SELECT json_array(tenant, begun_at, number) FROM case_duplicate ORDER BY 1
                    """)
        }
        let (before, after) = try await fixture.sqlite.writer.run { database in
            let before = try told(database)
            try database.execute(sql: "DELETE FROM case_facts; DELETE FROM case_reason; DELETE FROM case_duplicate")
            try SQLiteStore.fillFacts(in: database)
            try SQLiteStore.fillDuplicates(in: database)
            return (before, try told(database))
        }
        #expect(before == after && before.count >= 59)
        #expect(try await fixture.store.verifyTables() == [])
    }

    /// One event that cannot be read costs its own enrollment's facts alone.
    @Test func whatIsDamagedGetsNoFactsAndKeepsNobodyFromTheirs() async throws {
        let fixture = try await StoreFixture()
        let (damaged, whole) = (try await fixture.begun(), try await fixture.begun())
        try await fixture.sqlite.writer.run { database in
            try database.execute(sql: "DELETE FROM case_facts")
            try database.execute(
                sql: "UPDATE enrollment_event SET event = 'x' WHERE enrollment_id = ? AND sequence = 2",
                arguments: [damaged.text])
            try SQLiteStore.fillFacts(in: database)
        }
        #expect(try await fixture.found(EnrollmentQuery()) == [whole])
        // And nothing that happens to it later stops at that.
        _ = try await fixture.store.commit(damaged, StoreFixture.proposal(.cancel))
        #expect(try await fixture.found(EnrollmentQuery()) == [whole])
    }

    private func walk(
        _ fixture: StoreFixture, _ query: EnrollmentQuery, _ start: PageStart, limit: Int, scanning scanned: Int
    ) async throws -> [EnrollmentID] {
        var (found, next, pages) = ([EnrollmentID](), PageStart?.some(start), 0)
        while let place = next {
            let page = try await fixture.store.cases(
                tenant: fixture.tenant, matching: query, from: place, limit: limit, scanning: scanned)
            #expect(page.rows.count <= limit)
            #expect(page.rows.map(\.place) == page.rows.map(\.place).sorted(by: >))
            found = place.isNewestFirst ? found + page.rows.map(\.id) : page.rows.map(\.id) + found
            next = place.isNewestFirst ? page.older.map(PageStart.after) : page.newer.map(PageStart.before)
            pages += 1
            try #require(pages < 1000, "it does not end")
        }
        return found
    }

    /// - Parameter seconds: within which it begins.
    static func made(
        tenant: TenantID, within seconds: Int64 = 3600, using generator: inout SeededGenerator
    ) throws -> SeededEnrollment {
        let id = try EnrollmentID.random()
        let begun = StoreFixture.now.adding(seconds: Int64.random(in: 0...seconds, using: &generator))
        let code = String((0..<6).map { _ in "ABC".randomElement(using: &generator) ?? "A" }) + id.text.uppercased()
        var later: [Event] = [.validated, .started(Policy(), deadline: begun.adding(seconds: 600))]
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            later.append(
                [
                    .deviceAdded, .faceAdded(nil), .documentAdded(nil),
                    .faceRefused(FaceDecision.allCases.randomElement(using: &generator) ?? .undecided, nil),
                    .documentRefused(DocumentDecision.allCases.randomElement(using: &generator) ?? .notVerified, nil),
                    .faceReopened(FaceReopening(.portraitSuspected, turn: .left)), .duplicateFound(of: id),
                ].randomElement(using: &generator) ?? .deviceAdded)
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: later.append(.completed(registrationCode: code))
        case 1: later.append(.failed(FailureReason.allCases.randomElement(using: &generator) ?? .faceAttemptsExhausted))
        case 2:
            later += [.failed(.documentAttemptsExhausted), .reviewRequested]
            if Bool.random(using: &generator) { later.append(.reviewed(.accepted, nil)) }
        case 3: later.append(.cancelled)
        case 4: later.append(.expired)
        default: break
        }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
        let measured = CaseMeasurements(
            workflow: maybe(words.randomElement(using: &generator) ?? ""),
            livenessInPercent: maybe(Double.random(in: -1...101, using: &generator)),
            portraitScore: maybe(Double.random(in: 0...25, using: &generator)),
            documentType: maybe(["Passport", "Identity card"].randomElement(using: &generator) ?? ""),
            issuingState: maybe(states.randomElement(using: &generator) ?? ""))
        let digest = [UInt8](repeating: UInt8.random(in: 0...5, using: &generator), count: 32)
        return SeededEnrollment(
            new: NewEnrollment(
                id: id, tenantID: tenant,
                events: [
                    .triggered(until: begun.adding(seconds: 600)), .codeReserved(registrationCode: code),
                ], sessionDigest: nil, tokenDigest: nil, usernameDigest: [UInt8](id.text.utf8), emailDigest: nil,
                sealedPerson: nil, createdAt: begun, searchKeys: [SearchKey(.email, digest: digest)],
                searchPrefixes: SearchPrefix.lengths.prefix(Int.random(in: 0...4, using: &generator)).map {
                    SearchPrefix(.username, length: $0, digest: digest)
                }),
            later: later.enumerated().map { (begun.adding(seconds: Int64($0 + 1)), $1) }, measured: measured)
    }

    private static func known(_ seed: SeededEnrollment, number: Int) -> Known {
        let events = seed.new.events.map { (at: seed.new.createdAt, event: $0) } + seed.later
        var outline = CaseOutline()
        for (at, event) in events { outline.take(event, at: at) }
        var code = ""
        for case .codeReserved(let reserved) in seed.new.events { code = reserved }
        return Known(
            id: seed.new.id, place: SearchPlace(begunAt: seed.new.createdAt, number: number), code: code,
            outline: outline, reasons: Set(events.compactMap(\.event.reason)), measured: seed.measured,
            prefixes: seed.new.searchPrefixes ?? [], keys: seed.new.searchKeys,
            isDuplicate: events.contains { $0.event.kind == .duplicateFound })
    }

    /// Mostly of one condition or two, about a case that there is.
    private static func query(about known: [Known], using generator: inout SeededGenerator) -> EnrollmentQuery {
        var query = EnrollmentQuery()
        func instant() -> Instant {
            StoreFixture.now.adding(seconds: Int64.random(in: 0...3700, using: &generator))
        }
        func some<Word>(of words: [Word]) -> [Word] {
            words.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
        }
        func range(_ all: ClosedRange<Int>) -> ClosedRange<Int> {
            let bounds = [Int.random(in: all, using: &generator), Int.random(in: all, using: &generator)].sorted()
            return bounds[0]...bounds[1]
        }
        let model = known.randomElement(using: &generator)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            switch Int.random(in: 0..<17, using: &generator) {
            case 0: query.states = some(of: EnrollmentStanding.State.allCases)
            case 1, 2: query.reasons = some(of: EnrollmentReason.allCases)
            case 3: query.reviews = some(of: Review.Standing.allCases)
            case 4: query.workflows = some(of: words)
            case 5: query.documentTypes = some(of: ["Passport", "Identity card", "Visa"])
            case 6: query.issuingStates = some(of: states)
            case 7: query.liveness = range(0...100)
            case 8: query.portrait = range(0...300)
            case 9: query.from = instant()
            case 10: query.until = instant()
            case 11: query.endedFrom = instant()
            case 12: query.endedUntil = instant()
            case 13:
                query.text = SearchText(
                    prefixes: model.map { some(of: $0.prefixes) } ?? [], keys: model.map { some(of: $0.keys) } ?? [],
                    codePrefix: Bool.random(using: &generator) ? model.map { String($0.code.prefix(3)) } : nil)
            case 14: query.keys = model?.keys ?? []
            case 15: query.isDuplicate = true
            default:
                if Int.random(in: 0..<4, using: &generator) == 0 { query.id = model?.id }
                if Int.random(in: 0..<4, using: &generator) == 0 { query.registrationCode = model?.code }
            }
        }
        return query
    }
}
