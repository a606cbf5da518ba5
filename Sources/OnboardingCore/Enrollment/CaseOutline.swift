/// How a case stands in one line of a list: what its events leave for whoever does not read them. Moved by one event after the
/// other, so that a store can keep it beside them.
package struct CaseOutline: Equatable, Sendable {
    package private(set) var state: EnrollmentStanding.State
    /// What ended it; of one that goes on what its last check was refused for, until that was accepted. Nil where there is nothing
    /// to say.
    package private(set) var reason: EnrollmentReason?
    package private(set) var endedAt: Instant?
    /// The checks that were judged, and whether the person passed. A capture that led to no decision changes nothing.
    package private(set) var passed: [RequiredCheck: Bool]
    /// Of each check, the captures that were decided on, whatever was decided; none where there were none.
    package private(set) var captures: [RequiredCheck: Int]
    /// Nil where nobody asked for a second look.
    package private(set) var review: Review?

    /// Every other enrollment that is complete has a check at least that was judged, because each is asked for one.
    package var origin: EnrollmentOrigin {
        state == .complete && passed.isEmpty && captures.isEmpty ? .handedIn : .enrolled
    }

    package init(
        state: EnrollmentStanding.State = .pending, reason: EnrollmentReason? = nil, endedAt: Instant? = nil,
        passed: [RequiredCheck: Bool] = [:], captures: [RequiredCheck: Int] = [:], review: Review? = nil
    ) {
        self.state = state
        self.reason = reason
        self.endedAt = endedAt
        self.passed = passed
        self.captures = captures
        self.review = review
    }

    package mutating func take(_ event: Event, at instant: Instant) {
        switch event {
        case .deviceAdded: accept(.addDevice)
        case .faceAdded:
            captures[.addFace, default: 0] += 1
            accept(.addFace)
        case .documentAdded:
            captures[.addDocument, default: 0] += 1
            accept(.addDocument)
        case .faceRefused(let decision, _):
            if decision.counts != .nothing { captures[.addFace, default: 0] += 1 }
            refuse(.addFace, decision.counts, for: event.reason)
        case .documentRefused(let decision, _, _):
            if decision.counts != .nothing { captures[.addDocument, default: 0] += 1 }
            refuse(.addDocument, decision.counts, for: event.reason)
        case .faceReopened: refuse(.addFace, .attempt, for: event.reason)
        case .completed: end(.complete, nil, at: instant)
        case .failed: end(.failed, event.reason, at: instant)
        case .cancelled: end(.cancelled, event.reason, at: instant)
        case .expired: end(.expired, event.reason, at: instant)
        case .reviewRequested: review = review ?? Review()
        case .reviewed(let decision, _): review = Review(decision: decision)
        case .captureAsked: (state, reason, endedAt) = (.pending, nil, nil)
        case .triggered, .codeReserved, .validated, .started, .consentGiven, .facesTaken, .faceChallenged,
            .duplicateFound, .answered:
            break
        }
    }

    /// Ends one whose deadline has passed, whether or not the job that ends it came round.
    package mutating func expire(at deadline: Instant) { end(.expired, .enrollmentExpired, at: deadline) }

    private mutating func accept(_ check: RequiredCheck) {
        passed[check] = true
        reason = nil
    }

    private mutating func refuse(_ check: RequiredCheck, _ counts: Counts, for refused: EnrollmentReason?) {
        guard let refused else { return }
        reason = refused
        if counts == .attempt { passed[check] = false }
    }

    private mutating func end(_ state: EnrollmentStanding.State, _ reason: EnrollmentReason?, at instant: Instant) {
        (self.state, self.reason, endedAt) = (state, reason, instant)
    }
}

extension Event {
    /// Why a check was refused or the enrollment ended; nil for what tells of neither.
    package var reason: EnrollmentReason? {
        switch self {
        case .faceRefused(let decision, _): EnrollmentReason(decision)
        case .documentRefused(let decision, _, _): EnrollmentReason(decision)
        case .faceReopened(let reopening): EnrollmentReason(reopening.reason)
        case .failed(let failure): EnrollmentReason(failure)
        case .cancelled: .enrollmentCancelled
        case .expired: .enrollmentExpired
        case .triggered, .codeReserved, .validated, .started, .consentGiven, .deviceAdded, .faceAdded, .facesTaken,
            .faceChallenged, .documentAdded, .duplicateFound, .completed, .reviewRequested, .reviewed, .captureAsked,
            .answered:
            nil
        }
    }
}
