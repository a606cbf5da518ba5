/// The score of a capture as `LivenessAssessment.scoreInPercent` promises it; nil if the decision rests on none.
func fusedScore(
    of cues: [CueEvidence], gates: [GateEvidence], for decision: ExplainedDecision, rows: [CueRow]
) -> Double? {
    switch (decision.decision, decision.reason) {
    case (.live, .stillsPermitted):
        return gates.filter { FusionData.gatesOfStillScore.contains($0.gate) }.compactMap(\.scoreInPercent).min()
    case (.live, _), (.presentationAttack, _):
        return lowestScore(of: cues, rows: rows)
    case (.tooBlurry, _), (.unableToDecide, _), (.poseTooHigh, _), (.tooLowDynamicRange, _), (.faceTooSmall, _):
        return nil
    }
}

/// Of those with a weight, and of those that find an attack whatever their weight: what one cue says, another that looks for
/// something else must not outvote.
private func lowestScore(of cues: [CueEvidence], rows: [CueRow]) -> Double? {
    rows.compactMap { row in
        guard let cue = cues.first(where: { $0.cue == row.cue }), case .measured(let score, let finding, _) = cue.result
        else { return nil }
        if row.weight > 0 { return score }
        guard case .attack = finding else { return nil }
        return score
    }.min()
}
