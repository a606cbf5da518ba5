internal import FaceEngine
internal import Vision

/// Measures the frames of a capture, turned upright.
struct CaptureMeter: Sendable {
    let meter: FrameMeter
    let runner: FrameRunner

    private var engine: FaceEngine { meter.engine }
    private var thresholds: GateThresholds { meter.thresholds }

    /// The capture, turned upright if it was not, and all its frames in order.
    func measure(_ given: FaceCapture) throws(LivenessError) -> (upright: FaceCapture, frames: [MeasuredFrame]) {
        // A capture that is not upright shows it in the first frame, which saves measuring the others in vain.
        let first = try measure(given, 0, size: try Self.checked(given))
        var frames: [MeasuredFrame]?
        if first.showsSurelyUprightFace(thresholds) {
            let measured = try measured(given, after: first)
            if measured.allSatisfy(\.showsUprightFace) { return (given, measured) }
            frames = measured
        }
        if let (turned, first) = try turnedUpright(given, insteadOf: first) {
            return (turned, try measured(turned, after: first))
        }
        if let frames { return (given, frames) }
        return (given, try measured(given, after: first))
    }

    private func measure(_ capture: FaceCapture, _ index: Int, size: ImageSize) throws(LivenessError) -> MeasuredFrame {
        try meter.measure(
            capture.frames[index], index, size: size,
            clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees)
    }

    /// The capture turned upright and its first frame; nil if it is to be assessed as it came.
    private func turnedUpright(
        _ capture: FaceCapture, insteadOf first: MeasuredFrame
    ) throws(LivenessError) -> (FaceCapture, MeasuredFrame)? {
        guard let turn = try turnToUpright(capture) else { return nil }
        var turned = capture
        turned.clockwiseRotationInDegrees = turn
        let turnedFirst = try measure(turned, 0, size: try Self.checked(turned))
        // A masked face may score better upside down, so an upright face gives way to a certain one only.
        guard !first.showsUprightFace || turnedFirst.showsSurelyUprightFace(thresholds) else { return nil }
        return (turned, turnedFirst)
    }

    /// The turn in degrees that shows an upright face, if it is another than the capture states: phones state wrong ones, or
    /// none. nil for an image that states its own orientation, and if no other turn helps.
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
    static func checked(_ capture: FaceCapture) throws(LivenessError) -> ImageSize {
        guard !capture.frames.isEmpty else { throw .noFrames }
        guard [0, 90, 180, 270].contains(capture.clockwiseRotationInDegrees) else { throw .rotationInvalid }
        let times = capture.frames.map(\.timeInMilliseconds)
        guard times.allSatisfy(\.isFinite), zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .frameTimesInvalid
        }
        var size: ImageSize?
        for (index, frame) in capture.frames.enumerated() {
            let header: ImageHeader
            do {
                header = try ImageHeader(of: frame.bytes)
            } catch {
                throw .frameUnreadable(index: index, error)
            }
            // A still may be a large photograph; of several frames each would cost what it states.
            guard header.reduction == 1 || capture.frames.count == 1 else { throw .tooManyPixels }
            if let size, size != header.size { throw .frameSizesDiffer }
            size = header.size
        }
        guard let size else { throw .noFrames }
        let limit =
            capture.challenge == nil ? FaceCapture.maximumPixels : FaceCapture.maximumPixelsOfChallenge
        guard size.width * size.height * capture.frames.count <= limit else { throw .tooManyPixels }
        return capture.clockwiseRotationInDegrees.isMultiple(of: 180) ? size : size.turned
    }

    /// All frames, in order.
    /// - Parameter first: what was measured of the first of them.
    private func measured(
        _ capture: FaceCapture, after first: MeasuredFrame
    ) throws(LivenessError) -> [MeasuredFrame] {
        let size = try Self.checked(capture)
        let earlier = capture.frames.indices.map { index in
            capture.frames[..<index].firstIndex { $0.bytes == capture.frames[index].bytes }
        }
        let distinct = capture.frames.indices.dropFirst().filter { earlier[$0] == nil }
        let results = try runner.results(of: distinct.count) { position throws(LivenessError) in
            try measure(capture, distinct[position], size: size)
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
}
