import Foundation
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// How an authentication begins, and what the device of whoever comes back shows.
@Suite struct AuthenticateTests {
    private let deviceAndFace = #""authentication":{"verifyDevice":true}"#

    private func failed(_ reason: RefusalReason, _ work: () async throws -> some Any) async {
        await #expect(throws: Refusal(reason)) { _ = try await work() }
    }

    @Test func aPhoneAuthenticatesWithTheSessionOfItsPerson() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(at: test, tenant: Returner.tenant(at: test))
        let session = try await test.useCases.portal.triggerAuthenticate.perform(
            .init(username: "ada"), bodyDigest: Visitor.newBody(), by: ada.portal, at: test.now)
        #expect(session.callbackURL.hasPrefix("https://onboarding.test/onboarding?data=") && !session.png.isEmpty)
        let phone = Principal(tenant: ada.tenant, role: .phone(sessionDigest: Cases.sessionDigest(session.token)))
        func standing() async throws -> SessionStatus.Standing {
            try await test.useCases.person.sessionStatus.perform(sessionToken: session.token, by: phone, at: test.now)
        }
        let waiting = try await standing()
        #expect(waiting.status == .pending && waiting.purpose == .authenticate)
        _ = try await test.useCases.person.validateSession.perform(sessionToken: session.token, by: phone, at: test.now)
        // Its enroll begins nothing, and says that there is somebody.
        #expect(try await ada.reEnroll(.ofSession(token: session.token), by: phone) == nil)

        let body = Visitor.newBody()
        let begun = try await ada.authenticate(.ofSession(token: session.token), body: body, by: phone)
        #expect(begun.requiredChecks == [.verifyFace] && !begun.recordsVideo)
        #expect(try await ada.authenticate(.ofSession(token: session.token), body: body, by: phone) == begun)
        let again = try await ada.authenticate(.ofSession(token: session.token), by: phone)
        #expect(again.authToken == begun.authToken)

        let eve = Principal(tenant: ada.tenant, role: .phone(sessionDigest: [1]))
        await failed(.tokenUnknown) { try await ada.authenticate(.ofSession(token: session.token), by: eve) }
        await failed(.tokenUnknown) { try await ada.verifyFace(begun.authToken, by: eve) }
        await failed(.roleMissing) { try await ada.authenticate(.named(username: "ada"), by: phone) }
        let result = try await ada.verifyFace(begun.authToken, by: phone)
        #expect(result.status == .complete && result.isMatching == true && result.matchScore == 6)
        #expect(try await standing().status == .complete)
        await failed(.tokenUnknown) { try await ada.authenticate(.ofSession(token: session.token), by: phone) }
    }

    @Test func thePortalNamesWhoComesBack() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(at: test, tenant: Returner.tenant(at: test))
        let first = try await ada.begin()
        let second = try await ada.authenticate(.registered(code: ada.code)).authToken
        #expect(first != second)
        // One is open of a registration.
        await failed(.authenticationFinished) { try await ada.verifyFace(first) }
        #expect(try await ada.verifyFace(second).status == .complete)
        await failed(.notRegistered) { try await ada.authenticate(.named(username: "eve")) }
        await failed(.fieldMissing) { try await ada.authenticate(.named(username: nil)) }
        await failed(.notRegistered) { try await ada.authenticate(.registered(code: "0000000000")) }
        let other = Principal(tenant: try await test.tenant("other"), role: .portal)
        await failed(.notRegistered) { try await ada.authenticate(by: other) }
        await failed(.notRegistered) { try await ada.authenticate(.registered(code: ada.code), by: other) }
        await failed(.tokenUnknown) { try await ada.verifyFace(second, by: other) }
    }

    @Test func whoTriesCodesIsStoppedByAddressAndByTenant() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(at: test, tenant: Returner.tenant(at: test))
        for _ in 0..<Limit.triedCodes.value {
            await failed(.notRegistered) { try await ada.authenticate(.registered(code: "x"), from: "a") }
        }
        let stopped = Refusal(.rateLimited, retryAfterInSeconds: Limit.triedCodeWindow.value)
        // Also of a code that is right, and of a re-enrollment, from there and from nowhere else.
        await #expect(throws: stopped) { try await ada.authenticate(.registered(code: ada.code), from: "a") }
        await #expect(throws: stopped) { try await ada.reEnroll(.registered(code: ada.code), from: "a") }
        for _ in 0..<2 * Limit.triedCodes.value {
            _ = try await ada.authenticate(.registered(code: ada.code), from: "b")
        }
        for sender in 0..<(Limit.triedCodesOfTenant.value - Limit.triedCodes.value) {
            await failed(.notRegistered) { try await ada.authenticate(.registered(code: "x"), from: "\(sender)") }
        }
        await #expect(throws: stopped) { try await ada.authenticate(.registered(code: ada.code), from: "c") }
    }

    @Test func whatATenantAsksForHasToBeThere() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(at: test)
        let ada = try await Returner(at: test, tenant: tenant)
        // Without any switch the face is asked for.
        let none = try await Returner.tenant(
            options: #""authentication":{"verifyFace":false},"reenrollment":{"verifyFace":false}"#, at: test)
        let portal = Principal(tenant: none, role: .portal)
        #expect(try await ada.authenticate(by: portal).requiredChecks == [.verifyFace])
        #expect(try await ada.reEnroll(by: portal) == nil)
        await failed(.authenticationUnavailable) { try await ada.reEnroll(.registered(code: ada.code), by: portal) }
        // Somebody who enrolled without a face.
        let devices = try await test.tenant(
            configuration: """
                {"onboardingConfig":{"onboardingOptions":{"enrollment":{"addFace":false},
                "authentication":{"verifyFace":false},"reenrollment":{"verifyFace":false}}}}
                """)
        let visitor = try await Visitor("bob", at: test, tenant: devices)
        try await visitor.addDevice()
        await failed(.authenticationUnavailable) {
            try await ada.authenticate(.named(username: "bob"), by: visitor.principal)
        }
    }

    @Test func aFinishedUsernameBeginsWhatTheTenantSays() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(at: test, tenant: Returner.tenant(at: test))
        for (word, purpose) in [
            ("refuse", nil), ("authenticate", .authenticate), ("reEnroll", .reEnroll),
        ] as [(String, AuthenticationPurpose?)] {
            let tenant = try await Returner.tenant(#""finishedUsername":"\#(word)""#, at: test)
            let portal = Principal(tenant: tenant, role: .portal)
            func trigger(_ takesRegistered: Bool) async throws -> TriggerEnroll.Result {
                try await test.useCases.portal.triggerEnroll.perform(
                    .init(
                        username: "ada", email: "ada@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                        reference: nil, takesRegistered: takesRegistered), bodyDigest: Visitor.newBody(), by: portal,
                    at: test.now)
            }
            guard case .failed(.usernameRegistered) = try await trigger(false) else {
                Issue.record("\(word): who cannot go on with it got a session")
                continue
            }
            guard case .triggered(let session) = try await trigger(true) else {
                #expect(purpose == nil)
                continue
            }
            let standing = try await test.useCases.person.sessionStatus.perform(
                sessionToken: session.token, by: portal, at: test.now)
            #expect(standing.purpose == purpose)
            if purpose == .reEnroll {
                let begun = try await ada.reEnroll(.ofSession(token: session.token), by: portal)
                #expect(begun?.requiredChecks == [.verifyFace])
                await failed(.tokenUnknown) { try await ada.authenticate(.ofSession(token: session.token)) }
            }
        }
    }

    @Test func aDeviceSignsTheToken() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(at: test, tenant: Returner.tenant(options: deviceAndFace, at: test))
        let begun = try await ada.authenticate()
        #expect(begun.requiredChecks == [.verifyDevice, .verifyFace])
        await failed(.stepOutOfOrder) { try await ada.verifyFace(begun.authToken) }
        let key = try #require(ada.key)
        let signature = try key.signES256([UInt8](begun.authToken.utf8))
        let body = Visitor.newBody()
        let result = try await ada.verifyDevice(begun.authToken, signature: signature, body: body)
        #expect(result.isVerified && result.status == .pending)
        #expect(try await ada.verifyDevice(begun.authToken, signature: signature, body: body) == result)
        await failed(.stepAlreadyDone) { try await ada.verifyDevice(begun.authToken, signature: signature) }
        #expect(try await ada.verifyFace(begun.authToken).status == .complete)
    }

    @Test func aDeviceThatShowsNothingRightIsRefusedWithoutAReason() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(at: test, tenant: Returner.tenant(options: deviceAndFace, at: test))
        let (token, key) = (try await ada.begin(), try #require(ada.key))
        let own = try key.signES256([UInt8](token.utf8))
        let others: [(id: String, signature: [UInt8]?)] = [
            (Returner.device, nil), (Returner.device, try ECKeyPair.generate().signES256([UInt8](token.utf8))),
            (Returner.device, try key.signES256([UInt8](ada.code.utf8))), ("another", own),
        ]
        var results: [VerifyDevice.Result] = []
        for (id, signature) in others {
            results.append(try await ada.verifyDevice(token, id: id, signature: signature))
        }
        #expect(results.map(\.status) == [.pending, .pending, .pending, .failed])
        #expect(Set(results.dropLast().map { "\($0)" }).count == 1 && results.allSatisfy { !$0.isVerified })
        let visit = try #require(
            try await test.data.store.authentications(tenant: ada.tenant.id, before: nil, limit: 1).first)
        let decisions = try await test.data.store.events(of: visit.id).compactMap { entry -> DeviceDecision? in
            if case .deviceRefused(let decision) = entry.event { decision } else { nil }
        }
        #expect(decisions == [.signatureInvalid, .signatureInvalid, .signatureInvalid, .unknownDevice])
    }

    @Test func aDeviceWithoutAKeyIsKnownByItsNameUnlessTheTenantDemandsKeys() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(
            at: test, tenant: Returner.tenant(options: deviceAndFace, at: test), hasKey: false)
        let token = try await ada.begin()
        #expect(try await ada.verifyDevice(token, signature: nil).isVerified)
        let strict = try await Returner.tenant(#""requireDeviceKeys":true"#, options: deviceAndFace, at: test)
        let portal = Principal(tenant: strict, role: .portal)
        let second = try await ada.authenticate(by: portal).authToken
        #expect(try await !ada.verifyDevice(second, signature: nil, by: portal).isVerified)
    }

    @Test func whoeverCancelsMayCancelAgain() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(at: test, tenant: Returner.tenant(at: test))
        let token = try await ada.begin()
        let cancel = test.useCases.person.authentication.cancel
        for _ in 0..<2 {
            let standing = try await cancel.perform(Visitor.incoming(token), by: ada.portal, at: test.now)
            #expect(standing.status == .cancelled)
        }
        await failed(.authenticationFinished) { try await ada.verifyFace(token) }
        // The token of one purpose is none of the other.
        let reEnrolling = test.useCases.person.reEnrollment.cancel
        await failed(.tokenUnknown) {
            try await reEnrolling.perform(Visitor.incoming(token), by: ada.portal, at: test.now)
        }
    }
}
