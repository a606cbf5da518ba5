import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify
@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding

/// Made-up values of the engines.
enum Samples {
    static let model = ModelIdentity(name: "test-1", digest: String(repeating: "ab", count: 32))
    static let template = FaceTemplate(model: model, values: [1], partLengths: [1])

    /// What the scorer would say of a capture, with the measurements of its golden record.
    /// - Parameters:
    ///   - isStill: whether it is live by the quality of its images alone, as in the golden record.
    ///   - yaw: of the frame that is usable, in degrees; negative to the person's right. 12 in the golden record.
    ///   - answer: to a challenge; nil for a passive capture.
    static func assessment(
        _ decision: LivenessDecision, isStill: Bool = true, yaw: Int = 12, codes: [CodedFrame] = [],
        answering answer: ChallengeFinding? = nil
    ) throws -> LivenessAssessment {
        let golden = Material.packageRoot + "/Tests/LivenessScorerTests/Golden/liveness-evidence-1.json"
        let text = try String(contentsOfFile: golden, encoding: .utf8)
            .replacing(/"decision":"\w+"/, with: "\"decision\":\"\(decision.rawValue)\"")
            .replacing(/"restsOnQualityAlone":\w+/, with: "\"restsOnQualityAlone\":\(isStill)")
            .replacing(/"yawInDegrees":[0-9]+/, with: "\"yawInDegrees\":\(yaw)")
        var evidence = try JSONDecoder().decode(LivenessEvidence.self, from: Data(text.utf8))
        evidence.challenge = answer.map(challenge)
        return LivenessAssessment(evidence: evidence, template: decision == .live ? template : nil, codes: codes)
    }

    private static func challenge(_ answer: ChallengeFinding) -> ChallengeEvidence {
        var reason: LivenessReason?
        if case .notMet(let why, _) = answer { reason = why }
        return ChallengeEvidence(
            challenge: CaptureChallenge(leadInMilliseconds: 1000, steps: []), limits: ChallengeLimits(), rest: nil,
            steps: [],
            take: TakeEvidence(
                longestGapInMilliseconds: 0, largestShift: 0, largestGrowth: 1, largestTurnInDegrees: 0),
            perspectiveGainInPercent: nil, light: nil, reason: reason)
    }

    /// A capture of a head that turns: neighbours are near to each other, and no other frames.
    static func turning(_ generator: inout SeededGenerator) -> [FrameCode] {
        func code() -> Code256 { Code256(words: SIMD4((0..<4).map { _ in generator.next() })) }
        var frames = [FrameCode(face: code(), scene: code())]
        for step in 1..<13 {
            let last = frames[step - 1]
            let changed = (step * 18)..<(step * 18 + 18)
            frames.append(
                FrameCode(
                    face: Code256 { last.face[$0] != changed.contains($0) },
                    scene: Code256 { last.scene[$0] != changed.contains($0) }))
        }
        return frames
    }

    /// The same as it is looked up, as it was or mirrored.
    static func sent(_ frames: [FrameCode], isMirrored: Bool = false) -> [CodedFrame] {
        let other = FrameCode(face: Code256 { _ in false }, scene: Code256 { _ in false })
        return frames.map {
            isMirrored ? CodedFrame(asShown: other, mirrored: $0) : CodedFrame(asShown: $0, mirrored: other)
        }
    }

    /// ICAO's specimen passport, or one whose check digit of the birth date is wrong.
    static func document(
        isRight: Bool = true, readability: Readability = .readable, hasPortrait: Bool = true
    ) throws -> DocumentReading {
        let today = try today()
        let second = "L898902C36UTO740812\(isRight ? 2 : 3)F4504159ZE184226B<<<<<14"
        let mrz = try MachineReadableZone(
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", second], today: today)
        let source = SourceReading(mrz: mrz, imageIndex: 0, isChecked: isRight, readability: readability)
        let portrait = hasPortrait ? DocumentPortrait(jpeg: [1, 2, 3], template: template, imageIndex: 0) : nil
        return DocumentReading(
            sources: [source], portrait: portrait,
            evidence: DocumentEvidence(
                today: today, images: [], sources: [source], portrait: try hasPortrait ? self.portrait() : nil))
    }

    /// A page whose lines are soft: all check digits right, and not every character read surely.
    /// - Parameters:
    ///   - image: names the image, of which no two have the same digest.
    ///   - name: of the first line, as it was read.
    static func softDocument(_ image: String, name: String = "ANNA") throws -> DocumentReading {
        let today = try today()
        let mrz = try MachineReadableZone(
            lines: [
                "P<UTOERIKSSON<<\(name)<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F4504159ZE184226B<<<<<14",
            ], today: today)
        var confidences = mrz.lines.map { $0.utf8.map { _ in 1.0 } }
        confidences[0][15] = 0.6
        let read = MRZEvidence.ImageReading(
            image: 0, lines: mrz.lines, confidences: confidences, stripCounts: [5, 5], corrections: [], gridFit: -0.05,
            perspectiveInColumns: 0, pitchInPixels: 20, focus: 0.0125, angleInDegrees: 0, isChecked: false)
        let source = SourceReading(
            mrz: mrz, imageIndex: 0, isChecked: false, readability: .retry(.mrzBlurred),
            evidence: MRZEvidence(
                images: [read], mrz: mrz, coveredBar: 0.5, uncoveredBar: 0.75, models: [], leastFocus: 0.02))
        return DocumentReading(
            sources: [source], portrait: DocumentPortrait(jpeg: [1, 2, 3], template: template, imageIndex: 0),
            evidence: DocumentEvidence(
                today: today,
                images: [.init(sha256: image, size: ImageSize(width: 1000, height: 700), statedCropped: false)],
                sources: [source], portrait: try portrait()))
    }

    /// On the first image, upright, with a ghost image beside it.
    private static func portrait() throws -> PortraitEvidence {
        let box = ImageRectangle(x: 10, y: 20, width: 100, height: 120)
        let ghost = ImageRectangle(x: 300, y: 40, width: 40, height: 48)
        let measurements = """
            {"clippedBrightShare":0,"clippedDarkShare":0.25,"dynamicRangeInBits":7.5,"faceWidthInPixels":120,
             "faceWidthShare":0.25,"focus":99.5,"interEyeDistanceInPixels":60,"meanLuminance":128,
             "pitchInDegrees":-2.5,"rollInDegrees":0,"shareInsideImage":1,"unevenness":0.125,"yawInDegrees":3}
            """
        return PortraitEvidence(
            imageIndex: 0, clockwiseQuarterTurns: 0, box: box,
            measurements: try JSONDecoder().decode(FaceMeasurements.self, from: Data(measurements.utf8)), faceCount: 1,
            faces: [box, ghost].map { DetectedFace(box: $0, score: 0.9, keyPoints: []) }, model: model)
    }

    /// What the comparison of a capture with a document's photographs came to.
    /// - Parameter ghosts: decisions on the other faces of the page.
    static func photographs(
        _ decision: PhotographComparison.Decision = .different, _ reason: PhotographComparison.Reason? = nil,
        ghosts: [PhotographComparison.Decision] = []
    ) -> PhotographComparisons {
        PhotographComparisons(
            portrait: photograph(decision, reason), others: ghosts.map { photograph($0, .portraitTooSmall) })
    }

    private static func photograph(
        _ decision: PhotographComparison.Decision, _ reason: PhotographComparison.Reason?
    ) -> PhotographComparison {
        let thresholds = PhotographThresholds.standard
        func compared(_ correlation: Double, weakest: Double) -> PhotographComparison {
            let agreement = PhotographAgreement(correlation: correlation, weakestCorrelation: weakest)
            return PhotographComparison(
                [false, true].map { isMirrored in
                    PhotographComparison.FrameComparison(
                        frame: 2, isMirrored: isMirrored, angleInDegrees: 1.5, rigid: agreement, mesh: agreement)
                }, portraitFaceWidthInPixels: 120, thresholds: thresholds)
        }
        return switch decision {
        case .reused: compared(0.99, weakest: 0.995)
        case .suspected: compared(0.9, weakest: 0.5)
        case .different: compared(0.25, weakest: -0.5)
        case .cannotTell:
            PhotographComparison(
                cannotTell: reason ?? .noFrameNearPose, portraitFaceWidthInPixels: 120, thresholds: thresholds)
        }
    }

    /// What the sources of ICAO's specimen say together.
    static func agreed() throws -> AgreedDocument {
        AgreedDocument(try document().sources, today: try today())
    }

    private static func today() throws -> CalendarDate {
        try #require(CalendarDate(year: 2026, month: 1, day: 1))
    }

    /// Of an image that passes every gate, or of one whose face is too blurry or drawn.
    static func quality(innerFocus: Double = 8, evenness: Double = 0.4) -> SampleQuality {
        var quality = SampleQuality(faceCount: 1, detectionScore: 0.9, reduction: 1, failures: [])
        quality.judge(
            FaceMeasurements(scriptedFaceWidthInPixels: 200, share: 0.4),
            SampleDetail(innerFocus: innerFocus, evenness: evenness), by: .standard)
        return quality
    }

    static func score(_ value: Double) -> ComparisonScore {
        ComparisonScore(value: value, isExtrapolated: false, similarity: 0.5, model: model)
    }
}
