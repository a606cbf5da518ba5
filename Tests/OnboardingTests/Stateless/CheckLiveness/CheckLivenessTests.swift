@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy
import OnboardingCore
import OnboardingCrypto
import Testing

/// Packages of no enrollment, with engines that say what the test wants.
@Suite struct CheckLivenessTests {
    private func check(
        _ package: SubmittedPackage, at test: TestInstallation, _ tenant: Tenant
    ) async throws -> CheckLiveness.Result {
        try await test.useCases.portal.checkLiveness.perform(
            Visitor.incoming(.init(package: package, readContent: { _ in Visitor.capture() })),
            by: Principal(tenant: tenant, role: .portal), at: test.now)
    }

    @Test(arguments: LivenessDecision.allCases) func aDecisionOfTheScorerIsTheResult(decision: LivenessDecision)
        async throws
    {
        let test = try await TestInstallation()
        let assessment = try Samples.assessment(decision)
        test.engines.set { $0.face = { _ in assessment } }
        let result = try await check(.plain(Visitor.capture()), at: test, try await test.tenant())
        #expect(result.decision == decision && result.components == assessment.components)
        #expect(result.scoreInPercent == assessment.scoreInPercent)
    }

    @Test func theTenantsSettingsHoldHereToo() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let assessment = try Samples.assessment(.live)
        test.engines.set {
            $0.face = { capture in
                #expect(capture.level == .highSecurity && !capture.permitsStills)
                return assessment
            }
        }
        _ = try await check(.plain(Visitor.capture(workflow: "charlie6")), at: test, tenant)
        let refused: [(SubmittedCapture, RefusalReason)] = [
            (Visitor.capture(workflow: "alpha4"), .unknownWorkflow), (Visitor.capture(frames: 0), .noFrames),
            (Visitor.capture(frames: Limit.frames.value + 1), .tooManyFrames),
            (Visitor.capture(rotation: 45), .rotationInvalid), (Visitor.capture(gap: -1), .frameTimesInvalid),
        ]
        for (capture, reason) in refused {
            await #expect(throws: Refusal(reason)) { try await check(.plain(capture), at: test, tenant) }
        }
        await #expect(throws: Refusal(.packageFormNotAccepted)) { try await check(.unknown, at: test, tenant) }
    }

    @Test func aPackageOfAnEnrollmentDoesNotOpenHere() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let assessment = try Samples.assessment(.live)
        test.engines.set { $0.face = { _ in assessment } }
        let key = try test.tenants.keys(of: tenant).package.ec
        func sealed(for token: String) throws -> SubmittedPackage {
            let sealed = try HPKE.seal(
                [UInt8]("{}".utf8), info: PackageOpener.info, associated: [UInt8](token.utf8),
                recipient: try ECPublicKey(spkiDER: key.publicKeyDER))
            return .sealed(keyID: key.keyID, encapsulatedKey: sealed.encapsulatedKey, ciphertext: sealed.ciphertext)
        }
        #expect(try await check(sealed(for: "stateless"), at: test, tenant).decision == .live)
        let visitor = try await Visitor(at: test, tenant: tenant)
        await #expect(throws: Refusal(.packageUnreadable)) {
            try await check(sealed(for: visitor.token), at: test, tenant)
        }
    }

    @Test func aChallengeOfNoEnrollmentIsTakenOnce() async throws {
        let test = try await TestInstallation()
        let (tenant, other) = (try await test.tenant(), try await test.tenant("other"))
        let assessment = try Samples.assessment(.live, isStill: false, answering: .met)
        test.engines.set {
            $0.face = { capture in
                #expect(capture.challenge != nil)
                return assessment
            }
        }
        func issued() throws -> String {
            try test.useCases.portal.challengeCapture.perform(
                by: Principal(tenant: tenant, role: .portal), at: test.now
            )
            .id.text
        }
        func answer(_ challenge: String, of tenant: Tenant, workflow: String = "foxtrot4") async throws {
            _ = try await test.useCases.portal.checkLiveness.perform(
                Visitor.incoming(
                    .init(
                        package: .plain(Visitor.capture(workflow: workflow)), challenge: challenge,
                        readContent: { _ in nil })),
                by: Principal(tenant: tenant, role: .portal), at: test.now)
        }
        let (first, second, third) = (try issued(), try issued(), try issued())
        test.advance(milliseconds: 9000)
        await #expect(throws: Refusal(.challengeInvalid)) { try await answer(first, of: other) }
        try await answer(first, of: tenant)
        await #expect(throws: Refusal(.challengeInvalid)) { try await answer(first, of: tenant) }
        await #expect(throws: Refusal(.unknownWorkflow)) { try await answer(second, of: tenant, workflow: "charlie4") }
        await #expect(throws: Refusal(.challengeInvalid), "taken all the same") {
            try await answer(second, of: tenant)
        }
        test.advance(milliseconds: 51_000)
        await #expect(throws: Refusal(.challengeInvalid), "too late") { try await answer(third, of: tenant) }
        await #expect(throws: Refusal(.challengeInvalid)) { try await answer("0c", of: tenant) }
    }

    @Test func onlySoManyChallengesStandAtATime() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant().id
        let challenges = OpenChallenges()
        let first = try FaceChallenge.drawn(.movement, at: test.now)
        challenges.issue(first, to: tenant)
        for _ in 1..<Limit.openChallenges.value { challenges.issue(try .drawn(.movement, at: test.now), to: tenant) }
        let last = try FaceChallenge.drawn(.light, at: test.now)
        challenges.issue(last, to: tenant)
        #expect(challenges.take(first.id.text, of: tenant, at: test.now) == nil, "the oldest is forgotten")
        #expect(challenges.take(last.id.text, of: tenant, at: test.now) == last)
    }

    @Test func anEngineThatFailsNeverSaysLive() async throws {
        let test = try await TestInstallation()
        await #expect(throws: StubEngines.Unset.self) {
            try await check(.plain(Visitor.capture()), at: test, try await test.tenant())
        }
    }
}
