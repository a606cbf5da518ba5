import DemoMaterial
import Dispatch
import FaceEngine
import Foundation
import TestSupport
import Testing
import Vision

@testable import LivenessScorer

@Suite struct TurningHeadTests {
    /// What a client sees: the gates and then the cues.
    private static let components =
        ["oneFace", "frameTimes", "faceSize", "pose", "exposure", "focus", "samePerson", "captureLength"]
        + LivenessCues.all.map { $0.name }

    @Test func aHeadThatTurnsIsLiveAtEveryLevel() throws {
        let frames = try Shared.turningHead.get()
        for level in LivenessLevel.allCases {
            let assessment = try Shared.scorer.get().assess(FaceCapture(rendered: frames, level: level))
            #expect(assessment.decision == .live, "\(level): \(assessment.evidence.reason)")
            #expect(assessment.feedback.isEmpty)
            #expect(assessment.evidence.reason == .renderedForDemonstration)
            #expect(assessment.evidence.source == .rendered)
            #expect(!assessment.evidence.restsOnQualityAlone)
            #expect(assessment.components.map(\.name) == Self.components)
            // Those of texture depend on what is installed.
            let others = assessment.components.filter { component in
                !LivenessCues.all.contains { $0.name == component.name && $0 is any TextureCue.Type }
            }
            #expect(others.allSatisfy { $0.scoreInPercent != nil })
            #expect(assessment.components.allSatisfy { $0.feedback.isEmpty })
            #expect(try #require(assessment.scoreInPercent) >= 66)
            #expect(assessment.falseRejectionInPercent == nil)
        }
    }

    @Test func theTemplateIsMadeOfTheMostFrontalFramesAndMatchesItsPersonAlone() throws {
        let scorer = try Shared.scorer.get()
        let assessment = try scorer.assess(FaceCapture(rendered: Shared.turningHead.get()))
        let best = try #require(assessment.bestFrame)
        let yaws = assessment.evidence.frames.compactMap { $0.measurements.map { abs($0.yawInDegrees) } }
        #expect(abs(assessment.evidence.frames[best].measurements?.yawInDegrees ?? 90) <= yaws.sorted()[3])
        #expect(assessment.evidence.framesOfTemplate.count == 3)
        #expect(assessment.evidence.framesOfTemplate.first == best)

        func template(of name: String) throws -> FaceTemplate {
            let image = try Image(decoding: Material.photograph(name))
            let face = try #require(try scorer.engine.faces(in: image).first)
            return try scorer.engine.template(of: try scorer.engine.mesh(of: face, in: image), in: image)
        }
        let probe = try #require(assessment.template)
        #expect(probe.model == scorer.engine.descriptor && assessment.evidence.templateModel == probe.model)
        #expect(try scorer.engine.compare(probe, template(of: "obama2.jpg")).value >= 3)
        #expect(try scorer.engine.compare(probe, template(of: "biden.jpg")).value < 2)
    }

    @Test func aTemplateRegeneratedFromTheEvidenceIsTheFirstOne() throws {
        let scorer = try Shared.scorer.get()
        let frames = try Shared.turningHead.get()
        for chosen in [frames, Array(frames[4..<7])] {
            let assessment = try scorer.assess(FaceCapture(rendered: chosen, permitsStills: true))
            let evidence = try JSONDecoder().decode(
                LivenessEvidence.self, from: JSONEncoder().encode(assessment.evidence))
            let kept = evidence.framesOfTemplate.map { strippingMetadata(jpeg: chosen[$0].bytes) }
            #expect(assessment.template != nil)
            #expect(try scorer.template(regeneratedFrom: evidence, frames: kept) == assessment.template)
            #expect(try scorer.template(regeneratedFrom: evidence, frames: []) == nil)
            #expect(throws: LivenessError.self) {
                try scorer.template(regeneratedFrom: evidence, frames: [Array("no image".utf8)])
            }
        }
    }

    @Test func eachFrameIsComparedWithTheBestByTheFrameDescriptor() throws {
        let scorer = try Shared.scorer.get()
        let assessment = try scorer.assess(FaceCapture(rendered: Shared.turningHead.get()))
        #expect(assessment.evidence.descriptor == scorer.engine.frameDescriptor)
        #expect(assessment.evidence.calibrationDigest == scorer.engine.frameCalibrationDigest)
        let least = assessment.evidence.thresholds.gates.nearDuplicateAtLeast
        for (index, frame) in assessment.evidence.frames.enumerated() {
            #expect(index != assessment.bestFrame || frame.detailSimilarityToBest == nil)
            let isNearDuplicate = frame.detailSimilarityToBest.map { $0 >= least } ?? false
            #expect((frame.scoreToBest == nil) == (isNearDuplicate || index == assessment.bestFrame))
            if let score = frame.scoreToBest {
                #expect(score.model == scorer.engine.frameDescriptor && score.value >= 3)
            }
        }
        let compared = assessment.evidence.frames.count { $0.scoreToBest != nil }
        #expect(compared > 0 && compared < assessment.evidence.frames.count - 1, "\(compared) were compared")
        // A near-duplicate would add nothing to the template.
        for index in assessment.evidence.framesOfTemplate.dropFirst() {
            #expect(assessment.evidence.frames[index].scoreToBest != nil)
        }
    }

    @Test func noNetworkComparesTheFramesOfAHeadThatHoldsStill() throws {
        let scorer = try Shared.scorer.get()
        let frames = try RenderedHead(photograph: Shared.photograph.get(), engine: scorer.engine)
            .frames(HeadMotion(amplitudeInDegrees: 2, frameCount: 3, durationInMilliseconds: 800))
            .map(CapturedFrame.init)
        let assessment = try scorer.assess(FaceCapture(rendered: frames, permitsStills: true))
        #expect(assessment.decision == .live)
        #expect(assessment.evidence.frames.allSatisfy { $0.scoreToBest == nil })
        #expect(assessment.components.first { $0.name == "samePerson" }?.scoreInPercent == 100)
        #expect(assessment.evidence.framesOfTemplate == [assessment.bestFrame])

        // With every frame compared.
        var thresholds = LivenessThresholds(for: .balanced)
        thresholds.gates.nearDuplicateAtLeast = 2  // similarities are at most 1
        let compared = try scorer.assess(FaceCapture(rendered: frames, permitsStills: true), thresholds: thresholds)
        #expect(compared.evidence.frames.count { $0.scoreToBest != nil } == 2)
        #expect(compared.evidence.framesOfTemplate.count == 3)
        let (few, all) = (try #require(assessment.template), try #require(compared.template))
        #expect(try few.similarity(to: all) > 0.98)
    }

    /// Networks must look at the one frame of another person.
    @Test func anotherPersonAmongNearDuplicatesIsFound() throws {
        let scorer = try Shared.scorer.get()
        let motion = HeadMotion(amplitudeInDegrees: 2, frameCount: 5, durationInMilliseconds: 1000)
        var frames = try RenderedHead(photograph: Shared.photograph.get(), engine: scorer.engine)
            .frames(motion).map(CapturedFrame.init)
        let other = try RenderedHead(
            photograph: Image(decoding: Material.photograph("biden.jpg")), engine: scorer.engine
        ).frames(motion).map(CapturedFrame.init)
        for index in frames.indices {
            let own = frames[index]
            frames[index].bytes = other[index].bytes
            let assessment = try scorer.assess(FaceCapture(rendered: frames, permitsStills: true))
            #expect(assessment.evidence.reason == .differentPersons, "frame \(index)")
            #expect(assessment.template == nil)
            frames[index] = own
        }
    }

    /// Three frames are too few for a movement, so no network compares them. If stills are permitted, one does.
    @Test func personsAreNotComparedIfTheDecisionDoesNotDependOnThem() throws {
        let scorer = try Shared.scorer.get()
        let frames = try [
            Shared.turningHead.get()[0], Shared.otherHead.get()[5], Shared.turningHead.get()[9],
        ]
        let tooFew = try scorer.assess(FaceCapture(rendered: frames))
        #expect(tooFew.evidence.reason == .tooFewFrames)
        #expect(tooFew.feedback == [.insufficientFrames])
        #expect(tooFew.evidence.frames.allSatisfy { $0.scoreToBest == nil && $0.detailSimilarityToBest == nil })
        #expect(try #require(tooFew.components.first { $0.name == "samePerson" }).scoreInPercent == nil)
        let stills = try scorer.assess(FaceCapture(rendered: frames, permitsStills: true))
        #expect(stills.evidence.reason == .differentPersons)
    }

    @Test func framesMeasuredOnSeveralThreadsGiveTheSameBits() throws {
        let scorer = try Shared.scorer.get()
        let sideBySide = FrameRunner { count, job in DispatchQueue.concurrentPerform(iterations: count, execute: job) }
        var frames = try Shared.turningHead.get()
        // One of them twice.
        var again = frames[3]
        again.timeInMilliseconds = (frames.last?.timeInMilliseconds ?? 0) + 100
        frames.append(again)
        let inOrder = try scorer.assess(FaceCapture(rendered: frames))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for _ in 0..<3 {
            let assessment = try scorer.assess(FaceCapture(rendered: frames), frames: sideBySide)
            #expect(try encoder.encode(assessment.evidence) == encoder.encode(inOrder.evidence))
            #expect(assessment.template == inOrder.template)
        }
        frames[2].bytes = [1, 2, 3]
        frames[5].bytes = [4, 5, 6]
        let error = #expect(throws: LivenessError.self) {
            try scorer.assess(FaceCapture(rendered: frames), frames: sideBySide)
        }
        guard case .frameUnreadable(index: 2, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func onlyALiveFaceGetsATemplate() throws {
        let scorer = try Shared.scorer.get()
        let stills = try Array(Shared.turningHead.get()[4..<7])
        let refused = try scorer.assess(FaceCapture(rendered: stills))
        #expect(refused.decision != .live && refused.template == nil)
        #expect(refused.evidence.framesOfTemplate.isEmpty && refused.evidence.templateModel == nil)
        #expect(refused.bestFrame != nil)
        let attack = try scorer.assess(FaceCapture(rendered: Shared.tiltedPrint.get()))
        #expect(attack.decision == .presentationAttack && attack.template == nil)

        let permitted = try scorer.assess(FaceCapture(rendered: stills, permitsStills: true))
        let turning = try scorer.assess(FaceCapture(rendered: Shared.turningHead.get()))
        let (few, many) = (try #require(permitted.template), try #require(turning.template))
        #expect(try scorer.engine.compare(few, many).value > 4)
    }

    @Test(arguments: [1, 2, 3]) func framesWithoutAStatedOrientationAreTurnedUpright(quarterTurns: Int) throws {
        let frames = try Shared.turningHead.get().map { frame in
            try frame.with { $0.turned(clockwiseQuarterTurns: quarterTurns) }
        }
        let assessment = try Shared.scorer.get().assess(FaceCapture(rendered: frames))
        #expect(assessment.decision == .live, "\(assessment.evidence.reason)")
        #expect(assessment.evidence.clockwiseRotationInDegrees == 360 - quarterTurns * 90)
    }

    /// The detector finds an upside-down face too, as one that looks up or has a beard. Its template would match nobody.
    @Test(arguments: ["obama.jpg", "obama2.jpg", "biden.jpg"])
    func aStillThatIsUpsideDownIsTurnedUpright(name: String) throws {
        let photograph = try Image(decoding: Material.photograph(name)).reduced(toLongestSide: 640)
        let scorer = try Shared.scorer.get()
        for (quarterTurns, stated) in [(0, 0), (2, 180)] {
            let still = try photograph.turned(clockwiseQuarterTurns: quarterTurns).jpeg(quality: 90)
            let assessment = try scorer.assess(
                FaceCapture(rendered: repeated(still, times: 1), level: .highUsability, permitsStills: true))
            #expect(assessment.evidence.clockwiseRotationInDegrees == stated)
            #expect(assessment.evidence.frames[0].detectionScore ?? 0 > 0.85)
        }
    }

    @Test func theSameCaptureGivesTheSameEvidence() throws {
        let capture = FaceCapture(rendered: try Shared.turningHead.get())
        let first = try Shared.scorer.get().assess(capture)
        #expect(try Shared.scorer.get().assess(capture).evidence == first.evidence)
    }

    @Test func theEvidenceIsReadBackAndKeepsWhatTheCallerGave() throws {
        var frames = try Shared.turningHead.get()
        frames[2].digest = "0a1b"
        let evidence = try Shared.scorer.get().assess(FaceCapture(rendered: frames, level: .highSecurity)).evidence
        #expect(evidence.frames[2].digest == "0a1b")
        #expect(evidence.frames[3].digest == nil)
        #expect(evidence.frames.map(\.timeInMilliseconds) == frames.map(\.timeInMilliseconds))
        #expect(
            evidence.thresholds
                == LivenessThresholds(for: .highSecurity, withPadPack: TexturePackTests.isPadInstalled))
        let json = try JSONEncoder().encode(evidence)
        #expect(try JSONDecoder().decode(LivenessEvidence.self, from: json) == evidence)
    }

    @Test func sidewaysFramesAreTurnedByTheStatedRotation() throws {
        let lying = try Shared.turningHead.get().map { try $0.with { $0.turned(clockwiseQuarterTurns: 3) } }
        let capture = FaceCapture(rendered: lying, clockwiseRotationInDegrees: 90)
        let assessment = try Shared.scorer.get().assess(capture)
        #expect(assessment.decision == .live)
        #expect(assessment.evidence.frames[0].widthInPixels == 480)
        #expect(assessment.evidence.frames[0].heightInPixels == 640)
    }

    /// Every turn in which frames without EXIF can be stored, under every rotation that a package can state.
    @Test(arguments: 0...3, 0...3) func aWrongStatedRotationIsCorrected(stored: Int, stated: Int) throws {
        let frames = try Shared.turningHead.get().map { frame in
            try frame.with { $0.turned(clockwiseQuarterTurns: stored) }
        }
        let assessment = try Shared.scorer.get().assess(
            FaceCapture(rendered: frames, clockwiseRotationInDegrees: stated * 90))
        #expect(assessment.decision == .live, "\(assessment.evidence.reason)")
        #expect(assessment.evidence.clockwiseRotationInDegrees == (4 - stored) % 4 * 90)
    }

    @Test(arguments: ["obama.jpg", "obama2.jpg", "biden.jpg"])
    func aStillWithAWrongStatedRotationIsTurnedUpright(name: String) throws {
        let still = try Image(decoding: Material.photograph(name)).reduced(toLongestSide: 640).jpeg(quality: 90)
        let assessment = try Shared.scorer.get().assess(
            FaceCapture(
                rendered: repeated(still, times: 1), clockwiseRotationInDegrees: 180, level: .highUsability,
                permitsStills: true))
        #expect(assessment.evidence.clockwiseRotationInDegrees == 0)
        #expect(assessment.evidence.frames[0].detectionScore ?? 0 > 0.85)
    }

    @Test func aFrameDeliveredTwiceIsHarmlessAndRecorded() throws {
        var frames = try Shared.turningHead.get()
        frames[5].bytes = frames[4].bytes
        let assessment = try Shared.scorer.get().assess(FaceCapture(rendered: frames))
        #expect(assessment.decision == .live)
        #expect(assessment.evidence.frames[5].repeatsFrame == 4)
        #expect(assessment.evidence.word(of: Stillness.name) == .mostlyUnchanged)
        #expect(assessment.components.first { $0.name == "stillness" }?.scoreInPercent == nil)
    }
}

@Suite struct ImageAttackTests {
    @Test func aTiltedPrintIsAPresentationAttackAtEveryLevelEvenIfStillsArePermitted() throws {
        for level in LivenessLevel.allCases {
            let capture = FaceCapture(rendered: try Shared.tiltedPrint.get(), level: level, permitsStills: true)
            let assessment = try Shared.scorer.get().assess(capture)
            // A print is a little softer and smaller than a head: the quality of `highSecurity` may refuse it first.
            #expect(
                assessment.decision == .presentationAttack || level == .highSecurity, "\(assessment.evidence.reason)")
            #expect(assessment.decision != .live)
            if assessment.decision == .presentationAttack {
                #expect(try #require(assessment.scoreInPercent) <= 34)
            }
        }
    }

    /// Light in patches that stay where they are, or wander, while the print turns beneath them: bars, leaves, a projection.
    static let lights: [@Sendable (_ x: Double, _ y: Double, _ frame: Double) -> Double] = [
        { x, y, _ in sin((x * 0.7 + y * 0.5) * 0.1) > 0 ? 1 : 0.5 },
        { x, y, frame in (x * 0.7 + y * 0.5 + frame * 17).truncatingRemainder(dividingBy: 60) < 20 ? 0.5 : 1 },
        { x, y, _ in (x * 0.9 + y * 0.2).truncatingRemainder(dividingBy: 120) < 40 ? 0.5 : 1 },
        { x, y, frame in sin(x * 0.13 + cos(frame)) * sin(y * 0.11) + sin((x + y) * 0.07) > 0.2 ? 0.6 : 1 },
        { x, y, _ in 0.75 + 0.25 * sin(x * 0.2) * sin(y * 0.2) },
    ]

    @Test(arguments: lights.indices) func aTiltedPrintInPatchesOfLightIsNotLive(light: Int) throws {
        let scorer = try Shared.scorer.get()
        for name in ["obama.jpg", "biden.jpg"] {
            let print = try PrintedPhotograph(
                photograph: Image(decoding: Material.photograph(name)), engine: scorer.engine)
            for tilt in [20.0, 30] {
                let frames = try print.frames(PrintMotion(tiltInDegrees: tilt, frameCount: 12)).enumerated().map {
                    (frame, shot) in
                    try CapturedFrame(shot).with { $0.lit { Self.lights[light]($0, $1, Double(frame)) } }
                }
                for level in [LivenessLevel.highUsability, .balanced] {
                    let assessment = try scorer.assess(FaceCapture(rendered: frames, level: level))
                    #expect(assessment.decision != .live, "\(name), \(tilt)°, \(level)")
                }
            }
        }
    }

    /// A living head may turn in such light too, so this is no finding of an attack.
    @Test func aHeadInPatchesOfLightGetsFeedbackAboutTheLight() throws {
        let frames = try Shared.turningHead.get().enumerated().map { frame, shot in
            try shot.with { $0.lit { Self.lights[0]($0, $1, Double(frame)) } }
        }
        let assessment = try Shared.scorer.get().assess(FaceCapture(rendered: frames))
        #expect(assessment.evidence.reason == .unsteadyLight)
        #expect(assessment.decision == .unableToDecide && assessment.feedback == [.invalidFrameLighting])
        let cue = try #require(assessment.components.first { $0.name == "flatness" })
        #expect(cue.scoreInPercent == nil && cue.feedback == [.invalidFrameLighting])
    }

    @Test func aPrintThatIsCarriedWithoutTiltIsUndecided() throws {
        let motion = PrintMotion(tiltInDegrees: 0, pitchInDegrees: 0, shiftInFaceWidths: 0.3, frameCount: 10)
        let frames = try PrintedPhotograph(photograph: Shared.photograph.get(), engine: Shared.scorer.get().engine)
            .frames(motion).map(CapturedFrame.init)
        try expectInsufficientFrames(frames, .noDeformation)
    }

    @Test func aHeadThatOnlyDriftsIsUndecided() throws {
        let frames = try RenderedHead(photograph: Shared.photograph.get(), engine: Shared.scorer.get().engine)
            .frames(HeadMotion(amplitudeInDegrees: 0, frameCount: 10)).map(CapturedFrame.init)
        try expectInsufficientFrames(frames, .noDeformation)
    }

    @Test func aStillSentSeveralTimesIsARepeatedStill() throws {
        let still = try Shared.turningHead.get()[5].bytes
        try expectInsufficientFrames(repeated(still, times: 12), .repeatedStill)
        try expectInsufficientFrames(repeated(still, times: 2), .repeatedStill)
        let assessment = try Shared.scorer.get().assess(FaceCapture(rendered: repeated(still, times: 3)))
        #expect(assessment.components.first { $0.name == "stillness" }?.scoreInPercent == 0)
        #expect(assessment.evidence.frames.map(\.repeatsFrame) == [nil, 0, 0])
    }

    @Test func theSamePixelsInOtherBytesAreARepeatedStill() throws {
        let image = try Image(decoding: Shared.turningHead.get()[5].bytes)
        let png = try image.png()
        // Bytes after the end of a PNG change the file and nothing in the image.
        let frames = (0..<5).map { index in
            CapturedFrame(bytes: png + [UInt8](repeating: 0, count: index), timeInMilliseconds: Double(index) * 200)
        }
        try expectInsufficientFrames(frames, .repeatedStill)
    }

    @Test func aStillWithOtherNoiseAndAShiftOfTwoPixelsEachTimeIsARepeatedStill() throws {
        let frames = try PrintedPhotograph.disguisedStill(
            of: Shared.photograph.get(), engine: Shared.scorer.get().engine, frameCount: 10
        ).map(CapturedFrame.init)
        try expectInsufficientFrames(frames, .repeatedStill)
    }

    @Test func aSingleStillIsLiveOnlyIfStillsArePermittedAndTheEvidenceRecordsIt() throws {
        let still = Array(try Shared.turningHead.get()[5...5])
        try expectInsufficientFrames(still, .singleStill)
        let assessment = try Shared.scorer.get().assess(FaceCapture(rendered: still, permitsStills: true))
        #expect(assessment.decision == .live)
        #expect(assessment.evidence.reason == .stillsPermitted)
        #expect(assessment.evidence.restsOnQualityAlone)
        #expect(assessment.scoreInPercent == 100)
        for cue in [Stillness.name, Flatness.name] {
            #expect(assessment.components.first { $0.name == cue }?.scoreInPercent == nil)
        }
    }

    @Test func threeFramesWithinATenthOfASecondAreTooFew() throws {
        let frames = try Shared.turningHead.get()[4..<7].enumerated().map {
            CapturedFrame(bytes: $1.bytes, timeInMilliseconds: Double($0) * 33)
        }
        try expectInsufficientFrames(frames, .tooFewFrames)
        let permitted = try Shared.scorer.get().assess(FaceCapture(rendered: frames, permitsStills: true))
        #expect(permitted.decision == .live)
        #expect(permitted.evidence.restsOnQualityAlone)
    }

    private func expectInsufficientFrames(_ frames: [CapturedFrame], _ reason: LivenessReason) throws {
        let assessment = try Shared.scorer.get().assess(FaceCapture(rendered: frames))
        #expect(assessment.decision == .unableToDecide)
        #expect(assessment.feedback == [.insufficientFrames])
        #expect(assessment.evidence.reason == reason)
        #expect(assessment.scoreInPercent == nil)
    }
}

@Suite struct CaptureQualityTests {
    private func assess(
        _ frames: [CapturedFrame], thresholds: LivenessThresholds = LivenessThresholds(for: .balanced)
    ) throws -> LivenessAssessment {
        try Shared.scorer.get().assess(FaceCapture(rendered: frames), thresholds: thresholds)
    }

    @Test func aFrameWithoutAFaceIsLeftOutUntilTooFewAreLeft() throws {
        var frames = try Shared.turningHead.get()
        func hideFace(in index: Int) throws {
            frames[index] = try frames[index].with { $0.toned(gain: 0, offset: 120) }
        }
        try hideFace(in: 3)
        let assessment = try assess(frames)
        #expect(assessment.decision == .live, "\(assessment.evidence.reason)")
        #expect(assessment.evidence.frames[3].failures == [.noFace])
        #expect(assessment.evidence.frames[3].measurements == nil)
        #expect(!assessment.evidence.framesOfTemplate.contains(3))
        #expect(assessment.components.first { $0.name == "oneFace" }?.feedback == [.noFace])

        for index in [0, 1, 2, 4, 5, 6] { try hideFace(in: index) }
        let refused = try assess(frames)
        #expect(refused.decision == .unableToDecide && refused.feedback == [.noFace])
        let hint = try #require(refused.components.first { $0.name == "oneFace" }?.hints?.first)
        #expect(hint == LivenessHint(.framesWithOneFace, 5, .atLeast, 6, .frames))
    }

    /// Long enough for something else to be held before the camera.
    @Test func framesWithoutAFaceHideNoMoreThanAGapMayLast() throws {
        var frames = try Shared.turningHead.get()
        for index in 3..<9 { frames[index] = try frames[index].with { $0.toned(gain: 0, offset: 120) } }
        for index in frames.indices { frames[index].timeInMilliseconds = Double(index) * 250 }
        let assessment = try assess(frames)
        #expect(assessment.evidence.reason == .noFace)
    }

    @Test func manyFramesWithinATwentiethOfASecondAreTooShort() throws {
        var frames = try Shared.turningHead.get()
        for index in frames.indices { frames[index].timeInMilliseconds = Double(index) * 4 }
        let assessment = try assess(frames)
        #expect(assessment.decision == .unableToDecide && assessment.feedback == [.insufficientFrames])
        #expect(assessment.evidence.reason == .captureTooShort)
        let gate = try #require(assessment.components.first { $0.name == "captureLength" })
        #expect(gate.hints == [LivenessHint(.duration, 44, .atLeast, 1000, .milliseconds)].compactMap(\.self))
        #expect(try #require(gate.scoreInPercent) < 5)
    }

    @Test func framesWithoutTimesAreJudgedAsStillsAre() throws {
        let frames = try Shared.turningHead.get().enumerated().map {
            CapturedFrame(bytes: $1.bytes, timeInMilliseconds: Double($0))
        }
        let scorer = try Shared.scorer.get()
        let refused = try scorer.assess(FaceCapture(rendered: frames, hasTimes: false))
        #expect(refused.decision == .unableToDecide && refused.evidence.reason == .frameTimesMissing)
        #expect(refused.evidence.hasTimes == false)
        for name in ["frameTimes", "captureLength"] {
            #expect(try #require(refused.components.first { $0.name == name }).scoreInPercent == nil)
        }
        let permitted = try scorer.assess(FaceCapture(rendered: frames, hasTimes: false, permitsStills: true))
        #expect(permitted.decision == .live && permitted.evidence.restsOnQualityAlone)
        #expect(try scorer.assess(FaceCapture(rendered: frames)).evidence.hasTimes == nil)
    }

    /// What a client can tell the person: how much is there, and how much is wanted.
    @Test func whatCannotBeJudgedIsNamedWithWhatWasMeasuredAndWanted() throws {
        let head = try Shared.turningHead.get()
        let small = try assess(head.map { try $0.with { $0.resized(to: ImageSize(width: 240, height: 320)) } })
        let dark = try assess(head.map { try $0.with { $0.toned(gain: 0.12, offset: 2) } })
        let still = try RenderedHead(photograph: Shared.photograph.get(), engine: Shared.scorer.get().engine)
            .frames(HeadMotion(amplitudeInDegrees: 0, frameCount: 10)).map(CapturedFrame.init)
        let hints = [
            (small, "faceSize", LivenessHint.Quantity.faceWidth), (dark, "exposure", .dynamicRange),
            (try assess(still), "flatness", .turn),
        ]
        for (assessment, name, quantity) in hints {
            let component = try #require(assessment.components.first { $0.name == name })
            let hint = try #require(component.hints?.first { $0.quantity == quantity }, "\(name)")
            #expect(hint.bound == .atLeast && hint.measured < hint.wanted && hint.measured > 0)
        }
        #expect(try assess(head).components.allSatisfy { $0.hints == nil })
    }

    @Test func aSecondFaceCompetesFromHalfTheAreaOn() throws {
        let other = try Image(decoding: Shared.otherHead.get()[5].bytes)
        let head = try Shared.turningHead.get()
        let equals = try head.map { try $0.with { $0.beside(other) } }
        let refused = try assess(equals)
        #expect(refused.decision == .unableToDecide)
        #expect(refused.feedback == [.multipleFaces])
        #expect(try #require(refused.evidence.frames[0].secondFaceShare) > 0.5)

        let small = other.resized(to: ImageSize(width: 240, height: 320))
        let ground = Image(size: ImageSize(width: 240, height: 320), blue: 120, green: 120, red: 120)
        let column = Image(size: ImageSize(width: 240, height: 640), pixels: small.pixels + ground.pixels)
        let background = try assess(head.map { try $0.with { $0.beside(column) } })
        #expect(background.decision == .live, "\(background.evidence.reason)")
        #expect(background.evidence.frames[0].faceCount == 2)
    }

    @Test func anotherPersonInSomeFramesIsUndecided() throws {
        var frames = try Shared.turningHead.get()
        let other = try Shared.otherHead.get()
        for index in 8..<12 { frames[index].bytes = other[index].bytes }
        let assessment = try assess(frames)
        #expect(assessment.decision == .unableToDecide)
        #expect(assessment.evidence.reason == .differentPersons)
        #expect(assessment.feedback == [.invalidFrame])
        #expect(try #require(assessment.components.first { $0.name == "samePerson" }?.scoreInPercent) < 100)
    }

    @Test func blurIsDecidedBeforeFlatness() throws {
        let blurred = try Shared.tiltedPrint.get().map { try $0.with { $0.blurred(sigma: 3) } }
        for level in LivenessLevel.allCases {
            let assessment = try assess(blurred, thresholds: LivenessThresholds(for: level))
            #expect(assessment.decision == .tooBlurry)
            #expect(assessment.feedback == [.invalidFrameBlur])
        }
    }

    /// Blur hides what gives a print away, and the head's depth with it.
    @Test(arguments: [0.6, 1, 1.6, 2.4]) func blurMakesNoPrintLive(sigma: Double) throws {
        let blurred = try Shared.tiltedPrint.get().map { try $0.with { $0.blurred(sigma: sigma) } }
        for source in [CaptureSource.rendered, .camera] {
            let assessment = try Shared.scorer.get().assess(FaceCapture(frames: blurred, source: source))
            #expect(assessment.decision != .live, "\(source): \(assessment.evidence.reason)")
        }
    }

    @Test func aDarkFaceAndAWashedOutFaceHaveTooLittleRange() throws {
        for (gain, offset) in [(0.12, 2.0), (0.1, 200), (1, 120)] {
            let frames = try Shared.turningHead.get().map { try $0.with { $0.toned(gain: gain, offset: offset) } }
            let assessment = try assess(frames)
            #expect(assessment.decision == .tooLowDynamicRange, "\(gain), \(offset): \(assessment.evidence.reason)")
            #expect(assessment.feedback == [.invalidFrameLighting])
        }
    }

    @Test func aSmallFaceIsTooSmallWhateverItsFocus() throws {
        let assessment = try assess(
            try Shared.turningHead.get().map { try $0.with { $0.resized(to: ImageSize(width: 240, height: 320)) } })
        #expect(assessment.decision == .faceTooSmall)
        #expect(assessment.feedback == [.invalidFrame])
    }

    @Test func faceSizeIsInPixelsOfTheFrameEvenIfItIsDecodedSmaller() throws {
        let large = try Shared.turningHead.get()[4...7].map {
            try $0.with { $0.resized(to: ImageSize(width: 1920, height: 2560)) }
        }
        var thresholds = LivenessThresholds(for: .balanced)
        thresholds.gates.minimumFaceWidthInPixels = 600
        let frame = try #require(assess(Array(large), thresholds: thresholds).evidence.frames.first)
        #expect(frame.widthInPixels == 1920)
        #expect(frame.reduction == 2)
        #expect(try #require(frame.measurements).faceWidthInPixels < 400)
        #expect(frame.failures.isEmpty)
    }

    @Test func aFaceTurnedAwayInMostFramesIsRefusedForItsPose() throws {
        var thresholds = LivenessThresholds(for: .balanced)
        thresholds.gates.maximumYawInDegrees = 5
        let assessment = try assess(try Shared.turningHead.get(), thresholds: thresholds)
        #expect(assessment.decision == .poseTooHigh)
        #expect(assessment.feedback == [.invalidFramePose])
    }

    @Test func aGapOfMoreThanOneAndAHalfSecondsIsTooSlow() throws {
        var frames = try Shared.turningHead.get()
        for index in 6..<12 { frames[index].timeInMilliseconds += 1500 }
        let assessment = try assess(frames)
        #expect(assessment.decision == .unableToDecide)
        #expect(assessment.feedback == [.frameRateTooSlow])
        #expect(assessment.components.first { $0.name == "frameTimes" }?.scoreInPercent == 0)
    }
}

@Suite struct LivenessErrorTests {
    private func error(_ frames: [CapturedFrame], rotation: Int = 0) throws -> LivenessError? {
        let scorer = try Shared.scorer.get()
        do {
            _ = try scorer.assess(
                FaceCapture(rendered: frames, clockwiseRotationInDegrees: rotation, permitsStills: true))
            return nil
        } catch {
            return error
        }
    }

    @Test func anInvalidCaptureIsRefusedWithItsError() throws {
        let grey = Image(size: ImageSize(width: 96, height: 64), blue: 90, green: 90, red: 90)
        let bytes = try grey.jpeg(quality: 90)
        let turned = try grey.turned(clockwiseQuarterTurns: 1).jpeg(quality: 90)
        func frame(_ bytes: [UInt8], _ time: Double) -> CapturedFrame {
            CapturedFrame(bytes: bytes, timeInMilliseconds: time)
        }
        #expect(try error([]) == .noFrames)
        #expect(try error([frame(bytes, 0)], rotation: 45) == .rotationInvalid)
        #expect(try error([frame(bytes, 0), frame(bytes, 0)]) == .frameTimesInvalid)
        #expect(try error([frame(bytes, 5), frame(bytes, 4)]) == .frameTimesInvalid)
        #expect(try error([frame(bytes, .nan)]) == .frameTimesInvalid)
        #expect(try error([frame(bytes, 0), frame(bytes, .infinity)]) == .frameTimesInvalid)
        #expect(try error([frame(bytes, 0), frame([1, 2, 3], 1)]) == .frameUnreadable(index: 1, .notAnImage))
        #expect(
            try error([frame(bytes, 0), frame(Array(bytes.dropLast(200)), 1)]) == .frameUnreadable(index: 1, .corrupt))
        #expect(try error([frame(bytes, 0), frame(turned, 1)]) == .frameSizesDiffer)
        #expect(try error([frame(bytes, 0)]) == nil)
    }

    /// Counted from the headers: these images have no content to decode.
    @Test func framesOfTooManyPixelsTogetherAreRefusedBeforeAnyIsDecoded() throws {
        func header(_ width: UInt16, _ height: UInt16) throws -> [UInt8] {
            var bytes = try Image(size: ImageSize(width: 64, height: 64), blue: 9, green: 9, red: 9).jpeg(
                quality: 80)
            // The frame header's marker, its length and the precision come before height and width (ITU-T T.81 §B.2.2).
            let marker = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
            for (offset, value) in [(5, height), (7, width)] {
                bytes[marker + offset] = UInt8(value >> 8)
                bytes[marker + offset + 1] = UInt8(value & 0xFF)
            }
            return bytes
        }
        func frames(_ count: Int, _ width: UInt16, _ height: UInt16) throws -> [CapturedFrame] {
            let bytes = try header(width, height)
            return repeated(bytes, times: count)
        }
        #expect(try error(frames(15, 1920, 1081)) == .tooManyPixels)
        #expect(try error(frames(2, 4000, 4000)) == .tooManyPixels)
        // What is within the budget is decoded, and is then no image.
        #expect(try error(frames(15, 1920, 1080)) == .frameUnreadable(index: 0, .corrupt))
        #expect(try error(frames(1, 5000, 5000)) == .frameUnreadable(index: 0, .corrupt))
    }
}
