internal import Vision

extension FaceEvaluation {
    /// The similarities of pairs of one group.
    struct Pairs {
        var genuine: [Float] = []
        var impostor: [Float] = []
    }

    /// Every two of the given images, the first by its place in the data set as the reference.
    /// - Parameter counts: whether two images are a pair of the group; asked with their labels.
    func pairs(
        among indices: [Int], first: KeyPath<Sample, FaceTemplate> = \.portrait,
        second: KeyPath<Sample, FaceTemplate> = \.capture,
        where counts: ((IdentityLabels, IdentityLabels) -> Bool)? = nil
    ) -> Pairs {
        let enrolled = indices.compactMap { index in
            samples[index].map { sample in
                (
                    identity: dataset.samples[index].identity, first: sample[keyPath: first].values,
                    second: sample[keyPath: second].values
                )
            }
        }
        let labels = enrolled.map { dataset.labels[$0.identity] ?? IdentityLabels() }
        var pairs = Pairs()
        for (position, reference) in enrolled.enumerated() {
            for other in enrolled.indices.dropFirst(position + 1) {
                if let counts, !counts(labels[position], labels[other]) { continue }
                let probe = enrolled[other]
                let similarity = Self.similarity(reference.first, probe.second)
                if reference.identity == probe.identity {
                    pairs.genuine.append(similarity)
                } else {
                    pairs.impostor.append(similarity)
                }
            }
        }
        return pairs
    }

    /// The data set's pairs of portrait and everyday image, and each portrait against every other person's everyday
    /// image.
    func portraitPairs(among indices: Set<Int>, second: KeyPath<Sample, FaceTemplate> = \.capture) -> Pairs {
        let listed = dataset.portraitPairs.filter {
            indices.contains($0.portrait) && indices.contains($0.everyday) && samples[$0.portrait] != nil
                && samples[$0.everyday] != nil
        }
        return compared(
            portraits: Set(listed.map(\.portrait)).sorted(),
            captures: Set(listed.map(\.everyday)).sorted().compactMap { index in
                samples[index].map { (dataset.samples[index].identity, $0[keyPath: second]) }
            },
            mated: listed.compactMap { pair in
                samples[pair.everyday].map { (pair.portrait, $0[keyPath: second]) }
            })
    }

    /// Captures as the server makes them of whatever there is: the images of a person are the frames, the best of them
    /// chosen and put together. Each image is the reference once, against a capture of all others of its person (where
    /// there are any) and against one capture of each other person.
    func capturePairs(among indices: [Int]) -> Pairs {
        let enrolled = indices.filter { samples[$0] != nil }
        let byIdentity = Dictionary(grouping: enrolled) { dataset.samples[$0].identity }
            .sorted { $0.key < $1.key }
        return compared(
            portraits: enrolled,
            captures: byIdentity.compactMap { identity, images in
                capture(of: images).map { (identity, $0) }
            },
            mated: byIdentity.flatMap { _, images in
                images.compactMap { reference in
                    capture(of: images.filter { $0 != reference }).map { (reference, $0) }
                }
            })
    }

    /// Captures of several frames: the images of one person as the frames, chosen and put together as the server does.
    ///
    /// Each image is the reference once, against a capture of all others of its person, and against the captures of all
    /// other people. Frames of a real capture are far more similar than press photographs of different years, so this shows
    /// that putting them together does not raise the false match rate rather than how much it helps.
    /// - Parameters:
    ///   - portraitsAlone: the references are the portraits of the data set's portrait pairs.
    ///   - frames: how many of the best images a capture has at most; 1 shows the same people without.
    func fusedPairs(among indices: [Int], portraitsAlone: Bool, frames: Int = FrameRanking.framesOfTemplate) -> Pairs {
        let portraits = Set(dataset.portraitPairs.map(\.portrait))
        let byIdentity = Dictionary(grouping: indices.filter { samples[$0] != nil }) {
            dataset.samples[$0].identity
        }
        var references: [Int] = []
        var captures: [(String, FaceTemplate)] = []
        var mated: [(Int, FaceTemplate)] = []
        for (identity, images) in byIdentity.sorted(by: { $0.key < $1.key }) {
            let own = portraitsAlone ? images.filter(portraits.contains) : images
            let everyday = portraitsAlone ? images.filter { !portraits.contains($0) } : images
            let captured = own.compactMap { reference -> (Int, FaceTemplate)? in
                let others = everyday.filter { $0 != reference }
                return others.count < 2 ? nil : capture(of: others, frames: frames).map { (reference, $0) }
            }
            guard !captured.isEmpty, let whole = capture(of: everyday, frames: frames) else { continue }
            references += captured.map(\.0)
            mated += captured
            captures.append((identity, whole))
        }
        return compared(portraits: references, captures: captures, mated: mated)
    }

    /// The template of a capture whose frames are these images.
    private func capture(of images: [Int], frames: Int = FrameRanking.framesOfTemplate) -> FaceTemplate? {
        let seen = images.compactMap { samples[$0] }
        let ranked = FrameRanking.bestFirst(seen.map(\.measurements)).map { seen[$0] }
        guard let best = ranked.first else { return nil }
        let others = ranked.dropFirst().filter {
            (best.detail.similarity(to: $0.detail) ?? -1) < FrameRanking.nearDuplicateAtLeast
        }
        return engine.template(
            ofCapture: ([best] + others).prefix(frames).map(\.frame), best: best.capture)
    }

    private func compared(
        portraits: [Int], captures: [(identity: String, template: FaceTemplate)], mated: [(Int, FaceTemplate)]
    ) -> Pairs {
        var pairs = Pairs()
        for (portrait, capture) in mated {
            guard let reference = samples[portrait]?.portrait else { continue }
            pairs.genuine.append(Self.similarity(reference.values, capture.values))
        }
        for portrait in portraits {
            guard let reference = samples[portrait]?.portrait else { continue }
            for capture in captures where capture.identity != dataset.samples[portrait].identity {
                pairs.impostor.append(Self.similarity(reference.values, capture.template.values))
            }
        }
        return pairs
    }

    /// The same number as `FaceTemplate.similarity(to:)`, in single precision and without its checks: millions of pairs.
    static func similarity(_ first: [Float], _ second: [Float]) -> Float {
        first.withUnsafeBufferPointer { a in
            second.withUnsafeBufferPointer { b in
                var sums = SIMD8<Float>.zero
                var index = 0
                let count = min(a.count, b.count)
                while index + 8 <= count {
                    var left = SIMD8<Float>.zero
                    var right = SIMD8<Float>.zero
                    for lane in 0..<8 {
                        left[lane] = a[index + lane]
                        right[lane] = b[index + lane]
                    }
                    sums += left * right
                    index += 8
                }
                var sum = sums.sum()
                while index < count {
                    sum += a[index] * b[index]
                    index += 1
                }
                return sum
            }
        }
    }
}
