extension RenderedHead {
    /// The frames of `performance`: JPEG, quality 90, with the noise of a camera anew in each; at most 96.
    ///
    /// - Throws: `.imageNotWritten`.
    public func frames(_ performance: HeadPerformance) throws(DemoMaterialError) -> [DemoFrame] {
        let performer = HeadPerformer(head: self, isLit: performance.isLit)
        var frames: [DemoFrame] = []
        for (index, moment) in performance.moments(faceWidth: depth.faceWidth).enumerated() {
            let noisy = CameraNoise().applied(
                to: performer.image(at: moment), gain: moment.gain,
                randomness: RepeatableRandomness(seed: performance.seed, part: index))
            frames.append(DemoFrame(bytes: try noisy.demoJPEG(), timeInMilliseconds: moment.timeInMilliseconds))
        }
        return frames
    }
}
