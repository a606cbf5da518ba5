import Foundation
import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// What a tenant is told of as it happens.
@Suite struct EventFeedTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let portal: Principal

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
        portal = Principal(tenant: tenant, role: .portal)
        test.engines.acceptEverybody()
    }

    private func page(_ since: Int = 0, limit: Int = 100) async throws -> [EventFeed.Entry] {
        try await test.useCases.portal.eventFeed.page(since: "\(since)", limit: "\(limit)", by: portal)
    }

    @Test func whatHappensIsToldAsItStoodThen() async throws {
        let visitor = try await Visitor("ada", at: test, tenant: tenant, reference: "case 7")
        try await visitor.addDevice()
        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        try await visitor.addFace()
        test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
        try await visitor.addFace()
        try await visitor.addDocument()
        let entries = try await page()
        #expect(
            entries.map(\.kind) == [
                "enrollment.triggered", "enrollment.started", "check.accepted", "check.refused", "check.accepted",
                "check.accepted", "enrollment.completed",
            ])
        #expect(entries.map(\.number) == Array(1...7))
        #expect(entries.map(\.standing?.state.rawValue) == Array(repeating: "pending", count: 6) + ["complete"])
        #expect(entries[3].standing?.reason == .faceNotLive && entries[4].standing?.reason == nil)
        #expect(entries[3].standing?.check == .addFace && entries[4].standing?.check == .addDocument)
        #expect(Set(entries.map(\.reference)) == ["case 7"] && Set(entries.map(\.registrationCode)).count == 1)
        #expect(Set(entries.map(\.id)).count == 7)
        #expect(try await page(5).map(\.number) == [6, 7])
        #expect(try await page(2, limit: 2).map(\.number) == [3, 4])
        #expect(try await page(7).isEmpty)

        // Nothing of the person is told once they are forgotten.
        _ = try await test.useCases.portal.enrollments.erase(entries[0].enrollmentID.text, by: portal, at: test.now)
        let after = try await page()
        #expect(after.map(\.id).prefix(7) == entries.map(\.id)[...])
        #expect(after.last?.kind == "enrollment.erased" && after.last?.standing?.state == .complete)
        #expect(Set(after.map(\.reference)) == [nil])
    }

    @Test func aTenantIsToldOfItsOwn() async throws {
        let other = Principal(tenant: try await test.tenant("other"), role: .portal)
        _ = try await Visitor(at: test, tenant: tenant)
        _ = try await Visitor(at: test, tenant: other.tenant)
        let theirs = try await test.useCases.portal.eventFeed.page(since: nil, limit: nil, by: other)
        #expect(theirs.map(\.number) == [1, 2])
        #expect(Set(theirs.map(\.enrollmentID)).isDisjoint(with: Set(try await page().map(\.enrollmentID))))
    }

    @Test(
        arguments: [("-1", nil), ("x", nil), ("", nil), (nil, "0"), (nil, "501"), (nil, "1.5")] as [(String?, String?)])
    func whatIsNoPageIsRefused(since: String?, limit: String?) async throws {
        await #expect(throws: Refusal(.pageOutOfRange)) {
            try await test.useCases.portal.eventFeed.page(since: since, limit: limit, by: portal)
        }
    }
}
