import OnboardingCore

import Testing

@testable import Onboarding
@testable import OnboardingStorage

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

        let retention = Retention(data: test.data, tenants: test.tenants, clock: test.clock, logger: test.logger)
        test.advance(days: 30)
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
        try await #require(store as? SQLiteStore).database.write {
            try $0.execute(sql: "UPDATE enrollment SET deadline = NULL, status = 0 WHERE id = ?", arguments: [broken])
        }
        await #expect(throws: StorageError.storedValueInvalid) {
            try await Retention(data: test.data, tenants: test.tenants, clock: test.clock, logger: test.logger).round()
        }
        #expect(try await store.enrollment(ids[1]) == nil)
    }
}
