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

    /// With a thousand tenants each change of one took the time of reading a thousand.
    @Test func aChangeOfOneTenantReadsThatTenantAlone() async throws {
        let test = try await TestInstallation()
        let read = KeptLog()
        let tenants = TenantDirectory(
            store: test.data.store, keys: test.data.keys, clock: { [test] in test.now }, logger: read.logger)
        _ = try await TenantCreation.create(
            name: "other", isTest: true, profile: .compatible, in: test.data, at: test.now)
        #expect(try await tenants.all().map(\.name) == ["acme", "other"])
        #expect(read.names == ["acme", "other"])

        _ = try await TenantAdministration(data: test.data).rotate(
            .qr, tenant: "other", rsaBits: 2048, at: test.now)
        test.advance(milliseconds: 1000)
        #expect(try await tenants.all().count == 2)
        #expect(read.names == ["acme", "other", "other"])

        _ = try await TenantAdministration(data: test.data).configure(
            name: "acme", change: #"{"onboardingConfig":{"maxFaceAttempts":7}}"#)
        test.advance(milliseconds: 1000)
        let changed = try await tenants.all().map(\.settings.policy.maximumFaceAttempts)
        #expect(changed == [7, 5])
        #expect(read.names == ["acme", "other", "other", "acme"])
        #expect(try await tenants.tenant(nameOrRealm: "other").map { try tenants.keys(of: $0).apiKey } != nil)
    }
}

extension KeptLog {
    /// The tenants that a directory says it has read.
    fileprivate var names: [String] {
        lines.compactMap { line in
            line.hasPrefix("debug tenant read tenant=") ? String(line.drop { $0 != "=" }.dropFirst()) : nil
        }
    }
}
