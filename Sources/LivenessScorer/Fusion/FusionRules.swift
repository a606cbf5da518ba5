/// Decides about a capture from its gates and its cues. Total, and `live` only at its three marked ends.
///
/// The order is: the gates, because a cue misreads a bad capture (blur makes a print look deep); whether there is movement
/// at all, because without it no network has to compare persons; whether it is one person; presentation attacks.
enum FusionRules {
    /// Raised with every change of the rules or of their order, so that a record can be decided again as it was. Version 1
    /// compared persons before it looked for movement; version 2 looked for movement first, and was undecided about a capture
    /// with one frame without exactly one face; version 3 lets such frames be bad ones like others, and judges no movement of
    /// too few usable frames, over too little time, or without times, and has cues against computed movement; version 4 adds
    /// the cues up, lets cues of texture stand in for flatness where the head hardly turned, and asks them of stills, too;
    /// version 5 knows challenges.
    static let version = 5

    static func decide(
        _ observations: CaptureObservations, _ cues: [CueEvidence], thresholds: LivenessThresholds
    ) -> ExplainedDecision {
        if let decision = decideWithoutPersons(observations, cues, thresholds: thresholds) { return decision }
        if let failure = SamePersonGate.failure(in: observations, thresholds: thresholds.gates) { return failure }
        if let challenge = observations.challenge {
            return decide(on: challenge, observations, cues, thresholds: thresholds)
        }
        switch movement(in: observations, cues, thresholds: thresholds) {
        case .attack(let reason):
            return ExplainedDecision(decision: .presentationAttack, reason: reason)
        case .bonaFide:
            let reason: LivenessReason = observations.source == .camera ? .everyCuePassed : .renderedForDemonstration
            return ExplainedDecision(decision: .live, reason: reason)  // live by every cue
        case .absent(let reason, let feedback), .inconclusive(let reason, let feedback):
            guard observations.permitsStills else { return .undecided(reason, feedback) }
            if let reason = attackInSingleFrames(cues, thresholds.cues, observations.source) {
                return ExplainedDecision(decision: .presentationAttack, reason: reason)
            }
            return ExplainedDecision(decision: .live, reason: .stillsPermitted)  // live by quality alone
        }
    }

    /// The decision about a capture that was asked for something. What was done stands in for the cues that are replaceable, and
    /// for what all say together; not for those that are required, and not for any attack.
    private static func decide(
        on challenge: ChallengeFinding, _ observations: CaptureObservations, _ cues: [CueEvidence],
        thresholds: LivenessThresholds
    ) -> ExplainedDecision {
        switch movement(in: observations, cues, thresholds: thresholds) {
        case .attack(let reason):
            return ExplainedDecision(decision: .presentationAttack, reason: reason)
        case .absent(let reason, let feedback):
            return .undecided(reason, feedback)
        case .bonaFide, .inconclusive:
            if case .notMet(let reason, let feedback) = challenge { return .undecided(reason, feedback) }
            for row in deciding(thresholds.cues, observations.source) where row.role == .required {
                let cue = cues.first { $0.cue == row.cue } ?? CueEvidence(row.cue, .abstained(.tooFewFrames))
                if case .inconclusive(let reason, let feedback) = lack(in: cue) { return .undecided(reason, feedback) }
            }
            let reason: LivenessReason = observations.source == .camera ? .challengeMet : .renderedForDemonstration
            return ExplainedDecision(decision: .live, reason: reason)  // live by its challenge
        }
    }

    /// The decision if it does not depend on the person shown, so that no network has to compare frames; otherwise nil. Uses
    /// everything but `persons`.
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
        /// There is no movement to assess.
        case absent(LivenessReason, [LivenessFeedback])
        /// There may be movement, but the cues do not decide.
        case inconclusive(LivenessReason, [LivenessFeedback])
        case attack(LivenessReason)
        case bonaFide
    }

    private static func movement(
        in observations: CaptureObservations, _ found: [CueEvidence], thresholds: LivenessThresholds
    ) -> Movement {
        let rows = deciding(thresholds.cues, observations.source)
        let cues = found.filter { cue in rows.contains { $0.cue == cue.cue } }
        if let reason = UsableFramesGate.stillness(of: observations) ?? injection(in: cues) {
            return .absent(reason, [.insufficientFrames])
        }
        func evidence(of role: CueRow.Role) -> [CueEvidence] {
            rows.filter { $0.role == role }.map { row in
                cues.first { $0.cue == row.cue } ?? CueEvidence(row.cue, .abstained(.tooFewFrames))
            }
        }
        let (required, replaceable) = (evidence(of: .required), evidence(of: .replaceable))
        let lacksFrames = (required + replaceable).contains { $0.result == .abstained(.tooFewFrames) }
        if lacksFrames || !UsableFramesGate.hasEnoughForMovement(observations, thresholds: thresholds.gates) {
            return .absent(.tooFewFrames, [.insufficientFrames])
        }
        if let reason = presentationAttack(in: cues) { return .attack(reason) }
        // Of a rendered capture the cues that carry most of the weight do not count.
        let fused =
            observations.source == .camera ? thresholds.fusion.map { FusedCues(of: cues, rows: rows, model: $0) } : nil
        if let model = thresholds.fusion, let fused, fused.sumAgainst < model.leastSumAgainst {
            return .attack(.cuesTogether)
        }
        if let reason = CaptureLengthGate.failure(in: observations, thresholds: thresholds.gates) {
            return .absent(reason, [.insufficientFrames])
        }
        for cue in required {
            if let lack = lack(in: cue) { return lack }
        }
        // What is declared rendered lives by its depth alone: nothing else would tell it from a still.
        let isReplaced = observations.source == .camera && agree(evidence(of: .substitute))
        for cue in replaceable where !(isReplaced && cue.lacksTurn) {
            if let lack = lack(in: cue) { return lack }
        }
        if let model = thresholds.fusion, let fused, fused.logOdds < model.leastLogOdds {
            return .inconclusive(.scoreTooLow, [.insufficientFrames])
        }
        return .bonaFide
    }

    /// What keeps a cue from finding the capture bona fide; nil if it does.
    private static func lack(in cue: CueEvidence) -> Movement? {
        switch cue.result {
        case .measured(_, .bonaFide, _): nil
        case .measured(_, .unclear(let reason), _), .measured(_, .attack(let reason), _), .abstained(let reason):
            .inconclusive(reason, cue.feedback)
        }
    }

    /// Whether one of some cues finds the capture bona fide, and none that measured doubts it.
    private static func agree(_ substitutes: [CueEvidence]) -> Bool {
        var isFoundBonaFide = false
        for cue in substitutes {
            switch cue.result {
            case .abstained: continue
            case .measured(_, .bonaFide, _): isFoundBonaFide = true
            case .measured(_, .unclear, _), .measured(_, .attack, _): return false
            }
        }
        return isFoundBonaFide
    }

    /// The rows of the cues that decide about captures of a source.
    static func deciding(_ rows: [CueRow], _ source: CaptureSource) -> [CueRow] {
        guard source == .rendered else { return rows }
        let againstAnimation = LivenessCues.all.filter { $0.species.contains(.injectedAnimation) }.map { $0.name }
        return rows.filter { !againstAnimation.contains($0.cue) }
    }

    /// What a cue that needs no movement finds.
    private static func attackInSingleFrames(
        _ found: [CueEvidence], _ rows: [CueRow], _ source: CaptureSource
    ) -> LivenessReason? {
        let substitutes = deciding(rows, source).filter { $0.role == .substitute }.map(\.cue)
        return presentationAttack(in: found.filter { substitutes.contains($0.cue) })
    }

    /// The first finding of an injection and nothing else: a still, sent again. It refuses the capture without accusing anybody of an attack.
    private static func injection(in cues: [CueEvidence]) -> LivenessReason? {
        cues.lazy.compactMap { $0.attack { $0.allSatisfy(\.isInjection) } }.first
    }

    /// The first finding of a presentation attack.
    private static func presentationAttack(in cues: [CueEvidence]) -> LivenessReason? {
        cues.lazy.compactMap { $0.attack { !$0.allSatisfy(\.isInjection) } }.first
    }
}

extension FusionRules {
    fileprivate static func attacks(in evidence: LivenessEvidence) -> [CueEvidence] {
        let rows = deciding(evidence.thresholds.cues, evidence.source ?? .camera)
        return evidence.cues.filter { cue in
            rows.contains { $0.cue == cue.cue } && presentationAttack(in: [cue]) != nil
        }
    }

    fileprivate static func lacks(in evidence: LivenessEvidence) -> [CueEvidence] {
        let source = evidence.source ?? .camera
        let rows = deciding(evidence.thresholds.cues, source)
        func cues(of role: CueRow.Role) -> [CueEvidence] {
            rows.filter { $0.role == role }.compactMap { row in evidence.cues.first { $0.cue == row.cue } }
        }
        let required = cues(of: .required).filter { lack(in: $0) != nil }
        guard evidence.challenge == nil else { return required }
        let isReplaced = source == .camera && agree(cues(of: .substitute))
        return required
            + cues(of: .replaceable).filter { !(isReplaced && $0.lacksTurn) && lack(in: $0) != nil }
    }
}

extension LivenessEvidence {
    /// Each cue that by itself makes the capture a presentation attack.
    package var attackingCues: [CueEvidence] { FusionRules.attacks(in: self) }

    /// Each cue that has to find a capture bona fide and does not; what replaces a cue is taken into account. A capture that may
    /// be a still can be live without them.
    package var lackingCues: [CueEvidence] { FusionRules.lacks(in: self) }
}

extension CueEvidence {
    /// Whether the cue abstained for a turn that nobody made.
    fileprivate var lacksTurn: Bool {
        result == .abstained(.turnTooSmall) || result == .abstained(.noDeformation)
    }

    /// Why the cue finds an attack of species that `areMeant`; nil if it finds none.
    fileprivate func attack(where areMeant: ([AttackSpecies]) -> Bool) -> LivenessReason? {
        guard case .measured(_, .attack(let reason), let species) = result, areMeant(species) else {
            return nil
        }
        return reason
    }
}
