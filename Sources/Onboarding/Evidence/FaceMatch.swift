package import FaceEngine
internal import Foundation

/// A live face against those of its registration, in the evidence of the face of somebody who comes back. Stored as
///
///     {"samples":2,"score":{…},"threshold":4.3}
///
/// with `score`, of the best of them, as `portraitScore` in `DocumentRecord`.
package struct FaceMatch: Codable, Equatable, Sendable {
    /// How many templates it was compared with.
    package let samples: Int
    package let score: ComparisonScore
    /// The score from which on it matches.
    package let threshold: Double

    package var isMatching: Bool { score.value >= threshold }

    /// The best of some scores.
    /// - Parameter threshold: of one comparison. Of several a stranger has as many chances, so the best has to be better by that.
    /// - Returns: nil where there is none.
    init?(best scores: [ComparisonScore], threshold: Double) {
        guard let best = scores.max(by: { $0.value < $1.value }) else { return nil }
        samples = scores.count
        score = best
        self.threshold = threshold + log10(Double(scores.count))
    }

    private enum CodingKeys: String, CodingKey {
        case samples, score, threshold
    }
}
