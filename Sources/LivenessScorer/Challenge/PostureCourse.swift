internal import FaceEngine
internal import Foundation

/// How a face is held over the time of a capture: the frames that show one face, in order.
struct PostureCourse: Equatable, Sendable {
    struct Moment: Equatable, Sendable {
        /// The frame's index in the capture.
        let frame: Int
        /// From the capture's first frame on.
        let timeInMilliseconds: Double
        let posture: FacePosture
    }

    let moments: [Moment]
    /// From the first frame of the capture to the last, whether it shows a face or not.
    let durationInMilliseconds: Double

    init(moments: [Moment], durationInMilliseconds: Double) {
        self.moments = moments
        self.durationInMilliseconds = durationInMilliseconds
    }

    init(of frames: [MeasuredFrame]) {
        let first = frames.first?.evidence.timeInMilliseconds ?? 0
        moments = frames.indices.compactMap { index in
            frames[index].face.map {
                Moment(
                    frame: index, timeInMilliseconds: frames[index].evidence.timeInMilliseconds - first,
                    posture: FacePosture(of: $0.mesh))
            }
        }
        durationInMilliseconds = (frames.last?.evidence.timeInMilliseconds ?? 0) - first
    }

    func moments(in times: ClosedRange<Double>) -> [Moment] {
        moments.filter { times.contains($0.timeInMilliseconds) }
    }

    /// The median of each number up to a time; nil without a face until then.
    func rest(untilInMilliseconds end: Double) -> FacePosture? {
        let postures = moments.prefix { $0.timeInMilliseconds <= end }.map(\.posture)
        guard !postures.isEmpty else { return nil }
        func median(_ value: (FacePosture) -> Double) -> Double {
            let sorted = postures.map(value).sorted()
            return sorted[sorted.count / 2]
        }
        return FacePosture(
            yawInDegrees: median(\.yawInDegrees), pitchInDegrees: median(\.pitchInDegrees),
            faceWidthInPixels: median(\.faceWidthInPixels), center: .init(x: median(\.centerX), y: median(\.centerY)),
            eyeOpening: median(\.eyeOpening), mouthOpening: median(\.mouthOpening))
    }

    /// The moments in which lids and lips are as at rest, so that only the head moves.
    func quiet(at rest: FacePosture, under limits: ChallengeLimits) -> [Moment] {
        moments.filter {
            $0.posture.mouthOpening <= rest.mouthOpening + limits.quietMouthOverRest
                && $0.posture.eyeOpening >= rest.eyeOpening * limits.openShare
        }
    }

    /// The largest steps from one moment to the next. A face that is never seen has a gap as long as the capture.
    var take: TakeEvidence {
        var (gap, shift, growth, turn) = (0.0, 0.0, 1.0, 0.0)
        for (before, after) in zip(moments, moments.dropFirst()) {
            let (first, second) = (before.posture, after.posture)
            gap = larger(gap, after.timeInMilliseconds - before.timeInMilliseconds)
            let (small, large) = (
                min(first.faceWidthInPixels, second.faceWidthInPixels),
                max(first.faceWidthInPixels, second.faceWidthInPixels)
            )
            shift = larger(shift, small > 0 ? first.center.distance(to: second.center) / large : .infinity)
            growth = larger(growth, small > 0 ? large / small : .infinity)
            turn = larger(
                turn,
                hypot(first.yawInDegrees - second.yawInDegrees, first.pitchInDegrees - second.pitchInDegrees))
        }
        // What is hidden at either end counts as well.
        gap = max(gap, moments.first?.timeInMilliseconds ?? durationInMilliseconds)
        gap = max(gap, durationInMilliseconds - (moments.last?.timeInMilliseconds ?? 0))
        return TakeEvidence(
            longestGapInMilliseconds: gap, largestShift: shift, largestGrowth: growth, largestTurnInDegrees: turn)
    }

    /// Between two frames that follow each other, in the median.
    var usualGapInMilliseconds: Double {
        let gaps = zip(moments, moments.dropFirst()).map { $1.timeInMilliseconds - $0.timeInMilliseconds }.sorted()
        return gaps.isEmpty ? durationInMilliseconds : gaps[gaps.count / 2]
    }
}

/// What is no number is larger than every number: it must not be overlooked.
private func larger(_ first: Double, _ second: Double) -> Double {
    first.isNaN || second.isNaN ? .infinity : max(first, second)
}
