internal import Foundation

/// How a model's similarity turns into a false match rate, as measured on pairs of different people.
///
/// JSON, beside the pack's manifest; written by `onboarding eval faces`:
/// `{"version": 1, "model": name, "madeBy": command, "impostorPairs": n, "identities": n, "seed": n,
///   "points": [{"similarity": s, "score": v}, …], "tailSlope": m, "greatestScore": v, "digest": hex}`
/// Points rise strictly in both members; between them the score is interpolated linearly. Above the last point it rises by
/// `tailSlope` per unit of similarity, up to `greatestScore`. Below the first point the score is the first point's.
public struct FaceCalibration: Codable, Equatable, Sendable {
    public struct Point: Codable, Equatable, Sendable {
        /// −1 to 1.
        public let similarity: Double
        /// −log₁₀ of the share of pairs of different people that are at least as similar.
        public let score: Double
    }

    public let version: Int
    /// Name of the model whose templates were measured.
    public let model: String
    /// The command that made this table.
    public let madeBy: String
    public let impostorPairs: Int
    public let identities: Int
    public let seed: UInt64
    /// The last one is where 30 pairs of different people were at least as similar: fewer say little about a rate. Scores
    /// above it are extrapolated.
    public let points: [Point]
    /// The mean rise over the last measured decade. False match rates fall ever more steeply, so a straight line
    /// understates the score rather than overstating it.
    public let tailSlope: Double
    /// No score is larger.
    public let greatestScore: Double
    /// SHA-256 of `canonicalText` in lower-case hexadecimal.
    public internal(set) var digest: String

    /// The score at a similarity, and whether it is extrapolated.
    public func score(atSimilarity similarity: Double) -> (value: Double, isExtrapolated: Bool) {
        guard let first = points.first, let last = points.last, similarity > first.similarity else {
            return (points.first?.score ?? 0, false)
        }
        guard similarity <= last.similarity, let upper = points.firstIndex(where: { $0.similarity >= similarity })
        else {
            return (min(last.score + (similarity - last.similarity) * tailSlope, greatestScore), true)
        }
        let (low, high) = (points[upper - 1], points[upper])
        let slope = (high.score - low.score) / (high.similarity - low.similarity)
        return (low.score + (similarity - low.similarity) * slope, false)
    }

    /// The similarity at which a score is reached: the threshold for a false match rate of 10^−score.
    public func similarity(atScore score: Double) -> Double {
        guard let first = points.first, let last = points.last, score > first.score else {
            return points.first?.similarity ?? 1
        }
        guard let upper = points.firstIndex(where: { $0.score >= score }) else {
            return last.similarity + (score - last.score) / tailSlope
        }
        let (low, high) = (points[upper - 1], points[upper])
        return low.similarity + (score - low.score) * (high.similarity - low.similarity) / (high.score - low.score)
    }

    /// What the digest is over: every number that shapes a score, in fixed notation, one a line.
    public var canonicalText: String {
        func fixed(_ value: Double) -> String { String(format: "%.6f", value) }
        let lines =
            ["face calibration \(version)", model]
            + points.map { fixed($0.similarity) + " " + fixed($0.score) }
            + [fixed(tailSlope), fixed(greatestScore)]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether the table can be used at all.
    var isWellFormed: Bool {
        version == 1 && points.count >= 2 && points.allSatisfy { $0.similarity.isFinite && $0.score.isFinite }
            && zip(points, points.dropFirst()).allSatisfy { $0.similarity < $1.similarity && $0.score < $1.score }
            && tailSlope > 0 && tailSlope.isFinite && greatestScore.isFinite
    }
}
