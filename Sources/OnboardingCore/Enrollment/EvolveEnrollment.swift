extension Enrollment {
    package mutating func take(_ event: Event) {
        switch event {
        case .answered(let record):
            if !records.contains(record) { records.append(record) }
        case .reviewRequested:
            if case .failed = state, review == nil { review = Review() }
        case .reviewed(let decision, _):
            if case .failed = state, review?.decision == nil { review = Review(decision: decision) }
        case .captureAsked(let policy, let deadline) where isAcceptedByHuman:
            review?.asksForCapture = true
            state = .open(Progress(asking: policy, deadline: deadline))
        case .completed(let registrationCode) where isAcceptedByHuman:
            state = .complete(Registered(registrationCode: registrationCode))
        case _ where isFinished: break
        // Only ever the first, which `replay` begins with.
        case .triggered: break
        case .codeReserved(let registrationCode): reservedCode = registrationCode
        case .validated:
            if case .triggered(let until) = state { state = .validated(until: until) }
        case .started(let policy, let deadline): state = .open(Progress(policy: policy, deadline: deadline))
        case .consentGiven: hasConsent = true
        case .deviceAdded: state.change { $0.accept(.addDevice) }
        case .faceAdded, .facesTaken: state.change { $0.accept(.addFace) }
        case .documentAdded: state.change { $0.accept(.addDocument) }
        case .faceRefused(let decision, _): state.change { $0.refuseFace(decision) }
        case .documentRefused(let decision, _, _): state.change { $0.count(decision.counts, of: .addDocument) }
        case .faceChallenged(let challenge): state.change { $0.issue(challenge) }
        case .faceReopened(let reopening): state.change { $0.reopenFace(reopening) }
        // What comes of it is the next event.
        case .duplicateFound: break
        // Of what no human has accepted.
        case .captureAsked: break
        case .completed(let registrationCode): state = .complete(Registered(registrationCode: registrationCode))
        case .failed(let reason): state = .failed(reason)
        case .cancelled: state = .cancelled
        case .expired: state = .expired
        }
    }
}

extension Enrollment {
    /// Whether a machine has refused it, and a human has accepted it since.
    private var isAcceptedByHuman: Bool {
        if case .failed = state { review?.standsAlone == true } else { false }
    }
}

package func replay(_ events: [Event]) -> Enrollment? { .replay(events) }
