/// The score of a capture as `LivenessAssessment.scoreInPercent` promises it; nil if the decision rests on none.
func fusedScore(
    of cues: [CueEvidence], gates: [GateEvidence], for decision: ExplainedDecision, thresholds: LivenessThresholds,
    source: CaptureSource
) -> Double? {
    let rows = FusionRules.deciding(thresholds.cues, source)
    switch (decision.decision, decision.reason) {
    case (.live, .stillsPermitted):
        return gates.filter { FusionData.gatesOfStillScore.contains($0.gate) }.compactMap(\.scoreInPercent).min()
    case (.live, .renderedForDemonstration):
        return lowestScore(of: cues, rows: rows)
    case (.live, _), (.presentationAttack, .cuesTogether):
        return thresholds.fusion.map {
            let score = $0.scoreInPercent(ofLogOdds: FusedCues(of: cues, rows: rows, model: $0).logOdds)
            return decision.decision == .live ? score : min(score, highestScoreOfAttack)
        }
    case (.presentationAttack, _):
        return lowestScore(of: cues, rows: rows)
    case (.tooBlurry, _), (.unableToDecide, _), (.poseTooHigh, _), (.tooLowDynamicRange, _), (.faceTooSmall, _):
        return nil
    }
}

/// In percent.
private let highestScoreOfAttack = 100.0 / 3

/// Of those that can find a capture bona fide, and of those that find an attack: what one cue says, another that looks for
/// something else must not outvote.
private func lowestScore(of cues: [CueEvidence], rows: [CueRow]) -> Double? {
    rows.compactMap { row in
        guard let cue = cues.first(where: { $0.cue == row.cue }), case .measured(let score, let finding, _) = cue.result
        else { return nil }
        if row.role == .required || row.role == .replaceable { return score }
        guard case .attack = finding else { return nil }
        return score
    }.min()
}

/// How many in a hundred bona fide captures score lower; nil if the decision does not rest on what the cues say together.
/// - Parameter table: that the thresholds have their weights from.
func falseRejectionInPercent(
    of cues: [CueEvidence], for decision: ExplainedDecision, thresholds: LivenessThresholds, table: FusionTable,
    source: CaptureSource
) -> Double? {
    guard let model = thresholds.fusion, source == .camera, decision.reason != .stillsPermitted else { return nil }
    switch decision.decision {
    case .live:
        return table.falseRejectionInPercent(
            atLogOdds: FusedCues(of: cues, rows: thresholds.cues, model: model).logOdds)
    case .presentationAttack:
        // No bona fide capture that was decided about scored as an attack does.
        return table.falseRejections.first?.percent
    case .tooBlurry, .unableToDecide, .poseTooHigh, .tooLowDynamicRange, .faceTooSmall: return nil
    }
}
