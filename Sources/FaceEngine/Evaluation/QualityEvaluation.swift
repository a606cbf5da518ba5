internal import Foundation
internal import Vision

/// How false match rates follow the quality of both samples, and what a gate lets through of it: images of the half of the people on
/// which no threshold was fitted, each degraded in several ways, each against all others.
public struct QualityEvaluation: Sendable {
    /// What one image gives whoever would compare it.
    public struct Look: Sendable {
        public let template: FaceTemplate
        /// Whether the gate lets it be compared.
        public let isAccepted: Bool

        public init(template: FaceTemplate, isAccepted: Bool) {
            (self.template, self.isAccepted) = (template, isAccepted)
        }
    }

    /// The false match rates of the thresholds that are looked at.
    public static let falseMatchRates = [1e-2, 1e-3, 1e-4]

    private struct Sample: Sendable {
        let image: Int
        let identity: String
        let look: Look
    }

    private let degradations = SampleDegradation.allCases
    private let samples: [[Sample]]
    private let images: Int
    private let calibration: FaceCalibration

    /// - Parameters:
    ///   - images: as many at most, two of a person where there are two.
    ///   - onFittingHalf: for choosing limits.
    ///   - look: nil for an image in which no single face is found.
    public init(
        of dataset: FaceDataset, by engine: FaceEngine, thresholds calibration: FaceCalibration, images limit: Int,
        onFittingHalf: Bool = false, threads: Int, progress: @Sendable (Int) -> Void = { _ in },
        look: @Sendable (FrameImage) throws(FaceEngineError) -> Look?
    ) throws(FaceEngineError) {
        self.calibration = calibration
        let chosen = Self.chosen(of: dataset, onFittingHalf: onFittingHalf, limit: limit)
        images = chosen.count
        let degradations = degradations
        let looks = try inParallel(chosen.count, threads: threads, progress: progress) {
            position throws(FaceEngineError) -> [Look?] in
            let file = dataset.folder + "/" + dataset.samples[chosen[position]].file
            guard let bytes = FileManager.default.contents(atPath: file).map([UInt8].init),
                let image = try? Image(decoding: bytes, limits: Self.limits),
                let face = try engine.faces(in: image, search: .thorough).largest
            else { return degradations.map { _ in nil } }
            let width = try engine.mesh(of: face, in: image).faceWidth
            var looks: [Look?] = []
            for degradation in degradations {
                guard
                    let file = degradation.applied(to: image, faceWidth: max(width, 1), seed: UInt64(position)),
                    let size = try? ImageHeader(of: file, limits: Self.limits).size,
                    let frame = try? FrameImage(decoding: file, size: size, limits: Self.limits)
                else {
                    looks.append(nil)
                    continue
                }
                looks.append(try look(frame))
            }
            return looks
        }
        samples = degradations.indices.map { degradation in
            looks.enumerated().compactMap { position, looks in
                looks[degradation].map {
                    Sample(
                        image: position, identity: dataset.samples[chosen[position]].identity, look: $0)
                }
            }
        }
    }

    /// Smaller than what the server takes, because it is degraded here.
    private static let limits = ImageLimits(minimumSide: 16)

    /// Every so many people, all sets alike.
    private static func chosen(of dataset: FaceDataset, onFittingHalf: Bool, limit: Int) -> [Int] {
        let isFitting = dataset.fittingHalf(seed: FaceEvaluation.splitSeed)
        let half = dataset.samples.indices.filter { isFitting[$0] == onFittingHalf }
        let people = Dictionary(grouping: half) { dataset.samples[$0].identity }.sorted { $0.key < $1.key }
            .map { Array($0.value.prefix(2)) }
        let whole = people.reduce(0) { $0 + $1.count }
        guard whole > limit else { return people.flatMap(\.self) }
        var (chosen, due) = ([Int](), 0)
        for person in people {
            due += person.count * limit
            guard chosen.count * whole < due, chosen.count + person.count <= limit else { continue }
            chosen += person
        }
        return chosen
    }

    /// Every two degradations, one for either side.
    public func report(threads: Int) -> QualityReport {
        let cells = degradations.indices.flatMap { first in degradations.indices.dropFirst(first).map { (first, $0) } }
        let counted = inParallel(cells.count, threads: threads, progress: { _ in }) { index in
            let (first, second) = cells[index]
            return QualityReport.Cell(
                reference: "\(degradations[first])", probe: "\(degradations[second])",
                all: pairs(first, second) { _ in true }, accepted: pairs(first, second, where: \.isAccepted))
        }
        let accepted = samples.map { $0.filter(\.look.isAccepted) }
        return QualityReport(
            images: images, rates: Self.falseMatchRates,
            thresholds: Self.falseMatchRates.map { calibration.similarity(atScore: -log10($0)) },
            qualities: degradations.indices.map {
                .init(
                    degradation: "\(degradations[$0])", looked: samples[$0].count, accepted: accepted[$0].count)
            }, cells: counted)
    }

    private func pairs(
        _ first: Int, _ second: Int, where counts: (Look) -> Bool
    ) -> QualityReport.Pairs {
        let thresholds = Self.falseMatchRates.map { Float(calibration.similarity(atScore: -log10($0))) }
        let (references, probes) = (
            samples[first].filter { counts($0.look) }, samples[second].filter { counts($0.look) }
        )
        var (mated, nonMated) = (0, 0)
        var missed = thresholds.map { _ in 0 }
        var matched = missed
        for reference in references {
            for probe in probes {
                // Of one image nobody learns how alike two are; of one degradation each pair counts once.
                guard reference.image != probe.image, first != second || reference.image < probe.image else { continue }
                let similarity = FaceEvaluation.similarity(reference.look.template.values, probe.look.template.values)
                let isMated = reference.identity == probe.identity
                if isMated { mated += 1 } else { nonMated += 1 }
                for (index, threshold) in thresholds.enumerated() {
                    if isMated, similarity < threshold { missed[index] += 1 }
                    if !isMated, similarity >= threshold { matched[index] += 1 }
                }
            }
        }
        return QualityReport.Pairs(mated: mated, nonMated: nonMated, missed: missed, matched: matched)
    }
}
