/// Where an authentication stands.
package enum AuthenticationState: Equatable, Sendable {
    /// A portal asked for it; no phone has been seen.
    case triggered(until: Instant)
    /// A phone exchanged the session for a bearer.
    case validated(until: Instant)
    /// It was started, and a check is left or the device that it is for.
    case open(AuthenticationProgress)
    case complete
    case failed(AuthenticationFailure)
    case cancelled
    case expired
}

/// A registered person comes back: to be let in, or to register another device. A case of the same subject as the enrollment, with
/// a flow of its own. A value, as `Enrollment`.
package struct Authentication: Equatable, Sendable {
    package internal(set) var state: AuthenticationState
    /// Answered requests, oldest first.
    package internal(set) var records: [IdempotencyRecord] = []

    /// One that a portal asked for, or that a client began.
    package static func triggered(until deadline: Instant) -> Authentication {
        Authentication(state: .triggered(until: deadline))
    }
}

package typealias AuthenticationID = Identifier<Authentication>

extension Authentication {
    package var status: CaseStatus {
        switch state {
        case .triggered, .validated, .open: .pending
        case .complete: .complete
        case .failed, .expired: .failed
        case .cancelled: .cancelled
        }
    }

    package var isFinished: Bool { deadline == nil }

    /// When it ends by itself; nil when it has ended.
    package var deadline: Instant? {
        switch state {
        case .triggered(let until), .validated(let until): until
        case .open(let progress): progress.deadline
        case .complete, .failed, .cancelled, .expired: nil
        }
    }

    /// How it stands, in the words of enrollments.
    package var standing: EnrollmentStanding.State {
        switch state {
        case .triggered, .validated, .open: .pending
        case .complete: .complete
        case .failed: .failed
        case .expired: .expired
        case .cancelled: .cancelled
        }
    }

    /// Why it failed for good; nil where it did not.
    package var failure: AuthenticationFailure? {
        if case .failed(let reason) = state { reason } else { nil }
    }

    /// Whether the next capture of the face has to answer a challenge.
    package var requiresChallenge: Bool {
        progress.map { $0.nextCheck == .verifyFace && $0.requiresChallenge } ?? false
    }

    /// What has been done since it was started; nil before it and after the end.
    package var progress: AuthenticationProgress? {
        if case .open(let progress) = state { progress } else { nil }
    }
}
