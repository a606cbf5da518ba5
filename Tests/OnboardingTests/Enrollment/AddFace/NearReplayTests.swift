import FaceEngine
import LivenessScorer
import OnboardingCore
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// The replay guard by content as addFace applies it: engines that say which codes a capture has.
@Suite struct NearReplayTests {
    private func say(
        _ frames: [FrameCode], _ test: TestInstallation, decision: LivenessDecision = .live, isMirrored: Bool = false
    ) throws {
        let assessment = try Samples.assessment(decision, codes: Samples.sent(frames, isMirrored: isMirrored))
        test.engines.set { $0.face = { _ in assessment } }
    }

    private func visitors(_ names: [String], _ test: TestInstallation, tenant: Tenant) async throws -> [Visitor] {
        var visitors: [Visitor] = []
        for name in names {
            let visitor = try await Visitor(name, at: test, tenant: tenant)
            try await visitor.addDevice()
            visitors.append(visitor)
        }
        return visitors
    }

    @Test func aCaptureAcceptedForOnePersonIsRefusedForAnotherHoweverItWasChanged() async throws {
        var generator = SeededGenerator.announced()
        let test = try await TestInstallation()
        let visitors = try await visitors(["ada", "eve"], test, tenant: try await test.tenant())
        let frames = Samples.turning(&generator)
        try say(frames, test)
        #expect(try await visitors[0].addFace().decision == .live)
        for isMirrored in [false, true] {
            for changed in [frames, frames.reversed()] {
                try say(changed, test, isMirrored: isMirrored)
                await #expect(throws: Refusal(.packageReplayed)) { try await visitors[1].addFace() }
            }
        }
        // Somebody else's face is nobody's.
        try say(Samples.turning(&generator), test)
        #expect(try await visitors[1].addFace().decision == .live)
    }

    @Test func aReplayCountsAsACaptureAndEndsTheEnrollmentInTheEnd() async throws {
        var generator = SeededGenerator.announced()
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"faceWorkflow":"passive"}}"#)
        let visitors = try await visitors(["ada", "eve"], test, tenant: tenant)
        try say(Samples.turning(&generator), test)
        try await visitors[0].addFace()
        for _ in 0..<Limit.captures.value {
            await #expect(throws: Refusal(.packageReplayed)) { try await visitors[1].addFace() }
        }
        await #expect(throws: Refusal(.enrollmentFinished)) { try await visitors[1].addFace() }
    }

    @Test func whatWasNotAcceptedStandsAgainstNobody() async throws {
        var generator = SeededGenerator.announced()
        let test = try await TestInstallation()
        let visitors = try await visitors(["ada", "eve"], test, tenant: try await test.tenant())
        let frames = Samples.turning(&generator)
        try say(frames, test, decision: .presentationAttack)
        try await visitors[0].addFace()
        try say(frames, test)
        #expect(try await visitors[1].addFace().decision == .live)
        // Nor is one that is not live refused as a replay: nobody learns what was accepted.
        try say(frames, test, decision: .unableToDecide)
        #expect(try await visitors[0].addFace().decision == .unableToDecide)
    }

    @Test func aStartForgetsNothing() async throws {
        var generator = SeededGenerator.announced()
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let visitors = try await visitors(["ada", "eve"], test, tenant: tenant)
        let frames = Samples.turning(&generator)
        try say(frames, test)
        try await visitors[0].addFace()

        let again = ReplayIndex()
        let guards = NearReplayGuard(store: test.data.store, keys: test.data.keys, index: again)
        let stored = try await test.cases.enrollment(token: visitors[1].token, for: visitors[1].principal)
        #expect(!again.isLoaded)
        try await ReplayIndexing(store: test.data.store, keys: test.data.keys, index: again, logger: test.logger)
            .round()
        #expect(again.isLoaded && again.count == frames.count)
        #expect(try guards.claim(Samples.sent(frames), of: stored).isNone)
        let stranger = Samples.sent(Samples.turning(&generator))
        #expect(try !guards.claim(stranger, of: stored).isNone)
    }

    @Test func anErasedPersonsCaptureIsForgotten() async throws {
        var generator = SeededGenerator.announced()
        let test = try await TestInstallation()
        let visitors = try await visitors(["ada", "eve"], test, tenant: try await test.tenant())
        try say(Samples.turning(&generator), test)
        try await visitors[0].addFace()
        let stored = try await test.cases.enrollment(token: visitors[0].token, for: visitors[0].principal)
        try await test.cases.erasePerson(of: stored.id, at: test.now)
        #expect(test.cases.replayIndex.count == 0)
        #expect(try test.data.store.captureCodes(of: stored.id).isEmpty)
        #expect(try await visitors[1].addFace().decision == .live)
    }

    @Test(arguments: ["off", "exact"]) func theOtherGuardsKeepNoCodes(setting: String) async throws {
        var generator = SeededGenerator.announced()
        let test = try await TestInstallation()
        try await TenantAdministration(data: test.data)
            .configure(name: "acme", change: #"{"onboardingConfig":{"replayGuard":"\#(setting)"}}"#)
        let tenant = try await test.tenant()
        let visitors = try await visitors(["ada", "eve"], test, tenant: tenant)
        try say(Samples.turning(&generator), test)
        for visitor in visitors { #expect(try await visitor.addFace().decision == .live) }
        #expect(test.cases.replayIndex.count == 0)
        #expect(try await test.data.store.captureCodes(after: 0, limit: 10).isEmpty)
    }

    @Test func ofTwoThatRaceWithOneCaptureOneIsAccepted() async throws {
        var generator = SeededGenerator.announced()
        let test = try await TestInstallation()
        let names = (0..<6).map { "visitor \($0)" }
        let visitors = try await visitors(names, test, tenant: try await test.tenant())
        try say(Samples.turning(&generator), test)
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for visitor in visitors {
                group.addTask {
                    do {
                        return try await visitor.addFace().decision == .live
                    } catch let refusal as Refusal where refusal == Refusal(.packageReplayed) {
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(accepted == 1)
    }
}

extension Optional {
    fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
