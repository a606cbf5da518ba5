import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture

/// Whoever comes back on the capture page: what the page is told, and what the right opens.
@Suite struct ReturningCaptureTests {
    private func handed(
        _ ada: Returner, _ purpose: AuthenticationPurpose = .authenticate
    ) async throws -> HandedOver {
        let session = try await ada.test.useCases.portal.triggerAuthenticate.perform(
            .init(username: ada.username, purpose: purpose), bodyDigest: Visitor.newBody(), by: ada.portal,
            at: ada.test.now)
        return HandedOver(callbackURL: session.callbackURL, sessionToken: session.token)
    }

    @Test func theLinkOfAnAuthenticationOpensItAndNothingElse() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(
            at: test, tenant: Returner.tenant(options: #""authentication":{"verifyDevice":true}"#, at: test))
        let handed = try await handed(ada)
        var device = CaptureDevice(at: test)
        #expect(try await device.open(handed))
        #expect(try await !device.open(handed), "the same device holds it already")
        var (standing, principal) = (try await device.standing(), try await device.principal())
        #expect(standing.step == .start && standing.purpose == .authenticate && standing.token == nil)
        #expect(standing.requiredChecks == [.addDevice, .addFace] && standing.end == nil)
        #expect(principal.role == .phone(sessionDigest: Cases.sessionDigest(handed.sessionToken)))

        try await test.useCases.person.validateSession.noteArrival(of: principal, at: test.now)
        let begun = try await ada.authenticate(.named(username: nil), by: principal)
        standing = try await device.standing()
        #expect(standing.step == .device && standing.token == begun.authToken && standing.left?.attempts == 4)
        let key = try #require(ada.key)
        let signature = try key.signES256([UInt8](begun.authToken.utf8))
        _ = try await ada.verifyDevice(begun.authToken, signature: signature, by: principal)
        standing = try await device.standing()
        #expect(standing.step == .face && standing.accepted == [.addDevice])
        try await ada.verifyFace(begun.authToken, by: principal)
        standing = try await device.standing()
        #expect(standing.step == .ended && standing.end == .complete && standing.token == nil)

        // Of the next one the device has to take the right, and that of the first stays what it was.
        let next = try await self.handed(ada)
        let secret = device.secret
        #expect(try await device.open(next))
        #expect(device.secret != secret)
        #expect(try await device.standing().step == .start)
        device.secret = secret
        principal = try await device.principal()
        #expect(principal.role == .phone(sessionDigest: Cases.sessionDigest(handed.sessionToken)))
    }

    @Test func anotherDeviceIsRegisteredAfterTheFace() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(at: test, tenant: Returner.tenant(at: test))
        let handed = try await handed(ada, .reEnroll)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        let (first, principal) = (try await device.standing(), try await device.principal())
        #expect(first.step == .start && first.purpose == .reEnroll)
        let begun = try #require(try await ada.reEnroll(.ofOwnSession, by: principal))
        #expect(try await device.standing().step == .face)
        try await ada.verifyFace(begun.reEnrollmentToken, steps: test.useCases.person.reEnrollment, by: principal)
        let proven = try await device.standing()
        #expect(proven.step == .newDevice && proven.token == begun.reEnrollmentToken)
        #expect(proven.enrollmentID == first.enrollmentID, "the key is kept by the registration")
        try await ada.complete(begun.reEnrollmentToken, id: "another")
        #expect(try await device.standing().end == .complete)
    }

    @Test func whoIsLockedOutIsToldUntilWhen() async throws {
        let test = try await TestInstallation()
        let ada = try await Returner(
            at: test, tenant: Returner.tenant(#""maxAuthenticationAttempts":1"#, at: test))
        let handed = try await handed(ada)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        let principal = try await device.principal()
        let token = try await ada.authenticate(.ofSession(token: handed.sessionToken), by: principal).authToken
        test.engines.set { $0.comparison = { Samples.score(0) } }
        #expect(try await ada.verifyFace(token, by: principal).isMatching == false)
        let standing = try await device.standing()
        #expect(standing.end == .failed && standing.failure == .attemptsExhausted && standing.left == nil)
        #expect(
            standing.lockedUntil
                == Instant(
                    millisecondsSince1970: test.now.adding(seconds: 900).millisecondsSince1970 + 1))
    }
}
