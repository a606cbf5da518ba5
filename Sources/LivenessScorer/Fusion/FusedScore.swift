/// The score of a capture as `LivenessAssessment.scoreInPercent` promises it; nil if the decision rests on none.
func fusedScore(
    of cues: [CueEvidence], gates: [GateEvidence], for decision: ExplainedDecision, rows: [CueRow]
) -> Double? {
    switch (decision.decision, decision.reason) {
    case (.live, .stillsPermitted):
        return gates.filter { FusionData.gatesOfStillScore.contains($0.gate) }.compactMap(\.scoreInPercent).min()
    case (.live, _), (.presentationAttack, _):
        return weightedMean(of: cues, rows: rows)
    case (.tooBlurry, _), (.unableToDecide, _), (.poseTooHigh, _), (.tooLowDynamicRange, _), (.faceTooSmall, _):
        return nil
    }
}

/// In the order of the rows, so that equal scores give equal bits.
private func weightedMean(of cues: [CueEvidence], rows: [CueRow]) -> Double? {
    var (sum, weights) = (0.0, 0.0)
    for row in rows where row.weight > 0 {
        guard let score = cues.first(where: { $0.cue == row.cue })?.scoreInPercent else { continue }
        sum += row.weight * score
        weights += row.weight
    }
    return weights > 0 ? sum / weights : nil
}
