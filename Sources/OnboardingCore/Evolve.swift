/// The enrollment after `event`. Total: every pair has an answer, and what has ended answers with itself, but for the
/// record of the answer that ended it.
package func evolve(_ enrollment: Enrollment, _ event: Event) -> Enrollment {
    var next = enrollment
    switch event {
    case .answered(let record):
        if !next.records.contains(record) { next.records.append(record) }
    case _ where enrollment.isFinished:
        break
    case .triggered:
        // Only ever the first, which `replay` begins with.
        break
    case .validated:
        if case .triggered(let until) = enrollment.state { next.state = .validated(until: until) }
    case .started(let policy, let deadline):
        next.state = .started(Progress(policy: policy, deadline: deadline))
    case .consentGiven:
        next.hasConsent = true
    case .deviceAdded:
        next.state = advanced(enrollment, by: .addDevice) { .deviceAdded($0) }
    case .faceAdded:
        next.state = advanced(enrollment, by: .addFace) { .faceAdded($0) }
    case .documentAdded:
        next.state = advanced(enrollment, by: .addDocument) { .documentAdded($0) }
    case .faceRefused(let outcome):
        next.state = enrollment.state.withProgress { progress in
            progress.faceCaptures += 1
            if outcome == .presentationAttack || outcome == .outsideAgeRange { progress.faceAttemptsUsed += 1 }
        }
    case .documentRefused(let outcome):
        next.state = enrollment.state.withProgress { progress in
            progress.documentCaptures += 1
            if outcome == .notVerified || outcome == .notMatching { progress.documentAttemptsUsed += 1 }
        }
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

private func advanced(
    _ enrollment: Enrollment, by check: RequiredCheck, to state: (Progress) -> EnrollmentState
) -> EnrollmentState {
    guard var progress = enrollment.progress, !progress.accepted.contains(check) else { return enrollment.state }
    progress.accepted.append(check)
    return state(progress)
}

extension EnrollmentState {
    /// The same state with its progress changed; itself where there is none.
    fileprivate func withProgress(_ change: (inout Progress) -> Void) -> EnrollmentState {
        switch self {
        case .started(var progress):
            change(&progress)
            return .started(progress)
        case .deviceAdded(var progress):
            change(&progress)
            return .deviceAdded(progress)
        case .faceAdded(var progress):
            change(&progress)
            return .faceAdded(progress)
        case .documentAdded(var progress):
            change(&progress)
            return .documentAdded(progress)
        case .triggered, .validated, .complete, .failed, .cancelled, .expired:
            return self
        }
    }
}
