/// The authentication after `event`. Total: every pair has an answer, and what has ended answers with itself, but for the record of the
/// answer that ended it.
package func evolve(_ authentication: Authentication, _ event: AuthenticationEvent) -> Authentication {
    var next = authentication
    switch event {
    case .answered(let record):
        if !next.records.contains(record) { next.records.append(record) }
    case _ where authentication.isFinished:
        break
    case .triggered:
        // Only ever the first, which `replay` begins with.
        break
    case .validated:
        if case .triggered(let until) = authentication.state { next.state = .validated(until: until) }
    case .started(let policy, let deadline):
        next.state = .open(AuthenticationProgress(policy: policy, deadline: deadline))
    case .deviceVerified:
        next.state = authentication.state.withProgress { $0.accept(.verifyDevice) }
    case .deviceRefused(let decision):
        next.state = authentication.state.withProgress { $0.refuse(.verifyDevice, decision.counts) }
    case .faceVerified:
        next.state = authentication.state.withProgress { $0.accept(.verifyFace) }
    case .faceRefused(let decision, _):
        next.state = authentication.state.withProgress { $0.refuse(.verifyFace, decision.counts) }
    case .faceChallenged(let challenge):
        next.state = authentication.state.withProgress { $0.issue(challenge) }
    case .documentAdded:
        next.state = authentication.state.withProgress { $0.accept(.addDocument) }
    case .documentRefused(let decision, _):
        next.state = authentication.state.withProgress { $0.refuse(.addDocument, decision.counts) }
    case .deviceReplaced, .locked:
        break
    case .completed:
        next.state = .complete
    case .failed(let reason):
        next.state = .failed(reason)
    case .cancelled:
        next.state = .cancelled
    case .expired:
        next.state = .expired
    }
    return next
}

/// The authentication that `events` tell of. The first must be `triggered`; nil for anything else.
package func replay(_ events: [AuthenticationEvent]) -> Authentication? {
    guard case .triggered(let until)? = events.first else { return nil }
    return events.dropFirst().reduce(.triggered(until: until), evolve)
}

extension AuthenticationState {
    /// The same state with its progress changed; itself where there is none.
    fileprivate func withProgress(_ change: (inout AuthenticationProgress) -> Void) -> AuthenticationState {
        guard case .open(var progress) = self else { return self }
        change(&progress)
        return .open(progress)
    }
}
