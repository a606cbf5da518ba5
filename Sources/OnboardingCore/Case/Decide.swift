/// Says what `proposal` does to a case, without doing it.
///
/// The same request again is a replay, whatever the state has become since; then what has ended stays ended; then the
/// command meets the state. Called twice a request: before the engines run, to know whether they may, and again on the
/// state inside the transaction.
package func decide<Subject: Case>(
    _ proposal: Subject.OwnProposal, on subject: Subject
) -> CaseDecision<Subject.OwnEvent> {
    if let record = proposal.record, subject.records.contains(record) { return .replay(record) }
    if case .failed = subject.state { return subject.decideFailed(proposal) }
    if case .cancelled = subject.state, proposal.command == .cancel {
        return subject.acceptWithoutEffect(answering: proposal)
    }
    guard let deadline = subject.deadline else { return subject.decideEnded(proposal) }
    if proposal.at >= deadline {
        return proposal.command == .expire ? .accept([.expired]) : .reject(.enrollmentFinished)
    }
    return subject.decideOpen(proposal, in: subject.progress)
}

extension Case {
    package func decideFailed(_ proposal: OwnProposal) -> CaseDecision<OwnEvent> { .reject(.enrollmentFinished) }

    package func decideEnded(_ proposal: OwnProposal) -> CaseDecision<OwnEvent> { .reject(.enrollmentFinished) }

    func validate() -> CaseDecision<OwnEvent> {
        if case .triggered = state { .accept([.validated]) } else { .accept([]) }
    }

    /// - Parameter more: what happens with the start.
    func start(
        _ policy: OwnProgress.OwnPolicy, with more: [OwnEvent] = [], answering proposal: OwnProposal
    ) -> CaseDecision<OwnEvent> {
        let deadline = proposal.at.adding(seconds: policy.lifetimeInSeconds)
        return accept([.started(policy, deadline: deadline)] + more, answering: proposal)
    }

    /// Accepts that a capture of `check` was refused, and ends the case where nothing is left.
    func refuse(
        _ refused: OwnEvent, _ counts: Counts, of check: OwnProgress.OwnPolicy.Check, in progress: OwnProgress,
        answering proposal: OwnProposal
    ) -> CaseDecision<OwnEvent> {
        let failure = progress.failure(after: counts, of: check)
        return accept([refused] + (failure.map { [.failed($0)] } ?? []), answering: proposal)
    }

    /// One that still stands is asked for again; one that ran out is counted before the next is issued.
    /// - Parameter face: the check that it is of.
    func issue(
        _ challenge: FaceChallenge, of face: OwnProgress.OwnPolicy.Check, in progress: OwnProgress, at instant: Instant
    ) -> CaseDecision<OwnEvent> {
        guard let standing = progress.challenge else { return .accept([.faceChallenged(challenge)]) }
        if standing.stands(at: instant) { return .accept([]) }
        let failure = progress.failure(after: FaceDecision.challengeExpired.counts, of: face)
        return .accept(
            [.faceRefused(.challengeExpired, nil), failure.map { .failed($0) } ?? .faceChallenged(challenge)])
    }

    func accept(_ events: [OwnEvent], answering proposal: OwnProposal) -> CaseDecision<OwnEvent> {
        .accept(events + (proposal.record.map { [.answered($0)] } ?? []))
    }

    /// Accepts what changes nothing. No attempt limit stands against asking for it again and again with other bodies, so
    /// beyond a number of records that no honest client reaches it leaves no trace: the answer is then rendered anew.
    func acceptWithoutEffect(answering proposal: OwnProposal) -> CaseDecision<OwnEvent> {
        records.count < Limit.recordsOfNoEffect.value ? accept([], answering: proposal) : .accept([])
    }
}

extension CaseProgress {
    /// Why `check` cannot be done now; nil when it is the next one.
    func rejection(of check: OwnPolicy.Check) -> Rejection? {
        if accepted.contains(check) { return .stepAlreadyDone }
        return nextCheck == check ? nil : .stepOutOfOrder
    }

    /// Why a capture that answers `challenge` cannot be judged now.
    func rejection(ofAnswerTo challenge: ChallengeID?, at instant: Instant) -> Rejection? {
        guard let challenge else { return requiresChallenge ? .challengeRequired : nil }
        guard let standing = self.challenge, standing.id == challenge, standing.stands(at: instant) else {
            return .challengeInvalid
        }
        return nil
    }
}
