import Foundation
import TestSupport
import Testing

@testable import FaceEngine
@testable import LivenessScorer

@Suite struct EvidenceTests {
    private static let golden = Material.packageRoot + "/Tests/LivenessScorerTests/Golden/liveness-evidence-1.json"

    private static let measurements = """
        {"clippedBrightShare":0.01,"clippedDarkShare":0,"dynamicRangeInBits":7.25,"faceWidthInPixels":214.5,\
        "faceWidthShare":0.44,"focus":38.5,"interEyeDistanceInPixels":97,"meanLuminance":118,"pitchInDegrees":-4.5,\
        "rollInDegrees":1.25,"shareInsideImage":1,"unevenness":0.125,"yawInDegrees":12}
        """

    /// Numbers of their own: another limit at some level is no other form.
    private static let thresholds = LivenessThresholds(
        gates: GateThresholds(
            maximumGapInMilliseconds: 1500, competitorAreaShare: 0.5, minimumFacePresence: 0.25,
            surelyUprightDetectionScore: 0.85, samePersonScore: 3, nearDuplicateAtLeast: 0.86,
            toleratedShareOfUnusableFrames: 0.75, minimumFramesOfMovement: 4, minimumFaceWidthInPixels: 130,
            maximumYawInDegrees: 30, maximumPitchInDegrees: 35, minimumFocus: 15, minimumDynamicRangeInBits: 6.5,
            maximumClippedShare: 0.125),
        cues: [
            CueRow(cue: "stillness", role: .mayRefuse, weight: 0, limits: ["unchangedShare": 0.999]),
            CueRow(cue: "flatness", role: .required, weight: 1, limits: ["deepAtLeast": 0.45, "flatAtMost": 0.35]),
        ])

    /// One of everything that the form knows.
    private func sample() throws -> LivenessEvidence {
        let model = ModelIdentity(name: "mfn-1", digest: String(repeating: "a1", count: 32))
        let measurements = try JSONDecoder().decode(FaceMeasurements.self, from: Data(Self.measurements.utf8))
        return LivenessEvidence(
            rulesVersion: 2, level: .highSecurity, permitsStills: true, clockwiseRotationInDegrees: 90,
            thresholds: Self.thresholds, descriptor: model,
            calibrationDigest: String(repeating: "b2", count: 32),
            frames: [
                FrameEvidence(
                    timeInMilliseconds: 1_700_000_000_000, digest: "0a1b", widthInPixels: 480, heightInPixels: 640,
                    reduction: 1, faceCount: 2, detectionScore: 0.875, secondFaceShare: 0.25,
                    measurements: measurements, failures: []),
                FrameEvidence(
                    timeInMilliseconds: 1_700_000_000_200.5, widthInPixels: 480, heightInPixels: 640, reduction: 2,
                    repeatsFrame: 0, faceCount: 1, detectionScore: 0.75, measurements: measurements,
                    failures: [.badExposure, .tooBlurry], detailSimilarityToBest: 0.5,
                    scoreToBest: ComparisonScore(value: 4.5, isExtrapolated: true, similarity: 0.625, model: model)),
                FrameEvidence(
                    timeInMilliseconds: 1_700_000_000_400, widthInPixels: 480, heightInPixels: 640, reduction: 1,
                    faceCount: 0, failures: [.noFace]),
            ],
            gates: [
                GateEvidence(.oneFace, scoreInPercent: 50, feedback: [.noFace]),
                GateEvidence(.samePerson, scoreInPercent: nil),
            ],
            cues: [
                CueEvidence(
                    "stillness", .abstained(.mostlyUnchanged),
                    measurements: ["unchangedShares": .numbers([0.25, 1])]),
                CueEvidence(
                    "flatness",
                    .measured(scoreInPercent: 12.5, .attack(.flat), speaksTo: [.print, .stillOnScreen]),
                    measurements: [
                        "pairs": .rows([["firstFrame": 0, "ratio": 0.5], ["firstFrame": 1, "ratio": 0.25]]),
                        "ratio": .number(0.375),
                    ]),
                CueEvidence(
                    "unclear", .measured(scoreInPercent: 50, .unclear(.depthUnclear), speaksTo: [.mask]),
                    feedback: [.insufficientFrames]),
                CueEvidence("passed", .measured(scoreInPercent: 100, .bonaFide, speaksTo: [.injectedVideo])),
            ],
            decision: .live, reason: .stillsPermitted, feedback: [.invalidFrameLighting], scoreInPercent: 62.5,
            restsOnQualityAlone: true, bestFrame: 0, framesOfTemplate: [0, 1], templateModel: model)
    }

    private func json(_ evidence: LivenessEvidence) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(evidence), as: UTF8.self)
    }

    private func read(_ json: String) throws -> LivenessEvidence {
        try JSONDecoder().decode(LivenessEvidence.self, from: Data(json.utf8))
    }

    /// Records live as long as registrations: a change of this file needs a new version and a reader of this one.
    @Test func theStoredFormIsTheGoldenFileByteForByteAndIsReadBack() throws {
        let golden = try String(contentsOfFile: Self.golden, encoding: .utf8)
        #expect(try json(sample()) + "\n" == golden)
        #expect(try read(golden) == sample())
    }

    private static let goldenWithHints =
        Material.packageRoot + "/Tests/LivenessScorerTests/Golden/liveness-evidence-1-hints.json"

    /// The members that came with versions 3 and 4 of the rules. A file without them is the older one above.
    @Test func theMembersThatCameLaterAreInAGoldenFileOfTheirOwn() throws {
        var evidence = try sample()
        evidence.hasTimes = false
        evidence.thresholds.gates.minimumUsableFrames = 6
        evidence.thresholds.gates.minimumDurationInMilliseconds = 1500
        let hints = [LivenessHint(.duration, 250, .atLeast, 1500, .milliseconds)].compactMap(\.self)
        evidence.gates.append(
            GateEvidence(.captureLength, scoreInPercent: 12.5, feedback: [.insufficientFrames], hints: hints))
        evidence.thresholds.fusion = FusionModel(bias: -0.25, leastLogOdds: 0.5, leastSumAgainst: -1.5)
        evidence.falseRejectionInPercent = 1.25
        evidence.cues[0].hints = [LivenessHint(.turn, 2.5, .atLeast, 8, .degrees)].compactMap(\.self)
        let golden = try String(contentsOfFile: Self.goldenWithHints, encoding: .utf8)
        #expect(try json(evidence) + "\n" == golden)
        #expect(try read(golden) == evidence)
    }

    @Test func aHintIsMadeOfNumbersAlone() {
        #expect(LivenessHint(.focus, .nan, .atLeast, 15, .scale) == nil)
        #expect(LivenessHint(.focus, 1, .atLeast, .infinity, .scale) == nil)
    }

    @Test func evidenceWithoutTheOptionalMembersIsReadBack() throws {
        var evidence = try sample()
        evidence.scoreInPercent = nil
        evidence.bestFrame = nil
        evidence.framesOfTemplate = []
        evidence.templateModel = nil
        #expect(try read(json(evidence)) == evidence)
    }

    @Test func unknownMembersAreSkippedAndUnknownVersionsRefused() throws {
        let golden = try String(contentsOfFile: Self.golden, encoding: .utf8)
        var extended = golden
        for object in [
            "{\"cue\":", "{\"feedback\":", "{\"detectionScore\":", "{\"competitorAreaShare\":", "{\"bestFrame\":",
        ] {
            #expect(extended.contains(object), "\(object)")
            extended = extended.replacing(object, with: "{\"added\":[1,{\"later\":null}]," + object.dropFirst())
        }
        #expect(try read(extended) == sample())

        for version in ["0", "2", "\"1\"", "null"] {
            let other = golden.replacing("\"version\":1}", with: "\"version\":\(version)}")
            #expect(other != golden)
            #expect(throws: DecodingError.self) { try read(other) }
        }
        #expect(throws: DecodingError.self) { try read(golden.replacing(",\"version\":1}", with: "}")) }
    }

    @Test func everySpeciesIsAPresentationAttackOrAnInjection() {
        let injected = AttackSpecies.allCases.filter(\.isInjection)
        #expect(injected == [.injectedStill, .injectedAnimation, .injectedVideo])
    }
}
