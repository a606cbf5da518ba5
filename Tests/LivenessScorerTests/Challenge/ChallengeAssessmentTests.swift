import FaceEngine
import TestSupport
import Testing
import Vision

@testable import LivenessScorer

/// Whether a capture answers its challenge: every step in its time and order, nothing else, in one continuous take.
@Suite struct ChallengeAssessmentTests {
    /// Lead-in of a second, then steps of two seconds.
    private static func challenge(_ prompts: CaptureChallenge.Prompt...) -> CaptureChallenge {
        CaptureChallenge(
            leadInMilliseconds: 1000, steps: prompts.map { .init($0, durationInMilliseconds: 2000) })
    }

    /// A head at ten frames a second: at rest but for what is done between two times.
    private struct Actor {
        var duration = 5000.0
        var gap = 100.0
        var acts: [(from: Double, to: Double, change: (inout Pose) -> Void)] = []

        struct Pose {
            var yaw = 0.0, pitch = 2.0, width = 200.0, eyes = 0.32, mouth = 0.04
            var center = Point(x: 320, y: 240)
        }

        mutating func act(_ from: Double, _ to: Double, _ change: @escaping (inout Pose) -> Void) {
            acts.append((from, to, change))
        }

        var course: PostureCourse {
            let times = stride(from: 0, through: duration, by: gap)
            return PostureCourse(
                moments: times.enumerated().map { index, time in
                    var pose = Pose()
                    for act in acts where (act.from..<act.to).contains(time) { act.change(&pose) }
                    return .init(
                        frame: index, timeInMilliseconds: time,
                        posture: FacePosture(
                            yawInDegrees: pose.yaw, pitchInDegrees: pose.pitch, faceWidthInPixels: pose.width,
                            center: pose.center, eyeOpening: pose.eyes, mouthOpening: pose.mouth))
                }, durationInMilliseconds: duration)
        }
    }

    private func reason(
        _ challenge: CaptureChallenge, gain: Double? = 1, light: LightResponse? = nil, _ act: (inout Actor) -> Void
    ) -> LivenessReason? {
        var actor = Actor()
        act(&actor)
        return ChallengeAssessment(challenge: challenge).evidence(
            of: actor.course, perspectiveGainInPercent: gain, light: light
        ).reason
    }

    /// What answers a prompt from a moment on.
    private static func answer(_ prompt: CaptureChallenge.Prompt, at start: Double, _ actor: inout Actor) {
        switch prompt {
        case .turnLeft: actor.act(start, start + 800) { $0.yaw = 20 }
        case .turnRight: actor.act(start, start + 800) { $0.yaw = -20 }
        case .nod: actor.act(start, start + 600) { $0.pitch = 14 }
        case .comeCloser:
            for step in 0..<3 {
                actor.act(start + Double(step) * 200, step < 2 ? start + Double(step + 1) * 200 : .infinity) {
                    $0.width = [220, 250, 270][step]
                }
            }
        case .blinkTwice:
            actor.act(start, start + 300) { $0.eyes = 0.15 }
            actor.act(start + 600, start + 900) { $0.eyes = 0.15 }
        case .openMouth: actor.act(start, start + 700) { $0.mouth = 0.5 }
        case .red, .green, .blue, .white, .black: break
        }
    }

    private static let movements = CaptureChallenge.Prompt.allCases.filter { $0.light == nil }

    @Test(arguments: movements) func eachMovementIsSeenInItsTime(prompt: CaptureChallenge.Prompt) {
        for other in Self.movements where other != prompt {
            #expect(
                reason(Self.challenge(prompt, other)) {
                    Self.answer(prompt, at: 1400, &$0)
                    Self.answer(other, at: 3400, &$0)
                } == nil, "\(prompt), \(other)")
        }
    }

    @Test(arguments: movements) func whatIsNotShownIsMissed(prompt: CaptureChallenge.Prompt) {
        #expect(reason(Self.challenge(prompt)) { _ in } == .stepNotShown)
    }

    @Test(arguments: movements) func theOrderCounts(prompt: CaptureChallenge.Prompt) {
        for other in Self.movements where other != prompt {
            #expect(
                reason(Self.challenge(prompt, other)) {
                    Self.answer(other, at: 1400, &$0)
                    Self.answer(prompt, at: 3400, &$0)
                } != nil, "\(prompt), \(other)")
        }
    }

    /// Nobody answers what was not asked yet; grace for who is slow ends.
    @Test func whatComesTooEarlyOrTooLateIsNoAnswer() {
        #expect(reason(Self.challenge(.turnLeft)) { $0.act(100, 1100) { $0.yaw = 20 } } != nil)
        #expect(reason(Self.challenge(.turnLeft)) { $0.act(1000, 1100) { $0.yaw = 20 } } == .stepNotShown)
        #expect(reason(Self.challenge(.turnLeft)) { $0.act(3450, 4200) { $0.yaw = 20 } } == nil)
        #expect(reason(Self.challenge(.turnLeft)) { $0.act(3550, 4200) { $0.yaw = 20 } } == .stepNotShown)
    }

    @Test func aRecordingThatShowsEverythingAnswersNothing() {
        #expect(
            reason(Self.challenge(.turnLeft, .openMouth)) { actor in
                for start in stride(from: 0.0, to: 5000, by: 1000) {
                    actor.act(start, start + 300) { $0.yaw = 20 }
                    actor.act(start + 300, start + 600) { $0.yaw = -20 }
                    actor.act(start + 600, start + 900) { $0.mouth = 0.5 }
                }
            } != nil)
    }

    @Test func aMovementThatWasNotAskedForIsSeen() {
        #expect(
            reason(Self.challenge(.turnLeft)) {
                Self.answer(.turnLeft, at: 1400, &$0)
                $0.act(4200, 4800) { $0.yaw = -25 }
            } == .otherMovementShown)
    }

    @Test func framesOfTwoTakesAreNoAnswer() {
        let leaps: [(inout Actor.Pose) -> Void] = [
            { $0.center = Point(x: 480, y: 240) }, { $0.width = 120 }, { $0.pitch = 50 },
            { $0.center = Point(x: Double.nan, y: 0) },
        ]
        for leap in leaps {
            #expect(
                reason(Self.challenge(.openMouth)) {
                    Self.answer(.openMouth, at: 1400, &$0)
                    $0.act(2500, .infinity, leap)
                } == .takeInterrupted)
        }
    }

    @Test func whatIsHiddenTooLongBreaksTheTake() {
        var actor = Actor()
        Self.answer(.openMouth, at: 1400, &actor)
        for (hidden, isBroken) in [(2500.0...2700, false), (2500...2800, true), (-1...500, true), (4500...6000, true)] {
            let course = actor.course
            let seen = PostureCourse(
                moments: course.moments.filter { !hidden.contains($0.timeInMilliseconds) },
                durationInMilliseconds: course.durationInMilliseconds)
            let judged = ChallengeAssessment(challenge: Self.challenge(.openMouth)).evidence(
                of: seen, perspectiveGainInPercent: nil, light: nil)
            #expect((judged.reason == .takeInterrupted) == isBroken, "\(hidden)")
        }
    }

    @Test func aFaceThatGrowsAsAPictureDoesIsNoAnswer() {
        for (gain, expected) in [
            (0.6, nil), (0.59, .grewWithoutPerspective), (nil, .grewWithoutPerspective),
            (.nan, .grewWithoutPerspective),
        ] as [(Double?, LivenessReason?)] {
            #expect(
                reason(Self.challenge(.comeCloser), gain: gain) { Self.answer(.comeCloser, at: 1400, &$0) }
                    == expected)
        }
    }

    @Test func blinksWantFramesThatShowThem() {
        #expect(
            reason(Self.challenge(.blinkTwice)) {
                $0.gap = 200
                Self.answer(.blinkTwice, at: 1400, &$0)
            } == .framesTooFarApart)
        #expect(
            reason(Self.challenge(.blinkTwice)) { $0.act(1400, 1700) { $0.eyes = 0.15 } } == .stepNotShown,
            "one blink")
        #expect(
            reason(Self.challenge(.blinkTwice)) { $0.act(1400, 5100) { $0.eyes = 0.15 } } == .stepNotShown,
            "closed and never opened")
    }

    @Test func aCaptureThatEndsTooSoonOrDoesNotLookAheadIsNoAnswer() {
        #expect(reason(Self.challenge(.turnLeft, .nod)) { $0.duration = 2900 } == .takeTooShort)
        #expect(reason(Self.challenge(.turnLeft)) { $0.act(0, 1050) { $0.yaw = 16 } } == .notStraightAtFirst)
        let nobody = ChallengeAssessment(challenge: Self.challenge(.nod)).evidence(
            of: PostureCourse(moments: [], durationInMilliseconds: 5000), perspectiveGainInPercent: nil, light: nil)
        #expect(nobody.reason == .noFace)
        let nothing = ChallengeAssessment(challenge: Self.challenge()).evidence(
            of: Actor().course, perspectiveGainInPercent: nil, light: nil)
        #expect(nothing.reason != nil)
    }

    @Test func whatIsMissingIsSaid() {
        var actor = Actor()
        actor.act(1400, 2000) { $0.yaw = 10 }
        let component = ChallengeAssessment(challenge: Self.challenge(.turnLeft, .openMouth)).evidence(
            of: actor.course, perspectiveGainInPercent: nil, light: nil
        ).component
        #expect(component.name == "challenge" && component.scoreInPercent == 0)
        #expect(component.hints?.map(\.quantity) == [.turnLeft, .mouthOpening])
        #expect(component.hints?.first?.measured == 10 && component.hints?.first?.wanted == 15)
    }
}

/// Light on a face that follows the screen before it.
@Suite struct LightResponseTests {
    private static let challenge = CaptureChallenge(
        leadInMilliseconds: 800,
        steps: [.red, .blue, .white, .green, .black, .red].map { .init($0, durationInMilliseconds: 600) })

    /// A face at ten frames a second whose light changes with a screen, `lag` milliseconds later.
    private func response(
        inner: Double, rim: Double, background: Double?, lag: Double = 100, shown: CaptureChallenge = challenge
    ) -> LightResponse? {
        let moments = stride(from: 0.0, to: 4600, by: 100).map { time in
            let step = zip(shown.steps, shown.times).first { $0.1.contains(time - lag) }?.0
            let light = step?.prompt.light ?? [0, 0, 0]
            func lit(_ share: Double) -> [Double] { light.map { 0.2 * (1 + share * $0) } }
            return (
                timeInMilliseconds: time,
                colours: FaceColours(inner: lit(inner), rim: lit(rim), background: background.map(lit))
            )
        }
        return LightResponse(of: moments, to: Self.challenge)
    }

    @Test func aLitHeadAnswers() throws {
        let limits = ChallengeLimits()
        let found = try #require(response(inner: 0.1, rim: 0.06, background: 0.01))
        #expect(found.isAnswer(under: limits) && found.isOfAHead(under: limits))
        #expect(abs(found.lagInMilliseconds - 100) <= 40)
        #expect(found.innerChangeInPercent > 5 && found.innerChangeInPercent < 12)
    }

    @Test func otherColoursAreNoAnswer() throws {
        let other = CaptureChallenge(
            leadInMilliseconds: 800,
            steps: [.green, .white, .black, .blue, .red, .green].map { .init($0, durationInMilliseconds: 600) })
        let found = try #require(response(inner: 0.1, rim: 0.06, background: 0.01, shown: other))
        #expect(!found.isAnswer(under: ChallengeLimits()))
    }

    @Test func aPictureThatIsLitAlikeIsNoHead() throws {
        let limits = ChallengeLimits()
        #expect(try #require(response(inner: 0.1, rim: 0.1, background: 0.1)).isOfAHead(under: limits) == false)
        #expect(try #require(response(inner: 0.1, rim: 0.05, background: 0.1)).isOfAHead(under: limits) == false)
        #expect(try #require(response(inner: 0.1, rim: 0.05, background: nil)).isOfAHead(under: limits))
    }

    @Test func aBrightRoomLetsNobodyTell() throws {
        let found = try #require(response(inner: 0.01, rim: 0.005, background: 0))
        #expect(!found.isStrong(under: ChallengeLimits()))
    }
}
