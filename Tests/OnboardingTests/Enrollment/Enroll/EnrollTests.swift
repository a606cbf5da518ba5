import Foundation
import OnboardingCore
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Every outcome of the steps before the captures, of cancel and of the registrations.
@Suite struct EnrollTests {
    private func trigger(
        _ test: TestInstallation, _ tenant: Tenant, username: String? = "ada", email: String? = "ada@example.org"
    ) async throws -> TriggerEnroll.Result {
        try await test.useCases.portal.triggerEnroll.perform(
            .init(
                username: username, email: email, firstName: nil, lastName: nil, phoneNumber: nil, reference: nil),
            bodyDigest: Visitor.newBody(), by: Principal(tenant: tenant, role: .portal), at: test.now)
    }

    private func session(_ test: TestInstallation, _ tenant: Tenant) async throws -> TriggerEnroll.Session {
        guard case .triggered(let session) = try await trigger(test, tenant) else { throw Refusal(.tokenUnknown) }
        return session
    }

    private func start(
        _ session: String, _ test: TestInstallation, by principal: Principal, body: [UInt8] = Visitor.newBody()
    ) async throws -> Enroll.Result {
        try await test.useCases.person.enroll.perform(
            .init(person: .ofSession(token: session), consent: nil), bodyDigest: body, by: principal, at: test.now)
    }

    @Test func aTriggerNeedsAKnownPerson() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        for (username, email) in [(nil, nil), ("", "ada@example.org")] as [(String?, String?)] {
            guard case .failed(.usernameMissing) = try await trigger(test, tenant, username: username, email: email)
            else {
                Issue.record("triggered without a username")
                continue
            }
        }
        guard case .failed(.emailMissing) = try await trigger(test, tenant, email: nil) else {
            Issue.record("triggered a stranger without an e-mail")
            return
        }
        let session = try await session(test, tenant)
        #expect(session.callbackURL.hasPrefix("https://onboarding.test/onboarding?data=") && !session.png.isEmpty)
        // Known from here on.
        guard case .triggered = try await trigger(test, tenant, email: nil) else {
            Issue.record("asked a known person for an e-mail")
            return
        }
    }

    @Test func aSessionIsValidatedStartedAndFollowed() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let portal = Principal(tenant: tenant, role: .portal)
        let session = try await session(test, tenant)
        let phone = Principal(tenant: tenant, role: .phone(sessionDigest: Cases.sessionDigest(session.token)))
        func status() async throws -> CaseStatus {
            try await test.useCases.person.sessionStatus.perform(sessionToken: session.token, by: phone, at: test.now)
                .status
        }
        #expect(try await status() == .pending)
        let bearer = try await test.useCases.person.validateSession.perform(
            sessionToken: session.token, by: portal, at: test.now)
        #expect(bearer.bearer.split(separator: ".").count == 3)

        let body = Visitor.newBody()
        let first = try await start(session.token, test, by: phone, body: body)
        guard case .started(let started) = first else {
            Issue.record("not started")
            return
        }
        #expect(started.requiredChecks == [.addDevice, .addFace, .addDocument])
        #expect(try await start(session.token, test, by: phone, body: body) == first)
        #expect(try await start(session.token, test, by: phone) == first, "the same session again is the same token")

        test.advance(days: 1)
        #expect(try await status() == .failed, "overdue, before any job has come round")
        await #expect(throws: Refusal(.tokenUnknown)) {
            try await test.useCases.person.validateSession.perform(
                sessionToken: session.token, by: portal, at: test.now)
        }
    }

    @Test func aPhoneOpensItsOwnSessionOnly() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let (own, foreign) = (try await session(test, tenant), try await session(test, tenant))
        let phone = Principal(tenant: tenant, role: .phone(sessionDigest: Cases.sessionDigest(own.token)))
        await #expect(throws: Refusal(.tokenUnknown)) { try await start(foreign.token, test, by: phone) }
        await #expect(throws: Refusal(.tokenUnknown)) {
            try await test.useCases.person.sessionStatus.perform(sessionToken: foreign.token, by: phone, at: test.now)
        }
        await #expect(throws: Refusal(.tokenUnknown)) { try await start(UUID().uuidString, test, by: phone) }
        await #expect(throws: Refusal(.fieldMissing)) {
            try await test.useCases.person.sessionStatus.perform(sessionToken: nil, by: phone, at: test.now)
        }
        // Nor may it name a person.
        await #expect(throws: Refusal(.roleMissing)) {
            try await test.useCases.person.enroll.perform(
                .init(
                    person: .named(
                        username: "ada", email: "ada@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                        reference: nil),
                    consent: nil), bodyDigest: Visitor.newBody(), by: phone, at: test.now)
        }
    }

    @Test func aNewEnrollmentOfAPersonCancelsTheOneBefore() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let first = try await Visitor(at: test, tenant: tenant)
        let second = try await Visitor(at: test, tenant: tenant)
        await #expect(throws: Refusal(.enrollmentFinished)) { try await first.addDevice() }
        #expect(try await second.addDevice().status == .pending)
    }

    @Test func aDeviceIsAddedOnceWithAUsableKey() async throws {
        let test = try await TestInstallation()
        let visitor = try await Visitor(at: test, tenant: try await test.tenant())
        for der in [nil, [1, 2, 3]] as [[UInt8]?] {
            await #expect(throws: Refusal(.publicKeyInvalid)) {
                try await visitor.addDevice(key: .init(text: "?", spkiDER: der))
            }
        }
        let body = Visitor.newBody()
        let standing = try await visitor.addDevice(body: body)
        #expect(try await visitor.addDevice(body: body) == standing)
        await #expect(throws: Refusal(.stepAlreadyDone)) { try await visitor.addDevice() }
    }

    @Test func cancellingAgainIsNoError() async throws {
        let test = try await TestInstallation()
        let visitor = try await Visitor(at: test, tenant: try await test.tenant())
        let cancelled = CaseStanding(status: .cancelled, registrationCode: "")
        #expect(try await visitor.cancel() == cancelled)
        #expect(try await visitor.cancel() == cancelled)
        await #expect(throws: Refusal(.enrollmentFinished)) { try await visitor.addDevice() }
    }

    @Test func whoWithdrawsTheConsentIsForgotten() async throws {
        let test = try await TestInstallation()
        let visitor = try await Visitor(at: test, tenant: try await test.tenant())
        let withdrawal = try await test.useCases.person.withdrawConsent.perform(
            .init(enrollmentToken: visitor.token), by: visitor.principal, at: test.now)
        #expect(withdrawal.certificates.count == 1)
        #expect(withdrawal.standing == CaseStanding(status: .failed, registrationCode: ""))
        await #expect(throws: Refusal(.tokenUnknown)) { try await visitor.addDevice() }
    }
}
