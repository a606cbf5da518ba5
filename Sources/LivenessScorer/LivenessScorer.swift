public import FaceEngine
internal import Vision

/// Judges whether a capture shows a live person: one face, the same in all frames, good enough to be judged, that turns
/// as a head turns.
///
/// The first form. Its two cues against attacks stop one picture of a person: a print, a still on a screen, a still sent
/// again and again. They do not stop a video of a turning head, on a screen or injected, nor several photographs of one
/// head shown in turn, nor a mask. Where nothing can be told it says so.
///
/// Computes for about 14 ms of one core for each frame (10 ms where no turn is judged): call it from an engine worker,
/// never from an event loop or the cooperative pool. Equal captures give equal answers on one machine.
public struct LivenessScorer: Sendable {
    let engine: FaceEngine

    public init(engine: FaceEngine) {
        self.engine = engine
    }

    /// - Throws: where there is no capture that could be judged: frames that are no pictures or of different sizes, times
    ///   that do not rise, or an engine that fails.
    public func judge(_ capture: FaceCapture) throws(LivenessError) -> LivenessJudgement {
        try judge(capture, thresholds: LivenessThresholds(for: capture.level))
    }

    func judge(_ given: FaceCapture, thresholds: LivenessThresholds) throws(LivenessError) -> LivenessJudgement {
        var capture = given
        var size = try checked(capture)
        var frames = try measured(capture, size: size, thresholds: thresholds)
        if !frames.allSatisfy(\.showsUprightFace), let turn = try turnToUpright(capture) {
            capture.clockwiseRotationInDegrees = turn
            size = try checked(capture)
            frames = try measured(capture, size: size, thresholds: thresholds)
        }

        let distinctUsable = frames.indices.filter { frames[$0].isUsable && frames[$0].evidence.repeatsFrame == nil }
        let ranking = ranked(distinctUsable, of: frames)
        let comparisons = try comparisons(of: distinctUsable, of: frames, with: ranking.first)
        let stillness = stillness(of: frames, thresholds: thresholds)
        let flatness = flatness(of: distinctUsable, of: frames, thresholds: thresholds)

        let observations = CaptureObservations(
            faults: frames.map { Set($0.evidence.faults) },
            longestGapInMilliseconds: longestGap(in: capture.frames),
            distinctPictures: frames.count { $0.evidence.repeatsFrame == nil },
            distinctUsablePictures: distinctUsable.count,
            persons: persons(in: comparisons, of: distinctUsable.count),
            stillness: stillness?.verdict, flatness: flatness?.verdict, permitsStills: capture.permitsStills)
        let ruling = decide(observations, thresholds: thresholds)

        let framesOfTemplate = Array(ranking.prefix(Self.framesOfTemplate))
        let evidence = LivenessEvidence(
            level: capture.level, permitsStills: capture.permitsStills,
            clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees, thresholds: thresholds,
            descriptor: engine.descriptor, calibrationDigest: engine.calibrationDigest,
            frames: frames.indices.map { index in
                var frame = frames[index].evidence
                frame.scoreToBest = comparisons[index]
                return frame
            },
            stillness: stillness, flatness: flatness, observations: observations, ruling: ruling,
            bestFrame: ranking.first, framesOfTemplate: framesOfTemplate)
        let template = FaceEngine.fuse(framesOfTemplate.compactMap { frames[$0].face?.template })
        return LivenessJudgement(
            decision: ruling.decision, feedback: ruling.feedback, scoreInPercent: evidence.scoreInPercent,
            falseRejectionInPercent: nil, cues: evidence.cues, evidence: evidence,
            template: template, bestFrame: ranking.first)
    }

    /// How many of the best frames make the capture's template.
    static let framesOfTemplate = 3

    /// The turn in degrees that shows an upright face, for a capture that says nothing about its orientation: neither the
    /// package nor the picture. nil for any other, and where no turn helps.
    private func turnToUpright(_ capture: FaceCapture) throws(LivenessError) -> Int? {
        guard capture.clockwiseRotationInDegrees == 0, let first = capture.frames.first,
            let header = try? PictureHeader(of: first.bytes), !header.statesOrientation,
            let picture = try? Picture(decoding: first.bytes, atLeast: Self.sideForOrientation)
        else { return nil }
        do {
            let found = try engine.facesTryingOrientations(in: picture)
            return found.flatMap { $0.clockwiseQuarterTurns == 0 ? nil : $0.clockwiseQuarterTurns * 90 }
        } catch {
            throw .engine(error)
        }
    }

    /// Enough to tell which way up a face is.
    private static let sideForOrientation = 480

    /// The size that all frames share, once turned upright. Headers and times only: nothing is decoded before.
    private func checked(_ capture: FaceCapture) throws(LivenessError) -> PictureSize {
        guard !capture.frames.isEmpty else { throw .noFrames }
        guard [0, 90, 180, 270].contains(capture.clockwiseRotationInDegrees) else { throw .rotationInvalid }
        let times = capture.frames.map(\.timeInMilliseconds)
        guard times.allSatisfy(\.isFinite), zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .frameTimesInvalid
        }
        var size: PictureSize?
        for (index, frame) in capture.frames.enumerated() {
            let stated: PictureSize
            do {
                stated = try PictureHeader(of: frame.bytes).size
            } catch {
                throw .frameUnreadable(index: index, error)
            }
            if let size, size != stated { throw .frameSizesDiffer }
            size = stated
        }
        guard let size else { throw .noFrames }
        return capture.clockwiseRotationInDegrees.isMultiple(of: 180) ? size : size.turned
    }

    private func measured(
        _ capture: FaceCapture, size: PictureSize, thresholds: LivenessThresholds
    ) throws(LivenessError) -> [MeasuredFrame] {
        // For a template alone the second pass changes nothing that can be measured.
        let passes = capture.frames.count < thresholds.minimumFramesForFlatness ? 1 : 2
        var frames: [MeasuredFrame] = []
        for (index, frame) in capture.frames.enumerated() {
            if let earlier = capture.frames[..<index].firstIndex(where: { $0.bytes == frame.bytes }) {
                var repeated = frames[earlier]
                repeated.evidence.timeInMilliseconds = frame.timeInMilliseconds
                repeated.evidence.digest = frame.digest
                repeated.evidence.repeatsFrame = earlier
                frames.append(repeated)
                continue
            }
            frames.append(
                try measure(
                    frame, index: index, size: size, quarterTurns: capture.clockwiseRotationInDegrees / 90,
                    passes: passes, thresholds: thresholds))
        }
        return frames
    }

    /// The given frames, best first: the most frontal ones among those that are about as sharp as the rest.
    private func ranked(_ usable: [Int], of frames: [MeasuredFrame]) -> [Int] {
        let candidates = usable.compactMap { index in frames[index].face.map { (index, $0.measurements) } }
        let sharpnesses = candidates.map(\.1.focus).sorted()
        guard let median = sharpnesses.dropFirst(sharpnesses.count / 2).first else { return [] }
        func rank(_ candidate: (index: Int, measurements: FaceMeasurements)) -> (Int, Double, Int) {
            let yaw = candidate.measurements.yawInDegrees
            let pitch = candidate.measurements.pitchInDegrees
            let isSoft = candidate.measurements.focus < Self.softShare * median
            return (isSoft ? 1 : 0, yaw * yaw + pitch * pitch, candidate.index)
        }
        return candidates.sorted { rank($0) < rank($1) }.map(\.0)
    }

    /// Frames below this share of the median focus come last in the ranking.
    private static let softShare = 0.6

    /// The score of each given frame against the best, by index.
    private func comparisons(
        of usable: [Int], of frames: [MeasuredFrame], with best: Int?
    ) throws(LivenessError) -> [Int: ComparisonScore] {
        guard let best, let reference = frames[best].face?.template else { return [:] }
        var scores: [Int: ComparisonScore] = [:]
        for index in usable where index != best {
            guard let probe = frames[index].face?.template else { continue }
            do {
                scores[index] = try engine.compare(probe, reference)
            } catch {
                throw .comparison(error)
            }
        }
        return scores
    }

    /// A frame that was not compared, or whose score is not a number, counts as another person.
    private func persons(in comparisons: [Int: ComparisonScore], of usable: Int) -> PersonsObservation {
        if usable < 2 { return .nothingToCompare }
        let scores = comparisons.values.map(\.value)
        guard scores.count == usable - 1, scores.allSatisfy({ !$0.isNaN }), let lowest = scores.min() else {
            return .lowestScore(-.infinity)
        }
        return .lowestScore(lowest)
    }

    private func longestGap(in frames: [CapturedFrame]) -> Double {
        zip(frames, frames.dropFirst()).map { $1.timeInMilliseconds - $0.timeInMilliseconds }.max() ?? 0
    }
}
