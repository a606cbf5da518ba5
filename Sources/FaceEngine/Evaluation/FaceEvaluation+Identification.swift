internal import Foundation

extension FaceEvaluation {
    /// The sizes of galleries that are reported.
    public static let gallerySizes = [1, 10, 30, 100, 300, 600, 1_000, 10_000, 100_000, 1_000_000]
    static let bootstrapRounds = 1000

    /// How often somebody who comes twice is found, and somebody who comes once is taken for another, by galleries of
    /// several sizes. Both are captures of a single image. Each half is judged at the thresholds of the other.
    ///
    /// The first image of a person is in the gallery. Every further one looks for its person; every image looks for the others
    /// as somebody who is not there. Nil for too few people to fit thresholds on.
    public func identification() -> IdentificationReport? {
        let isFitting = dataset.fittingHalf(seed: Self.splitSeed)
        var folds: [IdentificationFold] = []
        for judged in [false, true] {
            let fitting = dataset.samples.indices.filter { isFitting[$0] != judged }
            guard
                let calibration = FaceCalibration.fitted(
                    toImpostors: capturePairs(among: fitting).impostor, model: engine.descriptor.name, madeBy: "",
                    identities: 0, seed: Self.splitSeed, digest: { _ in "" })
            else { return nil }
            let people = people(among: dataset.samples.indices.filter { isFitting[$0] == judged })
            folds.append(
                IdentificationFold(
                    people, thresholds: Self.gallerySizes.map { calibration.searchThreshold(gallery: $0) },
                    sizes: Self.gallerySizes, fittedPairs: calibration.impostorPairs))
        }
        return IdentificationReport(
            model: engine.descriptor.name, rate: FaceCalibration.falsePositiveIdentificationRate,
            folds: folds.map(\.report), pooled: IdentificationFold.rows(of: folds), exactness: exactness())
    }

    /// The captures of each person, in the order of the data set.
    private func people(among indices: [Int]) -> [[FaceTemplate]] {
        Dictionary(grouping: indices.filter { samples[$0] != nil }) { dataset.samples[$0].identity }
            .sorted { $0.key < $1.key }.map { $0.value.compactMap { samples[$0]?.capture } }
    }

    /// Searches for every image among the first images of all people, with bytes and with all numbers.
    private func exactness() -> IdentificationReport.Exactness {
        let people = people(among: Array(dataset.samples.indices))
        let enrolled = people.compactMap(\.first)
        guard let gallery = FaceGallery(model: engine.descriptor, dimension: enrolled.first?.values.count ?? 0) else {
            return .init(searches: 0, differing: 0, widened: 0)
        }
        for (number, template) in enrolled.enumerated() {
            let name = SIMD2(0, UInt64(number))
            gallery.add(template, of: GalleryMember(registration: name, person: name))
        }
        var (searches, differing, widened) = (0, 0, 0)
        for template in people.joined() {
            guard let found = try? gallery.search(template, limit: 10) else { continue }
            let all = enrolled.enumerated().compactMap { number, other -> GalleryMatch? in
                let name = SIMD2(0, UInt64(number))
                return (try? template.similarity(to: other)).map {
                    GalleryMatch(member: GalleryMember(registration: name, person: name), similarity: $0)
                }
            }
            searches += 1
            if found.matches != Array(all.sorted { $0.precedes($1) }.prefix(10)) { differing += 1 }
            if found.isWidened { widened += 1 }
        }
        return .init(searches: searches, differing: differing, widened: widened)
    }
}
