import Foundation
import GRDB
import OnboardingCore
import TestSupport
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

/// The sums of days are what a count of all cases gives, and what the list finds.
@Suite struct CaseSumsTests {
    private static let span: Int64 = 5 * 86_400

    /// One case as a count in memory has it.
    private struct Known {
        let day: Int
        let state: EnrollmentStanding.State
        let figures: Set<CaseFigure>
        let reasons: Set<EnrollmentReason>
    }

    @Test func theyAreWhatACountOfAllCasesGives() async throws {
        var generator = SeededGenerator.announced()
        let fixture = try await StoreFixture()
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        var known = try await made(fixture, other, using: &generator)
        for _ in 0..<25 {
            guard let id = known.keys.sorted(by: { $0.text < $1.text }).randomElement(using: &generator) else { break }
            known[id] = nil
            try await fixture.store.beginErasure(of: id, at: StoreFixture.now)
        }
        let today = StoreFixture.now.day
        for _ in 0..<40 {
            let bounds = [0, 0].map { _ in today + Int.random(in: -1...7, using: &generator) }.sorted()
            let days = bounds[0]...bounds[1]
            let named = Int.random(in: 0...20, using: &generator)
            let limit = Int.random(in: 1...200, using: &generator)
            let sums = try await fixture.store.caseSums(
                tenant: fixture.tenant, days: days, namingReasons: named, counting: limit)
            #expect(sums == Self.counted(Array(known.values), days, named, limit), "\(days), \(named), \(limit)")
        }
        #expect(try await fixture.store.verifyTables() == [])
    }

    @Test func theListFindsAsManyAsAFigureSays() async throws {
        var generator = SeededGenerator.announced()
        let fixture = try await StoreFixture()
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        _ = try await made(fixture, other, using: &generator)
        let days = StoreFixture.now.day...StoreFixture.now.day + 3
        let sums = try await fixture.store.caseSums(
            tenant: fixture.tenant, days: days, namingReasons: 10, counting: 1000)
        func found(_ change: (inout EnrollmentQuery) -> Void) async throws -> Int {
            var query = EnrollmentQuery(
                from: Instant(day: days.lowerBound), until: Instant(day: days.upperBound + 1))
            change(&query)
            return try await fixture.store.cases(
                tenant: fixture.tenant, matching: query, from: .newest, limit: 1000, scanning: 10_000
            ).rows.count
        }
        #expect(try await found { _ in } == sums.total && sums.total > 50)
        for (figure, count) in sums.cases {
            let listed: Int? =
                switch figure {
                case .state(let state): try await found { $0.states = [state] }
                case .handedIn: try await found { $0.origin = .handedIn }
                case .judged(let check, true): try await found { $0.passed = [check] }
                case .judged(let check, false): try await found { $0.failed = [check] }
                case .captures(let check, let number):
                    try await found {
                        $0.passed = [check]
                        $0.captures[check] = number...(number == CaseFigure.mostCaptures ? 1000 : number)
                    }
                case .reason(let reason): try await found { $0.reasons = [reason] }
                case .liveness(let band): try await found { $0.liveness = band * 10...band * 10 + 9 }
                case .portrait(let band): try await found { $0.portrait = band * 10...band * 10 + 9 }
                case .duration: nil
                }
            if let listed { #expect(listed == count, "\(figure)") }
        }
        for range in [0..<2, 2..<4, 4..<1000] {
            let ended = try await found {
                $0.duration = range.lowerBound...range.upperBound - 1
                $0.states = [.complete]
                $0.origin = .enrolled
            }
            #expect(ended == sums.ended(isComplete: true, within: range), "\(range)")
        }
        if let others = sums.others {
            #expect(try await found { $0.reasons = others.reasons } == others.cases)
        }
    }

    /// As a program has left them that did not count them yet.
    @Test func whomClientsHaveRegisteredIsCountedLater() async throws {
        let fixture = try await StoreFixture()
        for name in ["ada", "bob"] { _ = try await fixture.user(name) }
        _ = try await fixture.begun()
        @Sendable func told(_ database: Database) throws -> [String] {
            try String.fetchAll(
                database, sql: "SELECT json_array(tenant_id, day, figure, cases) FROM case_day ORDER BY 1")
        }
        let (before, after, again) = try await fixture.sqlite.writer.run { database in
            let before = try told(database)
            try database.execute(
                sql: """
                    DELETE FROM case_day WHERE figure = 'origin.handedIn';
                    INSERT INTO case_day SELECT tenant_id, day, 'duration.complete.0', 2 FROM case_day
                        WHERE figure = 'state.complete';
                    """)
            try SQLiteStore.countHandedIn(in: database)
            let after = try told(database)
            try SQLiteStore.countHandedIn(in: database)
            return (before, after, try told(database))
        }
        #expect(before == after && before == again)
        #expect(before.contains { $0.hasSuffix(#""origin.handedIn",2]"#) })
        #expect(try await fixture.store.figures().handedIn == 2)
        #expect(try await fixture.store.verifyTables() == [])
    }

    /// What the migration makes of events is what was written with them.
    @Test func whatIsMadeOfEventsLaterIsWhatIsWrittenWithThem() async throws {
        var generator = SeededGenerator.announced()
        let fixture = try await StoreFixture()
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        _ = try await made(fixture, other, using: &generator)
        @Sendable func told(_ database: Database) throws -> [String] {
            try String.fetchAll(
                database,
                sql: """
                    SELECT json_array(number, face_captures, document_captures, liveness, portrait) FROM case_facts UNION ALL
                    SELECT json_array(tenant_id, day, figure, cases) FROM case_day ORDER BY 1
                    """)
        }
        let (before, after) = try await fixture.sqlite.writer.run { database in
            let before = try told(database)
            try database.execute(sql: "UPDATE case_facts SET face_captures = 0, document_captures = 0")
            try database.execute(sql: "DELETE FROM case_facts WHERE liveness IS NULL AND portrait IS NULL")
            try SQLiteStore.fillFacts(in: database)
            return (before, try told(database))
        }
        #expect(before == after && before.count > 100)
        #expect(try await fixture.store.verifyTables() == [])
    }

    /// Facts gain columns, whose sum is made anew where nobody had changed a row, and not where somebody had.
    @Test(arguments: [false, true]) func factsFromBeforeAreReadAndTheirDamageStays(wasTampered: Bool) async throws {
        let fixture = try await StoreFixture()
        let older = try await OlderDatabase(of: fixture, upTo: "14 outside identities")
        try await older.queue.write { database in
            let (tenant, enrollment) = (String(repeating: "0c", count: 16), String(repeating: "0b", count: 16))
            try database.execute(
                sql: """
                    INSERT INTO tenant (id, name, realm, api_key_digest, sealed_api_key, is_test, created_at)
                    VALUES (?, 'acme', 'r', x'02', x'03', 1, 5)
                    """, arguments: [tenant])
            try database.execute(
                sql: """
                    INSERT INTO enrollment (number, id, tenant_id, version, status, is_started, state, created_at, changed_at,
                        chain_length, chain_head, chain_code)
                    VALUES (1, ?, ?, 1, 'failed', 0, '{}', 5, 5, 0, x'', x'')
                    """, arguments: [enrollment, tenant])
            try database.execute(
                sql: "INSERT INTO case_facts (number, tenant, begun_at, state) VALUES (1, 7, 5, 'pending')")
            for table in ["tenant", "enrollment", "case_facts"] {
                try older.tableMAC.renew(table, of: TableMAC.tables(before: "case_day"), in: database)
            }
            if wasTampered { try database.execute(sql: "UPDATE case_facts SET state = 'complete'") }
        }
        let store = try older.opened()
        #expect(try await store.verifyTables() == (wasTampered ? [.rowsDiffer("case_facts")] : []))
    }

    /// Cases of two tenants, of which those of the fixture's are told; some move after they were written.
    private func made(
        _ fixture: StoreFixture, _ other: TenantID, using generator: inout SeededGenerator
    ) async throws -> [EnrollmentID: Known] {
        var seeds: [SeededEnrollment] = []
        for _ in 0..<4 {
            let own = try (0..<40).map { _ in
                try CaseSearchTests.made(tenant: fixture.tenant, within: Self.span, using: &generator)
            }
            let foreign = try (0..<10).map { _ in
                try CaseSearchTests.made(tenant: other, within: Self.span, using: &generator)
            }
            try await fixture.store.seed(own + foreign)
            seeds += own
        }
        var known: [EnrollmentID: Known] = [:]
        for seed in seeds {
            known[seed.new.id] = try await Self.known(
                seed.new.id, begunAt: seed.new.createdAt, seed.measured, fixture.store)
        }
        for number in 0..<6 {
            let id = try await fixture.begun()
            if number.isMultiple(of: 2) { _ = try await fixture.store.commit(id, StoreFixture.proposal(.cancel)) }
            known[id] = try await Self.known(id, begunAt: StoreFixture.now, CaseMeasurements(), fixture.store)
        }
        return known
    }

    private static func known(
        _ id: EnrollmentID, begunAt: Instant, _ measured: CaseMeasurements, _ store: any Store
    ) async throws -> Known {
        let events = try await store.events(of: id)
        var outline = CaseOutline()
        for (at, event) in events { outline.take(event, at: at) }
        return Known(
            day: begunAt.day, state: outline.state,
            figures: CaseFigure.all(
                of: outline, begunAt: begunAt, liveness: measured.liveness, portrait: measured.portrait),
            reasons: Set(events.compactMap(\.event.reason)))
    }

    private static func counted(
        _ known: [Known], _ days: ClosedRange<Int>, _ named: Int, _ limit: Int
    ) -> CaseSums {
        var sums = CaseSums(days: days)
        let within = known.filter { days.contains($0.day) }
        for one in within {
            sums.add(1, of: one.state, on: one.day)
            if one.figures.contains(.handedIn) { sums.addHandedIn(1, on: one.day) }
            for figure in one.figures.union(one.reasons.map(CaseFigure.reason)) { sums.add(1, of: figure) }
        }
        let rest = sums.reasons.dropFirst(named).map(\.reason)
        if !rest.isEmpty {
            let cases = within.count { !$0.reasons.isDisjoint(with: rest) }
            sums.others = CaseSums.Others(reasons: rest, cases: cases <= limit ? cases : nil)
        }
        return sums
    }
}
