internal import DemoMaterial
internal import Vision

/// What is injected or shown: images with times, before anything writes them as files.
struct Footage: Sendable {
    struct Frame: Sendable {
        var image: Image
        var timeInMilliseconds: Double
    }

    var frames: [Frame]
    /// Of the JPEG files, frame by frame; the last one serves for all further frames.
    var qualities = [90]

    init(frames: [Frame], qualities: [Int] = [90]) {
        self.frames = frames
        self.qualities = qualities
    }

    /// One frame for each moment of a motion, with the noise of a camera anew in each.
    init(
        of moments: [HandHeldMotion.Moment], noise: CameraNoise = CameraNoise(), seed: UInt64,
        draw: (_ index: Int, _ moment: HandHeldMotion.Moment) throws(AttackError) -> Image
    ) throws(AttackError) {
        var frames: [Frame] = []
        for (index, moment) in moments.enumerated() {
            let noisy = noise.applied(
                to: try draw(index, moment), gain: moment.gain,
                randomness: RepeatableRandomness(seed: seed, part: index))
            frames.append(Frame(image: noisy, timeInMilliseconds: moment.timeInMilliseconds))
        }
        self.init(frames: frames)
    }

    func quality(ofFrame index: Int) -> Int {
        qualities.indices.contains(index) ? qualities[index] : qualities.last ?? 90
    }

    /// Each image changed.
    func mapped(_ change: (_ index: Int, _ image: Image) throws(AttackError) -> Image) throws(AttackError) -> Footage {
        var changed = self
        for index in frames.indices { changed.frames[index].image = try change(index, frames[index].image) }
        return changed
    }

    /// With the noise of a camera of `strength` added.
    func noisy(strength: Float, seed: UInt64) throws(AttackError) -> Footage {
        try mapped { index, image in
            CameraNoise(strength: strength).applied(
                to: image, gain: 1, randomness: RepeatableRandomness(seed: seed, part: index))
        }
    }

    /// With times of its own making.
    func timed(_ time: (_ index: Int) -> Double) -> Footage {
        var timed = self
        for index in frames.indices { timed.frames[index].timeInMilliseconds = time(index) }
        return timed
    }
}
