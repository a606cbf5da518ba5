import Foundation
import OnboardingCore
import Testing

@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Whom a session is not begun for, and what its tokens and codes look like.
@Suite struct TriggerEnrollTests {
    private let test: TestInstallation
    private let tenant: Tenant

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant(
            configuration: #"{"onboardingConfig":{"onboardingOptions":{"enrollment":{"addDocument":false}}}}"#)
    }

    private func trigger() async throws -> TriggerEnroll.Result {
        try await test.useCases.portal.triggerEnroll.perform(
            .init(
                username: "ada", email: "ada@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                reference: nil),
            bodyDigest: Visitor.newBody(), by: Principal(tenant: tenant, role: .portal), at: test.now)
    }

    @Test func aRegisteredUsernameIsRefusedAndItsOpenSessionsAreCancelled() async throws {
        guard case .triggered(let session) = try await trigger() else {
            Issue.record("not triggered")
            return
        }
        test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
        let visitor = try await Visitor(at: test, tenant: tenant)
        let device = try await visitor.addDevice()
        #expect(device.status == .pending && device.registrationCode.count == 10)
        let face = try await visitor.addFace()
        #expect(face.standing.status == .complete && face.standing.registrationCode == device.registrationCode)
        let standing = try await test.useCases.person.sessionStatus.perform(
            sessionToken: session.token, by: Principal(tenant: tenant, role: .portal), at: test.now)
        #expect(standing.status == .cancelled)
        guard case .failed(.usernameRegistered) = try await trigger() else {
            Issue.record("a registered username was triggered again")
            return
        }
    }

    @Test func aUsernameThatFailedTooOftenIsToldWhenToComeAgain() async throws {
        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        let start = test.now
        for _ in 0..<2 {
            let visitor = try await Visitor(at: test, tenant: tenant)
            try await visitor.addDevice()
            for _ in 0..<5 {
                try await visitor.addFace()
                test.advance(milliseconds: 1000)
            }
        }
        guard case .failed(.lockedOut(let end)) = try await trigger() else {
            Issue.record("a locked-out username was triggered")
            return
        }
        #expect(end == Instant(millisecondsSince1970: start.adding(seconds: 86_400).millisecondsSince1970 + 1))
        test.advance(milliseconds: end.millisecondsSince1970 - test.now.millisecondsSince1970)
        guard case .triggered = try await trigger() else {
            Issue.record("still locked out")
            return
        }
    }

    @Test func tokensAreUUIDsOfVersionFour() async throws {
        guard case .triggered(let session) = try await trigger() else {
            Issue.record("not triggered")
            return
        }
        let visitor = try await Visitor(at: test, tenant: tenant)
        for token in [session.token, visitor.token] {
            #expect(
                token.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        }
    }
}
