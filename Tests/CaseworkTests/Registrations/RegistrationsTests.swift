import OnboardingCore
import OnboardingJSON
import Testing

@testable import LivenessScorer
@testable import OnboardingFixture
@testable import Tenancy

@Suite struct RegistrationsTests {
    /// Somebody who is registered, and the code.
    private func registered(_ test: TestInstallation) async throws -> (Visitor, String) {
        let visitor = try await Visitor(at: test, tenant: try await test.tenant())
        let (live, document) = (try Samples.assessment(.live), try Samples.document())
        test.engines.set {
            $0.face = { _ in live }
            $0.document = { _ in document }
            $0.comparison = { Samples.score(6) }
        }
        try await visitor.addDevice()
        try await visitor.addFace()
        return (visitor, try await visitor.addDocument().standing.registrationCode)
    }

    @Test func aRegistrationIsListedShownAndDeleted() async throws {
        let test = try await TestInstallation()
        let (visitor, code) = try await registered(test)
        let registrations = test.useCases.portal.registrations
        let page = try await registrations.page(1, size: 10, by: visitor.principal, at: test.now)
        #expect(page.total == 1 && page.entries.map(\.registrationCode) == [code])
        #expect(try await registrations.page(2, size: 10, by: visitor.principal, at: test.now).entries.isEmpty)
        #expect(
            try await registrations.page(.max, size: Limit.pageSize.value, by: visitor.principal, at: test.now).entries
                .isEmpty)
        for (number, size) in [(0, 10), (1, 0), (1, Limit.pageSize.value + 1)] {
            await #expect(throws: Refusal(.pageOutOfRange)) {
                try await registrations.page(number, size: size, by: visitor.principal, at: test.now)
            }
        }

        let detail = try await registrations.detail(registrationCode: code, by: visitor.principal, at: test.now)
        #expect(detail.username == "ada" && detail.devices.map(\.id) == ["device"] && detail.lockedUntil == nil)
        #expect(detail.devices.first?.hasPublicKey == false)
        #expect(detail.activities.compactMap(\.score).count == 2, "the face's score and the portrait's")

        // A username that is registered is enrolled no second time, in whatever way it is asked.
        await #expect(throws: Refusal(.tokenUnknown)) { try await Visitor(at: test, tenant: visitor.tenant) }

        try await registrations.delete(registrationCode: code, by: visitor.principal, at: test.now)
        for code in [code, nil] {
            await #expect(throws: Refusal(.registrationUnknown)) {
                try await registrations.detail(registrationCode: code, by: visitor.principal, at: test.now)
            }
            await #expect(throws: Refusal(.registrationUnknown)) {
                try await registrations.delete(registrationCode: code, by: visitor.principal, at: test.now)
            }
        }
    }

    @Test func aConfigurationIsReadChangedAndRefused() async throws {
        let test = try await TestInstallation()
        let principal = Principal(tenant: try await test.tenant(), role: .portal)
        let configuration = test.useCases.administration.configuration
        let path = ["onboardingConfig", "maxFaceAttempts"]
        #expect(try await configuration.read(by: principal, at: test.now).value(at: path) == .number(5))
        func change(_ key: String, to value: JSONValue) async throws -> JSONValue {
            try await configuration.change(
                .object(["onboardingConfig": .object([key: value])]), by: principal, at: test.now)
        }
        #expect(try await change("maxFaceAttempts", to: .number(3)).value(at: path) == .number(3))
        #expect(try await test.tenants.tenant(nameOrRealm: "acme")?.settings.maximumFaceAttempts == 3)
        let wrong = await #expect(throws: Refusal.self) { try await change("maxFaceAttempts", to: .number(0)) }
        #expect(wrong?.reason == .configurationValue)
        let conflict = await #expect(throws: Refusal.self) {
            try await change(
                "onboardingOptions",
                to: .object(["enrollment": .object(["addFace": .bool(false)])]))
        }
        #expect(conflict?.reason == .configurationConflict)
    }
}
