import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Which device goes on with an enrollment.
@Suite struct OpenCaptureTests {
    private func events(of handed: HandedOver, in tenant: Tenant, _ test: TestInstallation) async throws -> [Event] {
        let stored = try #require(
            try await test.data.store.enrollment(
                tenant: tenant.id, sessionDigest: Cases.sessionDigest(handed.sessionToken)))
        return try await test.data.store.events(of: stored.id).map(\.event)
    }

    @Test func openingGivesTheRightAndBeginsNothing() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let handed = try await HandedOver("ada", of: tenant, at: test)
        let before = try await events(of: handed, in: tenant, test)
        var device = CaptureDevice(at: test)
        #expect(try await device.open(handed))
        #expect(try await events(of: handed, in: tenant, test) == before)
        let principal = try await device.principal()
        #expect(principal.tenant.id == tenant.id)
        #expect(principal.role == .phone(sessionDigest: Cases.sessionDigest(handed.sessionToken)))

        try await device.enroll()
        let begun = try await events(of: handed, in: tenant, test)
        #expect(begun.contains(.validated), "the portal sees the phone when the person agrees")
        #expect(begun.contains(.consentGiven(CaptureDevice.agreed)))
    }

    @Test func whosePageItIsIsKnownBeforeAnythingIsOpened() async throws {
        let test = try await TestInstallation()
        let (tenant, other) = (try await test.tenant(), try await test.tenant("other"))
        let (handed, foreign) = (
            try await HandedOver("ada", of: tenant, at: test), try await HandedOver("ada", of: other, at: test)
        )
        let before = try await events(of: handed, in: tenant, test)
        let (open, rights) = (test.useCases.person.openCapture, test.useCases.person.captureRights)
        #expect(try await open.tenant(of: handed.data)?.id == tenant.id)
        #expect(try await open.tenant(of: foreign.data)?.id == other.id)
        for wrong in ["x", String(handed.data.dropLast(8)), handed.data + handed.data] {
            #expect((try? await open.tenant(of: wrong)) == nil)
        }
        #expect(try await events(of: handed, in: tenant, test) == before)

        for secret in [nil, "", "x"] { #expect(try await rights.tenant(holding: secret, at: test.now) == nil) }
        var (first, second) = (CaptureDevice(at: test), CaptureDevice(at: test))
        try await first.open(handed)
        try await second.takeOver(handed, from: first)
        for device in [first, second] {
            #expect(try await rights.tenant(holding: device.secret, at: test.now)?.id == tenant.id)
        }
    }

    @Test func theSameDeviceMayOpenAgain() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        let secret = device.secret
        for takesOver in [false, true] { #expect(try await !device.open(handed, takesOver: takesOver)) }
        try await device.enroll()
        #expect(try await !device.open(handed))
        #expect(device.secret == secret)
    }

    @Test func anotherDeviceGoesOnWithThePersonsWordOnBoth() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        var (first, second) = (CaptureDevice(at: test), CaptureDevice(at: test))
        try await first.open(handed)
        await #expect(throws: Refusal(.captureElsewhere)) { try await second.open(handed) }
        #expect(second.secret == nil)
        try await first.enroll()
        #expect(try await first.asked() == nil)
        let code = try #require(try await second.asks(for: handed).asksUnder)
        #expect(code.count == 6 && code.allSatisfy(\.isNumber))
        #expect(try await first.asked() == code, "the person sees the same digits on both")
        await #expect(throws: Refusal(.tokenMissing)) { _ = try await second.standing() }
        #expect(try await second.asks(for: handed).asksUnder == code, "asking again asks the same")

        try await first.answer(code, allows: true)
        #expect(try await !second.open(handed), "it holds the right that it asked for")
        #expect(try await second.standing().step == .device, "it goes on where the first one was")
        await #expect(throws: Refusal(.captureElsewhere)) { _ = try await first.standing() }
        await #expect(throws: Refusal(.captureElsewhere)) { _ = try await first.principal() }
        await #expect(throws: Refusal(.captureElsewhere)) { try await first.open(handed) }
        try await first.takeOver(handed, from: second)
        #expect(try await first.standing().step == .device)
        await #expect(throws: Refusal(.captureElsewhere)) { _ = try await second.standing() }
    }

    @Test func withoutAWordOnTheFirstDeviceNothingMoves() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        var (first, second, third) = (CaptureDevice(at: test), CaptureDevice(at: test), CaptureDevice(at: test))
        try await first.open(handed)
        let code = try #require(try await second.asks(for: handed).asksUnder)
        await #expect(throws: Refusal(.captureElsewhere), "one device asks at a time") {
            try await third.asks(for: handed)
        }
        await #expect(throws: Refusal(.tokenUnknown)) { try await first.answer("x", allows: true) }
        // Who asks cannot answer.
        await #expect(throws: Refusal(.tokenMissing)) { try await second.answer(code, allows: true) }
        try await first.answer(code, allows: false)
        await #expect(throws: Refusal(.takeOverDeclined)) { try await second.asks(for: handed) }
        await #expect(throws: Refusal(.tokenUnknown)) { try await first.answer(code, allows: true) }
        #expect(try await first.asked() == nil)
        #expect(try await first.standing().step == .consent)

        test.advance(milliseconds: Limit.takeOverLife.seconds * 1000)
        let late = try #require(try await third.asks(for: handed).asksUnder)
        test.advance(milliseconds: Limit.takeOverLife.seconds * 1000)
        await #expect(throws: Refusal(.tokenUnknown)) { try await first.answer(late, allows: true) }
        #expect(try await first.standing().step == .consent)
    }

    @Test func theCookieWithoutTheKeyOpensNothing() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        var thief = CaptureDevice(at: test)
        thief.secret = device.secret
        await #expect(throws: Refusal(.proofInvalid)) { _ = try await thief.principal() }
        await #expect(throws: Refusal(.proofInvalid)) { _ = try await thief.standing() }
        await #expect(throws: Refusal(.captureElsewhere)) { try await thief.open(handed) }
        #expect(try await device.standing().step == .consent)
    }

    @Test func ofTwoDevicesAtOnceOneGoesOn() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        let opened = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var device = CaptureDevice(at: test)
                    return (try? await device.open(handed)) ?? false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    @Test func whoMadeTheDataIsFoundAmongAllTenants() async throws {
        let test = try await TestInstallation()
        for name in ["acme", "other", "third"] {
            let tenant = try await test.tenant(name)
            let handed = try await HandedOver("ada", of: tenant, at: test)
            var device = CaptureDevice(at: test)
            try await device.open(handed)
            #expect(try await device.standing().tenant.id == tenant.id)
        }
    }

    @Test func whateverIsWrongWithTheDataIsOneRefusal() async throws {
        let test = try await TestInstallation()
        let (tenant, other) = (try await test.tenant(), try await test.tenant("other"))
        let handed = try await HandedOver("ada", of: tenant, at: test)
        let (keys, foreign) = (try test.tenants.keys(of: tenant), try test.tenants.keys(of: other))
        func made(_ url: String, _ token: String, _ keys: TenantKeys) throws -> String {
            HandedOver(
                callbackURL: try QRHandOff.callbackURL(publicURL: url, sessionToken: token, keys: keys),
                sessionToken: token
            ).data
        }
        var bytes = try #require(Base64URL.decode(handed.data))
        bytes[300] ^= 1
        let url = "https://onboarding.test"
        let wrong = [
            Base64URL.encode(bytes), String(handed.data.dropLast()), "x", "🦉", handed.data + "=",
            try made("https://elsewhere.test", handed.sessionToken, keys),
            try made(url, UUID().uuidString.lowercased(), keys), try made(url, handed.sessionToken, foreign),
        ]
        var device = CaptureDevice(at: test)
        for data in wrong {
            await #expect(throws: Refusal(.tokenUnknown), "\(data.prefix(20))") {
                _ = try await test.useCases.person.openCapture.perform(
                    data: data, takesOver: true, holding: nil, key: nil, at: test.now)
            }
        }
        for (data, reason) in [("", RefusalReason.fieldEmpty), (String(repeating: "A", count: 1025), .fieldTooLong)] {
            await #expect(throws: Refusal(reason)) {
                _ = try await test.useCases.person.openCapture.perform(
                    data: data, takesOver: true, holding: nil, key: nil, at: test.now)
            }
        }
        #expect(try await device.open(handed), "none of them did anything to it")
    }

    /// A QR code may have been seen by others, and what has ended can still be withdrawn.
    @Test func whatHasEndedIsOpenToWhoWasThereForAWhile() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        var (device, other) = (CaptureDevice(at: test), CaptureDevice(at: test))
        try await device.open(handed)
        try await device.enroll()
        let token = try #require(try await device.standing().token)
        _ = try await test.useCases.person.cancel.perform(
            Visitor.incoming(token), by: try await device.principal(), at: test.now)
        for takesOver in [false, true] {
            await #expect(throws: Refusal(.tokenUnknown)) { try await other.open(handed, takesOver: takesOver) }
        }
        #expect(try await !device.open(handed))
        #expect(try await device.standing().end == .cancelled)
        test.advance(milliseconds: Limit.captureRightLife.seconds * 1000 - 1)
        #expect(try await device.standing().step == .ended)
        test.advance(milliseconds: 1)
        await #expect(throws: Refusal(.tokenMissing)) { _ = try await device.standing() }
        await #expect(throws: Refusal(.tokenUnknown)) { try await device.open(handed) }
    }

    @Test func aCodeThatExpiredOpensNothingAndSaysSoToWhoHadOpenedIt() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"sessionLifetimeSeconds":60}}"#)
        let handed = try await HandedOver("ada", of: tenant, at: test)
        var (device, late) = (CaptureDevice(at: test), CaptureDevice(at: test))
        try await device.open(handed)
        test.advance(milliseconds: 60_000)
        await #expect(throws: Refusal(.tokenUnknown)) { try await late.open(handed) }
        let standing = try await device.standing()
        #expect(standing.end == .expired && standing.reason == .enrollmentExpired && standing.deadline == nil)
        #expect(standing.token == nil, "nothing had begun")
    }

    @Test func whatIsErasedIsUnknown() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        try await device.enroll()
        let token = try #require(try await device.standing().token)
        _ = try await test.useCases.person.withdrawConsent.perform(
            .init(enrollmentToken: token), by: try await device.principal(), at: test.now)
        await #expect(throws: Refusal(.tokenMissing)) { _ = try await device.standing() }
        await #expect(throws: Refusal(.tokenUnknown)) { try await device.open(handed, takesOver: true) }
    }

    @Test func whoHoldsNothingThatWasGivenOutHasNoRight() async throws {
        let test = try await TestInstallation()
        for secret in [nil, "", "x", String(repeating: "A", count: 43)] as [String?] {
            await #expect(throws: Refusal(.tokenMissing)) {
                _ = try await test.useCases.person.captureRights.principal(holding: secret, key: nil, at: test.now)
            }
        }
    }
}
