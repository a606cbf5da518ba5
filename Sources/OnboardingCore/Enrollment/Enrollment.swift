/// Where an enrollment stands. What only an open enrollment has (a deadline, tallies) exists only in open cases.
package enum EnrollmentState: Equatable, Sendable {
    /// A portal asked for the enrollment; no phone has been seen.
    case triggered(until: Instant)
    /// A phone exchanged the session for a bearer.
    case validated(until: Instant)
    /// It was started, and a check is left.
    case open(Progress)
    case complete(registrationCode: String)
    case failed(FailureReason)
    case cancelled
    case expired
}

/// The whole of what decisions look at. A value: storage keeps it, the flow moves it, nobody changes it but `evolve`.
package struct Enrollment: Equatable, Sendable {
    package internal(set) var state: EnrollmentState
    /// The registration code that it has from its beginning; nil where it began before codes were reserved.
    package internal(set) var reservedCode: String?
    package internal(set) var hasConsent = false
    /// Of one that failed; nil where nobody asked for it.
    package internal(set) var review: Review?
    /// Answered requests, oldest first.
    package internal(set) var records: [IdempotencyRecord] = []

    /// An enrollment that a portal asked for.
    package static func triggered(until deadline: Instant) -> Enrollment {
        Enrollment(state: .triggered(until: deadline))
    }
}

extension Enrollment {
    package var status: CaseStatus {
        switch state {
        case .triggered, .validated, .open: .pending
        case .complete: .complete
        case .failed, .expired: .failed
        case .cancelled: .cancelled
        }
    }

    /// What clients are told as they go on: empty until the first check was accepted, and where it ended otherwise than complete.
    package var registrationCode: String {
        switch state {
        case .complete(let registrationCode): registrationCode
        case .open(let progress): progress.accepted.isEmpty ? "" : reservedCode ?? ""
        case .triggered, .validated, .failed, .cancelled, .expired: ""
        }
    }

    /// The code by which the tenant finds it, whatever became of it; nil where it has none.
    package var code: String? {
        if case .complete(let registrationCode) = state { registrationCode } else { reservedCode }
    }

    package var isFinished: Bool { deadline == nil }

    /// When an open enrollment ends by itself; nil when it has ended.
    package var deadline: Instant? {
        switch state {
        case .triggered(let until), .validated(let until): until
        case .open(let progress): progress.deadline
        case .complete, .failed, .cancelled, .expired: nil
        }
    }

    /// Whether the next capture of the face has to answer a challenge.
    package var requiresChallenge: Bool {
        progress.map {
            !$0.accepted.contains(.addFace) && $0.policy.requiredChecks.contains(.addFace) && $0.requiresChallenge
        }
            ?? false
    }

    /// What has been done since enroll; nil before it and after the end.
    package var progress: Progress? {
        if case .open(let progress) = state { progress } else { nil }
    }
}
