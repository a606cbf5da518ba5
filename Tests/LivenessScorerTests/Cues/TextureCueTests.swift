import Foundation
import TestSupport
import Testing
import Vision

@testable import LivenessScorer

@Suite struct TextureCueTests {
    private let limits: TextureLimits

    init() throws {
        limits = try TextureLimits(
            CueRow(cue: "c", role: .mayRefuse, weight: 0, limits: ["attackBelow": -2, "bonaFideAtLeast": 2]))
    }

    private func result(_ logit: Double) -> CueResult {
        limits.result(logit: logit, attack: .reproducedFace, speaksTo: [.print])
    }

    @Test func theFindingFollowsTheLimits() {
        #expect(result(-2.01).word == .reproducedFace)
        #expect(result(-2).word == .textureUnclear)
        #expect(result(1.99).word == .textureUnclear)
        #expect(result(2).word == .everyCuePassed)
    }

    @Test func aNumberThatIsNoneIsNoFinding() {
        for logit in [Double.nan, .infinity, -.infinity] {
            #expect(result(logit) == .abstained(.nothingToLookAt))
        }
    }

    @Test func theScoreRisesWithTheLogitAndAgreesWithTheFinding() throws {
        var last = -1.0
        for logit in stride(from: -30.0, through: 30, by: 0.25) {
            guard case .measured(let score, let finding, _) = result(logit) else {
                Issue.record("nothing at \(logit)")
                continue
            }
            #expect(score >= last && (0...100).contains(score))
            last = score
            switch finding {
            case .bonaFide: #expect(score >= 66)
            case .attack: #expect(score < 34)
            case .unclear: #expect((34..<66).contains(score))
            }
        }
    }

    @Test func withoutItsNetworkACueAbstains() throws {
        let engine = try Shared.scorer.get().engine
        let assessment = try LivenessScorer(engine: engine, networks: .none)
            .assess(FaceCapture(frames: Array(Shared.turningHead.get().prefix(1))))
        for cue in [FaceTexture.name, SceneTexture.name, PadPack.name] {
            #expect(assessment.evidence.word(of: cue) == .networkNotInstalled)
        }
        #expect(assessment.evidence.textureNetworks == nil)
    }

    @Test(.enabled(if: TexturePackTests.isPadInstalled, "the pack pad is not installed"))
    func oneFrameIsEnoughAndEqualFramesGiveEqualBits() throws {
        let scorer = try Shared.scorer.get()
        let frames = try Shared.turningHead.get()
        let one = try scorer.assess(FaceCapture(frames: Array(frames.prefix(1)))).evidence
        let cue = try #require(one.cues.first { $0.cue == PadPack.name })
        #expect(cue.measurements["logit"]?.number != nil && cue.measurements["frames"] == .numbers([0]))
        #expect(one.textureNetworks?.contains { $0.name.hasPrefix("pad.") } == true)

        let capture = FaceCapture(frames: frames)
        let threaded = try scorer.assess(capture, frames: .concurrent).evidence
        #expect(try scorer.assess(capture).evidence.cues == threaded.cues)
        let all = try #require(threaded.cues.first { $0.cue == PadPack.name })
        guard case .numbers(let logits) = all.measurements["logits"] else {
            Issue.record("no logits")
            return
        }
        // The first frame's is the same whatever stands beside it, but for the second pass of the mesh that movement takes.
        #expect(logits.count == frames.count && Set(logits).count > 1)
    }

    @Test func severalNetworksAreOneByTheMeanOfTheirShares() throws {
        let reading = try #require(
            TextureReading(frames: [0, 2, 5], ofNetworks: [[0, 4, -60], [0, 4, -60]]))
        #expect(reading.logits[0] == 0)
        #expect(abs(reading.logits[1] - 4) < 1e-9)
        #expect(abs(reading.logits[2] - log(1e-6 / (1 - 1e-6))) < 1e-9)
        #expect(reading.logit == 0)
        #expect(abs(TextureReading.combined([0, 100]) - log(3)) < 1e-9)
        // What one network says is passed on as it is.
        #expect(TextureReading(frames: [0, 1], ofNetworks: [[-60, 7]])?.logits == [-60, 7])
        #expect(TextureReading(frames: [], ofNetworks: [[]]) == nil)
    }

    @Test func theMedianDoesNotFollowOneFrame() throws {
        let logits = [3.0, 2.5, 2.75, -40, 3.25]
        let reading = try #require(TextureReading(frames: Array(logits.indices), ofNetworks: [logits]))
        #expect(reading.logit == 2.75)
        let even = try #require(TextureReading(frames: [0, 1], ofNetworks: [[1, 2]]))
        #expect(even.logit == 1.5)
    }
}

extension FrameRunner {
    /// The frames on several threads, the last ones first.
    fileprivate static let concurrent = FrameRunner { count, job in
        DispatchQueue.concurrentPerform(iterations: count) { job(count - 1 - $0) }
    }
}
