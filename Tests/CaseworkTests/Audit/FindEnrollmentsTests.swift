import OnboardingCore
import Testing

@testable import Casework
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

@Suite struct FindEnrollmentsTests {
    /// By what is kept of who was erased: the id, the code, and the digest that the certificate bears.
    @Test func whoWasErasedIsFoundByWhatNamesNobody() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant("", at: test)
        let (ada, other) = (try await Returner("ada", at: test, tenant: tenant), try await test.tenant("other"))
        let id = try #require(try await test.data.store.enrollment(tenant: tenant.id, code: ada.code)?.id)
        let auditor = Auditor(data: test.data)
        func erased(by change: (inout EnrollmentSearch) -> Void, at tenant: Tenant) async throws -> Instant? {
            var search = EnrollmentSearch()
            change(&search)
            return try await auditor.erased(search, tenant: tenant.name)?.erasedAt
        }
        let named: [(inout EnrollmentSearch) -> Void] = [
            { $0.enrollmentID = id.text }, { $0.registrationCode = ada.code.lowercased() },
            { $0.enrollmentID = ErasureCertificate.subject(of: id) },
        ]
        for change in named { #expect(try await erased(by: change, at: tenant) == nil) }
        _ = try await test.cases.erasePerson(of: id, includingRegistration: true, at: test.now)
        for change in named {
            #expect(try await erased(by: change, at: tenant) == test.now)
            #expect(try await erased(by: change, at: other) == nil)
        }
        #expect(try await erased(by: { $0.terms = [.username("ada")] }, at: tenant) == nil)
        #expect(try await erased(by: { $0.enrollmentID = String(repeating: "0", count: 64) }, at: tenant) == nil)
    }
}
