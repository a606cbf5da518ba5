import OnboardingJSON
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// What needs networks that the installation lacks is refused where it is switched on, and told where it is on already.
@Suite struct AttributePackKeysTests {
    private static let age = "onboardingConfig.onboardingOptions.enrollment.ageEstimation.enabled"
    private static let attributes = "faceAttributes.enabled"

    private func posted(_ key: String, _ value: JSONValue = .bool(true)) -> JSONValue {
        JSONValue.object([:]).setting(value, at: key.split(separator: ".").map(String.init)[...])
    }

    private func portal(_ test: TestInstallation, _ configuration: String? = nil) async throws -> Principal {
        guard let configuration else { return Principal(tenant: try await test.tenant(), role: .portal) }
        return Principal(tenant: try await test.tenant(configuration: configuration), role: .portal)
    }

    @Test(arguments: [age, attributes])
    func whatNeedsNetworksThatAreMissingCannotBeSwitchedOn(key: String) async throws {
        let test = try await TestInstallation(hasAttributes: false)
        let portal = try await portal(test)
        let before = try await test.useCases.administration.configuration.read(by: portal, at: test.now)
        do {
            _ = try await test.useCases.administration.configuration.change(posted(key), by: portal, at: test.now)
            Issue.record("accepted")
        } catch let refusal as Refusal {
            #expect(refusal.reason == .configurationValue && refusal.details.member == key)
            #expect(refusal.message?.contains(key) == true && refusal.message?.contains("attributes") == true)
        }
        #expect(try await test.useCases.administration.configuration.read(by: portal, at: test.now) == before)
        // Where they are installed it can.
        let whole = try await TestInstallation()
        _ = try await whole.useCases.administration.configuration.change(
            posted(key), by: Principal(tenant: try await whole.tenant(), role: .portal), at: whole.now)
    }

    /// The networks may have been removed, and the command knows of none.
    @Test func whatIsOnAlreadyIsToldAndKeepsNobodyFromChangingOtherKeys() async throws {
        let test = try await TestInstallation(hasAttributes: false)
        #expect(try await test.data.tenantsAskingForAttributes().isEmpty)
        let portal = try await portal(
            test, #"{"onboardingConfig":{"onboardingOptions":{"enrollment":{"ageEstimation":{"enabled":true}}}}}"#)
        let asking = try await test.data.tenantsAskingForAttributes()
        #expect(asking.map(\.name) == [portal.tenant.name] && asking.first?.keys == [Self.age])
        let changed = try await test.useCases.administration.configuration.change(
            posted("onboardingConfig.maxFaceAttempts", .number(7)), by: portal, at: test.now)
        #expect(changed.value(at: ["onboardingConfig", "maxFaceAttempts"]) == .number(7))
        _ = try await test.useCases.administration.configuration.change(
            posted(Self.age, .bool(false)), by: portal, at: test.now)
        #expect(try await test.data.tenantsAskingForAttributes().isEmpty)
    }
}
