/// The enrollment after `event`. Total: every pair has an answer, and what has ended answers with itself, but for the
/// record of the answer that ended it and a review of what a machine has refused.
package func evolve(_ enrollment: Enrollment, _ event: Event) -> Enrollment {
    var next = enrollment
    switch event {
    case .answered(let record):
        if !next.records.contains(record) { next.records.append(record) }
    case .reviewRequested:
        if case .failed = enrollment.state, next.review == nil { next.review = Review() }
    case .reviewed(let decision, _):
        if case .failed = enrollment.state, next.review?.decision == nil { next.review = Review(decision: decision) }
    case _ where enrollment.isFinished:
        break
    case .triggered:
        // Only ever the first, which `replay` begins with.
        break
    case .codeReserved(let registrationCode):
        next.reservedCode = registrationCode
    case .validated:
        if case .triggered(let until) = enrollment.state { next.state = .validated(until: until) }
    case .started(let policy, let deadline):
        next.state = .open(Progress(policy: policy, deadline: deadline))
    case .consentGiven:
        next.hasConsent = true
    case .deviceAdded:
        next.state = enrollment.state.withProgress { $0.accept(.addDevice) }
    case .faceAdded:
        next.state = enrollment.state.withProgress { $0.accept(.addFace) }
    case .facesTaken:
        next.state = enrollment.state.withProgress { $0.accept(.addFace) }
    case .documentAdded:
        next.state = enrollment.state.withProgress { $0.accept(.addDocument) }
    case .faceRefused(let decision, _):
        next.state = enrollment.state.withProgress { $0.refuseFace(decision) }
    case .documentRefused(let decision, _):
        next.state = enrollment.state.withProgress { $0.count(decision.counts, of: .addDocument) }
    case .faceChallenged(let challenge):
        next.state = enrollment.state.withProgress { $0.issue(challenge) }
    case .faceReopened(let reopening):
        next.state = enrollment.state.withProgress { $0.reopenFace(reopening) }
    case .duplicateFound:
        // What comes of it is the next event.
        break
    case .completed(let registrationCode):
        next.state = .complete(registrationCode: registrationCode)
    case .failed(let reason):
        next.state = .failed(reason)
    case .cancelled:
        next.state = .cancelled
    case .expired:
        next.state = .expired
    }
    return next
}

/// The enrollment that `events` tell of. The first must be `triggered`; nil for anything else.
package func replay(_ events: [Event]) -> Enrollment? {
    guard case .triggered(let until)? = events.first else { return nil }
    return events.dropFirst().reduce(.triggered(until: until), evolve)
}

extension EnrollmentState {
    /// The same state with its progress changed; itself where there is none.
    fileprivate func withProgress(_ change: (inout Progress) -> Void) -> EnrollmentState {
        guard case .open(var progress) = self else { return self }
        change(&progress)
        return .open(progress)
    }
}
