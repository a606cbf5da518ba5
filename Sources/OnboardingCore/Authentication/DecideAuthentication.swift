extension Authentication {
    package func decideOpen(
        _ proposal: AuthenticationProposal, in progress: AuthenticationProgress?
    ) -> AuthenticationDecision {
        switch (proposal.command, progress) {
        case (.expire, _):
            return .reject(.stepOutOfOrder)
        case (.cancel, _):
            return accept([.cancelled], answering: proposal)
        case (.validate, _):
            return validate()
        case (.start(let policy), nil):
            return start(policy, answering: proposal)
        // Already begun is the same session again: the same authentication, and nothing else happens to it.
        case (.start, _):
            return acceptWithoutEffect(answering: proposal)
        case (_, nil):
            return .reject(.stepOutOfOrder)
        case (.verifyDevice(let decision), let progress?):
            if let rejection = progress.rejection(of: .verifyDevice) { return .reject(rejection) }
            return decision.counts == .nothing
                ? accept(.deviceVerified(decision), completing: .verifyDevice, in: progress, answering: proposal)
                : refuse(
                    .deviceRefused(decision), decision.counts, of: .verifyDevice, in: progress, answering: proposal)
        case (.challengeFace(let challenge), let progress?):
            if let rejection = progress.rejection(of: .verifyFace) { return .reject(rejection) }
            return issue(challenge, of: .verifyFace, in: progress, at: proposal.at)
        case (.verifyFace(let decision, let evidence, let challenge), let progress?):
            if let rejection = progress.rejection(of: .verifyFace) { return .reject(rejection) }
            if let rejection = progress.rejection(ofAnswerTo: challenge, at: proposal.at) { return .reject(rejection) }
            return decision.counts == .nothing
                ? accept(.faceVerified(evidence), completing: .verifyFace, in: progress, answering: proposal)
                : refuse(
                    .faceRefused(decision, evidence), decision.counts, of: .verifyFace, in: progress,
                    answering: proposal)
        case (.addDocument(let decision, let evidence, let findings), let progress?):
            if let rejection = progress.rejection(of: .addDocument) { return .reject(rejection) }
            return decision.counts == .nothing
                ? accept(.documentAdded(evidence), completing: .addDocument, in: progress, answering: proposal)
                : refuse(
                    .documentRefused(decision, evidence, findings), decision.counts, of: .addDocument, in: progress,
                    answering: proposal)
        case (.replaceDevice(let change), let progress?):
            guard progress.policy.purpose == .reEnroll, progress.nextCheck == nil else {
                return .reject(.stepOutOfOrder)
            }
            return accept([.deviceReplaced(change), .completed], answering: proposal)
        }
    }

    /// Accepts `event`, and completes the authentication when `check` was the last; a re-enrollment waits for its device.
    private func accept(
        _ event: AuthenticationEvent, completing check: AuthenticationCheck, in progress: AuthenticationProgress,
        answering proposal: AuthenticationProposal
    ) -> AuthenticationDecision {
        let ends = progress.isComplete(with: check) && progress.policy.purpose == .authenticate
        return accept([event] + (ends ? [.completed] : []), answering: proposal)
    }
}
