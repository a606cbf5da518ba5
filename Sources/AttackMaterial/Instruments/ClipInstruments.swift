internal import Vision

/// Made from a recording of the living person: what the camera saw once comes again.
enum ClipInstruments {
    private static func clip(
        _ name: String, _ summary: String, expected: [Defence],
        _ make: @escaping @Sendable (AttackClip, UInt64) throws(AttackError) -> Footage
    ) -> AttackInstrument {
        AttackInstrument(
            name: name, summary: summary, effort: .script, species: .injectedVideo, expected: expected,
            recipe: .clip(make))
    }

    private static let byContent: [Defence] = [.replayGuard, .activeWorkflow]

    private static func footage(_ frames: [AttackClip.Frame]) -> Footage {
        Footage(frames: frames.map { Footage.Frame(image: $0.image, timeInMilliseconds: $0.timeInMilliseconds) })
    }

    /// The images in the order `order`, at the times of the suite.
    private static func ordered(_ frames: [AttackClip.Frame], _ order: [Int]) -> Footage {
        let interval = Motions.durationInMilliseconds / Double(max(1, order.count - 1))
        return Footage(
            frames: order.enumerated().map {
                Footage.Frame(image: frames[$1].image, timeInMilliseconds: Double($0) * interval)
            })
    }

    static let asIs = clip("clip", "frames of another session", expected: byContent) { clip, _ throws(AttackError) in
        footage(try clip.window())
    }
    static let mirrored = clip("clip-mirrored", "frames of another session, mirrored", expected: byContent) {
        clip, _ throws(AttackError) in
        try footage(clip.window()).mapped { _, image throws(AttackError) in image.mirrored() }
    }
    static let reversed = clip("clip-reversed", "frames of another session in reverse order", expected: byContent) {
        clip, _ throws(AttackError) in
        let frames = try clip.window()
        return ordered(frames, frames.indices.reversed())
    }
    static let faster = clip("clip-faster", "three seconds of another session within two", expected: byContent) {
        clip, _ throws(AttackError) in
        let frames = try clip.window(lasting: 3000)
        return ordered(frames, Array(frames.indices))
    }
    static let slower = clip("clip-slower", "one second of another session within two", expected: byContent) {
        clip, _ throws(AttackError) in
        let frames = try clip.window(lasting: 1000, count: 9)
        return ordered(frames, Array(frames.indices))
    }
    static let within20 = clip(
        "clip-in-20-ms", "two seconds of another session within 20 ms", expected: [.duration]
    ) { clip, _ throws(AttackError) in
        try footage(clip.window()).timed { Double($0) * 20 / 12 }
    }
    static let looped = clip(
        "clip-looped", "less than a second of another session, looped", expected: [.cameraTraces] + byContent
    ) { clip, _ throws(AttackError) in
        let frames = try clip.window(lasting: 700, count: 5)
        return ordered(frames, (0..<Motions.frameCount).map { $0 % frames.count })
    }
    static let toAndFro = clip(
        "clip-to-and-fro", "a second of another session, forwards and backwards", expected: [.cameraTraces] + byContent
    ) { clip, _ throws(AttackError) in
        let frames = try clip.window(lasting: 1000, count: 7)
        return ordered(frames, Array(frames.indices) + frames.indices.dropLast().reversed())
    }
    static let spliced = clip(
        "clip-spliced", "two pieces of another session with a leap between them",
        expected: [.cameraTraces] + byContent
    ) { clip, _ throws(AttackError) in
        let frames = try clip.window(lasting: min(clip.durationInMilliseconds, 8000), count: 19)
        return ordered(frames, Array(0..<7) + Array(13..<19))
    }
    static let noisy = clip(
        "clip-noise", "frames of another session under noise of 6 grey levels", expected: byContent
    ) { clip, seed throws(AttackError) in
        try footage(clip.window()).noisy(strength: 3.2, seed: seed)
    }
    static let cropped = clip(
        "clip-cropped", "frames of another session, cropped by 8 % and resized", expected: byContent
    ) { clip, _ throws(AttackError) in
        try footage(clip.window()).mapped { _, image throws(AttackError) in
            let (width, height) = (Double(image.size.width), Double(image.size.height))
            return image.cropped(
                to: ImageRectangle(x: 0.05 * width, y: 0.03 * height, width: 0.92 * width, height: 0.92 * height)
            ).resized(to: image.size)
        }
    }
    static let recompressed = clip(
        "clip-double-jpeg", "frames of another session, saved as JPEG at quality 50 before",
        expected: [.cameraTraces] + byContent
    ) { clip, _ throws(AttackError) in
        try footage(clip.window()).mapped { _, image throws(AttackError) in try image.resaved(quality: 50) }
    }
    static let mixedQualities = clip(
        "clip-mixed-qualities", "frames of another session, some at JPEG quality 95, some at 50",
        expected: [.cameraTraces] + byContent
    ) { clip, _ throws(AttackError) in
        var footage = try footage(clip.window())
        footage.qualities = (0..<footage.frames.count).map { $0 % 3 == 1 ? 50 : 95 }
        return footage
    }
}
