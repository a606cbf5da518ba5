import OnboardingCore
import Testing
import Vision

@testable import OnboardingFixture
@testable import Tenancy

@Suite struct ChangeLogoTests {
    private func png(_ shade: UInt8) throws -> [UInt8] {
        try Image(size: ImageSize(width: 32, height: 32), blue: shade, green: shade, red: shade).png()
    }

    @Test func aLogoIsServedByItsDigestAsLongAsATenantHasIt() async throws {
        let test = try await TestInstallation()
        let logos = test.useCases.administration.changeLogo
        let principal = Principal(tenant: try await test.tenant(), role: .phone(sessionDigest: []))
        #expect(principal.tenant.logo == nil)
        try await logos.set(try png(1), by: principal, at: test.now)
        let first = try #require(try await test.tenants.tenant(nameOrRealm: "acme")?.logo)
        #expect(first.width == 32 && first.height == 32)
        let file = try #require(try await logos.file(digest: first.digest))
        let same = try png(1)
        #expect(file.type == "image/png" && file.bytes == same)

        try await logos.set(try png(2), by: principal, at: test.now)
        let second = try #require(try await test.tenants.tenant(nameOrRealm: "acme")?.logo)
        #expect(second != first)
        #expect(try await logos.file(digest: first.digest) == nil)
        #expect(try await logos.file(digest: "") == nil)
        await #expect(throws: LogoRefusal.notAnImage) { try await logos.set([1, 2, 3], by: principal, at: test.now) }
        #expect(try await logos.file(digest: second.digest) != nil)

        try await logos.remove(by: principal, at: test.now)
        #expect(try await test.tenant().logo == nil)
        #expect(try await logos.file(digest: second.digest) == nil)
    }

    @Test func theCommandSetsTheLogoOfItsTenantAlone() async throws {
        let test = try await TestInstallation()
        let administration = TenantAdministration(data: test.data)
        _ = try await test.tenant("other")
        try await administration.setLogo(try png(1), tenant: "other")
        #expect(try await test.tenant("other").logo != nil)
        #expect(try await test.tenant().logo == nil)
        await #expect(throws: ConfigurationError.self) { try await administration.setLogo([], tenant: "other") }
        await #expect(throws: ConfigurationError.self) { try await administration.setLogo(nil, tenant: "nobody") }
        try await administration.setLogo(nil, tenant: "other")
        #expect(try await test.tenant("other").logo == nil)
    }
}
