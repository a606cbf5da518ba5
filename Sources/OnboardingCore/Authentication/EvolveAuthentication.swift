extension Authentication {
    package mutating func take(_ event: AuthenticationEvent) {
        switch event {
        case .answered(let record):
            if !records.contains(record) { records.append(record) }
        case _ where isFinished: break
        // Only ever the first, which `replay` begins with.
        case .triggered: break
        case .validated:
            if case .triggered(let until) = state { state = .validated(until: until) }
        case .started(let policy, let deadline):
            state = .open(AuthenticationProgress(policy: policy, deadline: deadline))
        case .deviceVerified: state.change { $0.accept(.verifyDevice) }
        case .deviceRefused(let decision): state.change { $0.refuse(.verifyDevice, decision.counts) }
        case .faceVerified: state.change { $0.accept(.verifyFace) }
        case .faceRefused(let decision, _): state.change { $0.refuse(.verifyFace, decision.counts) }
        case .faceChallenged(let challenge): state.change { $0.issue(challenge) }
        case .documentAdded: state.change { $0.accept(.addDocument) }
        case .documentRefused(let decision, _, _): state.change { $0.refuse(.addDocument, decision.counts) }
        case .deviceReplaced, .locked: break
        case .completed: state = .complete(Verified())
        case .failed(let reason): state = .failed(reason)
        case .cancelled: state = .cancelled
        case .expired: state = .expired
        }
    }
}

package func replay(_ events: [AuthenticationEvent]) -> Authentication? { .replay(events) }
