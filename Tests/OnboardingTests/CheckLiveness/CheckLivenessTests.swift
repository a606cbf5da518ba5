import LivenessScorer
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import Onboarding

/// Packages of no enrollment, with engines that say what the test wants.
@Suite struct CheckLivenessTests {
    private func check(
        _ package: SubmittedPackage, at test: TestInstallation, _ tenant: Tenant
    ) async throws -> CheckLiveness.Result {
        try await test.useCases.checkLiveness.perform(
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

    @Test func anEngineThatFailsNeverSaysLive() async throws {
        let test = try await TestInstallation()
        await #expect(throws: StubEngines.Unset.self) {
            try await check(.plain(Visitor.capture()), at: test, try await test.tenant())
        }
    }
}
