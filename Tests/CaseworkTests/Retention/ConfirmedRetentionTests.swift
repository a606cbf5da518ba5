import OnboardingCore
import OnboardingJSON
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// A slip of the hand erases nothing: what makes much due is refused until the number is repeated, and waits for a day
/// (decision 0135).
@Suite struct ConfirmedRetentionTests {
    private let test: TestInstallation
    /// Three enrollments that ended ten days ago.
    private let ids: [EnrollmentID]

    init() async throws {
        test = try await TestInstallation()
        let (tenant, until) = (try await test.tenant(), test.now.adding(seconds: 3600))
        var ids: [EnrollmentID] = []
        for name in ["a", "b", "c"] {
            let id = try await test.begun(
                name, [.triggered(until: until), .started(Policy(requiredChecks: [.addDevice]), deadline: until)],
                tenant: tenant)
            let proposal = Proposal(.cancel, record: nil, at: test.now, registrationCode: "0123456789")
            _ = try await test.data.store.commit(id, proposal)
            ids.append(id)
        }
        self.ids = ids
        test.advance(days: 10)
    }

    private func administrator(_ name: String = "root") async throws -> Principal {
        try Principal.signedIn(name, [.retention, .configuration], of: try await test.tenant())
    }

    private func change(failed days: Int, confirming number: Int? = nil) async throws {
        let principal = try await administrator()
        var periods = principal.tenant.settings.retention
        periods.failedInDays = days
        try await test.useCases.administration.changeRetention.change(
            to: periods, confirmedDue: number, by: principal, at: test.now)
    }

    private func refusal(_ body: () async throws -> Void) async -> Refusal? {
        do {
            try await body()
            return nil
        } catch { return error as? Refusal }
    }

    private func kept() async throws -> Int {
        _ = try await RetentionRun(cases: test.cases, tenants: test.tenants).perform(at: test.now)
        var count = 0
        for id in ids where try await test.data.store.enrollment(id) != nil { count += 1 }
        return count
    }

    private func pending() async throws -> PendingRetention {
        try await test.useCases.administration.changeRetention.standing(by: try await administrator(), at: test.now)
            .pending
    }

    @Test func whatMakesMuchDueIsRefusedWithTheNumber() async throws {
        for number in [nil, 0, 2, 4, 300] {
            let refused = await refusal { try await change(failed: 5, confirming: number) }
            #expect(refused?.reason == .retentionUnconfirmed)
            #expect(refused?.details.due == DueForecast(kinds: [.init(name: "failed", count: 3, total: 3)]))
            #expect(refused?.message?.contains("3 of 3 failed") == true)
        }
        #expect(try await test.tenant().settings.retention.failedInDays == 30)
        #expect(try await kept() == 3)
        // Nothing is due: nothing to confirm, and nothing to wait for.
        try await change(failed: 20)
        #expect(try await test.tenant().settings.retention(at: test.now).failedInDays == 20)
        #expect(try await pending().periods.isEmpty)
    }

    @Test func whatIsConfirmedIsInForceADayLaterAndErasesOnlyThen() async throws {
        try await change(failed: 5, confirming: 3)
        let settings = try await test.tenant().settings
        #expect(settings.retention.failedInDays == 5 && settings.retention(at: test.now).failedInDays == 30)
        let until = test.now.adding(seconds: 86_400)
        #expect(try await pending().periods == [1: .init(daysInForce: 30, until: until)])
        #expect(try await kept() == 3)
        let said = try await test.data.pendingRetention(at: test.now)
        #expect(said.map(\.name) == ["acme"])
        #expect(said[0].sentence.contains("failedRetentionDays is 30 until \(until.iso8601WithMilliseconds) and 5"))
        #expect(said[0].sentence.contains("3 failed are due"))

        test.advance(milliseconds: 86_399_999)
        #expect(try await kept() == 3)
        // Also in a program that was started since.
        let other = TenantDirectory(
            store: test.data.store, keys: test.data.keys, clock: test.clock, logger: test.logger)
        let again = try #require(try await other.tenant(nameOrRealm: "acme")).settings
        #expect(again.pendingRetention.periods == [1: .init(daysInForce: 30, until: until)])
        test.advance(milliseconds: 1)
        #expect(try await pending().periods.isEmpty)
        #expect(try await test.data.pendingRetention(at: test.now).isEmpty)
        #expect(try await kept() == 0)
    }

    @Test func setBackBeforeItErasesNothing() async throws {
        try await change(failed: 5, confirming: 3)
        test.advance(milliseconds: 80_000_000)
        try await change(failed: 30)
        #expect(try await pending().periods.isEmpty)
        test.advance(days: 2)
        #expect(try await kept() == 3)
        // Nor does a longer one that nothing is due under.
        try await change(failed: 5, confirming: 3)
        try await change(failed: 25)
        #expect(try await test.tenant().settings.retention(at: test.now).failedInDays == 25)
        test.advance(days: 2)
        #expect(try await kept() == 3)
    }

    @Test func severalWaitEachForItself() async throws {
        try await change(failed: 5, confirming: 3)
        let first = test.now.adding(seconds: 86_400)
        test.advance(milliseconds: 3_600_000)
        let principal = try await administrator()
        var periods = principal.tenant.settings.retention
        periods.trailInDays = 1
        let retention = test.useCases.administration.changeRetention
        let due = try await retention.forecast(of: periods, by: principal, at: test.now)
        #expect(due.kinds.map(\.name) == ["trail"] && due.count > 0)
        try await retention.change(to: periods, confirmedDue: due.count, by: principal, at: test.now)
        let second = test.now.adding(seconds: 86_400)
        #expect(try await pending().periods.mapValues(\.until) == [1: first, 4: second])
        // Changed once more, the one in force stays and the day begins again.
        test.advance(milliseconds: 3_600_000)
        #expect(await refusal { try await change(failed: 4) }?.reason == .retentionUnconfirmed)
        try await change(failed: 4, confirming: 3)
        let third = test.now.adding(seconds: 86_400)
        #expect(
            try await pending().periods == [
                1: .init(daysInForce: 30, until: third), 4: .init(daysInForce: 3650, until: second),
            ])
        test.advance(milliseconds: 82_800_000)
        #expect(try await pending().periods.keys.sorted() == [1])
        #expect(try await kept() == 3)
    }

    @Test func clientsAreToldWhatWaitsAndMayPostItBack() async throws {
        let client = Principal(tenant: try await test.tenant(), role: .client(id: "x", scopes: [.configuration]))
        let configuration = test.useCases.administration.configuration
        func posted(_ confirmed: JSONValue?) -> JSONValue {
            let members = ["onboardingConfig": JSONValue.object(["failedRetentionDays": .number(5)])]
            return .object(members.merging(confirmed.map { ["confirmDue": $0] } ?? [:]) { $1 })
        }
        for wrong in [JSONValue.string("3"), .number(3.5), .number(-3), .bool(true), .number(1e300)] {
            let refused = await refusal {
                _ = try await configuration.change(posted(wrong), by: client, at: test.now)
            }
            #expect(refused?.reason == .configurationValue)
        }
        let shown = try await configuration.change(posted(.number(3)), by: client, at: test.now)
        let waiting = shown["pendingRetention"]?["failedRetentionDays"]
        #expect(waiting?["daysInForce"] == .number(30))
        #expect(waiting?["until"] == .string(test.now.adding(seconds: 86_400).iso8601WithMilliseconds))
        #expect(shown["confirmDue"] == nil && shown["unknownKeys"] == nil)
        // All that was shown, and what somebody makes up, changes nothing of what waits.
        #expect(try await configuration.change(shown, by: client, at: test.now) == shown)
        let made = try await configuration.change(
            .object(["pendingRetention": .object([:])]), by: client, at: test.now)
        #expect(made == shown)
        test.advance(days: 1)
        #expect(try await configuration.read(by: client, at: test.now)["pendingRetention"] == nil)
    }

    @Test func theCommandNamesTheNumberAndPrintsWhatChanges() async throws {
        let administration = TenantAdministration(data: test.data)
        let change = #"{"onboardingConfig":{"failedRetentionDays":5,"maxFaceAttempts":2,"replayGard":"off"}}"#
        let error = await #expect(throws: ConfigurationError.self) {
            try await administration.configure(name: "acme", change: change, at: test.now)
        }
        #expect(error?.description.contains("--confirm-due 3") == true)
        let configured = try await administration.configure(
            name: "acme", change: change, confirmedDue: 3, at: test.now)
        #expect(
            configured.changes.map { "\($0.name) \($0.before ?? "") \($0.after ?? "")" } == [
                "onboardingConfig.failedRetentionDays 30 5", "onboardingConfig.maxFaceAttempts 5 2",
                #"onboardingConfig.replayGard  "off""#,
            ])
        #expect(
            configured.pending.map { "\($0.name) \($0.daysInForce)" } == ["onboardingConfig.failedRetentionDays 30"])
        #expect(configured.unknown.map(\.nearest) == ["onboardingConfig.replayGuard"])
    }

    @Test func theTrailTellsWhatWaits() async throws {
        try await change(failed: 5, confirming: 3)
        let entry = try #require(
            try await test.useCases.administration.tenantTrail.page(
                kind: .configurationChanged, limit: 1, by: try await administrator()
            ).entries.first)
        #expect(entry.changes.map(\.key) == ["onboardingConfig.failedRetentionDays", "pendingRetention"])
        #expect(entry.changes.last?.after?.contains(#""daysInForce":30"#) == true)
    }
}
