/// What a tenant's systems are told of as it happens, by the feed and by webhooks. A word is never renamed or reused.
package enum FeedEventKind: String, CaseIterable, Sendable {
    case triggered = "enrollment.triggered"
    case validated = "enrollment.validated"
    case started = "enrollment.started"
    case checkAccepted = "check.accepted"
    case checkRefused = "check.refused"
    case completed = "enrollment.completed"
    case failed = "enrollment.failed"
    case cancelled = "enrollment.cancelled"
    case expired = "enrollment.expired"
    case reviewRequested = "review.requested"
    case reviewed = "review.decided"
    case erased = "enrollment.erased"
    case authenticationStarted = "authentication.started"
    case authenticationCompleted = "authentication.completed"
    case authenticationFailed = "authentication.failed"
    case authenticationCancelled = "authentication.cancelled"
    case authenticationExpired = "authentication.expired"
    case deviceReplaced = "device.replaced"
    case duplicateFound = "enrollment.duplicateFound"
    /// So many authentications failed that the registration opens to nobody for a while.
    case registrationLocked = "registration.locked"

    /// Nil for what is bookkeeping.
    package init?(_ event: Event) {
        switch event {
        case .triggered: self = .triggered
        case .validated: self = .validated
        case .started: self = .started
        case .deviceAdded, .faceAdded, .documentAdded: self = .checkAccepted
        case .faceRefused, .documentRefused, .faceReopened: self = .checkRefused
        case .duplicateFound: self = .duplicateFound
        case .completed: self = .completed
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        case .expired: self = .expired
        case .reviewRequested: self = .reviewRequested
        case .reviewed: self = .reviewed
        case .codeReserved, .consentGiven, .facesTaken, .faceChallenged, .captureAsked, .answered: return nil
        }
    }

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
