/// The terms of a capture.
struct FusedCues: Equatable, Sendable {
    /// The bias and every term.
    let logOdds: Double
    /// The terms below zero.
    let sumAgainst: Double

    /// - Parameter rows: those of the cues that count, with their weights.
    init(of cues: [CueEvidence], rows: [CueRow], model: FusionModel) {
        var (logOdds, sumAgainst) = (model.bias, 0.0)
        for row in rows {
            guard let score = cues.first(where: { $0.cue == row.cue })?.scoreInPercent else { continue }
            let term = row.weight * (score - 50) / 50
            logOdds += term
            sumAgainst += min(term, 0)
        }
        self.logOdds = logOdds
        self.sumAgainst = sumAgainst
    }
}
