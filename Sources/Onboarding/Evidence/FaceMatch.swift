package import FaceEngine
internal import Foundation
package import LivenessScorer

/// A live face against those of its registration, in the evidence of the face of somebody who comes back. Stored as
///
///     {"probe":{…},"reference":{…},"samples":2,"score":{…},"threshold":4.3}
///
/// with `score`, of the best of them, as `portraitScore` in `DocumentRecord`; `probe` and `reference`, of the live face and of that one, as
/// `SampleQuality`, absent in older ones and where nobody has judged them.
package struct FaceMatch: Codable, Equatable, Sendable {
    /// How many templates it was compared with.
    package let samples: Int
    package let score: ComparisonScore
    /// The score from which on it matches.
    package let threshold: Double
    package var probe: SampleQuality?
    package var reference: SampleQuality?

    package var isMatching: Bool { score.value >= threshold }

    /// The best of some scores.
    /// - Parameters:
    ///   - references: what the samples are worth, in the same order.
    ///   - threshold: of one comparison. Of several a stranger has as many chances, so the best has to be better by that.
    /// - Returns: nil where there is none.
    init?(
        best scores: [ComparisonScore], of references: [SampleQuality?] = [], probe: SampleQuality? = nil,
        threshold: Double
    ) {
        guard let best = scores.indices.max(by: { scores[$0].value < scores[$1].value }) else { return nil }
        samples = scores.count
        score = scores[best]
        self.probe = probe
        reference = references.indices.contains(best) ? references[best] : nil
        self.threshold = threshold + log10(Double(scores.count))
    }

    private enum CodingKeys: String, CodingKey {
        case samples, score, threshold, probe, reference
    }
}
