internal import Foundation

extension FaceEvaluation {
    /// How similar the pairs are that `calibration` is fitted to, and the pairs of one person of the same half.
    /// - Parameters:
    ///   - calibration: digest of the table that the distributions are shown beside.
    ///   - madeBy: the command line, for the record.
    public func distributions(beside calibration: String, madeBy: String) -> SimilarityDistributions? {
        let fitting = dataset.fittingHalf(seed: Self.splitSeed)
        let indices = dataset.samples.indices.filter { fitting[$0] }
        let pairs = capturePairs(among: indices)
        let found = SimilarityDistributions(
            mated: pairs.genuine, nonMated: pairs.impostor, model: engine.descriptor.name, calibration: calibration,
            madeBy: madeBy, sets: Set(indices.map { dataset.samples[$0].set }).sorted(), images: indices.count,
            identities: Set(indices.map { dataset.samples[$0].identity }).count, seed: Self.splitSeed)
        return found.isWellFormed ? found : nil
    }
}

extension SimilarityDistributions {
    private static let binsToOne = 100

    /// Counted in bins of a hundredth, from the first that holds a pair to the last.
    init(
        mated: [Float], nonMated: [Float], model: String, calibration: String, madeBy: String, sets: [String],
        images: Int, identities: Int, seed: UInt64
    ) {
        // Cosines: −1 to 1, and the last bits beyond.
        func bin(_ similarity: Float) -> Int {
            let place = (min(max(Double(similarity), -1), 1) * Double(Self.binsToOne)).rounded(.down)
            return min(Int(place), Self.binsToOne - 1) + Self.binsToOne
        }
        func counts(_ similarities: [Float]) -> [Int] {
            var counts = [Int](repeating: 0, count: 2 * Self.binsToOne)
            for similarity in similarities where similarity.isFinite { counts[bin(similarity)] += 1 }
            return counts
        }
        let (mated, nonMated) = (counts(mated), counts(nonMated))
        let used = mated.indices.filter { mated[$0] + nonMated[$0] > 0 }
        let range = (used.first ?? 0)..<((used.last ?? -1) + 1)
        self.init(
            version: 1, model: model, calibration: calibration, madeBy: madeBy, sets: sets, images: images,
            identities: identities, seed: seed,
            least: Double(range.lowerBound - Self.binsToOne) / Double(Self.binsToOne),
            width: 1 / Double(Self.binsToOne), mated: Array(mated[range]), nonMated: Array(nonMated[range]))
    }

    /// The file, keys sorted.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self)) + [0x0A]
    }
}
