extension FeedEventKind {
    /// Nil for what is bookkeeping, and for the single checks of somebody who comes back.
    package init?(_ event: AuthenticationEvent) {
        switch event {
        case .started: self = .authenticationStarted
        case .deviceReplaced: self = .deviceReplaced
        case .locked: self = .registrationLocked
        case .completed: self = .authenticationCompleted
        case .failed: self = .authenticationFailed
        case .cancelled: self = .authenticationCancelled
        case .expired: self = .authenticationExpired
        case .triggered, .validated, .deviceVerified, .deviceRefused, .faceVerified, .faceRefused, .faceChallenged,
            .documentAdded, .documentRefused, .answered:
            return nil
        }
    }
}
