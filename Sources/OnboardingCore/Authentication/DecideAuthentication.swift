/// Says what `proposal` does to an authentication, without doing it: `decide` for people who come back, in the same order. The same
/// request again is a replay; then what has ended stays ended; then the command meets the state.
package func decide(_ proposal: AuthenticationProposal, on authentication: Authentication) -> AuthenticationDecision {
    if let record = proposal.record, authentication.records.contains(record) { return .replay(record) }
    if case (.cancel, .cancelled) = (proposal.command, authentication.state) {
        return acceptWithoutEffect(on: authentication, answering: proposal)
    }
    if let deadline = authentication.deadline, proposal.at >= deadline {
        if case .expire = proposal.command { return .accept([.expired]) }
        return .reject(.enrollmentFinished)
    }

    switch (proposal.command, authentication.state) {
    case (_, .complete), (_, .failed), (_, .cancelled), (_, .expired):
        return .reject(.enrollmentFinished)
    case (.expire, _):
        return .reject(.stepOutOfOrder)
    case (.cancel, _):
        return accept([.cancelled], answering: proposal)
    case (.validate, .triggered):
        return .accept([.validated])
    case (.validate, _):
        return .accept([])
    case (.start(let policy), .triggered), (.start(let policy), .validated):
        let deadline = proposal.at.adding(seconds: policy.lifetimeInSeconds)
        return accept([.started(policy, deadline: deadline)], answering: proposal)
    // Already begun is the same session again: the same authentication, and nothing else happens to it.
    case (.start, _):
        return acceptWithoutEffect(on: authentication, answering: proposal)
    case (_, .triggered), (_, .validated):
        return .reject(.stepOutOfOrder)
    case (.verifyDevice(let decision), .open(let progress)):
        if let rejection = rejection(of: .verifyDevice, in: progress) { return .reject(rejection) }
        return decision.counts == .nothing
            ? accept(.deviceVerified(decision), completing: .verifyDevice, in: progress, answering: proposal)
            : refuse(.deviceRefused(decision), decision.counts, in: progress, answering: proposal)
    case (.challengeFace(let challenge), .open(let progress)):
        if let rejection = rejection(of: .verifyFace, in: progress) { return .reject(rejection) }
        return challengeFace(challenge, in: progress, at: proposal.at)
    case (.verifyFace(let decision, let evidence, let challenge), .open(let progress)):
        if let rejection = rejection(of: .verifyFace, in: progress) { return .reject(rejection) }
        if let rejection = rejection(ofAnswerTo: challenge, in: progress, at: proposal.at) { return .reject(rejection) }
        return decision.counts == .nothing
            ? accept(.faceVerified(evidence), completing: .verifyFace, in: progress, answering: proposal)
            : refuse(.faceRefused(decision, evidence), decision.counts, in: progress, answering: proposal)
    case (.addDocument(let decision, let evidence), .open(let progress)):
        if let rejection = rejection(of: .addDocument, in: progress) { return .reject(rejection) }
        return decision.counts == .nothing
            ? accept(.documentAdded(evidence), completing: .addDocument, in: progress, answering: proposal)
            : refuse(.documentRefused(decision, evidence), decision.counts, in: progress, answering: proposal)
    case (.replaceDevice(let change), .open(let progress)):
        guard progress.policy.purpose == .reEnroll, progress.nextCheck == nil else { return .reject(.stepOutOfOrder) }
        return accept([.deviceReplaced(change), .completed], answering: proposal)
    }
}

/// Why `check` cannot be done now; nil when it is the next one.
private func rejection(of check: AuthenticationCheck, in progress: AuthenticationProgress) -> Rejection? {
    if progress.accepted.contains(check) { return .stepAlreadyDone }
    return progress.nextCheck == check ? nil : .stepOutOfOrder
}

/// Why a capture that answers `challenge` cannot be judged now.
private func rejection(
    ofAnswerTo challenge: ChallengeID?, in progress: AuthenticationProgress, at instant: Instant
) -> Rejection? {
    guard let challenge else { return progress.requiresChallenge ? .challengeRequired : nil }
    guard let standing = progress.challenge, standing.id == challenge, standing.stands(at: instant) else {
        return .challengeInvalid
    }
    return nil
}

/// One that still stands is asked for again; one that ran out is counted before the next is issued.
private func challengeFace(
    _ challenge: FaceChallenge, in progress: AuthenticationProgress, at instant: Instant
) -> AuthenticationDecision {
    guard let standing = progress.challenge else { return .accept([.faceChallenged(challenge)]) }
    if standing.stands(at: instant) { return .accept([]) }
    let tally = progress.tally.counting(FaceDecision.challengeExpired.counts)
    let failure = progress.policy.failure(at: tally)
    return .accept(
        [.faceRefused(.challengeExpired, nil), failure.map { .failed($0) } ?? .faceChallenged(challenge)])
}

/// Accepts that a check was refused, and ends the authentication where nothing is left.
private func refuse(
    _ refused: AuthenticationEvent, _ counts: Counts, in progress: AuthenticationProgress,
    answering proposal: AuthenticationProposal
) -> AuthenticationDecision {
    let failure = progress.policy.failure(at: progress.tally.counting(counts))
    return accept([refused] + (failure.map { [.failed($0)] } ?? []), answering: proposal)
}

/// Accepts `event`, and completes the authentication when `check` was the last; a re-enrollment waits for its device.
private func accept(
    _ event: AuthenticationEvent, completing check: AuthenticationCheck, in progress: AuthenticationProgress,
    answering proposal: AuthenticationProposal
) -> AuthenticationDecision {
    let isLast = progress.policy.requiredChecks.allSatisfy { $0 == check || progress.accepted.contains($0) }
    let ends = isLast && progress.policy.purpose == .authenticate
    return accept([event] + (ends ? [.completed] : []), answering: proposal)
}

private func accept(
    _ events: [AuthenticationEvent], answering proposal: AuthenticationProposal
) -> AuthenticationDecision {
    .accept(events + (proposal.record.map { [.answered($0)] } ?? []))
}

/// Accepts what changes nothing; beyond a number of records that no honest client reaches it leaves no trace.
private func acceptWithoutEffect(
    on authentication: Authentication, answering proposal: AuthenticationProposal
) -> AuthenticationDecision {
    authentication.records.count < Limit.recordsOfNoEffect.value ? accept([], answering: proposal) : .accept([])
}
