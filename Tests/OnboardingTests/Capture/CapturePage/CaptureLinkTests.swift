import OnboardingCore
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// The link that a device passes on to another phone.
@Suite struct CaptureLinkTests {
    @Test func anotherPhoneGoesOnByTheLinkWhereTheDeviceWas() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        var (computer, phone) = (CaptureDevice(at: test), CaptureDevice(at: test))
        try await computer.open(handed)
        try await computer.enroll()
        let link = test.useCases.person.captureLink
        let url = try await link.url(holding: computer.secret, key: computer.key, at: test.now)
        let passedOn = HandedOver(callbackURL: url, sessionToken: handed.sessionToken)
        try await phone.takeOver(passedOn, from: computer)
        #expect(try await phone.standing().step == .device)
        await #expect(throws: Refusal(.captureElsewhere)) {
            _ = try await link.symbol(holding: computer.secret, key: computer.key, at: test.now)
        }
    }

    @Test func whatHasEndedIsPassedOnToNobody() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let handed = try await HandedOver("ada", of: tenant, at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        let link = test.useCases.person.captureLink
        #expect(try await link.symbol(holding: device.secret, key: device.key, at: test.now).side > 40)
        let over = test.now.adding(seconds: tenant.settings.sessionLifetimeInSeconds + 1)
        await #expect(throws: Refusal(.tokenUnknown)) {
            _ = try await link.symbol(holding: device.secret, key: device.key, at: over)
        }
        await #expect(throws: Refusal(.tokenMissing)) {
            _ = try await link.symbol(holding: nil, key: nil, at: test.now)
        }
    }
}
