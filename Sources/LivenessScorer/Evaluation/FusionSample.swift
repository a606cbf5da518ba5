/// What the fusion is fitted on: one package whose truth is known, as an evaluation assessed it.
package struct FusionSample: Equatable, Sendable {
    package let isBonaFide: Bool
    /// Who is shown, or the number of the attack: what is of one group counts once.
    package let group: String
    package let level: LivenessLevel
    /// Of the cues that measured something, in percent.
    let scores: [String: Double]
    /// A cue found an attack, so nothing is left to weigh.
    let isAttackByOneCue: Bool
    /// Every ground of a live decision is there, so the log-odds decide.
    let isDecidedByLogOdds: Bool

    init(
        isBonaFide: Bool, group: String, level: LivenessLevel = .balanced, scores: [String: Double],
        isAttackByOneCue: Bool = false, isDecidedByLogOdds: Bool = true
    ) {
        self.isBonaFide = isBonaFide
        self.group = group
        self.level = level
        self.scores = scores
        self.isAttackByOneCue = isAttackByOneCue
        self.isDecidedByLogOdds = isDecidedByLogOdds
    }
}

extension PresentationResult {
    /// The sample of this package; nil for one that the gates or an error kept from the cues.
    package func fusionSample(group: String) -> FusionSample? {
        var scores: [String: Double] = [:]
        for cue in cues { if let score = cue.scoreInPercent { scores[cue.cue] = score } }
        guard !scores.isEmpty else { return nil }
        return FusionSample(
            isBonaFide: subject.presentationClass == .bonaFide, group: group, level: level, scores: scores,
            isAttackByOneCue: cues.contains { $0.result.findsAttack },
            isDecidedByLogOdds: isAccepted || reason == LivenessReason.scoreTooLow.rawValue)
    }
}

extension CueResult {
    fileprivate var findsAttack: Bool {
        switch self {
        case .measured(_, .attack(_), _): true
        case .measured(_, .bonaFide, _), .measured(_, .unclear(_), _), .abstained(_): false
        }
    }
}
