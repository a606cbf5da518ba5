import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

@Suite struct ChangeRetentionTests {
    private let test: TestInstallation

    init() async throws {
        test = try await TestInstallation()
    }

    private func administrator(_ rights: Set<OperatorRight> = [.retention]) async throws -> Principal {
        let person = SignedInOperator(
            id: try .random(), name: "root", role: .admin, rights: rights, sessionDigest: [], endsAt: test.now)
        return Principal(tenant: try await test.tenant(), role: .operator(person))
    }

    /// Enrollments that were cancelled now.
    private func cancelled(_ names: String...) async throws -> [EnrollmentID] {
        let (tenant, until) = (try await test.tenant(), test.now.adding(seconds: 3600))
        var ids: [EnrollmentID] = []
        for name in names {
            let id = try await test.begun(
                name, [.triggered(until: until), .started(Policy(requiredChecks: [.addDevice]), deadline: until)],
                tenant: tenant)
            let proposal = Proposal(.cancel, record: nil, at: test.now, registrationCode: "0123456789")
            _ = try await test.data.store.commit(id, proposal)
            ids.append(id)
        }
        return ids
    }

    @Test func whatAShorterPeriodWouldEraseIsCountedAndNotErased() async throws {
        let retention = test.useCases.administration.changeRetention
        let ids = try await cancelled("a", "b", "c")
        let tenant = try await test.tenant()
        try await test.data.store.hold([ids[2]], of: tenant.id, reason: "case-1", at: test.now)
        test.advance(days: 10)
        let principal = try await administrator()
        var periods = tenant.settings.retention
        #expect(try await retention.effect(of: periods, by: principal, at: test.now).isNothing)
        periods.failedInDays = 5
        let effect = try await retention.effect(of: periods, by: principal, at: test.now)
        #expect(effect.failed == 2 && effect.held == 1 && effect.registrations == 0 && !effect.isNothing)
        for id in ids { #expect(try await test.data.store.enrollment(id) != nil) }

        let standing = try await retention.standing(by: principal, at: test.now)
        #expect(standing.periods == tenant.settings.retention && standing.due.isNothing)
        #expect(standing.holds.map(\.enrollment) == [ids[2]] && standing.holds.map(\.reason) == ["case-1"])
    }

    @Test func newPeriodsAreAChangeOfTheConfigurationInTheNameOfWhoMadeIt() async throws {
        let principal = try await administrator()
        var periods = principal.tenant.settings.retention
        (periods.failedInDays, periods.trailInDays) = (5, 400)
        try await AuditActor.$current.withValue(AuditActor(principal.identity)) { [periods] in
            try await test.useCases.administration.changeRetention.change(to: periods, by: principal, at: test.now)
        }
        #expect(try await test.tenant().settings.retention == periods)
        let entry = try #require(
            try await test.useCases.administration.tenantTrail.page(
                kind: .configurationChanged, limit: 1, by: principal
            ).entries.first
        )
        #expect(entry.actor == "operator root")
        #expect(
            entry.changes == [
                .init(key: "onboardingConfig.failedRetentionDays", before: "30", after: "5"),
                .init(key: "onboardingConfig.trailRetentionDays", before: "3650", after: "400"),
            ])
    }

    @Test(arguments: [0, -1, 3651, .max]) func aPeriodThatIsNotAllowedIsNeitherCountedNorSaved(days: Int) async throws {
        let principal = try await administrator()
        var periods = principal.tenant.settings.retention
        periods.registrationsInDays = days
        let retention = test.useCases.administration.changeRetention
        for attempt in 0..<2 {
            do {
                if attempt == 0 {
                    _ = try await retention.effect(of: periods, by: principal, at: test.now)
                } else {
                    try await retention.change(to: periods, by: principal, at: test.now)
                }
                Issue.record("it was taken")
            } catch {
                let refusal = error as? ConfigurationRefusal
                #expect(refusal?.key == "onboardingConfig.registrationRetentionDays")
                #expect(refusal?.range == 1...3650)
            }
        }
    }

    @Test func whoeverLacksTheRightChangesNoPeriod() async throws {
        let principal = try await administrator([.configuration])
        var periods = principal.tenant.settings.retention
        periods.failedInDays = 5
        await #expect(throws: Refusal.self) {
            try await test.useCases.administration.changeRetention.change(to: periods, by: principal, at: test.now)
        }
        #expect(try await test.tenant().settings.retention.failedInDays == 30)
    }

    @Test func thePeriodsAreNamedInTheOrderOfTheirDays() {
        #expect(ChangeRetention.keys.map(\.name).count == 5)
        let policy = RetentionPolicy(days: [1, 2, 3, 4, 5])
        #expect(policy?.registrationsInDays == 1 && policy?.failedInDays == 2 && policy?.biometricsInDays == 3)
        #expect(policy?.documentsInDays == 4 && policy?.trailInDays == 5 && policy?.days == [1, 2, 3, 4, 5])
        #expect(RetentionPolicy(days: [1, 2, 3, 4]) == nil)
    }
}
