import OnboardingCore
import OnboardingJSON
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// What `tenant show` tells.
@Suite struct TenantStandingTests {
    @Test func onlySettingsThatANewTenantDoesNotBeginWithAreNamed() async throws {
        let test = try await TestInstallation()
        let administration = TenantAdministration(data: test.data)
        _ = try await administration.create(name: "fresh", isTest: false)
        #expect(try await administration.standing(of: "fresh").settings.isEmpty)
        try await administration.configure(
            name: "fresh", change: #"{"onboardingConfig":{"maxFaceAttempts":3},"vendorOnly":1}"#)
        let settings = try await administration.standing(of: "fresh").settings
        #expect(settings.map(\.key) == ["onboardingConfig.maxFaceAttempts", "vendorOnly"])
        #expect(settings.map(\.value) == [.number(3), .number(1)])
        #expect(settings.map(\.initial) == [.number(5), nil])
    }

    @Test func enrollmentsAreCountedByState() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        _ = try await test.begun("ada", [.triggered(until: test.now)], tenant: tenant)
        let standing = try await TenantAdministration(data: test.data).standing(of: "acme")
        #expect(standing.enrollments.map(\.state) == ["pending"] && standing.enrollments.map(\.count) == [1])
        #expect(standing.registrations == 0 && standing.handedIn == 0)
        #expect(standing.isTest && !standing.isDisabled)
    }

    @Test func whoIsNotThereIsNotFound() async throws {
        let test = try await TestInstallation()
        await #expect {
            _ = try await TenantAdministration(data: test.data).standing(of: "nobody")
        } throws: {
            ($0 as? ConfigurationError)?.kind == .notFound
        }
    }
}
