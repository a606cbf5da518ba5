internal import Foundation

extension FaceEvaluation {
    /// The error rates of one half at the thresholds of the calibrations.
    ///
    /// The whole: each two images, one as a document's portrait and one as a capture of a single frame. Sets, in this
    /// order: captures of all images of a person, as the thresholds were fitted; each set of the data set among itself; for each set with portraits its pairs of portrait and everyday
    /// image, also over the people of both halves, because they are few and no threshold was fitted on mated pairs; the
    /// same with captures of stills; captures of several frames, and the same people with one; frames against frames, by
    /// the frame calibration; look-alikes; and the groups that the data set's labels name.
    /// - Parameter fittingHalf: report on the half that thresholds were fitted on; for choosing between variants only.
    public func report(
        with calibration: FaceCalibration, frames frameCalibration: FaceCalibration,
        onFittingHalf fittingHalf: Bool = false
    ) -> FaceReport {
        let isFitting = dataset.fittingHalf(seed: Self.splitSeed)
        let half = dataset.samples.indices.filter { isFitting[$0] == fittingHalf }
        func set(_ name: String, _ indices: [Int], _ pairs: Pairs) -> FaceReport {
            report(name, on: pairs, indices: indices, calibration: calibration)
        }

        var whole = set("", half, pairs(among: half))
        whole.name = nil
        whole.sets.append(set("captures of all images of a person", half, capturePairs(among: half)))
        for name in Set(dataset.samples.map(\.set)).sorted() {
            let indices = half.filter { dataset.samples[$0].set == name }
            whole.sets.append(set(name, indices, pairs(among: indices)))
        }
        for name in Set(dataset.portraitPairs.map { dataset.samples[$0.portrait].set }).sorted() {
            for (suffix, indices) in [("", half), (", both halves", Array(dataset.samples.indices))] {
                let ofSet = indices.filter { dataset.samples[$0].set == name }
                whole.sets.append(set(name + " portraits" + suffix, ofSet, portraitPairs(among: Set(ofSet))))
            }
        }

        whole.sets.append(set("captures of stills", half, pairs(among: half, second: \.still)))
        let listed = dataset.portraitPairs.flatMap { [$0.portrait, $0.everyday] }
        let ofPairs = dataset.samples.indices.filter(Set(listed).contains)
        whole.sets.append(
            set(
                "captures of stills: portraits, both halves", ofPairs,
                portraitPairs(among: Set(ofPairs), second: \.still)))
        for (name, indices, portraitsAlone) in [
            ("captures of several frames", half, false),
            ("captures of several frames: portraits, both halves", ofPairs, true),
        ] {
            whole.sets.append(set(name, indices, fusedPairs(among: indices, portraitsAlone: portraitsAlone)))
            let single = fusedPairs(among: indices, portraitsAlone: portraitsAlone, frames: 1)
            whole.sets.append(set(name + ", the best alone", indices, single))
        }
        var frames = report(
            "frames of one capture", on: pairs(among: half, first: \.frame, second: \.frame), indices: half,
            calibration: frameCalibration)
        frames.model = engine.frameDescriptor.name
        whole.sets.append(frames)

        for (name, isAlike) in Self.lookAlikes {
            let alike = pairs(among: half, where: isAlike)
            if !alike.impostor.isEmpty { whole.sets.append(set("look-alikes: " + name, half, alike)) }
        }
        for (label, value) in Self.groupings {
            let names = Set(half.compactMap { dataset.labels[dataset.samples[$0].identity].flatMap(value) }).sorted()
            for name in names {
                let indices = half.filter { dataset.labels[dataset.samples[$0].identity].flatMap(value) == name }
                whole.sets.append(set("\(label): \(name)", indices, pairs(among: indices)))
            }
        }
        return whole
    }

    /// People who may be taken for each other more easily, as far as labels tell.
    private static let lookAlikes: [(name: String, isAlike: @Sendable (IdentityLabels, IdentityLabels) -> Bool)] = [
        ("same sex", { $0.sex != nil && $0.sex == $1.sex }),
        (
            "same sex and skin tone",
            { $0.sex != nil && $0.sex == $1.sex && $0.skinToneBand != nil && $0.skinToneBand == $1.skinToneBand }
        ),
        (
            "same sex and age band",
            { $0.sex != nil && $0.sex == $1.sex && $0.ageBand != nil && $0.ageBand == $1.ageBand }
        ),
    ]

    private static let groupings: [(label: String, value: @Sendable (IdentityLabels) -> String?)] = [
        ("sex", { $0.sex }), ("age", { $0.ageBand }), ("ethnicity", { $0.ethnicity }),
        ("skin tone", { $0.skinToneBand }),
    ]

    private func report(
        _ name: String, on pairs: Pairs, indices: [Int], calibration: FaceCalibration
    ) -> FaceReport {
        let points = Self.falseMatchRates.map { rate in
            let threshold = calibration.similarity(atScore: -log10(rate))
            let missed = pairs.genuine.count { Double($0) < threshold }
            let bounds = exactBounds(hits: missed, of: pairs.genuine.count)
            let matched = pairs.impostor.count { Double($0) >= threshold }
            let hasImpostors = !pairs.impostor.isEmpty
            let matchBounds = hasImpostors ? exactBounds(hits: matched, of: pairs.impostor.count) : nil
            return FaceReport.Point(
                fmr: rate, threshold: threshold,
                fnmr: pairs.genuine.isEmpty ? 0 : Double(missed) / Double(pairs.genuine.count), low: bounds.low,
                high: bounds.high, missed: missed,
                observedFMR: hasImpostors ? Double(matched) / Double(pairs.impostor.count) : nil,
                observedFMRLow: matchBounds?.low, observedFMRHigh: matchBounds?.high,
                isExtrapolated: calibration.score(atSimilarity: threshold).isExtrapolated)
        }
        let failed = indices.count { samples[$0] == nil }
        return FaceReport(
            name: name, model: engine.descriptor.name, genuine: pairs.genuine.count, impostor: pairs.impostor.count,
            images: indices.count, failureToEnroll: indices.isEmpty ? 0 : Double(failed) / Double(indices.count),
            millisecondsPerImage: millisecondsPerFrame, millisecondsPerPortrait: millisecondsPerPortrait,
            points: points, sets: [])
    }
}
