import OnboardingCore

import Testing

@testable import Onboarding
@testable import OnboardingStorage

@Suite struct RetentionTests {
    @Test func whatEndedWithoutARegistrationIsErasedWhenItsTimeIsOver() async throws {
        let test = try await TestInstallation()
        let deployment = test.deployment
        _ = try await TenantCreation.create(
            name: "acme", isTest: true, profile: .compatible, in: test.data, at: test.now)
        let tenant = try #require(try await deployment.tenants.tenant(nameOrRealm: "acme"))
        let flow = Flow(deployment: deployment)
        let until = test.now.adding(seconds: 3600)

        func begun(_ name: String) async throws -> EnrollmentID {
            try await flow.begin(
                Person(username: name), usernameDigest: [UInt8](name.utf8),
                events: [.triggered(until: until), .started(Policy(requiredChecks: [.addDevice]), deadline: until)],
                tenant: tenant, at: test.now
            ).id
        }
        let cancelled = try await begun("cancelled")
        let expired = try await begun("expired")
        let complete = try await begun("complete")
        func commit(_ id: EnrollmentID, _ command: Command) async throws {
            let proposal = Proposal(command, record: nil, at: test.now, registrationCode: "0123456789")
            _ = try await deployment.store.commit(id, proposal)
        }
        try await commit(cancelled, .cancel)
        try await commit(complete, .addDevice)

        let retention = Retention(deployment: deployment)
        test.advance(days: 30)
        try await retention.round()
        for id in [cancelled, expired, complete] { #expect(try await deployment.store.enrollment(id) != nil) }

        test.advance(milliseconds: 1)
        try await retention.round()
        #expect(try await deployment.store.enrollment(cancelled) == nil)
        #expect(throws: StorageError.keyMissing) {
            try deployment.keyRing.dataKey(of: cancelled, tenant: tenant.id)
        }
        #expect(try await deployment.store.enrollment(expired) != nil)

        // Its deadline was an hour later; that the server was down meanwhile, and writes the end down only now, keeps
        // nothing longer.
        test.advance(milliseconds: 3_600_000)
        try await Deadlines(deployment: deployment).round()
        try await retention.round()
        #expect(try await deployment.store.enrollment(expired) == nil)
        #expect(try await deployment.store.enrollment(complete) != nil)
        #expect(try await deployment.store.verifyRegister() == .intact(length: 3))
    }

    @Test func whatIsWrongWithOneKeepsNothingOfTheOthers() async throws {
        let test = try await TestInstallation()
        let deployment = test.deployment
        _ = try await TenantCreation.create(
            name: "acme", isTest: true, profile: .compatible, in: test.data, at: test.now)
        let tenant = try #require(try await deployment.tenants.tenant(nameOrRealm: "acme"))
        var ids: [EnrollmentID] = []
        for name in ["first", "second"] {
            let until = test.now.adding(seconds: 3600)
            ids.append(
                try await Flow(deployment: deployment).begin(
                    Person(username: name), usernameDigest: [UInt8](name.utf8),
                    events: [
                        .triggered(until: until), .started(Policy(requiredChecks: [.addDevice]), deadline: until),
                    ],
                    tenant: tenant, at: test.now
                ).id)
        }
        let broken = ids[0].text
        try await #require(deployment.store as? SQLiteStore).database.write {
            try $0.execute(sql: "UPDATE enrollment SET state = '{' WHERE id = ?", arguments: [broken])
        }
        test.advance(days: 1)
        await #expect(throws: StorageError.storedValueInvalid) { try await Deadlines(deployment: deployment).round() }
        #expect(try await deployment.store.enrollment(ids[1])?.enrollment.state == .expired)
        test.advance(days: 30)
        try await #require(deployment.store as? SQLiteStore).database.write {
            try $0.execute(sql: "UPDATE enrollment SET deadline = NULL, status = 0 WHERE id = ?", arguments: [broken])
        }
        await #expect(throws: StorageError.storedValueInvalid) { try await Retention(deployment: deployment).round() }
        #expect(try await deployment.store.enrollment(ids[1]) == nil)
    }
}
