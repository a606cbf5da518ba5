import OnboardingCore
import OnboardingCrypto
import Testing

@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// What pages begin that show no credential: they learn of nobody, and end nobody's case.
@Suite struct PageSessionTests {
    private func page(of tenant: Tenant) -> Principal {
        Principal(tenant: tenant, role: .client(id: "b2c-sample-web", scopes: [.enroll]))
    }

    private func trigger(
        _ name: String, email: String? = "somebody@example.org", at test: TestInstallation, _ tenant: Tenant
    ) async throws -> TriggerEnroll.Result {
        try await test.useCases.portal.triggerEnroll.perform(
            .init(
                username: name, email: email, firstName: nil, lastName: nil, phoneNumber: nil, reference: nil,
                takesRegistered: true), bodyDigest: Visitor.newBody(), from: .page, by: page(of: tenant), at: test.now)
    }

    private func enrolling(_ name: String, at test: TestInstallation, _ tenant: Tenant) async throws -> Visitor {
        guard case .triggered(let session) = try await trigger(name, at: test, tenant) else {
            throw Refusal(.usernameRegistered)
        }
        return try await Visitor(session: session.token, at: test, tenant: tenant)
    }

    private func returning(
        _ name: String, at test: TestInstallation, _ tenant: Tenant
    ) async throws -> (session: String, phone: Principal) {
        let session = try await test.useCases.portal.triggerAuthenticate.performForPage(
            .init(username: name), in: tenant, at: test.now)
        let digest = Cases.sessionDigest(session.token)
        return (session.token, Principal(tenant: tenant, role: .phone(sessionDigest: digest)))
    }

    private func refusal(_ work: () async throws -> some Any) async -> RefusalReason? {
        do {
            _ = try await work()
            return nil
        } catch {
            return (error as? Refusal)?.reason
        }
    }

    @Test(arguments: ["refuse", "authenticate", "reEnroll"])
    func whoeverIsNamedIsEnrolledUntilTheEnd(finishedUsername: String) async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(#""finishedUsername":"\#(finishedUsername)""#, at: test)
        let ada = try await Returner(at: test, tenant: tenant)
        for (name, end) in [("ada", RefusalReason.enrollmentFinished), ("nobody", nil)] {
            guard case .failed(.emailMissing) = try await trigger(name, email: nil, at: test, tenant) else {
                Issue.record("\(name) was begun without an e-mail")
                continue
            }
            let visitor = try await enrolling(name, at: test, tenant)
            #expect(try await visitor.addDevice().status == .pending)
            #expect(await refusal { try await visitor.addFace() } == end)
            let standing = await refusal { try await visitor.cancel() }
            #expect(standing == (end == nil ? .enrollmentFinished : nil), "who is registered already is cancelled")
        }
        #expect(try await ada.registration().registrationCode == ada.code)
    }

    @Test func whatAPageBeginsEndsNobodyElses() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(at: test)
        test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
        let own = try await Visitor("ada", at: test, tenant: tenant)
        let strange = try await enrolling("ada", at: test, tenant)
        try await strange.addDevice()
        #expect(try await own.addDevice().status == .pending)
        // Nor does whoever takes back the consent to what they began themselves.
        let other = try await enrolling("ada", at: test, tenant)
        _ = try await test.useCases.person.withdrawConsent.perform(
            .init(enrollmentToken: other.token), by: other.principal, at: test.now)
        #expect(await refusal { try await other.addDevice() } == .tokenUnknown)
        #expect(try await own.addFace().standing.status == .complete)
        #expect(await refusal { try await strange.addFace() } == .enrollmentFinished)
    }

    @Test func whoIsFirstIsRegistered() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(at: test)
        test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
        let own = try await Visitor("ada", at: test, tenant: tenant)
        let strange = try await enrolling("ada", at: test, tenant)
        for visitor in [own, strange] { try await visitor.addDevice() }
        #expect(try await strange.addFace().standing.status == .complete)
        #expect(await refusal { try await own.addFace() } == .enrollmentFinished)
        #expect(await refusal { try await own.addFace() } == .enrollmentFinished, "it was cancelled")
    }

    /// All that a stranger is told who names somebody, in the order of asking.
    private func told(
        _ name: String, at test: TestInstallation, _ tenant: Tenant, device: Bool
    ) async throws -> [String] {
        let (session, phone) = try await returning(name, at: test, tenant)
        let person = test.useCases.person
        var told: [String] = []
        func status() async throws -> String {
            let standing = try await person.sessionStatus.perform(sessionToken: session, by: phone, at: test.now)
            return "\(standing.status) \(standing.version) \(String(describing: standing.purpose))"
        }
        func enroll() async throws -> String {
            let reason = await refusal { try await Visitor(session: session, at: test, tenant: tenant) }
            return "enroll \(String(describing: reason))"
        }
        told.append(try await status())
        _ = try await person.validateSession.perform(sessionToken: session, by: phone, at: test.now)
        told.append(try await status())
        told.append(try await enroll())
        func authenticate(_ body: [UInt8]) async throws -> Authenticate.Result {
            try await person.authenticate.perform(
                .init(person: .ofSession(token: session), deviceID: nil), bodyDigest: body, from: "", by: phone,
                at: test.now)
        }
        let body = Visitor.newBody()
        let begun = try await authenticate(body)
        #expect(try await authenticate(body) == begun)
        #expect(try await authenticate(Visitor.newBody()) == begun)
        told.append("\(begun.requiredChecks) \(begun.recordsVideo) \(String(describing: begun.requiresChallenge))")
        told.append(try await status())
        told.append(try await enroll())
        let stranger = Principal(tenant: tenant, role: .phone(sessionDigest: [1]))
        let ada = AnyReturner(test: test, token: begun.authToken)
        told.append("\(String(describing: await refusal { try await ada.verifyFace(by: stranger) }))")
        told.append("\(String(describing: await refusal { try await ada.verifyDocument(by: phone) }))")
        let shown = SubmittedPackage.plain(Visitor.capture())
        for number in 0..<6 {
            if device {
                let body = Visitor.newBody()
                do {
                    let result = try await ada.verifyDevice(body: body, by: phone)
                    #expect(try await ada.verifyDevice(body: body, by: phone) == result)
                    told.append("\(result.isVerified) \(result.status)")
                } catch {
                    told.append("\((error as? Refusal)?.reason.rawValue ?? "\(error)")")
                }
            }
            do {
                let result = try await ada.verifyFace(number == 1 ? shown : nil, by: phone)
                let match = "\(String(describing: result.isMatching)) \(result.matchScore != nil)"
                told.append("\(result.decision) \(match) \(result.status)")
            } catch {
                told.append("\((error as? Refusal)?.reason.rawValue ?? "\(error)")")
            }
            told.append(try await status())
        }
        told.append("\(String(describing: await refusal { try await ada.challengeFace(by: phone) }))")
        told.append("\(String(describing: await refusal { try await ada.cancel(by: phone) }))")
        told.append("\(String(describing: await refusal { try await authenticate(Visitor.newBody()) }))")
        return told
    }

    @Test(arguments: [false, true]) func aStrangerIsToldTheSameOfEverybodyAndOfNobody(asksForDevice: Bool) async throws
    {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(
            options: #""authentication":{"verifyDevice":\#(asksForDevice)}"#, at: test)
        let ada = try await Returner(at: test, tenant: tenant)
        // Another person's face.
        test.engines.set { $0.comparison = { Samples.score(1) } }
        let open = try await ada.begin()
        let ofAda = try await told("ada", at: test, tenant, device: asksForDevice)
        let ofNobody = try await told("nobody", at: test, tenant, device: asksForDevice)
        #expect(ofAda == ofNobody)
        #expect(ofAda.contains { $0.hasPrefix("failed") }, "\(ofAda)")
        // The registration is open to its owner, and what another has begun as well.
        #expect(try await ada.registration().lockedUntil == nil)
        test.engines.set { $0.comparison = { Samples.score(6) } }
        if asksForDevice {
            let key = try #require(ada.key)
            #expect(try await ada.verifyDevice(open, signature: key.signES256DER([UInt8](open.utf8))).isVerified)
        }
        #expect(try await ada.verifyFace(open).status == .complete)
    }

    @Test func theOwnerComesBackByAPageAndIsNotCountedAgainst() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(at: test)
        let ada = try await Returner(at: test, tenant: tenant)
        let (session, phone) = try await returning("ada", at: test, tenant)
        let begun = try await ada.authenticate(.ofSession(token: session), by: phone)
        #expect(begun.requiredChecks == [.verifyFace])
        let result = try await ada.verifyFace(begun.authToken, by: phone)
        #expect(result.status == .complete && result.isMatching == true)
    }

    @Test func aPageOpensNoCapturePageForWhoComesBack() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(at: test)
        let ada = try await Returner(at: test, tenant: tenant)
        let (session, phone) = try await returning("ada", at: test, tenant)
        #expect(try await test.cases.captured(session: Cases.sessionDigest(session), of: tenant) == nil)
        _ = try await ada.authenticate(.ofSession(token: session), by: phone)
        #expect(try await test.cases.captured(session: Cases.sessionDigest(session), of: tenant) == nil)
    }

    @Test func anOverdueSessionHasFailedAndTheOldestIsForgotten() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(at: test)
        let (session, phone) = try await returning("nobody", at: test, tenant)
        test.advance(milliseconds: tenant.settings.sessionLifetimeInSeconds * 1000)
        let standing = try await test.useCases.person.sessionStatus.perform(
            sessionToken: session, by: phone, at: test.now)
        #expect(standing.status == .failed)
        #expect(
            await refusal {
                try await test.useCases.person.validateSession.perform(sessionToken: session, by: phone, at: test.now)
            } == .tokenUnknown)
        let sessions = PageSessions(maximum: 2)
        for number in 1...3 as ClosedRange<UInt8> {
            sessions.begin(
                .init(tenant: tenant.id, usernameDigest: [number], begunAt: test.now, until: test.now),
                [number], token: [number])
        }
        #expect(sessions.session([1], of: tenant.id) == nil && sessions.session([3], of: tenant.id) != nil)
    }
}

/// The steps of an authentication under a token.
private struct AnyReturner {
    let test: TestInstallation
    let token: String

    func verifyDevice(body: [UInt8], by principal: Principal) async throws -> VerifyDevice.Result {
        try await test.useCases.person.verifyDevice.perform(
            Visitor.incoming(
                .init(authToken: token, deviceID: "another", signature: [1], readPublicKey: { _ in nil }), body: body),
            by: principal, at: test.now)
    }

    func verifyFace(_ package: SubmittedPackage? = nil, by principal: Principal) async throws -> VerifyFace.Result {
        try await test.useCases.person.authentication.verifyFace.perform(
            Visitor.incoming(
                .init(
                    token: token, package: package ?? .plain(Visitor.capture()), challenge: nil,
                    readContent: { _ in nil })), by: principal, at: test.now)
    }

    func verifyDocument(by principal: Principal) async throws -> AddDocument.Result {
        try await test.useCases.person.authentication.verifyDocument.perform(
            Incoming(bodyDigest: Visitor.newBody()) {
                .init(
                    enrollmentToken: token, rules: nil, images: [.init(bytes: [1], light: .white)], imageCount: 1,
                    isCropped: false, hasEncryptedContainer: false, givenFace: nil)
            }, by: principal, at: test.now)
    }

    func challengeFace(by principal: Principal) async throws -> FaceChallenge {
        try await test.useCases.person.authentication.challengeFace.perform(
            token: token, by: principal, at: test.now)
    }

    func cancel(by principal: Principal) async throws -> VisitStanding {
        try await test.useCases.person.authentication.cancel.perform(
            Visitor.incoming(token), by: principal, at: test.now)
    }
}
