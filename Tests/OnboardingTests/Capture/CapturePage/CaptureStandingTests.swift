import OnboardingCore
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import OnboardingFixture
@testable import Tenancy

/// What the capture page is told, so that it goes on wherever it was left.
@Suite struct CaptureStandingTests {
    @Test func eachStepIsNamedWithWhatIsLeftOfIt() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let handed = try await HandedOver("ada", of: tenant, at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        var standing = try await device.standing()
        #expect(standing.step == .consent && standing.end == nil && standing.reason == nil)
        #expect(standing.token == nil && standing.accepted.isEmpty && standing.left == nil)
        #expect(standing.requiredChecks == [.addDevice, .addFace, .addDocument] && standing.review == nil)
        #expect(standing.deadline == test.now.adding(seconds: tenant.settings.sessionLifetimeInSeconds))

        guard case .started(let started) = try await device.enroll() else {
            Issue.record("not started")
            return
        }
        standing = try await device.standing()
        #expect(standing.step == .device && standing.token == started.enrollmentToken)
        #expect(standing.deadline == test.now.adding(seconds: tenant.settings.enrollmentLifetimeInSeconds))

        try await device.addDevice()
        standing = try await device.standing()
        #expect(standing.step == .face && standing.accepted == [.addDevice])
        #expect(standing.left == Tally(attempts: 5, captures: 20))

        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        try await device.addFace()
        standing = try await device.standing()
        #expect(standing.step == .face && standing.reason == .faceNotLive)
        #expect(standing.left == Tally(attempts: 4, captures: 19))

        test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
        try await device.addFace()
        standing = try await device.standing()
        #expect(standing.step == .document && standing.accepted == [.addDevice, .addFace] && standing.reason == nil)
        #expect(standing.left == Tally(attempts: 5, captures: 20))
    }

    @Test func whomAMachineRefusedIsToldOfTheSecondLook() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"maxFaceAttempts":1}}"#)
        let handed = try await HandedOver("ada", of: tenant, at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        try await device.enroll()
        try await device.addDevice()
        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        try await device.addFace()
        var standing = try await device.standing()
        #expect(standing.step == .ended && standing.end == .failed && standing.review == .possible)
        #expect(standing.reason == .faceAttemptsExhausted && standing.left == nil && standing.deadline == nil)

        let token = try #require(standing.token)
        _ = try await test.useCases.person.requestReview.perform(
            Visitor.incoming(token), by: try await device.principal(), at: test.now)
        #expect(try await device.standing().review == .requested)

        let portal = Principal(tenant: tenant, role: .portal)
        let id = try #require(
            try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now).entries
                .first?.id)
        test.engines.set { $0.stillFace = { _ in .face(Samples.template, image: [], quality: Samples.quality()) } }
        let request = try RecordReview.Request(decision: .accepted, reason: "seen", reviewer: "Grace Hopper")
        try await test.useCases.desk.recordReview.perform(id.text, Visitor.incoming(request), by: portal, at: test.now)
        standing = try await device.standing()
        #expect(standing.end == .complete && standing.reason == nil && standing.review == nil)
    }

    /// The device that was there may be gone: the link opens on whichever comes first, and asks for the face alone.
    @Test func whomAHumanAcceptsMakesOneCaptureMoreByTheSameLink() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"maxFaceAttempts":1}}"#)
        let handed = try await HandedOver("ada", of: tenant, at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        try await device.enroll()
        try await device.addDevice()
        test.engines.set {
            $0.face = { _ in try Samples.assessment(.presentationAttack) }
            $0.stillFace = { _ in .noFace }
        }
        try await device.addFace()
        test.advance(days: 1)
        var another = CaptureDevice(at: test)
        await #expect(throws: Refusal(.tokenUnknown)) { try await another.open(handed) }
        let portal = Principal(tenant: tenant, role: .portal)
        let id = try #require(
            try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now).entries
                .first?.id)
        let request = try RecordReview.Request(decision: .accepted, reason: "seen", reviewer: "Grace Hopper")
        try await test.useCases.desk.recordReview.perform(id.text, Visitor.incoming(request), by: portal, at: test.now)
        let status = try await test.useCases.person.sessionStatus.perform(
            sessionToken: handed.sessionToken, by: portal, at: test.now)
        #expect(status.status == .pending && status.review?.decision == .accepted)

        await #expect(throws: Refusal(.tokenMissing)) { _ = try await device.standing() }
        try await another.open(handed)
        let standing = try await another.standing()
        #expect(standing.step == .face && standing.end == nil && standing.accepted == [.addDevice])
        #expect(standing.deadline == test.now.adding(seconds: Limit.acceptedCapture.seconds))
        await #expect(throws: Refusal(.captureElsewhere)) { try await device.open(handed) }
        test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
        try await another.addFace()
        #expect(try await another.standing().end == .complete)
    }

    /// A phone's app may have begun it without.
    @Test func consentIsAskedForBeforeAnythingElseWhereNoneWasGiven() async throws {
        let test = try await TestInstallation()
        let handed = try await HandedOver("ada", of: try await test.tenant(), at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        try await device.enroll(nil)
        #expect(try await device.standing().step == .consent)
        let token = try #require(try await device.standing().token)
        _ = try await test.useCases.person.giveConsent.perform(
            Visitor.incoming(.init(enrollmentToken: token, consent: CaptureDevice.agreed)),
            by: try await device.principal(), at: test.now)
        #expect(try await device.standing().step == .device)
    }

    @Test func aChallengeIsAskedForFromTheFirstCaptureOnWhereTheTenantSaysSo() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"faceWorkflow":"active"}}"#)
        let handed = try await HandedOver("ada", of: tenant, at: test)
        var device = CaptureDevice(at: test)
        try await device.open(handed)
        #expect(try await device.standing().requiresChallenge)
        #expect(try await device.standing().plan.workflow == "foxtrot4")
        try await device.enroll()
        #expect(try await device.standing().requiresChallenge)
    }
}
