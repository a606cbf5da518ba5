import DemoMaterial
import FaceEngine
import Foundation
import TestSupport
import Testing
import Vision

@testable import LivenessScorer

/// A rendered head that does what it is asked for, through detector, mesh, flow and rules.
@Suite struct ChallengedHeadTests {
    private static let asked = CaptureChallenge(
        leadInMilliseconds: 1000,
        steps: [
            .init(.comeCloser, durationInMilliseconds: 1600), .init(.turnLeft, durationInMilliseconds: 1600),
        ])

    /// Rendered once: seventy frames take some seconds.
    private static let performance = Result {
        try RenderedHead(photograph: Shared.photograph.get(), engine: Shared.scorer.get().engine)
            .frames(
                HeadPerformance(
                    leadInMilliseconds: 1000,
                    steps: [
                        .init(act: .comeCloser, durationInMilliseconds: 1600),
                        .init(act: .turnLeft, durationInMilliseconds: 1600),
                    ], framesPerSecond: 10)
            ).map(CapturedFrame.init)
    }

    private func assess(
        _ frames: [CapturedFrame], _ challenge: CaptureChallenge, source: CaptureSource = .rendered
    ) throws -> LivenessEvidence {
        try Shared.scorer.get().assess(FaceCapture(frames: frames, source: source, challenge: challenge)).evidence
    }

    @Test func whoDoesWhatIsAskedForIsLive() throws {
        let evidence = try assess(Self.performance.get(), Self.asked)
        #expect(evidence.decision == .live, "\(evidence.reason), \(String(describing: evidence.challenge?.reason))")
        let challenge = try #require(evidence.challenge)
        #expect(challenge.isMet && challenge.steps.allSatisfy(\.isMet))
        #expect(try #require(challenge.perspectiveGainInPercent) >= challenge.limits.perspectiveGainInPercent)
        #expect(evidence.components.last?.name == "challenge" && evidence.components.last?.scoreInPercent == 100)
        #expect(try JSONDecoder().decode(LivenessEvidence.self, from: JSONEncoder().encode(evidence)) == evidence)
    }

    @Test func whatWasNotAskedForIsNoAnswer() throws {
        let others = CaptureChallenge(
            leadInMilliseconds: 1000,
            steps: [
                .init(.turnRight, durationInMilliseconds: 1600), .init(.openMouth, durationInMilliseconds: 1600),
            ])
        let evidence = try assess(Self.performance.get(), others)
        #expect(evidence.decision == .unableToDecide && evidence.reason == .stepNotShown)
        #expect(evidence.challenge?.isMet == false && evidence.framesOfTemplate.isEmpty)
    }

    /// Set in motion as it is asked for: what the challenge cannot see, the cues do.
    @Test func aStillThatIsAnimatedOnDemandIsAnAttack() throws {
        let evidence = try assess(Self.performance.get(), Self.asked, source: .camera)
        #expect(evidence.challenge?.isMet == true)
        #expect(evidence.decision == .presentationAttack && evidence.reason == .frozenAppearance)
    }

    @Test func anImageThatIsEnlargedDoesNotComeCloser() throws {
        let still = try Image(decoding: try #require(Self.performance.get().first).bytes)
        let frames = try (0..<32).map { index -> CapturedFrame in
            let time = Double(index) * 100
            let growth = 1 + 0.5 * min(max((time - 1400) / 900, 0), 1)
            let (width, height) = (Double(still.size.width) / growth, Double(still.size.height) / growth)
            let part = still.cropped(
                to: ImageRectangle(
                    x: (Double(still.size.width) - width) / 2, y: (Double(still.size.height) - height) / 2,
                    width: width, height: height)
            ).resized(to: still.size)
            let noisy = CameraNoise().applied(
                to: part, gain: 1, randomness: RepeatableRandomness(seed: 5, part: index))
            return CapturedFrame(bytes: try noisy.jpeg(quality: 90), timeInMilliseconds: time)
        }
        let challenge = CaptureChallenge(
            leadInMilliseconds: 1000, steps: [.init(.comeCloser, durationInMilliseconds: 1800)])
        let evidence = try assess(frames, challenge)
        #expect(evidence.challenge?.reason == .grewWithoutPerspective)
        #expect(evidence.challenge?.steps.first?.isMet == true)
        #expect(abs(evidence.challenge?.perspectiveGainInPercent ?? 1) < 0.3)
        #expect(evidence.decision != .live)
    }

    /// One woman photographed from about 60, 45, 30 and 15 cm.
    @Test(.enabled(if: SharedData.isThere, "\(SharedData.reason)"))
    func aRealFaceThatComesNearerGrowsByPerspective() throws {
        let engine = try Shared.scorer.get().engine
        let faces = try ["60cm", "45cm", "30cm", "15cm"].map { name in
            let image = try Image(
                decoding: [UInt8](
                    try Data(contentsOf: URL(fileURLWithPath: SharedData.path("heads/come-closer/\(name).jpg")))))
            let face = try #require(try engine.faces(in: image).largest)
            let mesh = try engine.mesh(of: face, in: image)
            return MeasuredFace(
                grey: image.grey, mesh: mesh, measurements: engine.measurements(of: mesh, in: image), code: nil,
                aligned: nil, crops: [], image: nil)
        }
        let limit = ChallengeLimits().perspectiveGainInPercent
        for (far, near) in zip(faces, faces.dropFirst()) {
            #expect(try #require(ApproachPerspective.gainInPercent(from: far, to: near)) >= limit)
            #expect(try #require(ApproachPerspective.gainInPercent(from: near, to: far)) <= -limit)
        }
    }

    @Test func aFaceFollowsTheColoursOfItsScreenAndNoOthers() throws {
        let colours: [(CaptureChallenge.Prompt, HeadPerformance.Act)] = [
            (.red, .light(red: 1, green: 0, blue: 0)), (.white, .light(red: 1, green: 1, blue: 1)),
            (.blue, .light(red: 0, green: 0, blue: 1)), (.green, .light(red: 0, green: 1, blue: 0)),
        ]
        func challenge(_ prompts: [CaptureChallenge.Prompt]) -> CaptureChallenge {
            CaptureChallenge(
                leadInMilliseconds: 700, steps: prompts.map { .init($0, durationInMilliseconds: 500) })
        }
        let frames = try RenderedHead(photograph: Shared.photograph.get(), engine: Shared.scorer.get().engine)
            .frames(
                HeadPerformance(
                    leadInMilliseconds: 700,
                    steps: colours.map { .init(act: $0.1, durationInMilliseconds: 500) }, framesPerSecond: 10)
            ).map(CapturedFrame.init)
        let met = try assess(frames, challenge(colours.map(\.0)))
        #expect(met.challenge?.isMet == true, "\(String(describing: met.challenge?.light))")
        let other = try assess(frames, challenge([.blue, .green, .red, .white]))
        #expect(other.challenge?.reason == .lightNotAnswered)
    }

    @Test func ninetyFramesAreAssessedByFifteen() throws {
        let given = try Self.performance.get()
        let frames = (0..<90).map { index -> CapturedFrame in
            var frame = given[index % given.count]
            frame.timeInMilliseconds = Double(index) * 80
            return frame
        }
        let evidence = try assess(frames, Self.asked)
        #expect(evidence.frames.count == 90)
        #expect(evidence.frames.count { $0.detailSimilarityToBest != nil } < CaptureFeatures.maximumFrames)
    }
}
