/// Decides about a capture from its gates and its cues. Total, and `live` only at its two marked ends.
///
/// The gates come first, because a cue misreads what cannot be assessed: blur makes a print look deep. Then comes whether
/// there is a movement at all, which saves the networks the comparison of persons, then whether it is one person, and last
/// what the cues say about presentation attacks.
enum FusionRules {
    /// Raised with every change of the rules or of their order, so that a record can be decided again as it was: 1 compared
    /// persons before it looked for a movement; 2 does it in the other order.
    static let version = 2

    static func decide(
        _ observations: CaptureObservations, _ cues: [CueEvidence], thresholds: LivenessThresholds
    ) -> ExplainedDecision {
        if let decision = decideWithoutPersons(observations, cues, thresholds: thresholds) { return decision }
        if let failure = SamePersonGate.failure(in: observations, thresholds: thresholds.gates) { return failure }
        switch movement(in: observations, cues, thresholds: thresholds) {
        case .attack(let reason):
            return ExplainedDecision(decision: .presentationAttack, reason: reason)
        case .bonaFide:
            return ExplainedDecision(decision: .live, reason: .everyCuePassed)  // live by every cue
        case .absent(let reason, let feedback), .inconclusive(let reason, let feedback):
            return observations.permitsStills
                ? ExplainedDecision(decision: .live, reason: .stillsPermitted)  // live by quality alone
                : .undecided(reason, feedback)
        }
    }

    /// The decision where it does not depend on the person shown, so that no network has to compare frames; nil where it
    /// does. Looks at everything but `persons`.
    static func decideWithoutPersons(
        _ observations: CaptureObservations, _ cues: [CueEvidence], thresholds: LivenessThresholds
    ) -> ExplainedDecision? {
        if let failure = CaptureGates.firstFailure(in: observations, thresholds: thresholds.gates) { return failure }
        if !observations.permitsStills,
            case .absent(let reason, let feedback) = movement(in: observations, cues, thresholds: thresholds)
        {
            return .undecided(reason, feedback)
        }
        return nil
    }

    /// What the cues say together.
    private enum Movement {
        /// There is no movement that could be assessed.
        case absent(LivenessReason, [LivenessFeedback])
        /// There may be one, and nothing can be said about it.
        case inconclusive(LivenessReason, [LivenessFeedback])
        case attack(LivenessReason)
        case bonaFide
    }

    private static func movement(
        in observations: CaptureObservations, _ cues: [CueEvidence], thresholds: LivenessThresholds
    ) -> Movement {
        if let reason = UsableFramesGate.stillness(of: observations) ?? injection(in: cues) {
            return .absent(reason, [.insufficientFrames])
        }
        let required = thresholds.cues.filter { $0.role == .required }.map { row in
            cues.first { $0.cue == row.cue } ?? CueEvidence(row.cue, .abstained(.tooFewFrames))
        }
        let lacksFrames = required.contains { $0.result == .abstained(.tooFewFrames) }
        if lacksFrames || !UsableFramesGate.hasEnoughForMovement(observations, thresholds: thresholds.gates) {
            return .absent(.tooFewFrames, [.insufficientFrames])
        }
        if let reason = presentationAttack(in: cues) { return .attack(reason) }
        for cue in required {
            switch cue.result {
            case .measured(_, .bonaFide, _): continue
            case .measured(_, .unclear(let reason), _), .measured(_, .attack(let reason), _), .abstained(let reason):
                return .inconclusive(reason, cue.feedback)
            }
        }
        return .bonaFide
    }

    /// The first finding of an injection. It says that nothing was captured, and accuses nobody.
    private static func injection(in cues: [CueEvidence]) -> LivenessReason? {
        cues.lazy.compactMap { $0.attack(where: \.isInjection) }.first
    }

    /// The first finding of a presentation attack.
    private static func presentationAttack(in cues: [CueEvidence]) -> LivenessReason? {
        cues.lazy.compactMap { $0.attack(where: { !$0.isInjection }) }.first
    }
}

extension CueEvidence {
    /// Why the cue finds an attack of a species that `isMeant`; nil where it does not.
    fileprivate func attack(where isMeant: (AttackSpecies) -> Bool) -> LivenessReason? {
        guard case .measured(_, .attack(let reason), let species) = result, species.contains(where: isMeant) else {
            return nil
        }
        return reason
    }
}
