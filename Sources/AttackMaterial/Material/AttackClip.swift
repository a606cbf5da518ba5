public import Vision

/// A recording of a person: decoded frames in order.
public struct AttackClip: Sendable {
    public struct Frame: Sendable {
        public let image: Image
        /// Since the clip's first frame.
        public let timeInMilliseconds: Double

        public init(image: Image, timeInMilliseconds: Double) {
            self.image = image
            self.timeInMilliseconds = timeInMilliseconds
        }
    }

    /// Attacks take no larger frames from a clip.
    static let longestSide = 640

    /// At least one, times rising.
    let frames: [Frame]

    /// - Parameter frames: upright, in order, times rising; larger frames are reduced. nil for none.
    public init?(frames: [Frame]) {
        guard !frames.isEmpty else { return nil }
        self.frames = frames.map {
            Frame(image: $0.image.reduced(toLongestSide: Self.longestSide), timeInMilliseconds: $0.timeInMilliseconds)
        }
    }

    var durationInMilliseconds: Double {
        (frames.last?.timeInMilliseconds ?? 0) - (frames.first?.timeInMilliseconds ?? 0)
    }

    /// The frames nearest to `count` evenly spaced moments, each at most once, at the times of the moments.
    /// - Throws: `.clipTooShort` where the clip ends before, or where none of its own frames is within half a spacing of a
    ///   moment.
    func window(
        from start: Double = 0, lasting duration: Double = 2000, count: Int = 13
    ) throws(AttackError) -> [Frame] {
        guard let origin = frames.first?.timeInMilliseconds, count > 1 else { throw .clipTooShort }
        // Half a frame of a slow camera may be missing at the end.
        guard start + duration <= durationInMilliseconds + 60 else { throw .clipTooShort }
        var chosen: [Frame] = []
        var next = 0
        let spacing = duration / Double(count - 1)
        for index in 0..<count {
            let offset = spacing * Double(index)
            let moment = origin + start + offset
            guard next < frames.count else { throw .clipTooShort }
            while next + 1 < frames.count,
                abs(frames[next + 1].timeInMilliseconds - moment) <= abs(frames[next].timeInMilliseconds - moment)
            { next += 1 }
            guard abs(frames[next].timeInMilliseconds - moment) <= spacing / 2 else { throw .clipTooShort }
            chosen.append(Frame(image: frames[next].image, timeInMilliseconds: offset))
            next += 1
        }
        return chosen
    }
}
