extension Enrollment {
    package func decideOpen(_ proposal: Proposal, in progress: Progress?) -> Decision {
        switch (proposal.command, progress) {
        // A machine's refusal is what is looked at again.
        case (.expire, _):
            return .reject(.stepOutOfOrder)
        case (.requestReview, _), (.review, _):
            return .reject(review?.decision == nil ? .stepOutOfOrder : .stepAlreadyDone)
        case (.cancel, _):
            return accept([.cancelled], answering: proposal)
        case (.validate, _):
            return validate()
        case (.start(let policy, let consent), nil):
            return start(policy, with: consent.map { [.consentGiven($0)] } ?? [], answering: proposal)
        // Already begun is the same session again: the same enrollment, and nothing else happens to it.
        case (.start(_, let consent?), _):
            return give(consent, answering: proposal)
        case (.start, _):
            return acceptWithoutEffect(answering: proposal)
        case (_, nil):
            return .reject(.stepOutOfOrder)
        case (.giveConsent(let consent), _):
            return give(consent, answering: proposal)
        case (.addDevice, let progress?):
            if let rejection = progress.rejection(of: .addDevice) { return .reject(rejection) }
            return accept([.deviceAdded], completing: .addDevice, in: progress, answering: proposal)
        case (.challengeFace(let challenge), let progress?):
            if let rejection = rejection(ofCapture: .addFace, in: progress) { return .reject(rejection) }
            return issue(challenge, of: .addFace, in: progress, at: proposal.at)
        case (.addFace(let decision, let evidence, let answered, let challenge), let progress?):
            if let rejection = rejection(ofCapture: .addFace, in: progress) { return .reject(rejection) }
            if let rejection = progress.rejection(ofAnswerTo: challenge, at: proposal.at) { return .reject(rejection) }
            if decision.counts == .nothing {
                // A capture that was judged before the face was reopened was held against no portrait.
                guard answered == progress.faceReopening else { return .reject(.stepOutOfOrder) }
                return accept([.faceAdded(evidence)], completing: .addFace, in: progress, answering: proposal)
            }
            if decision == .duplicate {
                let refused = [Event.faceRefused(decision, evidence)] + proposal.foundDuplicate
                return accept(refused + [.failed(.duplicateEnrollment)], answering: proposal)
            }
            return refuse(
                .faceRefused(decision, evidence), decision.counts, of: .addFace, in: progress, answering: proposal)
        case (.addDocument(let decision, let evidence, let findings), let progress?):
            if let rejection = rejection(ofCapture: .addDocument, in: progress) { return .reject(rejection) }
            return decision.counts == .nothing
                ? accept([.documentAdded(evidence)], completing: .addDocument, in: progress, answering: proposal)
                : refuse(
                    .documentRefused(decision, evidence, findings), decision.counts, of: .addDocument, in: progress,
                    answering: proposal)
        case (.addDocumentReopeningFace(let reopening, let evidence), let progress?):
            if let rejection = progress.rejection(of: .addDocument) { return .reject(rejection) }
            // A face that was not accepted cannot be asked for again.
            guard progress.accepted.contains(.addFace) else { return .reject(.stepOutOfOrder) }
            if let rejection = rejection(ofCapture: .addDocument, in: progress) { return .reject(rejection) }
            return accept([.documentAdded(evidence), .faceReopened(reopening)], answering: proposal)
        }
    }

    /// A failed one can be looked at a second time, once.
    package func decideFailed(_ proposal: Proposal) -> Decision {
        let isDecided = review?.decision != nil
        switch proposal.command {
        case .requestReview where isDecided, .review where isDecided:
            return .reject(.stepAlreadyDone)
        case .requestReview:
            return review == nil
                ? accept([.reviewRequested], answering: proposal) : acceptWithoutEffect(answering: proposal)
        case .review(.accepted, let evidence, let policy?):
            let deadline = proposal.at.adding(seconds: policy.lifetimeInSeconds)
            return accept(
                [.reviewed(.accepted, evidence), .captureAsked(policy, deadline: deadline)], answering: proposal)
        case .review(.accepted, let evidence, nil):
            // Who is registered once is not registered again by a human who was not told.
            guard proposal.duplicate?.isRefused != true else { return .reject(.stepOutOfOrder) }
            let end = Event.completed(registrationCode: reservedCode ?? proposal.registrationCode)
            return accept([.reviewed(.accepted, evidence)] + proposal.foundDuplicate + [end], answering: proposal)
        case .review(.refused, let evidence, _):
            return accept([.reviewed(.refused, evidence)], answering: proposal)
        default:
            return .reject(.enrollmentFinished)
        }
    }

    /// Whom a human has accepted nobody looks at again.
    package func decideEnded(_ proposal: Proposal) -> Decision {
        switch proposal.command {
        case .requestReview where review?.decision != nil, .review where review?.decision != nil:
            .reject(.stepAlreadyDone)
        default: .reject(.enrollmentFinished)
        }
    }

    /// Why a capture of `check` cannot be judged now; nil when it is the next one.
    private func rejection(ofCapture check: RequiredCheck, in progress: Progress) -> Rejection? {
        if let rejection = progress.rejection(of: check) { return rejection }
        return hasConsent || !progress.policy.requiresConsent ? nil : .consentRequired
    }

    private func give(_ consent: Consent, answering proposal: Proposal) -> Decision {
        hasConsent ? acceptWithoutEffect(answering: proposal) : accept([.consentGiven(consent)], answering: proposal)
    }

    /// Accepts `events`, and completes the enrollment when `check` was the last that the policy asks for. Where the tenant registers
    /// nobody twice and somebody with this face is registered meanwhile, it fails instead.
    private func accept(
        _ events: [Event], completing check: RequiredCheck, in progress: Progress, answering proposal: Proposal
    ) -> Decision {
        let code = reservedCode ?? proposal.registrationCode
        let isRefused = proposal.duplicate?.isRefused == true
        let end = isRefused ? Event.failed(.duplicateEnrollment) : .completed(registrationCode: code)
        let isLast = progress.isComplete(with: check)
        return accept(events + proposal.foundDuplicate + (isLast ? [end] : []), answering: proposal)
    }
}

extension Proposal {
    fileprivate var foundDuplicate: [Event] { duplicate.map { [.duplicateFound(of: $0.enrollment)] } ?? [] }
}
