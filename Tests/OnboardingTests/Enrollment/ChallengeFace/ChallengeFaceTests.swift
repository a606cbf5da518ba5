import Foundation
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import Testing

/// What is asked of a person before the camera, from its issue to the capture that answers it.
@Suite struct ChallengeFaceTests {
    private static let active = #"{"onboardingConfig":{"faceWorkflow":"active"}}"#

    /// Somebody whose next step is the face; the scorer finds every capture live.
    private func visitor(
        _ test: TestInstallation, _ configuration: String = active, name: String = "ada"
    ) async throws -> Visitor {
        let visitor = try await Visitor(name, at: test, tenant: try await test.tenant(configuration: configuration))
        let live = try Samples.assessment(.live, isStill: false, answering: .met)
        test.engines.set { $0.face = { _ in live } }
        try await visitor.addDevice()
        return visitor
    }

    private func foxtrot(frames: Int = 4, gap: Double = 200, hasTimes: Bool = true) -> SubmittedPackage {
        .plain(Visitor.capture(workflow: "foxtrot4", frames: frames, gap: gap, hasTimes: hasTimes))
    }

    @Test func aTenantMayAskForAChallengeFromTheFirstCaptureOn() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        await #expect(throws: Refusal(.challengeRequired)) { try await visitor.addFace() }
        await #expect(throws: Refusal(.challengeRequired)) { try await visitor.addFace(foxtrot()) }
        let challenge = try await visitor.challengeFace()
        test.advance(milliseconds: 9000)
        #expect(try await visitor.addFace(foxtrot(), challenge: challenge.id.text).isAccepted)
    }

    @Test func theScorerIsToldWhatWasAskedFor() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let challenge = try await visitor.challengeFace()
        let live = try Samples.assessment(.live, isStill: false, answering: .met)
        test.engines.set {
            $0.face = { capture in
                #expect(capture.challenge == CaptureChallenge(challenge))
                #expect(capture.challenge?.steps.map(\.prompt.rawValue) == challenge.steps.map(\.prompt.rawValue))
                return live
            }
        }
        test.advance(milliseconds: 9000)
        try await visitor.addFace(foxtrot(), challenge: challenge.id.text)
    }

    @Test func whatIsAskedForStaysUntilItIsAnswered() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let challenge = try await visitor.challengeFace()
        test.advance(milliseconds: 59_000)
        #expect(try await visitor.challengeFace() == challenge)
        test.advance(milliseconds: 1000)
        let next = try await visitor.challengeFace()
        #expect(next.id != challenge.id)
        await #expect(throws: Refusal(.challengeInvalid)) {
            try await visitor.addFace(foxtrot(), challenge: challenge.id.text)
        }
        let stored = try await test.cases.enrollment(token: visitor.token, for: visitor.principal)
        #expect(stored.enrollment.progress?.tally(of: .addFace) == Tally(captures: 1))
    }

    @Test func oneThatNobodyAnswersUsesUpTheCaptures() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        for _ in 0..<Limit.captures.value {
            _ = try await visitor.challengeFace()
            test.advance(milliseconds: 60_000)
        }
        await #expect(throws: Refusal(.enrollmentFinished)) { try await visitor.challengeFace() }
        let stored = try await test.cases.enrollment(token: visitor.token, for: visitor.principal)
        #expect(stored.enrollment.state == .failed(.faceCapturesExhausted))
    }

    @Test func anAnswerCountsOnce() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let undecided = try Samples.assessment(.unableToDecide, answering: .notMet(.stepNotShown, []))
        test.engines.set { $0.face = { _ in undecided } }
        let challenge = try await visitor.challengeFace()
        test.advance(milliseconds: 9000)
        let body = Visitor.newBody()
        let package = foxtrot()
        let result = try await visitor.addFace(package, challenge: challenge.id.text, body: body)
        #expect(!result.isAccepted && result.requiresChallenge == true)
        #expect(try await visitor.addFace(package, challenge: challenge.id.text, body: body) == result)
        await #expect(throws: Refusal(.challengeInvalid)) {
            try await visitor.addFace(foxtrot(), challenge: challenge.id.text)
        }
    }

    @Test func anotherPersonsChallengeIsNone() async throws {
        let test = try await TestInstallation()
        let (ada, ben) = (try await visitor(test), try await visitor(test, name: "ben"))
        let challenge = try await ada.challengeFace()
        _ = try await ben.challengeFace()
        test.advance(milliseconds: 9000)
        for id in [challenge.id.text, "", "0c", String(repeating: "g", count: 32)] {
            await #expect(throws: Refusal(.challengeInvalid)) { try await ben.addFace(foxtrot(), challenge: id) }
        }
    }

    @Test func aTakeThatBeganBeforeTheChallengeIsRefused() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let challenge = try await visitor.challengeFace()
        test.advance(milliseconds: 599)
        await #expect(throws: Refusal(.frameTimesInvalid)) {
            try await visitor.addFace(foxtrot(), challenge: challenge.id.text)
        }
        test.advance(milliseconds: 1)
        #expect(try await visitor.addFace(foxtrot(), challenge: challenge.id.text).isAccepted)
    }

    @Test func anAnswerIsAFoxtrotWithTimesOfAsManyFramesAsItMay() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let challenge = try await visitor.challengeFace()
        test.advance(milliseconds: 30_000)
        let refused: [(SubmittedPackage, RefusalReason)] = [
            (.plain(Visitor.capture(workflow: "charlie4")), .unknownWorkflow),
            (foxtrot(hasTimes: false), .frameTimesInvalid),
            (foxtrot(frames: Limit.activeFrames.value + 1, gap: 80), .tooManyFrames),
            (.wrapped(key: [1], iv: [2], content: [3]), .packageFormNotAccepted),
        ]
        for (package, reason) in refused {
            await #expect(throws: Refusal(reason)) { try await visitor.addFace(package, challenge: challenge.id.text) }
        }
        let most = foxtrot(frames: Limit.activeFrames.value, gap: 80)
        #expect(try await visitor.addFace(most, challenge: challenge.id.text).isAccepted)
    }

    @Test func afterEightCapturesWithoutAnAnswerANewTenantAsksForAChallenge() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test, "{}")
        let undecided = try Samples.assessment(.unableToDecide)
        test.engines.set { $0.face = { _ in undecided } }
        for capture in 1...8 {
            let result = try await visitor.addFace()
            #expect(result.requiresChallenge == (capture < 8 ? nil : true))
        }
        await #expect(throws: Refusal(.challengeRequired)) { try await visitor.addFace() }
        let stored = try await test.cases.enrollment(token: visitor.token, for: visitor.principal)
        #expect(stored.enrollment.requiresChallenge)
    }

    @Test func beforeTheFaceNothingIsAskedFor() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(requiresConsent: true)
        let visitor = try await Visitor(at: test, tenant: tenant)
        await #expect(throws: Refusal(.stepOutOfOrder)) { try await visitor.challengeFace() }
        try await visitor.addDevice()
        await #expect(throws: Refusal(.consentRequired)) { try await visitor.challengeFace() }
        await #expect(throws: Refusal(.tokenUnknown)) {
            try await test.useCases.person.challengeFace.perform(
                enrollmentToken: "4d7b0a4e-0000-4000-8000-000000000000", by: visitor.principal, at: test.now)
        }
    }

    @Test func anAuditorReadsWhatWasAskedForAndShown() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let challenge = try await visitor.challengeFace()
        test.advance(milliseconds: 9000)
        try await visitor.addFace(foxtrot(), challenge: challenge.id.text)
        let stored = try await test.cases.enrollment(token: visitor.token, for: visitor.principal)
        let row = try #require(try await test.data.store.evidence(of: stored.id).first { $0.kind == "face" })
        let object = try await test.data.evidence.read(row, under: test.cases.dataKey(of: stored))
        let evidence = try JSONDecoder().decode(
            FaceEvidence.self, from: Data(try #require(object["measurements"])))
        #expect(evidence.challenge == challenge && evidence.workflow == "foxtrot4")
        #expect(evidence.liveness.challenge?.isMet == true)
    }
}
