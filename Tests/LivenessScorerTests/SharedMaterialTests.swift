import ChildProcess
import DemoMaterial
import FaceEngine
import Foundation
import TestSupport
import Testing
import Vision

@testable import LivenessScorer

/// Real captures, if they lie beside this checkout. No number was tuned on one of their windows alone. The expected decisions
/// are today's, wrong ones included, so that a change shows.
@Suite struct SharedMaterialTests {
    /// Two seconds of a clip, ten frames, the longest side 640 pixels.
    struct Window: CustomStringConvertible, Sendable {
        let clip: String
        let start: Double
        let isBonaFide: Bool
        let expected: Set<LivenessDecision>

        init(_ clip: String, _ start: Double, bonaFide: Bool, _ expected: Set<LivenessDecision>) {
            self.clip = clip
            self.start = start
            isBonaFide = bonaFide
            self.expected = expected
        }

        var description: String { "\(clip) at \(start) s" }
    }

    static let windows = [
        // People who turn their heads.
        Window("apfol_live.webm", 6.42, bonaFide: true, [.live]),
        Window("tranvan_live.mp4", 6.22, bonaFide: true, [.live]),
        // Turns so fast that too few of five frames a second lie near one pose.
        Window("zalo_mask_live2.mp4", 0, bonaFide: true, [.unableToDecide]),
        // People who look down, hold still, or wear what hides the face from the detector.
        Window("tranvan_live.mp4", 12.44, bonaFide: true, [.poseTooHigh]),
        // Speaks and holds still: live where networks of texture may say so.
        Window("krzysiek_live.webm", 0, bonaFide: true, [.unableToDecide, .live]),
        Window("lestari_live.mp4", 1.16, bonaFide: true, [.unableToDecide, .tooLowDynamicRange]),
        Window("wolfhuo_live.mp4", 0, bonaFide: true, [.unableToDecide]),
        Window("zalo_mask_live.mp4", 0, bonaFide: true, [.unableToDecide]),
        // Replays. Their quality stops them, or a head that does not turn.
        Window("apfol_phone.webm", 4.41, bonaFide: false, [.faceTooSmall]),
        Window("lestari_phone.mp4", 0, bonaFide: false, [.faceTooSmall, .unableToDecide]),
        Window("tranvan_monitor.mp4", 0, bonaFide: false, [.tooBlurry]),
        Window("td_628be_phone.mp4", 0.66, bonaFide: false, [.poseTooHigh, .unableToDecide]),
        Window("zalo_mask_replay.mp4", 1, bonaFide: false, [.unableToDecide]),
        // The pack pad, where it is installed, knows this one by its moiré.
        Window("wolfhuo_monitor_moire.mp4", 1.18, bonaFide: false, [.unableToDecide, .presentationAttack]),
        Window("ashish_monitor_1.mp4", 0.22, bonaFide: false, [.unableToDecide]),
        // What shows a living face without a sign of its way passes, or is left open by too small a turn: a broadcast that is
        // injected, and a good replay of a turning head.
        Window("ashish_broadcast_1.mp4", 0.17, bonaFide: false, [.unableToDecide, .live]),
        Window("td_630b66_phone.mp4", 1.32, bonaFide: false, [.unableToDecide, .live]),
    ]

    @Test(
        .enabled(if: FrameFiles.program(named: "ffmpeg") != nil, "no program ffmpeg on this machine"),
        .enabled(if: SharedData.isThere, "\(SharedData.reason)"), arguments: windows)
    func everyClipHasItsDecisionAndNoLivingFaceIsFlat(_ window: Window) throws {
        let frames = try framesOfVideo(
            SharedData.path("liveness/clips/" + window.clip), start: window.start,
            filter: "fps=5,scale='if(gt(iw,ih),640,-2)':'if(gt(iw,ih),-2,640)'")
        let assessment = try Shared.scorer.get().assess(FaceCapture(frames: Array(frames.prefix(10))))
        #expect(window.expected.contains(assessment.decision), "\(assessment.decision), \(assessment.evidence.reason)")
        #expect(assessment.evidence.word(of: Flatness.name) != .flat)
        for level in [LivenessLevel.highSecurity] where window.isBonaFide {
            let strict = try Shared.scorer.get().assess(FaceCapture(frames: Array(frames.prefix(10)), level: level))
            #expect(strict.decision != .presentationAttack)
        }
    }

    @Test(
        .enabled(if: FrameFiles.program(named: "ffmpeg") != nil, "no program ffmpeg on this machine"),
        .enabled(if: SharedData.isThere, "\(SharedData.reason)"))
    func aManWhoSpeaksAndLaughsWithoutTurningIsUndecided()
        throws
    {
        let file = SharedData.path("heads/expression-male.gif")
        let frames = try framesOfVideo(file, start: 0, filter: "fps=5,scale=iw*3:ih*3")
        let assessment = try Shared.scorer.get().assess(FaceCapture(frames: Array(frames.prefix(10))))
        #expect(assessment.decision == .unableToDecide)
        #expect(assessment.feedback == [.insufficientFrames])
    }

    /// 480 × 270 pixels in 256 colours, enlarged three times: too soft for the gates, enough for the cue.
    @Test(
        .enabled(if: FrameFiles.program(named: "ffmpeg") != nil, "no program ffmpeg on this machine"),
        .enabled(if: SharedData.isThere, "\(SharedData.reason)")) func aWomanWhoTurnsHerHeadIsNotFlat()
        throws
    {
        let frames = try framesOfVideo(
            SharedData.path("heads/head-turn-female.gif"), start: 0, filter: "scale=iw*3:ih*3")
        var thresholds = LivenessThresholds(for: .balanced)
        thresholds.gates.minimumFocus = 0
        thresholds.gates.maximumYawInDegrees = 90
        thresholds.gates.minimumFaceWidthInPixels = 50
        let turn = FaceCapture(frames: Array(frames.prefix(15)))
        let assessment = try Shared.scorer.get().assess(turn, thresholds: thresholds)
        #expect(assessment.evidence.word(of: Flatness.name) == .everyCuePassed)
    }

    /// Why a still is refused if stills are not permitted; every other one is a single still.
    private static let refusedStills: [String: LivenessReason] = [
        "minivision_print.jpg": .poseTooHigh,
        "tdm_b_1.jpg": .noFace,
    ]

    @Test(.enabled(if: SharedData.isThere, "\(SharedData.reason)"))
    func noStillIsLiveUnlessStillsArePermittedAndThenTheEvidenceRecordsIt() throws {
        let manifest = SharedData.path("liveness/manifest.json")
        let listed = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(fileURLWithPath: manifest)))
        let stills = listed.items.filter { $0.kind == "still" }
        #expect(stills.count == 24)
        for item in stills {
            let path = SharedData.path("liveness/" + item.file)
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let still = [CapturedFrame(bytes: bytes, timeInMilliseconds: 0)]
            let name = URL(fileURLWithPath: path).lastPathComponent
            let refused = try Shared.scorer.get().assess(FaceCapture(frames: still))
            #expect(refused.decision != .live, "\(name)")
            #expect(refused.evidence.reason == Self.refusedStills[name] ?? .singleStill, "\(name)")

            let permitted = try Shared.scorer.get().assess(FaceCapture(frames: still, permitsStills: true))
            #expect(permitted.evidence.restsOnQualityAlone == (permitted.decision == .live), "\(name)")
        }
    }

    @Test(.enabled(if: SharedData.isThere, "\(SharedData.reason)"))
    func threeFramesAreTooFewAndFramesOfDifferentSizesAreRefused() throws {
        let few = try framesInFolder(SharedData.path("liveness/frames/tricky_live"))
        let assessment = try Shared.scorer.get().assess(FaceCapture(frames: few))
        #expect(assessment.decision == .unableToDecide)
        #expect(assessment.evidence.reason == .tooFewFrames)

        let different = try framesInFolder(SharedData.path("liveness/crops/alex_live"))
        #expect(throws: LivenessError.frameSizesDiffer) {
            _ = try Shared.scorer.get().assess(FaceCapture(frames: different))
        }
    }

    private struct Manifest: Decodable {
        struct Item: Decodable {
            let file: String
            let kind: String
        }
        let items: [Item]
    }

    private func framesInFolder(_ folder: String) throws -> [CapturedFrame] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
            .enumerated().map { index, name in
                let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
                return CapturedFrame(bytes: [UInt8](bytes), timeInMilliseconds: Double(index) * 200)
            }
    }

    /// Up to two seconds of a video as JPEG files.
    private func framesOfVideo(_ path: String, start: Double, filter: String) throws -> [CapturedFrame] {
        let program = try #require(FrameFiles.program(named: "ffmpeg"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("frames-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let arguments = [
            "-nostdin", "-v", "error", "-ss", String(start), "-i", path, "-t", "2", "-vf", filter,
            "-pix_fmt", "yuvj420p", "-q:v", "2", folder.path + "/frame%03d.jpg",
        ]
        #expect(try ChildProcess.run(program, arguments, errors: .inherited) == .exit(0))
        return try framesInFolder(folder.path)
    }
}
