import OnboardingCore
import Testing

@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

@Suite struct FaceCapturePlanTests {
    private func plan(_ workflows: String = #"["charlie","foxtrot"]"#, answersChallenge: Bool = false) async throws
        -> FaceCapturePlan
    {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(
            configuration: #"{"onboardingConfig":{"allowedWorkflows":\#(workflows)}}"#)
        return FaceCapturePlan(tenant.settings, answersChallenge: answersChallenge)
    }

    /// The gates let half of the frames be unusable, and a third at the highest level.
    @Test(arguments: [
        (LivenessLevel.highUsability, 1.0 / 2), (.balanced, 1.0 / 2), (.highSecurity, 2.0 / 3),
    ])
    func theGatesFindEnoughInIt(level: LivenessLevel, usable: Double) async throws {
        let (plan, gates) = (try await plan(), FusionData.gates(at: level))
        #expect(Double(plan.leastFrames) * usable >= Double(gates.minimumUsableFrames ?? 0))
        #expect(plan.seconds * 1000 * usable >= gates.minimumDurationInMilliseconds ?? 0)
        #expect(plan.seconds * 1000 / Double(plan.leastFrames - 1) <= gates.maximumGapInMilliseconds)
    }

    /// Who has turned as far as the page says "enough" at has turned far enough for whatever is judged.
    @Test func enoughIsEnoughForEveryRule() async throws {
        let (passive, active) = (try await plan(), try await plan(answersChallenge: true))
        #expect(passive.turnInDegrees >= PrescribedTurn.leastInDegrees)
        #expect(active.turnInDegrees >= ChallengeLimits().turnInDegrees)
        for level in [LivenessLevel.highUsability, .balanced, .highSecurity] {
            let gates = FusionData.gates(at: level)
            #expect(max(passive.turnInDegrees, active.turnInDegrees) < gates.maximumYawInDegrees)
        }
    }

    @Test func noPackageIsTooLarge() async throws {
        let (passive, active) = (try await plan(), try await plan(answersChallenge: true))
        #expect(passive.frames <= Limit.frames.value && passive.leastFrames <= passive.frames)
        #expect(active.frames <= Limit.activeFrames.value && active.leastFrames <= active.frames)
        let limits = ChallengeLimits()
        #expect(active.seconds * 1000 / Double(active.frames) <= limits.gapForBlinksInMilliseconds)
        #expect(active.seconds * 1000 / Double(active.leastFrames) <= limits.longestGapInMilliseconds)
    }

    @Test(arguments: [
        (#"["charlie","delta","hotel","foxtrot"]"#, "charlie4"), (#"["delta","foxtrot"]"#, "foxtrot4"),
        (#"["delta","hotel"]"#, "hotel4"), (#"["delta"]"#, "delta4"),
    ])
    func theWorkflowIsOneThatTheTenantAllows(allowed: String, workflow: String) async throws {
        let passive = try await plan(allowed)
        #expect(passive.workflow == workflow)
        #expect(Workflow(name: passive.workflow)?.level == .balanced)
    }
}
