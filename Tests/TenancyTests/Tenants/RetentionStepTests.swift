import OnboardingCore
import OnboardingJSON
import Testing

@testable import Tenancy

/// What a change of the periods shortens, what is much, and what waits.
@Suite struct RetentionStepTests {
    private let now = Instant(millisecondsSince1970: 1_800_000_000_123)

    private func document(_ days: [String: Double]) -> JSONValue {
        days.reduce(CustomerConfiguration.initial(.compatible)) {
            $0.setting(.number($1.value), at: ["onboardingConfig", $1.key])
        }
    }

    @Test(arguments: [
        (100, 10_000, false), (101, 1_000_000, true), (1, 100, false), (1, 99, true), (2, 200, false), (0, 0, false),
        (0, 5, false),
    ]) func moreThanAHundredOrOnePerCentIsMuch(count: Int, total: Int, isMuch: Bool) {
        #expect(DueForecast(kinds: [.init(name: "faces", count: count, total: total)]).isMuch == isMuch)
    }

    @Test func kindsAreAddedUp() {
        let forecast = DueForecast(kinds: [
            .init(name: "faces", count: 60, total: 10_000), .init(name: "documents", count: 60, total: 10_000),
        ])
        #expect(forecast.isMuch && forecast.count == 120)
    }

    @Test func theNumberMayHaveMovedByOnePerCent() {
        let forecast = DueForecast(kinds: [.init(name: "registrations", count: 2427, total: 2430)])
        for number in [2403, 2427, 2451] { #expect(forecast.isConfirmed(by: number)) }
        for number in [nil, 0, 1, 2402, 2452, 24270] { #expect(!forecast.isConfirmed(by: number)) }
    }

    @Test func onlyWhatBecomesShorterThanItIsInForceIsShortened() throws {
        let stored = document(["registrationRetentionDays": 100, "failedRetentionDays": 20])
        let step = try RetentionStep(
            from: stored, to: document(["registrationRetentionDays": 10, "failedRetentionDays": 40]), at: now)
        #expect(step.shortened == [0])
        #expect(step.then.days == [10, 40, 3650, 3650, 3650] && step.inForce.days == [100, 20, 3650, 3650, 3650])
        let until = now.adding(seconds: 86_400)
        #expect(step.pending(waits: true, at: now).periods == [0: .init(daysInForce: 100, until: until)])
        #expect(step.pending(waits: false, at: now).periods.isEmpty)
    }

    @Test func whatWaitsIsStoredAndReadAgain() throws {
        var pending = PendingRetention()
        pending.periods[2] = .init(daysInForce: 180, until: now)
        let stored = pending.laid(over: document(["biometricRetentionDays": 1]))
        #expect(try PendingRetention(stored) == pending)
        let settings = try TenantSettings(stored)
        #expect(settings.retention(at: now.adding(seconds: -1)).biometricsInDays == 180)
        #expect(settings.retention(at: now).biometricsInDays == 1)
        #expect(UnknownKey.all(in: stored).isEmpty)
        for wrong in [
            JSONValue.array([]), .object(["biometricRetentionDays": .number(1)]), .object(["x": .object([:])]),
            .object(["biometricRetentionDays": .object(["daysInForce": .number(1), "until": .string("soon")])]),
        ] {
            #expect(throws: ConfigurationValidationError.self) {
                try TenantSettings(document([:]).setting(wrong, at: ["pendingRetention"]))
            }
        }
    }

    /// A stored period that is not allowed is repaired, and counts as the longest until then.
    @Test func aPeriodThatCannotBeReadKeepsLongest() throws {
        let step = try RetentionStep(
            from: document(["failedRetentionDays": -1]), to: document(["failedRetentionDays": 30]), at: now)
        #expect(step.inForce.failedInDays == 3650 && step.shortened == [1])
    }
}
