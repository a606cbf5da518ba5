import OnboardingCore
import OnboardingStorage
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// Changes that another process makes beside a running server.
@Suite struct TenantDirectoryTests {
    /// Requests at one moment: one of them looked, and the others answered from the old contents.
    @Test func everyRequestKnowsAChangeThatIsASecondOld() async throws {
        let test = try await TestInstallation()
        let tenants = test.tenants
        #expect(try await tenants.all().count == 1)
        for number in 0..<3 {
            let created = try await TenantCreation.create(
                name: "t\(number)", isTest: true, profile: .compatible, in: test.data, at: test.now)
            test.advance(milliseconds: 1000)
            let found = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await tenants.tenant(realm: created.realm) != nil }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(found == [Bool](repeating: true, count: 16))
        }
    }

    @Test func aClockThatIsSetBackHidesNoChange() async throws {
        let test = try await TestInstallation()
        let tenants = test.tenants
        #expect(try await tenants.all().count == 1)
        _ = try await TenantCreation.create(
            name: "other", isTest: true, profile: .compatible, in: test.data, at: test.now)
        test.advance(days: -1)
        #expect(try await tenants.all().count == 2)
    }
}
