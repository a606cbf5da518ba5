import OnboardingCore
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// When something may take two operators.
@Suite struct FourEyesTests {
    private let test: TestInstallation

    init() async throws {
        test = try await TestInstallation()
        _ = try await test.tenant()
    }

    private var people: OperatorAdministration { test.useCases.administration.operatorAdministration }

    private func configure(_ words: String) async throws -> Set<FourEyesAction> {
        try await test.tenant(configuration: "{\"onboardingConfig\":{\"fourEyes\":[\(words)]}}").settings.fourEyes
    }

    private func make(_ name: String, _ rights: String...) async throws {
        _ = try await people.create(name, role: "auditor", rights: rights, tenant: "acme", at: test.now)
    }

    @Test func nothingTakesTwoUnlessSomebodySaysSo() async throws {
        for profile in CustomerConfiguration.Profile.allCases {
            #expect(try TenantSettings(CustomerConfiguration.initial(profile)).fourEyes.isEmpty)
        }
        #expect(try await test.tenant().settings.fourEyes.isEmpty)
    }

    @Test func whatFewerThanTwoCouldDoIsRefusedByTheirRights() async throws {
        let error = await #expect(throws: ConfigurationError.self) { _ = try await configure("\"erasure\"") }
        #expect(error?.description.contains("erasure (erase)") == true)
        try await make("ada", "erase")
        await #expect(throws: ConfigurationError.self) { _ = try await configure("\"erasure\"") }
        try await make("ben", "review")
        await #expect(throws: ConfigurationError.self) { _ = try await configure("\"erasure\"") }
        try await make("cleo", "erase")
        try await people.disable("cleo", tenant: "acme", at: test.now)
        await #expect(throws: ConfigurationError.self) { _ = try await configure("\"erasure\"") }
        try await people.enable("cleo", tenant: "acme", at: test.now)
        #expect(try await configure("\"erasure\"") == [.erasure])
        let both = await #expect(throws: ConfigurationError.self) {
            _ = try await configure("\"erasure\",\"secondLook\"")
        }
        #expect(both?.description.contains("secondLook (review)") == true)
        // Somebody has left since: what took two takes two, and other settings can be changed.
        try await people.disable("cleo", tenant: "acme", at: test.now)
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"maxFaceAttempts":2}}"#)
        #expect(tenant.settings.fourEyes == [.erasure])
        await #expect(throws: ConfigurationError.self) { _ = try await configure("\"export\"") }
        #expect(try await configure("").isEmpty)
    }

    @Test func itIsRefusedAtThePageBesideItsKey() async throws {
        let tenant = try await test.tenant()
        let ada = try Principal.signedIn("ada", [.configuration], of: tenant)
        let refusal = await #expect(throws: ConfigurationRefusal.self) {
            try await test.useCases.administration.configuration.set(
                .object(["onboardingConfig": .object(["fourEyes": .array([.string("settings")])])]), by: ada,
                at: test.now)
        }
        #expect(refusal?.rule == .twoOperators && refusal?.key == "onboardingConfig.fourEyes")
        #expect(refusal?.message.contains("settings (configuration)") == true)
    }
}
