internal import Dispatch
internal import Foundation
internal import Synchronization
internal import Vision

/// The measurement behind `onboarding eval faces`: templates of all pictures of a data set, the calibration that one half
/// of the people gives, and the error rates on the other half.
///
/// One picture against one, never fused. Of a picture with several faces the first of `FaceEngine.faces` is taken.
public struct FaceEvaluation: Sendable {
    /// The committed seed of the split into halves.
    public static let splitSeed: UInt64 = 20_260_101
    /// The false match rates that are reported.
    public static let falseMatchRates = [1e-2, 1e-3, 1e-4, 1e-5]

    /// The similarities of pairs of one group.
    struct Pairs {
        var genuine: [Float] = []
        var impostor: [Float] = []
    }

    public let dataset: FaceDataset
    public let model: ModelIdentity
    /// In the order of the data set's samples; nil where no face was found.
    let templates: [FaceTemplate?]
    let millisecondsPerPicture: Double

    /// Computes the templates.
    /// - Parameters:
    ///   - threads: how many pictures are worked on at a time; the engine needs as many workers.
    ///   - progress: called now and then with the number of pictures done.
    /// - Throws: what the engine throws; a picture that cannot be read counts as a failure to enroll.
    public init(
        of dataset: FaceDataset, by engine: FaceEngine, threads: Int, progress: @Sendable (Int) -> Void = { _ in }
    ) throws(FaceEngineError) {
        self.dataset = dataset
        model = engine.descriptor
        struct State {
            var next = 0
            var templates: [FaceTemplate?]
            var seconds = 0.0
            var error: FaceEngineError?
        }
        let state = Mutex(State(templates: [FaceTemplate?](repeating: nil, count: dataset.samples.count)))
        DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
            while true {
                let taken = state.withLock { state -> Int? in
                    guard state.error == nil, state.next < dataset.samples.count else { return nil }
                    state.next += 1
                    return state.next - 1
                }
                guard let index = taken else { return }
                let start = ContinuousClock.now
                let result = Self.template(ofFile: dataset.folder + "/" + dataset.samples[index].file, by: engine)
                let elapsed = start.duration(to: .now)
                state.withLock { state in
                    state.seconds += elapsed / .seconds(1)
                    switch result {
                    case .success(let template): state.templates[index] = template
                    case .failure(let error): state.error = error
                    }
                }
                if index % 100 == 99 { progress(index + 1) }
            }
        }
        let final = state.withLock { $0 }
        if let error = final.error { throw error }
        templates = final.templates
        millisecondsPerPicture = final.seconds * 1000 / Double(max(1, dataset.samples.count))
    }

    private static func template(ofFile file: String, by engine: FaceEngine) -> Result<FaceTemplate?, FaceEngineError> {
        let limits = PictureLimits(minimumSide: 32)
        guard let data = FileManager.default.contents(atPath: file),
            let picture = try? Picture(decoding: [UInt8](data), limits: limits)
        else { return .success(nil) }
        do throws(FaceEngineError) {
            guard let face = try engine.faces(in: picture, search: .frame).first else { return .success(nil) }
            let mesh = try engine.mesh(of: face, in: picture)
            return .success(try engine.template(of: mesh, in: picture))
        } catch {
            return .failure(error)
        }
    }

    /// The calibration that the pairs of different people within the fitting half give; nil for too few.
    /// - Parameters:
    ///   - madeBy: the command line, for the record.
    ///   - digest: SHA-256 in lower-case hexadecimal.
    public func calibration(madeBy: String, digest: ([UInt8]) -> String) -> FaceCalibration? {
        let fitting = dataset.fittingHalf(seed: Self.splitSeed)
        let indices = dataset.samples.indices.filter { fitting[$0] }
        return FaceCalibration.fitted(
            toImpostors: pairs(among: indices).impostor, model: model.name, madeBy: madeBy,
            identities: Set(indices.map { dataset.samples[$0].identity }).count, seed: Self.splitSeed, digest: digest)
    }

    /// The error rates of one half at the thresholds of a calibration.
    ///
    /// Sets: each set of the data set among itself; for each set with portraits (as `cross portraits`) its pairs of
    /// portrait and everyday picture, against every other person's everyday picture; and the same over the people of both
    /// halves (`cross portraits, both halves`), because they are few and no threshold was fitted on mated pairs.
    /// - Parameter fittingHalf: report on the half that thresholds were fitted on; for choosing between variants only.
    public func report(with calibration: FaceCalibration, onFittingHalf fittingHalf: Bool = false) -> FaceReport {
        let isFitting = dataset.fittingHalf(seed: Self.splitSeed)
        let half = dataset.samples.indices.filter { isFitting[$0] == fittingHalf }
        var whole = report(on: pairs(among: half), samples: half, calibration: calibration)
        for set in Set(dataset.samples.map(\.set)).sorted() {
            let indices = half.filter { dataset.samples[$0].set == set }
            var report = report(on: pairs(among: indices), samples: indices, calibration: calibration)
            report.name = set
            whole.sets.append(report)
        }
        for set in Set(dataset.portraitPairs.map { dataset.samples[$0.portrait].set }).sorted() {
            for (suffix, indices) in [("", half), (", both halves", Array(dataset.samples.indices))] {
                let ofSet = indices.filter { dataset.samples[$0].set == set }
                var report = report(on: portraitPairs(among: Set(ofSet)), samples: ofSet, calibration: calibration)
                report.name = set + " portraits" + suffix
                whole.sets.append(report)
            }
        }
        return whole
    }

    private func report(on pairs: Pairs, samples: [Int], calibration: FaceCalibration) -> FaceReport {
        let points = Self.falseMatchRates.map { rate in
            let threshold = calibration.similarity(atScore: -log10(rate))
            let missed = pairs.genuine.count { Double($0) < threshold }
            let bounds = exactBounds(hits: missed, of: pairs.genuine.count)
            let matched = pairs.impostor.count { Double($0) >= threshold }
            return FaceReport.Point(
                fmr: rate, threshold: threshold,
                fnmr: pairs.genuine.isEmpty ? 0 : Double(missed) / Double(pairs.genuine.count), low: bounds.low,
                high: bounds.high, missed: missed,
                observedFMR: pairs.impostor.isEmpty ? nil : Double(matched) / Double(pairs.impostor.count),
                isExtrapolated: calibration.score(atSimilarity: threshold).isExtrapolated)
        }
        let failed = samples.count { templates[$0] == nil }
        return FaceReport(
            name: nil, model: model.name, genuine: pairs.genuine.count, impostor: pairs.impostor.count,
            pictures: samples.count, failureToEnroll: samples.isEmpty ? 0 : Double(failed) / Double(samples.count),
            millisecondsPerPicture: millisecondsPerPicture, points: points, sets: [])
    }

    private func pairs(among indices: [Int]) -> Pairs {
        var pairs = Pairs()
        let enrolled = indices.filter { templates[$0] != nil }
        for (position, first) in enrolled.enumerated() {
            for second in enrolled[(position + 1)...] {
                let similarity = similarity(first, second)
                if dataset.samples[first].identity == dataset.samples[second].identity {
                    pairs.genuine.append(similarity)
                } else {
                    pairs.impostor.append(similarity)
                }
            }
        }
        return pairs
    }

    private func portraitPairs(among indices: Set<Int>) -> Pairs {
        var pairs = Pairs()
        let listed = dataset.portraitPairs.filter {
            indices.contains($0.portrait) && indices.contains($0.everyday) && templates[$0.portrait] != nil
                && templates[$0.everyday] != nil
        }
        pairs.genuine = listed.map { similarity($0.portrait, $0.everyday) }
        for portrait in Set(listed.map(\.portrait)).sorted() {
            for everyday in Set(listed.map(\.everyday)).sorted()
            where dataset.samples[portrait].identity != dataset.samples[everyday].identity {
                pairs.impostor.append(similarity(portrait, everyday))
            }
        }
        return pairs
    }

    /// The same number as `FaceTemplate.similarity(to:)`, in single precision and without its checks: millions of pairs.
    private func similarity(_ first: Int, _ second: Int) -> Float {
        guard let a = templates[first]?.values, let b = templates[second]?.values else { return -1 }
        return a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
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
