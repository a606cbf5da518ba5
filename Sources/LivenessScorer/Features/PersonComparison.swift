internal import FaceEngine

/// Whether the frames of a capture show one person, with the comparisons behind it.
struct PersonComparison: Sendable {
    /// The detail similarity of each other frame to the best one, by index.
    var detailSimilarities: [Int: Double] = [:]
    /// The frames that repeat the view of the best one. No network looks at them, because it would say the same of each.
    var nearDuplicates: Set<Int> = []
    /// The scores of the others against the best, by index.
    var scores: [Int: ComparisonScore] = [:]
    var observation = PersonsObservation.nothingToCompare
}

extension CaptureFeatures {
    /// Compares the distinct usable frames with the best of them.
    func comparePersons() throws(LivenessError) -> PersonComparison {
        var comparison = PersonComparison()
        guard let best = ranking.first, ranking.count > 1 else { return comparison }
        let others = ranking.dropFirst()
        let similarities = detailSimilarities(of: others, to: best)
        comparison.detailSimilarities = similarities
        comparison.nearDuplicates = Set(
            similarities.filter { $0.value >= thresholds.gates.nearDuplicateAtLeast }.keys)
        let different = others.filter { !comparison.nearDuplicates.contains($0) }
        guard !different.isEmpty else {
            comparison.observation = .nearDuplicates
            return comparison
        }
        let templates = try frameTemplates(of: [best] + different)
        comparison.scores = try scores(of: different, against: best, by: templates)
        comparison.observation = .lowestScore(lowest(of: comparison.scores, for: different))
        return comparison
    }

    private func detailSimilarities(of others: ArraySlice<Int>, to best: Int) -> [Int: Double] {
        guard let reference = frames[best].face?.aligned else { return [:] }
        var similarities: [Int: Double] = [:]
        for index in others {
            similarities[index] = frames[index].face?.aligned.flatMap {
                engine.detailSimilarity(of: $0, to: reference)
            }
        }
        return similarities
    }

    private func scores(
        of others: [Int], against best: Int, by templates: [Int: FaceTemplate]
    ) throws(LivenessError) -> [Int: ComparisonScore] {
        guard let reference = templates[best] else { return [:] }
        var scores: [Int: ComparisonScore] = [:]
        for index in others {
            guard let probe = templates[index] else { continue }
            do {
                scores[index] = try engine.compare(probe, reference)
            } catch {
                throw .comparison(error)
            }
        }
        return scores
    }

    /// A frame that had to be compared and was not, or whose score is not a number, counts as another person.
    private func lowest(of scores: [Int: ComparisonScore], for others: [Int]) -> Double {
        let values = others.map { scores[$0]?.value ?? .nan }
        return values.contains { $0.isNaN } ? -.infinity : values.min() ?? -.infinity
    }
}
