/// How similar the pairs were that a calibration was fitted to: pairs of different people, and pairs of one person beside them.
/// A person who reads a score is shown it among them; nothing is decided by it.
///
/// JSON, beside the pack's calibration; written by `onboarding eval faces --distributions`:
///
///     version      1
///     model        name of the model whose templates were compared
///     calibration  digest of the calibration whose pairs these are
///     madeBy       the command
///     sets         names of the parts of the data set
///     images       of the half that calibrations are fitted to, as are
///     identities   the people
///     seed         of the split into halves
///     least        the similarity at which the first bin begins
///     width        of a bin
///     mated        for each bin how many pairs of one person fall into it, its lower edge included
///     nonMated     the same of pairs of different people
public struct SimilarityDistributions: Codable, Equatable, Sendable {
    public let version: Int
    public let model: String
    public let calibration: String
    public let madeBy: String
    public let sets: [String]
    public let images: Int
    public let identities: Int
    public let seed: UInt64
    public let least: Double
    public let width: Double
    public let mated: [Int]
    public let nonMated: [Int]

    private static let mostBins = 400
    private static let mostPairs = 1_000_000_000_000

    /// Whether it can be drawn.
    public var isWellFormed: Bool {
        func isCount(_ counts: [Int]) -> Bool {
            counts.allSatisfy { (0...Self.mostPairs).contains($0) } && counts.contains { $0 > 0 }
        }
        return version == 1 && (1...Self.mostBins).contains(mated.count) && mated.count == nonMated.count
            && isCount(mated) && isCount(nonMated) && least >= -1 && width >= 0.001
            && least + Double(mated.count) * width <= 1.001
    }

    /// The share of `counts` at or above a similarity; within a bin they are taken to lie evenly.
    public func share(of counts: [Int], atLeast similarity: Double) -> Double {
        let all = counts.reduce(0, +)
        guard all > 0 else { return 0 }
        let place = (similarity - least) / width
        var above = 0.0
        for (bin, count) in counts.enumerated() {
            above += Double(count) * min(max(Double(bin + 1) - place, 0), 1)
        }
        return above / Double(all)
    }
}
