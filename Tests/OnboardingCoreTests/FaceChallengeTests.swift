import OnboardingCore
import TestSupport
import Testing

/// What is asked of a person before the camera, and what an answer to it may be.
@Suite struct FaceChallengeTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)
    private static let deadline = now.adding(seconds: 3600)

    /// An enrollment whose next step is the face.
    private func open(_ workflow: FaceWorkflow, captures: Int = 20, passive: Int = 3) throws -> Enrollment {
        let policy = Policy(
            requiredChecks: [.addFace], maximumCaptures: captures, faceWorkflow: workflow,
            maximumPassiveCaptures: passive)
        return try #require(replay([.triggered(until: Self.deadline), .started(policy, deadline: Self.deadline)]))
    }

    private func events(_ command: Command, on enrollment: Enrollment, after seconds: Int64 = 1) -> [Event]? {
        let proposal = Proposal(
            command, record: nil, at: Self.now.adding(seconds: seconds), registrationCode: "CODE")
        guard case .accept(let events) = decide(proposal, on: enrollment) else { return nil }
        return events
    }

    private func rejection(_ command: Command, on enrollment: Enrollment, after seconds: Int64 = 1) -> Rejection? {
        let proposal = Proposal(command, record: nil, at: Self.now.adding(seconds: seconds), registrationCode: "")
        guard case .reject(let rejection) = decide(proposal, on: enrollment) else { return nil }
        return rejection
    }

    @Test func whereTheWorkflowIsActiveACaptureAnswersAChallenge() throws {
        let open = try open(.active)
        #expect(open.requiresChallenge)
        #expect(rejection(.addFace(.live), on: open) == .challengeRequired)
        #expect(rejection(.addFace(.undecided), on: open) == .challengeRequired)
        #expect(rejection(.addFace(.live, challenge: FaceChallenge.sample.id), on: open) == .challengeInvalid)
        let challenged = evolve(open, .faceChallenged(.sample))
        #expect(rejection(.addFace(.live), on: challenged) == .challengeRequired)
        #expect(
            events(.addFace(.live, challenge: FaceChallenge.sample.id), on: challenged)?.map(\.kind)
                == [.faceAdded, .completed])
    }

    @Test func aChallengeIsAnsweredOnce() throws {
        let challenged = evolve(try open(.passive), .faceChallenged(.sample))
        let answer = Command.addFace(.undecided, challenge: FaceChallenge.sample.id)
        let after = try #require(events(answer, on: challenged)).reduce(challenged, evolve)
        #expect(after.progress?.challenge == nil)
        #expect(rejection(answer, on: after) == .challengeInvalid)
    }

    @Test func aPassiveCaptureUsesUpTheChallengeToo() throws {
        let challenged = evolve(try open(.passive), .faceChallenged(.sample))
        let after = try #require(events(.addFace(.presentationAttack), on: challenged)).reduce(challenged, evolve)
        #expect(after.progress?.challenge == nil)
    }

    @Test func aChallengeThatRanOutIsNotAnswered() throws {
        let challenged = evolve(try open(.active), .faceChallenged(.sample))
        let answer = Command.addFace(.live, challenge: FaceChallenge.sample.id)
        #expect(events(answer, on: challenged, after: 59) != nil)
        #expect(rejection(answer, on: challenged, after: 60) == .challengeInvalid)
    }

    @Test func aChallengeFromTheFutureIsNotAnswered() throws {
        let challenged = evolve(try open(.active), .faceChallenged(.sample))
        let answer = Command.addFace(.live, challenge: FaceChallenge.sample.id)
        #expect(rejection(answer, on: challenged, after: -1) == .challengeInvalid)
    }

    /// Who could ask until one comes that he has a recording for would have to wait a minute and lose a capture each time.
    @Test func anotherChallengeCostsTheOneThatStands() throws {
        var generator = SeededGenerator.announced()
        let other = FaceChallenge.random(at: Self.now.adding(seconds: 60), using: &generator)
        let challenged = evolve(try open(.active, captures: 2), .faceChallenged(.sample))
        #expect(events(.challengeFace(other), on: challenged, after: 59) == [], "the one that stands is given again")
        let next = [Event.faceRefused(.challengeExpired, nil), .faceChallenged(other)]
        #expect(events(.challengeFace(other), on: challenged, after: 60) == next)
        let second = next.reduce(challenged, evolve)
        #expect(second.progress?.challenge == other && second.progress?.tally(of: .addFace).captures == 1)
        #expect(
            events(.challengeFace(.sample), on: second, after: 120)?.map(\.kind) == [.faceRefused, .failed],
            "the last capture")
    }

    @Test func afterSoManyCapturesWithoutAnAnswerDoubtAsksForOne() throws {
        var enrollment = try open(.activeAfterDoubt)
        for _ in 0..<3 {
            #expect(!enrollment.requiresChallenge)
            enrollment = try #require(events(.addFace(.undecided), on: enrollment)).reduce(enrollment, evolve)
        }
        #expect(enrollment.requiresChallenge)
        #expect(rejection(.addFace(.live), on: enrollment) == .challengeRequired)
    }

    @Test(arguments: FaceDecision.allCases) func aSecondSuspicionOfAPortraitAsksForOne(decision: FaceDecision) throws {
        let policy = Policy(faceWorkflow: .activeAfterDoubt)
        let reopened = try #require(
            replay([
                .triggered(until: Self.deadline), .started(policy, deadline: Self.deadline), .deviceAdded,
                .faceAdded(nil), .documentAdded(nil), .faceReopened(.sample),
            ]))
        let leavesDoubt: [FaceDecision] = [.portraitSuspected, .noFrameNearPortrait]
        let after = evolve(reopened, .faceRefused(decision, nil))
        #expect(after.requiresChallenge == leavesDoubt.contains(decision))
        #expect(!evolve(try open(.activeAfterDoubt), .faceRefused(decision, nil)).requiresChallenge)
    }

    @Test func movementsAreDrawnWithoutRepetitionWithATurnAndFitAPackage() {
        var generator = SeededGenerator.announced()
        var sequences: Set<[FaceChallenge.Prompt]> = []
        for _ in 0..<3000 {
            let challenge = FaceChallenge.random(.movement, at: Self.now, using: &generator)
            let prompts = challenge.steps.map(\.prompt)
            #expect((2...3).contains(prompts.count) && Set(prompts).count == prompts.count)
            #expect(prompts.contains(.turnLeft) || prompts.contains(.turnRight))
            let all = challenge.leadInMilliseconds + challenge.steps.reduce(0) { $0 + $1.durationInMilliseconds }
            #expect(all <= Limit.videoDuration.value * 1000 - 500)
            #expect(challenge.until == Self.now.adding(seconds: Limit.challengeLife.seconds))
            sequences.insert(prompts)
        }
        #expect(sequences.count == 18 + 96)
    }

    /// WCAG 2.3.1 allows three flashes a second.
    @Test func coloursChangeAtMostTwiceASecondAndShowEachOfTheScreensOwn() {
        var generator = SeededGenerator.announced()
        for _ in 0..<1000 {
            let challenge = FaceChallenge.random(.light, at: Self.now, using: &generator)
            let prompts = challenge.steps.map(\.prompt)
            #expect(zip(prompts, prompts.dropFirst()).allSatisfy { $0 != $1 })
            #expect(Set(prompts).isSuperset(of: [.red, .green, .blue]))
            #expect(challenge.steps.allSatisfy { $0.durationInMilliseconds >= 500 })
        }
    }
}

extension FaceChallenge {
    fileprivate static func random(
        _ kind: Kind, at instant: Instant, using generator: inout SeededGenerator
    ) -> FaceChallenge {
        .drawn(kind, id: sample.id, at: instant, using: &generator)
    }
}
