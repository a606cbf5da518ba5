internal import FaceEngine

/// Whether the frames of a capture show one person, and by what that is told.
struct PersonComparison: Sendable {
    /// How much of the best frame's details each other one shows again, by index.
    var likenesses: [Int: Double] = [:]
    /// The frames that show the best one's face over again. Networks would say the same of each and do not look at them.
    var alike: Set<Int> = []
    /// The scores of the others against the best, by index.
    var scores: [Int: ComparisonScore] = [:]
    var observation = PersonsObservation.nothingToCompare
}

extension LivenessScorer {
    /// Compares frames with the best of them.
    /// - Parameter ranking: the distinct usable frames, best first.
    func comparePersons(
        _ ranking: [Int], of frames: inout [MeasuredFrame], thresholds: LivenessThresholds, _ runner: FrameRunner
    ) throws(LivenessError) -> PersonComparison {
        var comparison = PersonComparison()
        guard let best = ranking.first, ranking.count > 1 else { return comparison }
        comparison.likenesses = likenesses(of: ranking.dropFirst(), of: frames, to: best)
        comparison.alike = Set(comparison.likenesses.filter { isAlike($0.value, thresholds: thresholds) }.keys)
        let unlike = ranking.dropFirst().filter { !comparison.alike.contains($0) }
        guard !unlike.isEmpty else {
            comparison.observation = .alike
            return comparison
        }
        try describe([best] + unlike, of: &frames, runner)
        comparison.scores = try scores(of: unlike, of: frames, against: best)
        comparison.observation = .lowestScore(lowest(of: comparison.scores, for: unlike))
        return comparison
    }

    private func likenesses(
        of others: ArraySlice<Int>, of frames: [MeasuredFrame], to best: Int
    ) -> [Int: Double] {
        guard let reference = frames[best].face?.aligned else { return [:] }
        var likenesses: [Int: Double] = [:]
        for index in others {
            likenesses[index] = frames[index].face?.aligned.flatMap { engine.likeness(of: $0, to: reference) }
        }
        return likenesses
    }

    private func isAlike(_ likeness: Double, thresholds: LivenessThresholds) -> Bool {
        thresholds.alikeAtLeast.map { likeness >= $0 } ?? false
    }

    private func scores(
        of others: [Int], of frames: [MeasuredFrame], against best: Int
    ) throws(LivenessError) -> [Int: ComparisonScore] {
        guard let reference = frames[best].face?.template else { return [:] }
        var scores: [Int: ComparisonScore] = [:]
        for index in others {
            guard let probe = frames[index].face?.template else { continue }
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
