import OnboardingCore

import Testing

@testable import Casework
@testable import DocVerify
@testable import LivenessScorer
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

@Suite struct RetentionTests {
    @Test func whatEndedWithoutARegistrationIsErasedWhenItsTimeIsOver() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let store = test.data.store
        let until = test.now.adding(seconds: 3600)

        func begun(_ name: String) async throws -> EnrollmentID {
            try await test.begun(
                name, [.triggered(until: until), .started(Policy(requiredChecks: [.addDevice]), deadline: until)],
                tenant: tenant)
        }
        let cancelled = try await begun("cancelled")
        let expired = try await begun("expired")
        let complete = try await begun("complete")
        func commit(_ id: EnrollmentID, _ command: Command) async throws {
            let proposal = Proposal(command, record: nil, at: test.now, registrationCode: "0123456789")
            _ = try await store.commit(id, proposal)
        }
        try await commit(cancelled, .cancel)
        try await commit(complete, .addDevice)

        let retention = Retention(cases: test.cases, tenants: test.tenants, clock: test.clock, logger: test.logger)
        test.advance(days: 30)
        try await store.trustClock(until: test.now)
        try await retention.round()
        for id in [cancelled, expired, complete] { #expect(try await store.enrollment(id) != nil) }

        test.advance(milliseconds: 1)
        try await retention.round()
        #expect(try await store.enrollment(cancelled) == nil)
        #expect(throws: StorageError.keyMissing) {
            try test.data.keys.dataKey(of: cancelled, tenant: tenant.id)
        }
        #expect(try await store.enrollment(expired) != nil)

        // Its deadline was an hour later; that the server was down meanwhile, and writes the end down only now, keeps
        // nothing longer.
        test.advance(milliseconds: 3_600_000)
        try await Deadlines(store: store, clock: test.clock, logger: test.logger).round()
        try await retention.round()
        #expect(try await store.enrollment(expired) == nil)
        #expect(try await store.enrollment(complete) != nil)
        #expect(try await store.verifyRegister() == .intact(length: 3))
    }

    @Test func whatIsWrongWithOneKeepsNothingOfTheOthers() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let store = test.data.store
        var ids: [EnrollmentID] = []
        for name in ["first", "second"] {
            let until = test.now.adding(seconds: 3600)
            ids.append(
                try await test.begun(
                    name, [.triggered(until: until), .started(Policy(requiredChecks: [.addDevice]), deadline: until)],
                    tenant: tenant))
        }
        let broken = ids[0].text
        try await #require(store as? SQLiteStore).database.write {
            try $0.execute(sql: "UPDATE enrollment SET state = '{' WHERE id = ?", arguments: [broken])
        }
        test.advance(days: 1)
        await #expect(throws: StorageError.storedValueInvalid) {
            try await Deadlines(store: store, clock: test.clock, logger: test.logger).round()
        }
        #expect(try await store.enrollment(ids[1])?.enrollment.state == .expired)
        test.advance(days: 30)
        try await store.trustClock(until: test.now)
        try await #require(store as? SQLiteStore).database.write {
            try $0.execute(sql: "UPDATE enrollment SET deadline = NULL, status = 0 WHERE id = ?", arguments: [broken])
        }
        await #expect(throws: StorageError.storedValueInvalid) {
            try await Retention(cases: test.cases, tenants: test.tenants, clock: test.clock, logger: test.logger)
                .round()
        }
        #expect(try await store.enrollment(ids[1]) == nil)
    }

    /// A tenant that keeps each kind for another time, and somebody who was registered there.
    private func registered() async throws -> (test: TestInstallation, tenant: Tenant, visitor: Visitor) {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(
            configuration: """
                {"onboardingConfig":{"biometricRetentionDays":2,"documentRetentionDays":4,"registrationRetentionDays":6,
                "trailRetentionDays":8}}
                """)
        test.engines.acceptEverybody()
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        return (test, tenant, visitor)
    }

    private func round(_ test: TestInstallation, after days: Int64) async throws {
        test.advance(days: days)
        try await Retention(cases: test.cases, tenants: test.tenants, clock: test.clock, logger: test.logger).round()
    }

    private func sections(_ kind: String, of id: EnrollmentID, in test: TestInstallation, _ tenant: Tenant) async throws
        -> [String]
    {
        let row = try #require(try await test.data.store.evidence(of: id).first { $0.kind == kind })
        let key = try test.data.keys.dataKey(of: id, tenant: tenant.id)
        return try await test.data.evidence.read(row, under: key).sections.map(\.name)
    }

    @Test func eachKindIsKeptForItsOwnTimeAndTheDecisionStaysExplained() async throws {
        let (test, tenant, _) = try await registered()
        let auditor = Auditor(data: test.data)
        let id = try #require(
            try await test.data.store.registrations(tenant: tenant.id, skipping: 0, limit: 1).page.first)
        func detail() async throws -> Enrollments.Detail? {
            try await test.useCases.portal.enrollments.cases.detail(
                of: try #require(try await test.data.store.enrollment(id)), isTest: true, at: test.now)
        }
        #expect(try await sections("face", of: id, in: test, tenant).contains("frame-00"))

        try await round(test, after: 3)
        #expect(try await sections("face", of: id, in: test, tenant).allSatisfy { !$0.hasPrefix("frame") })
        #expect(try await sections("document", of: id, in: test, tenant).contains("image-00"))
        let traced = TracedEnrollment(id: id, erasedAt: nil)
        let row = try #require(try await test.data.store.tenant(name: "acme"))
        #expect(try await auditor.timeline(of: traced, tenant: row).contains { $0.contains("liveness") })
        #expect(try await detail()?.person?.document != nil)
        #expect(try await auditor.verify().findings == [])

        #expect(try await test.data.store.caseWords(tenant: tenant.id).documentTypes == ["Passport"])

        try await round(test, after: 2)
        let words = try await test.data.store.caseWords(tenant: tenant.id)
        #expect(words.documentTypes == [] && words.issuingStates == [] && words.workflows == ["charlie4"])
        #expect(try await sections("document", of: id, in: test, tenant) == ["measurements"])
        #expect(try await detail()?.person?.document == nil)
        #expect(try await auditor.timeline(of: traced, tenant: row).contains { $0.contains("portrait: score") })
        #expect(try await auditor.verify().findings == [])
        // Once is enough: nothing is left to reduce.
        try await round(test, after: 0)
        #expect(try await test.data.store.evidence(of: id).allSatisfy { $0.reduction != nil })

        try await round(test, after: 2)
        #expect(try await test.data.store.enrollment(id) == nil)
        #expect(try await test.data.store.auditEntries().contains { $0.detail["purpose"] == "retention" })

        let head = try await test.data.store.head()
        try await round(test, after: 7)
        let entries = try await test.data.store.auditEntries().filter { $0.tenantID == tenant.id }
        #expect(entries.contains { $0.kind == "tenantCreated" && $0.detail.keys.sorted() == ["withdrawn"] })
        #expect(try await test.data.store.holds(head))
        #expect(try await auditor.verify(since: head).findings == [])
    }

    @Test func whatIsDueIsCountedBeforeItIsErased() async throws {
        let (test, tenant, _) = try await registered()
        let run = RetentionRun(cases: test.cases, tenants: test.tenants)
        #expect(try await run.due(at: test.now)[0].counts.isEmpty)
        let later = test.now.adding(seconds: 5 * 86_400)
        let due = try await run.due(at: later)
        #expect(due.map(\.tenant) == ["acme"])
        #expect(due[0].counts.faceEvidence == 1 && due[0].counts.documentEvidence == 1)
        #expect(due[0].counts.registrations == 0)
        #expect(try await run.perform(at: later) == due[0].counts)
        #expect(try await run.due(at: later)[0].counts.isEmpty)
        #expect(try await test.data.store.registrations(tenant: tenant.id, skipping: 0, limit: 1).total == 1)
    }

    @Test func whatIsHeldIsErasedByNobodyUntilTheHoldIsLifted() async throws {
        let (test, tenant, visitor) = try await registered()
        let store = test.data.store
        let id = try #require(try await store.registrations(tenant: tenant.id, skipping: 0, limit: 1).page.first)
        try await store.hold([id], of: tenant.id, reason: "case-7", at: test.now)
        #expect(try await store.holds(tenant: tenant.id).map(\.reason) == ["case-7"])
        try await round(test, after: 7)
        #expect(try await sections("face", of: id, in: test, tenant).contains("frame-00"))
        #expect(try await RetentionRun(cases: test.cases, tenants: test.tenants).due(at: test.now)[0].counts.held == 1)
        await #expect(throws: StorageError.held) {
            _ = try await test.useCases.portal.enrollments.erase(id.text, by: visitor.principal, at: test.now)
        }
        #expect(try await store.enrollment(id) != nil)
        #expect(try await store.liftHolds(on: [id], of: tenant.id, at: test.now) == 1)
        try await round(test, after: 0)
        #expect(try await store.enrollment(id) == nil)
        #expect(try await Auditor(data: test.data).verify().findings == [])
    }

    /// A journal knows better than a hold: whoever was erased stays erased.
    @Test func aHoldOfAnOlderCopyBringsNobodyBack() async throws {
        let (test, tenant, _) = try await registered()
        let id = try #require(
            try await test.data.store.registrations(tenant: tenant.id, skipping: 0, limit: 1).page.first)
        try await test.data.store.hold([id], of: tenant.id, reason: "case-7", at: test.now)
        try await test.cases.erasePerson.enrollment(id, despiteHold: true, at: test.now)
        #expect(try await test.data.store.enrollment(id) == nil)
        #expect(try await test.data.store.holds(tenant: tenant.id) == [])
    }

    @Test func aClockThatIsAheadErasesNothing() async throws {
        let (test, tenant, _) = try await registered()
        let rounds = Rounds()
        let retention = Retention(
            cases: test.cases, tenants: test.tenants, clock: test.clock, logger: test.logger, rounds: rounds)
        try await retention.round()
        #expect(!rounds.isRetentionStopped && rounds.end(of: .retention) == test.now)
        test.advance(days: 8)
        try await retention.round()
        #expect(rounds.isRetentionStopped)
        #expect(try await test.data.store.registrations(tenant: tenant.id, skipping: 0, limit: 1).total == 1)
        // Nor does what happens meanwhile make it right.
        _ = try await Visitor("eve", at: test, tenant: tenant)
        try await retention.round()
        #expect(rounds.isRetentionStopped)
        try await test.data.store.trustClock(until: test.now)
        try await retention.round()
        #expect(!rounds.isRetentionStopped)
        #expect(try await test.data.store.registrations(tenant: tenant.id, skipping: 0, limit: 1).total == 0)
    }
}
