import DemoMaterial
import Testing
import TestSupport
import Vision

@testable import LivenessScorer

@Suite struct LivingMotionTests {
    private let cue: LivingMotion

    init() throws { cue = try .balanced() }

    @Test func whatDoesNotChangeAsItMovesIsFrozen() {
        #expect(cue.result(deformationInPercent: 3, livingChange: 0.21).word == .frozenAppearance)
        #expect(cue.result(deformationInPercent: 3, livingChange: 0.25).word == .appearanceUnclear)
        #expect(cue.result(deformationInPercent: 3, livingChange: 0.31).word == .everyCuePassed)
    }

    @Test func withoutMovementNothingIsSaid() {
        #expect(cue.result(deformationInPercent: 0.79, livingChange: 0.1) == .abstained(.noDeformation))
        #expect(cue.result(deformationInPercent: 0.79, livingChange: 5) == .abstained(.noDeformation))
        for value in [Double.nan, .infinity] {
            #expect(cue.result(deformationInPercent: 3, livingChange: value) == .abstained(.noDeformation))
        }
        #expect(cue.result(deformationInPercent: .nan, livingChange: 1) == .abstained(.noDeformation))
    }

    /// A score of `live` is never below 66, one of an attack never above 34.
    @Test func theScoreAgreesWithTheFinding() throws {
        for change in stride(from: 0.0, through: 1, by: 0.01) {
            guard case .measured(let score, let finding, _) = cue.result(deformationInPercent: 2, livingChange: change)
            else { continue }
            switch finding {
            case .bonaFide: #expect(score >= 66)
            case .attack: #expect(score <= 34)
            case .unclear: #expect((33...67).contains(score))
            }
        }
    }

    /// The rendered head is one image, warped: the demonstration's own injection.
    @Test func aRenderedHeadIsFoundOutWhereNobodyDeclaredIt() throws {
        let assessment = try Shared.scorer.get().assess(FaceCapture(frames: Shared.turningHead.get()))
        #expect(assessment.decision == .presentationAttack)
        #expect(assessment.evidence.reason == .frozenAppearance)
        #expect(assessment.template == nil && assessment.evidence.source == nil)
        #expect(try #require(assessment.scoreInPercent) <= 34)
        let measured = try #require(assessment.evidence.cues.first { $0.cue == LivingMotion.name })
        #expect(try #require(measured.measurements["livingChange"]?.number) < 0.2)
    }

    @Test func fewerThanSixFramesAreTooFew() throws {
        let assessment = try Shared.scorer.get().assess(FaceCapture(frames: Array(Shared.turningHead.get()[2..<7])))
        #expect(assessment.evidence.word(of: LivingMotion.name) == .tooFewFrames)
        #expect(assessment.decision == .unableToDecide)
    }
}

@Suite struct InnerFlatnessTests {
    private let cue: InnerFlatness

    init() throws { cue = try .balanced() }

    @Test func aFlatInnerFaceOrOneThatSlidesIsAnAttack() {
        func word(_ ratio: Double?, _ slide: Double, _ deformation: Double = 2) -> LivenessReason {
            cue.result(deformationInPercent: deformation, ratio: ratio, slide: slide).word
        }
        #expect(word(0.8, 0.1) == .everyCuePassed)
        #expect(word(0.44, 0.1) == .flatInside)
        #expect(word(0.8, 0.51) == .slidingFace)
        for (ratio, slide) in [(nil, 0.1), (.nan, 0.1), (0.2, .nan)] as [(Double?, Double)] {
            #expect(word(ratio, slide) == .noDeformation)
        }
        #expect(word(0.2, 0.9, 0.5) == .noDeformation)
    }
}

@Suite struct SeveralImagesTests {
    private let cue: SeveralImages

    init() throws { cue = try .balanced() }

    @Test func oneCourseOrOneJumpIsAnAttackWithinTwoSeconds() {
        func word(_ steadiness: Double, _ gap: Double, span: Double = 1900) -> LivenessReason {
            cue.result(deformationInPercent: 2, spanInMilliseconds: span, steadiness: steadiness, gap: gap).word
        }
        #expect(word(0.5, 0.5) == .everyCuePassed)
        #expect(word(0.81, 0.5) == .blendedImages)
        #expect(word(0.5, 0.81) == .imagesInTurn)
        #expect(word(0.9, 0.9, span: 1400) == .spanTooShort)
        #expect(word(.nan, 0.9) == .noDeformation)
    }

    /// A cross-fade between two photographs of one person, drifting as a hand does.
    @Test func aFadeBetweenTwoPhotographsIsNotLive() throws {
        let engine = try Shared.scorer.get().engine
        func photograph(_ name: String) throws -> [CapturedFrame] {
            try RenderedHead(photograph: Image(decoding: Material.photograph(name)), engine: engine)
                .frames(HeadMotion(amplitudeInDegrees: 8, frameCount: 12, seed: 3)).map(CapturedFrame.init)
        }
        let (first, second) = try (photograph("obama.jpg"), photograph("obama2.jpg"))
        let frames = try zip(first, second).enumerated().map { index, pair in
            let share = Double(index) / Double(first.count - 1)
            let other = try Image(decoding: pair.1.bytes)
            return try pair.0.with { image in
                Image(
                    size: image.size,
                    pixels: zip(image.pixels, other.pixels).map {
                        UInt8(min(max(Double($0) * (1 - share) + Double($1) * share, 0), 255))
                    })
            }
        }
        let assessment = try Shared.scorer.get().assess(FaceCapture(frames: frames))
        #expect(assessment.decision != .live, "\(assessment.evidence.reason)")
    }
}
