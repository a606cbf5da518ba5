import OnboardingCore
import Testing

@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Every outcome of addFace, with engines that say what the test wants.
@Suite struct AddFaceTests {
    private func visitor(_ test: TestInstallation, isPassive: Bool = false) async throws -> Visitor {
        let passive = #"{"onboardingConfig":{"faceWorkflow":"passive"}}"#
        let visitor = try await Visitor(
            at: test, tenant: try await test.tenant(configuration: isPassive ? passive : nil))
        try await visitor.addDevice()
        return visitor
    }

    private func say(_ decision: LivenessDecision, _ test: TestInstallation) throws {
        let assessment = try Samples.assessment(decision)
        test.engines.set { $0.face = { _ in assessment } }
    }

    @Test(arguments: LivenessDecision.allCases) func aDecisionOfTheScorerIsTheResult(decision: LivenessDecision)
        async throws
    {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        try say(decision, test)
        let result = try await visitor.addFace()
        #expect(result.decision == decision)
        // The device was accepted before.
        #expect(result.standing.status == .pending && result.standing.registrationCode.count == 10)
        #expect(!result.components.isEmpty)
    }

    @Test func theSameRequestHasTheSameResultAndIsMeasuredOnce() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        try say(.live, test)
        let body = Visitor.newBody()
        let first = try await visitor.addFace(body: body)
        test.engines.set { $0.face = { _ in throw StubEngines.Unset() } }
        #expect(try await visitor.addFace(body: body) == first)
        await #expect(throws: Refusal(.stepAlreadyDone)) { try await visitor.addFace() }
    }

    @Test func attacksUseUpTheAttempts() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        try say(.presentationAttack, test)
        for attempt in 1...5 {
            #expect(try await visitor.addFace().standing.status == (attempt < 5 ? .pending : .failed))
        }
        await #expect(throws: Refusal(.enrollmentFinished)) { try await visitor.addFace() }
    }

    @Test func capturesThatDecideNothingHaveALimit() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test, isPassive: true)
        try say(.unableToDecide, test)
        for capture in 1...Limit.captures.value {
            #expect(
                try await visitor.addFace().standing.status == (capture < Limit.captures.value ? .pending : .failed))
        }
    }

    @Test func tooManyFailuresOfOnePersonAreRefusedForADay() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        try say(.presentationAttack, test)
        let attempts = tenant.settings.policy.maximumFaceAttempts
        for _ in 0..<Limit.failures.value / attempts {
            let visitor = try await Visitor(at: test, tenant: tenant)
            try await visitor.addDevice()
            for _ in 0..<attempts { try await visitor.addFace() }
        }
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        await #expect(throws: Refusal(.rateLimited, retryAfterInSeconds: 86_401)) { try await visitor.addFace() }
    }

    @Test func whatIsWrongWithACaptureIsNamed() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        try say(.live, test)
        let cases: [(SubmittedCapture, RefusalReason)] = [
            (Visitor.capture(workflow: "alpha4"), .unknownWorkflow), (Visitor.capture(frames: 0), .noFrames),
            (Visitor.capture(frames: Limit.frames.value + 1), .tooManyFrames),
            (Visitor.capture(rotation: 45), .rotationInvalid),
            (Visitor.capture(gap: -1), .frameTimesInvalid),
            (Visitor.capture(sessionID: .unreadable), .sessionIDInvalid),
        ]
        for (capture, reason) in cases {
            await #expect(throws: Refusal(reason)) { try await visitor.addFace(.plain(capture)) }
        }
        await #expect(throws: Refusal(.packageFormNotAccepted)) { try await visitor.addFace(.unknown) }
    }

    /// The order of frames without times is believed; the scorer is told that there are none.
    @Test(arguments: ["hotel2", "charlie4"]) func framesWithoutTimesAreTakenAndMarked(workflow: String) async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let assessment = try Samples.assessment(.unableToDecide)
        for hasTimes in [false, true] {
            test.engines.set {
                $0.face = { capture in
                    #expect(capture.hasTimes == hasTimes)
                    return assessment
                }
            }
            let result = try await visitor.addFace(.plain(Visitor.capture(workflow: workflow, hasTimes: hasTimes)))
            #expect(result.decision == .unableToDecide)
        }
    }

    @Test func aTenantThatIsStrictAboutTimesRefusesFramesWithoutAny() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        try await TenantAdministration(data: test.data)
            .configure(name: "acme", change: #"{"onboardingConfig":{"frameTimes":"strict"}}"#)
        try await test.tenants.reload()
        let strict = try #require(try await test.tenants.tenant(nameOrRealm: "acme"))
        let second = try await Visitor("eve", at: test, tenant: strict)
        try await second.addDevice()
        try say(.live, test)
        for frames in [1, 4] {
            await #expect(throws: Refusal(.frameTimesInvalid)) {
                try await second.addFace(.plain(Visitor.capture(frames: frames, hasTimes: false)))
            }
        }
        #expect(try await visitor.addFace(.plain(Visitor.capture(hasTimes: false))).decision == .live)
    }

    @Test func aPackageThatDoesNotOpenCountsAsACapture() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test, isPassive: true)
        let sealed = SubmittedPackage.sealed(keyID: "none", encapsulatedKey: [], ciphertext: [])
        for _ in 0..<20 {
            await #expect(throws: Refusal(.packageUnreadable)) { try await visitor.addFace(sealed) }
        }
        await #expect(throws: Refusal(.enrollmentFinished)) { try await visitor.addFace(sealed) }
    }

    @Test func anImageAcceptedForOnePersonIsRefusedForAnother() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        try say(.live, test)
        let first = try await Visitor("ada", at: test, tenant: tenant)
        let second = try await Visitor("eve", at: test, tenant: tenant)
        for visitor in [first, second] { try await visitor.addDevice() }
        let capture = Visitor.capture()
        try await first.addFace(.plain(capture))
        await #expect(throws: Refusal(.packageReplayed)) { try await second.addFace(.plain(capture)) }
    }

    @Test func aCaptureSessionIsUsedOnceAndInTime() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        try say(.unableToDecide, test)
        let id = try test.useCases.person.beginCapture.perform(by: visitor.principal, at: test.now)
        let late = try test.useCases.person.beginCapture.perform(by: visitor.principal, at: test.now)
        try await visitor.addFace(.plain(Visitor.capture(sessionID: .given(id))))
        await #expect(throws: Refusal(.sessionIDInvalid)) {
            try await visitor.addFace(.plain(Visitor.capture(sessionID: .given(id))))
        }
        test.advance(milliseconds: 301_000)
        await #expect(throws: Refusal(.sessionIDInvalid)) {
            try await visitor.addFace(.plain(Visitor.capture(sessionID: .given(late))))
        }
    }

    @Test func imagesThatTheScorerCannotReadAreNamed() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let errors: [(LivenessError, RefusalReason)] = [
            (.frameSizesDiffer, .frameSizesDiffer), (.tooManyPixels, .imageTooLarge),
            (.frameUnreadable(index: 0, .notAnImage), .notAnImage),
            (.frameUnreadable(index: 0, .tooSmall), .imageTooSmall),
        ]
        for (error, reason) in errors {
            test.engines.set { $0.face = { _ in throw error } }
            let refusal = await #expect(throws: Refusal.self) { try await visitor.addFace() }
            #expect(refusal?.reason == reason)
            #expect((refusal?.message != nil) == (reason == .notAnImage))
        }
        test.engines.set { $0.face = { _ in throw StubEngines.Unset() } }
        await #expect(throws: StubEngines.Unset.self) { try await visitor.addFace() }
    }

    @Test func whoHasNotConsentedIsAskedFirst() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(requiresConsent: true)
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        try say(.live, test)
        await #expect(throws: Refusal(.consentRequired)) { try await visitor.addFace() }
        let consent = Consent(
            textHash: String(repeating: "ab", count: 32), textVersion: "1", language: "en",
            acceptedAt: "2026-03-02T07:36:25Z")
        _ = try await test.useCases.person.giveConsent.perform(
            Visitor.incoming(.init(enrollmentToken: visitor.token, consent: consent)), by: visitor.principal,
            at: test.now)
        #expect(try await visitor.addFace().decision == .live)
    }

    @Test func aStepBeforeItsTurnOrOfAnUnknownTokenIsRefused() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        try say(.live, test)
        let early = try await Visitor(at: test, tenant: tenant)
        await #expect(throws: Refusal(.stepOutOfOrder)) { try await early.addFace() }
        let other = try await test.tenant("other")
        await #expect(throws: Refusal(.tokenUnknown)) {
            try await test.useCases.person.addFace.perform(
                Visitor.incoming(
                    .init(
                        enrollmentToken: early.token, package: .plain(Visitor.capture()), readContent: { _ in nil })),
                by: Principal(tenant: other, role: .portal), at: test.now)
        }
    }
}
