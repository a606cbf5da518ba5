import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

@Suite struct KeyCheckTests {
    @Test func keysThatAreMissingAreCountedUntilTheyAreBack() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let visitor = try await Visitor("ada", at: test, tenant: tenant)
        _ = try await Visitor("bob", at: test, tenant: visitor.tenant)
        let check = KeyCheck(data: test.data, logger: test.logger)
        try await check.round()
        #expect(check.missing == MissingKeys())
        var search = EnrollmentSearch()
        search.terms = [.username("ada")]
        let portal = Principal(tenant: tenant, role: .portal)
        let id = try #require(
            try await test.useCases.portal.enrollments.search(search, by: portal, at: test.now).entries.first?.id)
        try await test.data.keys.erase([id])
        try await check.round()
        #expect(check.missing.enrollments == 1 && check.missing.tenants == [])
        // Whoever is erased needs none.
        try await test.cases.erasePerson.enrollment(id, at: test.now)
        try await check.round()
        #expect(check.missing == MissingKeys())
        #expect(try await test.data.store.schemaVersion() == "38 causes of deliveries")
    }
}
