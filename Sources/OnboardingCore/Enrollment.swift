/// Where an enrollment stands. What only an open enrollment has (a deadline, attempts) exists only in open cases.
package enum EnrollmentState: Equatable, Codable, Sendable {
    /// A portal asked for the enrollment; no phone has been seen.
    case triggered(until: Instant)
    /// A phone exchanged the session for a bearer.
    case validated(until: Instant)
    case started(Progress)
    case deviceAdded(Progress)
    case faceAdded(Progress)
    /// Only while a check is left after the document.
    case documentAdded(Progress)
    case complete(registrationCode: String)
    case failed(FailureReason)
    case cancelled
    case expired
}

/// What an enrollment carries between enroll and its end.
package struct Progress: Equatable, Codable, Sendable {
    package let policy: Policy
    package let deadline: Instant
    /// Accepted checks, in the order of the policy.
    package internal(set) var accepted: [RequiredCheck] = []
    package internal(set) var faceAttemptsUsed = 0
    package internal(set) var documentAttemptsUsed = 0
    package internal(set) var faceCaptures = 0
    package internal(set) var documentCaptures = 0

    package init(policy: Policy, deadline: Instant) {
        self.policy = policy
        self.deadline = deadline
    }

    /// The check that comes next; nil when every required check has an accepted record.
    package var nextCheck: RequiredCheck? { policy.requiredChecks.first { !accepted.contains($0) } }
}

/// Where an enrollment stands, as far as anybody outside may know.
package enum CaseStatus: String, CaseIterable, Codable, Sendable {
    case pending, complete, failed, cancelled
}

/// Why an enrollment failed for good; kept with it for the auditor.
package enum FailureReason: String, Codable, CaseIterable, Sendable {
    case faceAttemptsExhausted = "FACE_ATTEMPTS_EXHAUSTED"
    case documentAttemptsExhausted = "DOCUMENT_ATTEMPTS_EXHAUSTED"
    case faceCapturesExhausted = "FACE_CAPTURES_EXHAUSTED"
    case documentCapturesExhausted = "DOCUMENT_CAPTURES_EXHAUSTED"
}

/// The call that a command came by; with the digest of its body it says which request this was.
package enum Step: String, Codable, CaseIterable, Sendable {
    case enroll, giveConsent, addDevice, addFace, addDocument, cancel
}

/// A request that was answered, so that the same request again gets the same answer.
package struct IdempotencyRecord: Hashable, Codable, Sendable {
    package let step: Step
    /// Keyed digest of the raw body, hexadecimal.
    package let requestDigest: String

    package init(step: Step, requestDigest: String) {
        self.step = step
        self.requestDigest = requestDigest
    }
}

/// The whole of what decisions look at. A value: storage keeps it, the flow moves it, nobody changes it but `evolve`.
package struct Enrollment: Equatable, Codable, Sendable {
    package internal(set) var state: EnrollmentState
    package internal(set) var hasConsent = false
    /// Answered requests, oldest first.
    package internal(set) var records: [IdempotencyRecord] = []

    /// From so many records on, requests that change nothing are no longer put on record. The captures of two steps at
    /// their limit of 20 and one request of each other kind are 44.
    static let maximumRecordsOfNoEffect = 64

    /// An enrollment that a portal asked for.
    package static func triggered(until deadline: Instant) -> Enrollment {
        Enrollment(state: .triggered(until: deadline))
    }
}

extension Enrollment {
    package var status: CaseStatus {
        switch state {
        case .triggered, .validated, .started, .deviceAdded, .faceAdded, .documentAdded: .pending
        case .complete: .complete
        case .failed, .expired: .failed
        case .cancelled: .cancelled
        }
    }

    /// Empty until complete.
    package var registrationCode: String {
        if case .complete(let registrationCode) = state { registrationCode } else { "" }
    }

    package var isFinished: Bool { deadline == nil }

    /// When an open enrollment ends by itself; nil when it has ended.
    package var deadline: Instant? {
        switch state {
        case .triggered(let until), .validated(let until): until
        case .started(let progress), .deviceAdded(let progress), .faceAdded(let progress),
            .documentAdded(let progress):
            progress.deadline
        case .complete, .failed, .cancelled, .expired: nil
        }
    }

    /// What has been done since enroll; nil before it and after the end.
    package var progress: Progress? {
        switch state {
        case .started(let progress), .deviceAdded(let progress), .faceAdded(let progress),
            .documentAdded(let progress):
            progress
        case .triggered, .validated, .complete, .failed, .cancelled, .expired: nil
        }
    }
}
