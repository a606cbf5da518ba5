import FaceEngine
import OnboardingCore
import Testing

@testable import LivenessScorer
@testable import OnboardingFixture
@testable import Tenancy

/// `ageEstimation` of a configuration: a live face whose age is outside the range, or cannot be told, is not accepted.
@Suite struct AgeEstimationTests {
    private static let from18To60 = """
        {"onboardingConfig":{"faceWorkflow":"passive","onboardingOptions":{"enrollment":{"ageEstimation":{"enabled":true,"minAge":18,"maxAge":60,\
        "minTolerance":2,"maxTolerance":1}}}}}
        """

    private func visitor(
        _ test: TestInstallation, _ years: Double?, _ decision: LivenessDecision = .live
    ) async throws -> Visitor {
        let assessment = try Samples.assessment(decision)
        test.engines.set {
            $0.face = { _ in assessment }
            $0.age = { _, _ in years.map { AgeEstimate(years: $0) } }
        }
        let visitor = try await Visitor(at: test, tenant: try await test.tenant(configuration: Self.from18To60))
        try await visitor.addDevice()
        return visitor
    }

    @Test(arguments: [(16.0, true), (15.9, false), (40, true), (61, true), (61.1, false)])
    func theRangeIsHeldWithItsTolerances(years: Double, isWithin: Bool) async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test, years)
        let result = try await visitor.addFace()
        #expect(result.decision == .live && result.isAccepted == isWithin)
        #expect(result.ageCheck?.estimate?.years == years && result.ageCheck?.isWithin == isWithin)
        if isWithin {
            await #expect(throws: Refusal(.stepAlreadyDone)) { try await visitor.addFace() }
        } else {
            #expect(try await visitor.addFace().isAccepted == false, "the step is not done")
        }
    }

    @Test func anAgeOutsideUsesUpTheAttempts() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test, 70)
        for attempt in 1...5 {
            #expect(try await visitor.addFace().standing.status == (attempt < 5 ? .pending : .failed))
        }
    }

    @Test func anAgeThatCannotBeToldDecidesNothing() async throws {
        let test = try await TestInstallation()
        let result = try await visitor(test, nil).addFace()
        #expect(result.decision == .unableToDecide && !result.isAccepted && result.ageCheck?.estimate == nil)
        #expect(result.standing.status == .pending)
    }

    @Test func ofAFaceThatIsNotLiveNoAgeIsEstimated() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test, 30, .presentationAttack)
        test.engines.set {
            $0.age = { _, _ in
                Issue.record("was estimated")
                return nil
            }
        }
        #expect(try await visitor.addFace().ageCheck == nil)
    }

    @Test func theFrameIsTheBestOneUprightAsItWasCaptured() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test, 30)
        test.engines.set {
            $0.age = { bytes, turns in
                #expect(bytes == [7, 7, 7] && turns == 1)
                return AgeEstimate(years: 30)
            }
        }
        #expect(try await visitor.addFace(.plain(Visitor.capture(frames: 1, bytes: [7, 7, 7]))).isAccepted)
    }

    @Test func withoutTheNetworkNobodyPasses() async throws {
        let test = try await TestInstallation(hasAttributes: false)
        let visitor = try await visitor(test, 30)
        await #expect(throws: Refusal.modelNotInstalled) { try await visitor.addFace() }
    }
}
