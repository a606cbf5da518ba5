public import FaceEngine
internal import Vision

/// Judges whether a capture shows a live person: one face, the same in all frames, good enough to be judged, that turns
/// as a head turns.
///
/// The first form. Its two cues against attacks stop one image of a person: a print, a still on a screen, a still sent
/// again and again. They do not stop a video of a turning head, on a screen or injected, nor several photographs of one
/// head shown in turn, nor a mask. Where nothing can be told it says so.
///
/// Computes for 4 to 15 ms of one core for each frame, by the processor and by how much frames differ: call it from an
/// engine worker, never from an event loop or the cooperative pool. Equal captures give equal answers on one machine.
public struct LivenessScorer: Sendable {
    let engine: FaceEngine

    public init(engine: FaceEngine) {
        self.engine = engine
    }

    /// All frames of a capture together may have as many pixels as fifteen of full HD, which is more than any phone
    /// sends as a capture; a single still may use them alone, up to the limit of one image. Measured: so many pixels
    /// of PNG or WebP decode in a second, fifteen images at the limit of one took ten.
    public static let maximumPixels = 15 * 1920 * 1080

    /// - Parameter runner: frames are independent up to the fusion, so several threads may look at them; the judgement is
    ///   the same to the last bit.
    /// - Throws: where there is no capture that could be judged: frames that are no images, of different sizes or of too
    ///   many pixels together, times that do not rise, or an engine that fails.
    public func judge(
        _ capture: FaceCapture, frames runner: FrameRunner = .inOrder
    ) throws(LivenessError) -> LivenessJudgement {
        try judge(capture, thresholds: LivenessThresholds(for: capture.level), frames: runner)
    }

    func judge(
        _ given: FaceCapture, thresholds: LivenessThresholds, frames runner: FrameRunner = .inOrder
    ) throws(LivenessError) -> LivenessJudgement {
        let kind = CaptureKind(frames: given.frames.count, thresholds: thresholds)
        let (capture, measured) = try measuredUpright(given, kind: kind, thresholds: thresholds, runner)
        var frames = measured
        let distinctUsable = frames.indices.filter { frames[$0].isUsable && frames[$0].evidence.repeatsFrame == nil }
        let ranking = ranked(distinctUsable, of: frames)
        let stillness = stillness(of: frames, thresholds: thresholds)
        let flatness = flatness(of: distinctUsable, of: frames, thresholds: thresholds)

        var observations = CaptureObservations(
            faults: frames.map { Set($0.evidence.faults) },
            longestGapInMilliseconds: longestGap(in: capture.frames),
            distinctImages: frames.count { $0.evidence.repeatsFrame == nil },
            distinctUsableImages: distinctUsable.count, persons: .nothingToCompare,
            stillness: stillness?.verdict, flatness: flatness?.verdict, permitsStills: capture.permitsStills)
        var comparison = PersonComparison()
        if decideWhomeverItShows(observations, thresholds: thresholds) == nil {
            comparison = try comparePersons(ranking, of: &frames, thresholds: thresholds, runner)
            observations.persons = comparison.observation
        }
        let ruling = decide(observations, thresholds: thresholds)

        let framesOfTemplate =
            ruling.decision == .live
            ? Array(ranking.filter { !comparison.alike.contains($0) }.prefix(FrameRanking.framesOfTemplate)) : []
        try describe(framesOfTemplate.filter { frames[$0].face?.template == nil }, of: &frames, runner)
        let template = try template(of: framesOfTemplate, of: frames)
        let evidence = LivenessEvidence(
            level: capture.level, permitsStills: capture.permitsStills,
            clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees, thresholds: thresholds,
            descriptor: engine.frameDescriptor, calibrationDigest: engine.frameCalibrationDigest,
            frames: frames.indices.map { index in
                var frame = frames[index].evidence
                frame.likenessToBest = comparison.likenesses[index]
                frame.scoreToBest = comparison.scores[index]
                return frame
            },
            stillness: stillness, flatness: flatness, observations: observations, ruling: ruling,
            bestFrame: ranking.first, framesOfTemplate: framesOfTemplate, templateModel: template?.model)
        return LivenessJudgement(
            decision: ruling.decision, feedback: ruling.feedback, scoreInPercent: evidence.scoreInPercent,
            falseRejectionInPercent: nil, cues: evidence.cues, evidence: evidence,
            template: template, bestFrame: ranking.first)
    }

    /// The capture turned upright where it was not, and all its frames, in order.
    private func measuredUpright(
        _ given: FaceCapture, kind: CaptureKind, thresholds: LivenessThresholds, _ runner: FrameRunner
    ) throws(LivenessError) -> (FaceCapture, [MeasuredFrame]) {
        // A capture that is not upright shows it in the first frame, and the others are not looked at in vain.
        let first = try measure(given, 0, size: try checked(given), kind: kind, thresholds: thresholds)
        var frames: [MeasuredFrame]?
        if first.showsSurelyUprightFace(thresholds) {
            let measured = try measured(given, kind: kind, thresholds: thresholds, after: first, runner)
            if measured.allSatisfy(\.showsUprightFace) { return (given, measured) }
            frames = measured
        }
        if let (turned, first) = try turnedUpright(given, insteadOf: first, kind: kind, thresholds: thresholds) {
            return (turned, try measured(turned, kind: kind, thresholds: thresholds, after: first, runner))
        }
        if let frames { return (given, frames) }
        return (given, try measured(given, kind: kind, thresholds: thresholds, after: first, runner))
    }

    private func measure(
        _ capture: FaceCapture, _ index: Int, size: ImageSize, kind: CaptureKind, thresholds: LivenessThresholds
    ) throws(LivenessError) -> MeasuredFrame {
        try measure(
            capture.frames[index], index, size: size,
            clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees, kind: kind, thresholds: thresholds)
    }

    /// The capture turned upright and its first frame; nil where it is to be judged as it came.
    private func turnedUpright(
        _ capture: FaceCapture, insteadOf first: MeasuredFrame, kind: CaptureKind, thresholds: LivenessThresholds
    ) throws(LivenessError) -> (FaceCapture, MeasuredFrame)? {
        guard let turn = try turnToUpright(capture) else { return nil }
        var turned = capture
        turned.clockwiseRotationInDegrees = turn
        let turnedFirst = try measure(turned, 0, size: try checked(turned), kind: kind, thresholds: thresholds)
        // A masked face may have the better score upside down: what was seen upright gives way to certainty alone.
        guard !first.showsUprightFace || turnedFirst.showsSurelyUprightFace(thresholds) else { return nil }
        return (turned, turnedFirst)
    }

    /// The turn in degrees that shows an upright face, other than the one that the package states: phones state wrong ones,
    /// or none. nil for an image that states its own orientation, and where no other turn helps.
    private func turnToUpright(_ capture: FaceCapture) throws(LivenessError) -> Int? {
        guard let first = capture.frames.first, let header = try? ImageHeader(of: first.bytes),
            !header.statesOrientation,
            let image = try? Image(decoding: first.bytes, atLeast: Self.sideForOrientation)
                .reduced(toLongestSide: 2 * Self.sideForOrientation)
        else { return nil }
        do {
            let turn = try engine.facesTryingOrientations(in: image).map { $0.clockwiseQuarterTurns * 90 }
            return turn == capture.clockwiseRotationInDegrees ? nil : turn
        } catch {
            throw .engine(error)
        }
    }

    /// Enough to tell which way up a face is.
    private static let sideForOrientation = 480

    /// The size that all frames share, once turned upright. Headers and times only: nothing is decoded before.
    private func checked(_ capture: FaceCapture) throws(LivenessError) -> ImageSize {
        guard !capture.frames.isEmpty else { throw .noFrames }
        guard [0, 90, 180, 270].contains(capture.clockwiseRotationInDegrees) else { throw .rotationInvalid }
        let times = capture.frames.map(\.timeInMilliseconds)
        guard times.allSatisfy(\.isFinite), zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .frameTimesInvalid
        }
        var size: ImageSize?
        for (index, frame) in capture.frames.enumerated() {
            let stated: ImageSize
            do {
                stated = try ImageHeader(of: frame.bytes).size
            } catch {
                throw .frameUnreadable(index: index, error)
            }
            if let size, size != stated { throw .frameSizesDiffer }
            size = stated
        }
        guard let size else { throw .noFrames }
        guard size.width * size.height * capture.frames.count <= Self.maximumPixels else { throw .tooManyPixels }
        return capture.clockwiseRotationInDegrees.isMultiple(of: 180) ? size : size.turned
    }

    /// All frames, in order.
    /// - Parameter first: what was measured of the first of them.
    private func measured(
        _ capture: FaceCapture, kind: CaptureKind, thresholds: LivenessThresholds, after first: MeasuredFrame,
        _ runner: FrameRunner
    ) throws(LivenessError) -> [MeasuredFrame] {
        let size = try checked(capture)
        let earlier = capture.frames.indices.map { index in
            capture.frames[..<index].firstIndex { $0.bytes == capture.frames[index].bytes }
        }
        let distinct = capture.frames.indices.dropFirst().filter { earlier[$0] == nil }
        let results = try runner.results(of: distinct.count) { position throws(LivenessError) in
            try measure(capture, distinct[position], size: size, kind: kind, thresholds: thresholds)
        }
        let measured = Dictionary(uniqueKeysWithValues: zip(distinct, results))
        var frames = [first]
        for index in capture.frames.indices.dropFirst() {
            if let frame = measured[index] {
                frames.append(frame)
            } else if let same = earlier[index] {
                frames.append(repeated(frames[same], of: same, at: capture.frames[index]))
            }
        }
        return frames
    }

    /// What was measured of an earlier frame with the same bytes, as that of a later one.
    private func repeated(_ measured: MeasuredFrame, of earlier: Int, at frame: CapturedFrame) -> MeasuredFrame {
        var repeated = measured
        repeated.evidence.timeInMilliseconds = frame.timeInMilliseconds
        repeated.evidence.digest = frame.digest
        repeated.evidence.repeatsFrame = earlier
        return repeated
    }

    /// The given frames, best first.
    private func ranked(_ usable: [Int], of frames: [MeasuredFrame]) -> [Int] {
        let seen = usable.filter { frames[$0].face != nil }
        return FrameRanking.bestFirst(seen.compactMap { frames[$0].face?.measurements }).map { seen[$0] }
    }

    /// Makes the templates that frames are compared by. Apart from the other measurements of a frame, so that one network
    /// looks at all frames before the next one does and its weights stay in the processor's cache.
    func describe(
        _ chosen: [Int], of frames: inout [MeasuredFrame], _ runner: FrameRunner
    ) throws(LivenessError) {
        let described = chosen.compactMap { index in frames[index].face?.aligned.map { (index: index, aligned: $0) } }
        let templates: [FaceTemplate]
        do {
            templates = try runner.results(of: described.count) { position throws(FaceEngineError) in
                try engine.frameTemplate(of: described[position].aligned)
            }
        } catch {
            throw .engine(error)
        }
        for (position, template) in templates.enumerated() {
            frames[described[position].index].face?.template = template
        }
    }

    /// The template of the given frames, best first; nil of none.
    func template(of chosen: [Int], of frames: [MeasuredFrame]) throws(LivenessError) -> FaceTemplate? {
        guard let face = chosen.first.flatMap({ frames[$0].face }), var best = face.aligned else { return nil }
        do {
            if let image = face.image { best = try engine.alignedAgain(face.mesh, in: image) }
            return try engine.template(ofCapture: chosen.compactMap { frames[$0].face?.template }, best: best)
        } catch {
            throw .engine(error)
        }
    }

    private func longestGap(in frames: [CapturedFrame]) -> Double {
        zip(frames, frames.dropFirst()).map { $1.timeInMilliseconds - $0.timeInMilliseconds }.max() ?? 0
    }
}

extension CaptureKind {
    init(frames: Int, thresholds: LivenessThresholds) {
        self = frames < thresholds.minimumFramesForFlatness ? .stills : .movement
    }
}
