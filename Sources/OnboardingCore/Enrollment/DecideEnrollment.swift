/// Says what `proposal` does to an enrollment, without doing it.
///
/// The same request again is a replay, whatever the state has become since; then what has ended stays ended; then the
/// command meets the state. Called twice a request: before the engines run, to know whether they may, and again on the
/// state inside the transaction.
package func decide(_ proposal: Proposal, on enrollment: Enrollment) -> Decision {
    if let record = proposal.record, enrollment.records.contains(record) { return .replay(record) }
    if case (.cancel, .cancelled) = (proposal.command, enrollment.state) {
        return acceptWithoutEffect(on: enrollment, answering: proposal)
    }
    if case .failed = enrollment.state, let decision = decideReview(proposal, on: enrollment) { return decision }
    if let deadline = enrollment.deadline, proposal.at >= deadline {
        if case .expire = proposal.command { return .accept([.expired]) }
        return .reject(.enrollmentFinished)
    }

    switch (proposal.command, enrollment.state) {
    case (_, .complete), (_, .failed), (_, .cancelled), (_, .expired):
        return .reject(.enrollmentFinished)
    // A machine's refusal is what is looked at again.
    case (.expire, _), (.requestReview, _), (.review, _):
        return .reject(.stepOutOfOrder)
    case (.cancel, _):
        return accept([.cancelled], answering: proposal)
    case (.validate, .triggered):
        return .accept([.validated])
    case (.validate, _):
        return .accept([])
    case (.start(let policy, let consent), .triggered), (.start(let policy, let consent), .validated):
        let deadline = proposal.at.adding(seconds: policy.lifetimeInSeconds)
        return accept(
            [.started(policy, deadline: deadline)] + (consent.map { [.consentGiven($0)] } ?? []), answering: proposal)
    // Already begun is the same session again: the same enrollment, and nothing else happens to it.
    case (.start(_, let consent?), _):
        return give(consent, on: enrollment, answering: proposal)
    case (.start, _):
        return acceptWithoutEffect(on: enrollment, answering: proposal)
    case (_, .triggered), (_, .validated):
        return .reject(.stepOutOfOrder)
    case (.giveConsent(let consent), _):
        return give(consent, on: enrollment, answering: proposal)
    case (.addDevice, .open(let progress)):
        if let rejection = rejection(of: .addDevice, in: progress) { return .reject(rejection) }
        return accept([.deviceAdded], completing: .addDevice, in: progress, of: enrollment, answering: proposal)
    case (.challengeFace(let challenge), .open(let progress)):
        if let rejection = rejection(of: .addFace, in: progress) { return .reject(rejection) }
        guard isConsentGiven(enrollment, progress) else { return .reject(.consentRequired) }
        return challengeFace(challenge, in: progress, at: proposal.at)
    case (.addFace(let decision, let evidence, let answered, let challenge), .open(let progress)):
        if let rejection = rejection(of: .addFace, in: progress) { return .reject(rejection) }
        guard isConsentGiven(enrollment, progress) else { return .reject(.consentRequired) }
        if let rejection = rejection(ofAnswerTo: challenge, in: progress, at: proposal.at) { return .reject(rejection) }
        if decision.counts == .nothing {
            // A capture that was judged before the face was reopened was held against no portrait.
            guard answered == progress.faceReopening else { return .reject(.stepOutOfOrder) }
            return accept(
                [.faceAdded(evidence)], completing: .addFace, in: progress, of: enrollment, answering: proposal)
        }
        if decision == .duplicate {
            let refused = [Event.faceRefused(decision, evidence)] + proposal.foundDuplicate
            return accept(refused + [.failed(.duplicateEnrollment)], answering: proposal)
        }
        let tally = progress.tally(of: .addFace).counting(decision.counts)
        return refuse(
            .faceRefused(decision, evidence), progress.policy.faceLimit.failure(at: tally), answering: proposal)
    case (.addDocument(let decision, let evidence), .open(let progress)):
        if let rejection = rejection(of: .addDocument, in: progress) { return .reject(rejection) }
        guard isConsentGiven(enrollment, progress) else { return .reject(.consentRequired) }
        if decision.counts == .nothing {
            return accept(
                [.documentAdded(evidence)], completing: .addDocument, in: progress, of: enrollment, answering: proposal)
        }
        let tally = progress.tally(of: .addDocument).counting(decision.counts)
        return refuse(
            .documentRefused(decision, evidence), progress.policy.documentLimit.failure(at: tally), answering: proposal)
    case (.addDocumentReopeningFace(let reopening, let evidence), .open(let progress)):
        if let rejection = rejection(of: .addDocument, in: progress) { return .reject(rejection) }
        // A face that was not accepted cannot be asked for again.
        guard progress.accepted.contains(.addFace) else { return .reject(.stepOutOfOrder) }
        guard isConsentGiven(enrollment, progress) else { return .reject(.consentRequired) }
        return accept([.documentAdded(evidence), .faceReopened(reopening)], answering: proposal)
    }
}

/// What comes of asking for a second look at a failed enrollment, or of taking it; nil for every other command.
private func decideReview(_ proposal: Proposal, on enrollment: Enrollment) -> Decision? {
    let isDecided = enrollment.review?.decision != nil
    switch proposal.command {
    case .requestReview where isDecided, .review where isDecided:
        return .reject(.stepAlreadyDone)
    case .requestReview:
        return enrollment.review == nil
            ? accept([.reviewRequested], answering: proposal)
            : acceptWithoutEffect(on: enrollment, answering: proposal)
    case .review(let decision, let evidence):
        return accept([.reviewed(decision, evidence)], answering: proposal)
    default:
        return nil
    }
}

/// Why `check` cannot be done now; nil when it is the next one.
private func rejection(of check: RequiredCheck, in progress: Progress) -> Rejection? {
    if progress.accepted.contains(check) { return .stepAlreadyDone }
    return progress.nextCheck == check ? nil : .stepOutOfOrder
}

/// Why a capture that answers `challenge` cannot be judged now.
private func rejection(ofAnswerTo challenge: ChallengeID?, in progress: Progress, at instant: Instant) -> Rejection? {
    guard let challenge else { return progress.requiresChallenge ? .challengeRequired : nil }
    guard let standing = progress.challenge, standing.id == challenge, standing.stands(at: instant) else {
        return .challengeInvalid
    }
    return nil
}

/// One that still stands is asked for again; one that ran out is counted before the next is issued.
private func challengeFace(_ challenge: FaceChallenge, in progress: Progress, at instant: Instant) -> Decision {
    guard let standing = progress.challenge else { return .accept([.faceChallenged(challenge)]) }
    if standing.stands(at: instant) { return .accept([]) }
    let tally = progress.tally(of: .addFace).counting(FaceDecision.challengeExpired.counts)
    let failure = progress.policy.faceLimit.failure(at: tally)
    return .accept(
        [.faceRefused(.challengeExpired, nil), failure.map { .failed($0) } ?? .faceChallenged(challenge)])
}

private func give(_ consent: Consent, on enrollment: Enrollment, answering proposal: Proposal) -> Decision {
    enrollment.hasConsent
        ? acceptWithoutEffect(on: enrollment, answering: proposal)
        : accept([.consentGiven(consent)], answering: proposal)
}

private func isConsentGiven(_ enrollment: Enrollment, _ progress: Progress) -> Bool {
    enrollment.hasConsent || !progress.policy.requiresConsent
}

/// Accepts that a capture was refused, and ends the enrollment where nothing is left.
private func refuse(_ refused: Event, _ failure: FailureReason?, answering proposal: Proposal) -> Decision {
    accept([refused] + (failure.map { [.failed($0)] } ?? []), answering: proposal)
}

/// Accepts `events`, and completes the enrollment when `check` was the last that the policy asks for. Where the tenant registers
/// nobody twice and somebody with this face is registered meanwhile, it fails instead.
private func accept(
    _ events: [Event], completing check: RequiredCheck, in progress: Progress, of enrollment: Enrollment,
    answering proposal: Proposal
) -> Decision {
    let isLast = progress.isComplete(with: check)
    let code = enrollment.reservedCode ?? proposal.registrationCode
    let isRefused = proposal.duplicate?.isRefused == true
    let end = isRefused ? Event.failed(.duplicateEnrollment) : .completed(registrationCode: code)
    return accept(events + proposal.foundDuplicate + (isLast ? [end] : []), answering: proposal)
}

extension Proposal {
    fileprivate var foundDuplicate: [Event] { duplicate.map { [.duplicateFound(of: $0.enrollment)] } ?? [] }
}

private func accept(_ events: [Event], answering proposal: Proposal) -> Decision {
    .accept(events + (proposal.record.map { [.answered($0)] } ?? []))
}

/// Accepts what changes nothing. No attempt limit stands against asking for it again and again with other bodies, so
/// beyond a number of records that no honest client reaches it leaves no trace: the answer is then rendered anew.
private func acceptWithoutEffect(on enrollment: Enrollment, answering proposal: Proposal) -> Decision {
    enrollment.records.count < Limit.recordsOfNoEffect.value ? accept([], answering: proposal) : .accept([])
}
