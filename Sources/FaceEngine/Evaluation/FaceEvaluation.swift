internal import Foundation
internal import Vision

/// The measurement behind `onboarding eval faces`: templates of all images of a data set, the calibrations that one half
/// of the people gives, and the error rates on the other half.
///
/// Images are looked at by the functions that look at them in the server: of two images that are compared the first is
/// looked at as a document's portrait, the second as a capture. Nobody is turned away for the quality of an image.
public struct FaceEvaluation: Sendable {
    /// The committed seed of the split into halves.
    public static let splitSeed: UInt64 = 20_260_101
    /// The false match rates that are reported.
    public static let falseMatchRates = [1e-2, 1e-3, 1e-4, 1e-5]

    /// What one image gave.
    struct Sample: Sendable {
        /// As a document's portrait.
        let portrait: FaceTemplate
        /// As a capture of this one frame, looked at as a frame of a movement.
        let capture: FaceTemplate
        /// As a capture of this one frame, looked at as a still.
        let still: FaceTemplate
        /// As a frame that is compared with other frames.
        let frame: FaceTemplate
        /// By which frames are ranked.
        let measurements: FaceMeasurements
        /// By which near-duplicates are found.
        let detail: FaceDetail
    }

    public let dataset: FaceDataset
    let engine: FaceEngine
    /// In the order of the data set's samples; nil where no face was found.
    let samples: [Sample?]
    let millisecondsPerFrame: Double
    let millisecondsPerPortrait: Double

    /// Computes the templates.
    /// - Parameters:
    ///   - threads: how many images are worked on at a time; the engine needs as many workers.
    ///   - progress: called now and then with the number of images done.
    /// - Throws: what the engine throws; an image that cannot be read counts as a failure to enroll.
    public init(
        of dataset: FaceDataset, by engine: FaceEngine, threads: Int, progress: @Sendable (Int) -> Void = { _ in }
    ) throws(FaceEngineError) {
        self.dataset = dataset
        self.engine = engine
        samples = try inParallel(dataset.samples.count, threads: threads, progress: progress) {
            index throws(FaceEngineError) in
            try Self.sample(ofFile: dataset.folder + "/" + dataset.samples[index].file, by: engine)
        }
        (millisecondsPerFrame, millisecondsPerPortrait) = try Self.times(of: dataset, by: engine)
    }

    private static func sample(ofFile file: String, by engine: FaceEngine) throws(FaceEngineError) -> Sample? {
        guard let bytes = FileManager.default.contents(atPath: file).map([UInt8].init),
            let image = Self.image(of: bytes), let face = try engine.faces(in: image).largest,
            let portrait = try Self.portrait(in: image, by: engine)
        else { return nil }
        let once = try engine.mesh(of: face, in: image, passes: CaptureKind.stills.meshPasses)
        let still = try engine.frameTemplate(of: engine.aligned(once, in: image, for: .stills))
        let twice = try engine.mesh(of: face, in: image, passes: CaptureKind.movement.meshPasses)
        let aligned = try engine.aligned(twice, in: image, for: .movement)
        let frame = try engine.frameTemplate(of: aligned)
        return Sample(
            portrait: portrait, capture: try engine.template(ofCapture: [frame], best: aligned),
            still: try engine.template(ofCapture: [still], best: engine.alignedAgain(once, in: image)),
            frame: frame, measurements: engine.measurements(of: twice, in: image), detail: aligned.detail)
    }

    private static func image(of bytes: [UInt8]) -> Image? {
        // Some of the images are smaller than what the server takes.
        let limits = ImageLimits(minimumSide: 32)
        guard let size = try? ImageHeader(of: bytes, limits: limits).size else { return nil }
        return try? FrameImage(decoding: bytes, size: size, limits: limits).image
    }

    private static func portrait(in image: Image, by engine: FaceEngine) throws(FaceEngineError) -> FaceTemplate? {
        guard let face = try engine.faces(in: image, search: .thorough).largest else { return nil }
        return try engine.template(of: engine.mesh(of: face, in: image), in: image)
    }

    /// Mean times over the first images, one at a time: several at a time wait for each other.
    private static func times(of dataset: FaceDataset, by engine: FaceEngine) throws(FaceEngineError)
        -> (frame: Double, portrait: Double)
    {
        var (frame, portrait, count) = (Duration.zero, Duration.zero, 0.0)
        for sample in dataset.samples.prefix(100) {
            guard let data = FileManager.default.contents(atPath: dataset.folder + "/" + sample.file) else { continue }
            let begin = ContinuousClock.now
            guard let image = Self.image(of: [UInt8](data)), let face = try engine.faces(in: image).largest else {
                continue
            }
            let mesh = try engine.mesh(of: face, in: image, passes: CaptureKind.movement.meshPasses)
            _ = try engine.frameTemplate(of: engine.aligned(mesh, in: image, for: .movement))
            let middle = ContinuousClock.now
            _ = try Self.portrait(in: image, by: engine)
            frame += begin.duration(to: middle)
            portrait += middle.duration(to: .now)
            count += 1
        }
        return (frame / .milliseconds(1) / max(count, 1), portrait / .milliseconds(1) / max(count, 1))
    }

    /// The calibration that the fitting half gives: a document's portrait against the capture of another person, made of all
    /// images there are of that person. Nil for too few.
    /// - Parameters:
    ///   - madeBy: the command line, for the record.
    ///   - digest: SHA-256 in lower-case hexadecimal.
    public func calibration(madeBy: String, digest: ([UInt8]) -> String) -> FaceCalibration? {
        fitted(model: engine.descriptor, madeBy: madeBy, digest: digest) { capturePairs(among: $0) }
    }

    /// The same for what frames of a capture are compared by: pairs of frames of different people.
    public func frameCalibration(madeBy: String, digest: ([UInt8]) -> String) -> FaceCalibration? {
        fitted(model: engine.frameDescriptor, madeBy: madeBy, digest: digest) {
            pairs(among: $0, first: \.frame, second: \.frame)
        }
    }

    private func fitted(
        model: ModelIdentity, madeBy: String, digest: ([UInt8]) -> String, _ pairs: ([Int]) -> Pairs
    ) -> FaceCalibration? {
        let fitting = dataset.fittingHalf(seed: Self.splitSeed)
        let indices = dataset.samples.indices.filter { fitting[$0] }
        return FaceCalibration.fitted(
            toImpostors: pairs(indices).impostor, model: model.name, madeBy: madeBy,
            identities: Set(indices.map { dataset.samples[$0].identity }).count, seed: Self.splitSeed, digest: digest)
    }
}
