internal import Foundation

extension FaceCalibration {
    /// Fewer pairs than this at or above a similarity do not fix a rate (the "rule of 30": ±30 % with 90 % confidence;
    /// ISO/IEC 19795-1).
    static let leastPairs = 30
    /// Distance of the table's points, in decades of the false match rate.
    static let stepInDecades = 0.125
    /// No table claims more than one in a million.
    static let greatestClaim = 6.0

    /// The table that the similarities of pairs of different people give; nil for fewer than 3,000 pairs.
    ///
    /// The similarity for a false match rate is the quantile of the pairs, interpolated between neighbours.
    /// - Parameters:
    ///   - digest: SHA-256 in lower-case hexadecimal.
    static func fitted(
        toImpostors similarities: [Float], model: String, madeBy: String, identities: Int, seed: UInt64,
        digest: ([UInt8]) -> String
    ) -> FaceCalibration? {
        let falling = similarities.sorted(by: >)
        let count = Double(falling.count)
        guard falling.count >= 100 * leastPairs else { return nil }
        /// The similarity that so many pairs reach.
        func similarity(reachedBy pairs: Double) -> Double {
            let position = min(max(pairs - 1, 0), count - 1)
            let lower = Int(position)
            let upper = min(lower + 1, falling.count - 1)
            let fraction = position - Double(lower)
            return Double(falling[lower]) * (1 - fraction) + Double(falling[upper]) * fraction
        }
        let lastScore = log10(count / Double(leastPairs))
        var scores = Array(stride(from: 0, to: lastScore - stepInDecades / 2, by: stepInDecades))
        scores.append(lastScore)
        var points: [Point] = []
        for score in scores {
            let place = rounded(similarity(reachedBy: count * pow(10, -score)))
            if let last = points.last, place <= last.similarity { continue }
            points.append(Point(similarity: place, score: rounded(score)))
        }
        guard let last = points.last, points.count >= 2 else { return nil }
        let decadeBefore = similarity(reachedBy: Double(leastPairs) * 10)
        var table = FaceCalibration(
            version: 1, model: model, madeBy: madeBy, impostorPairs: falling.count, identities: identities, seed: seed,
            points: points, tailSlope: rounded(1 / max(last.similarity - decadeBefore, 1e-6)),
            greatestScore: greatestClaim, digest: "")
        guard table.isWellFormed else { return nil }
        table.digest = digest(Array(table.canonicalText.utf8))
        return table
    }

    private static func rounded(_ value: Double) -> Double {
        (value * 1e6).rounded() / 1e6
    }

    /// The table as its file, keys sorted.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self)) + [0x0A]
    }
}
