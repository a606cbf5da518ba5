public import OnboardingAPI

/// Where an enrollment stands. What only an open enrollment has (a deadline, attempts) exists only in open cases.
public enum EnrollmentState: Equatable, Codable, Sendable {
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
public struct Progress: Equatable, Codable, Sendable {
    public let policy: Policy
    public let deadline: Instant
    /// Accepted checks, in the order of the policy.
    public internal(set) var accepted: [RequiredCheck] = []
    public internal(set) var faceAttemptsUsed = 0
    public internal(set) var documentAttemptsUsed = 0
    public internal(set) var faceCaptures = 0
    public internal(set) var documentCaptures = 0

    public init(policy: Policy, deadline: Instant) {
        self.policy = policy
        self.deadline = deadline
    }

    /// The check that comes next; nil when every required check has an accepted record.
    public var nextCheck: RequiredCheck? { policy.requiredChecks.first { !accepted.contains($0) } }
}

/// Why an enrollment failed for good; kept with it for the auditor.
public enum FailureReason: String, Codable, CaseIterable, Sendable {
    case faceAttemptsExhausted = "FACE_ATTEMPTS_EXHAUSTED"
    case documentAttemptsExhausted = "DOCUMENT_ATTEMPTS_EXHAUSTED"
    case faceCapturesExhausted = "FACE_CAPTURES_EXHAUSTED"
    case documentCapturesExhausted = "DOCUMENT_CAPTURES_EXHAUSTED"
}

/// The call that a command came by; with the digest of its body it says which request this was.
public enum Step: String, Codable, CaseIterable, Sendable {
    case enroll, giveConsent, addDevice, addFace, addDocument, cancel
}

/// A request that was answered, so that the same request again gets the same answer.
public struct StepRecord: Hashable, Codable, Sendable {
    public let step: Step
    /// Keyed digest of the raw body, hexadecimal.
    public let requestDigest: String

    public init(step: Step, requestDigest: String) {
        self.step = step
        self.requestDigest = requestDigest
    }
}

/// The whole of what decisions look at. A value: storage keeps it, the flow moves it, nobody changes it but `evolve`.
public struct Enrollment: Equatable, Codable, Sendable {
    public internal(set) var state: EnrollmentState
    public internal(set) var hasConsent = false
    /// Answered requests, oldest first.
    public internal(set) var records: [StepRecord] = []

    /// From so many records on, requests that change nothing are no longer put on record. The captures of two steps at
    /// their limit of 20 and one request of each other kind are 44.
    static let maximumRecordsOfNoEffect = 64

    /// An enrollment that a portal asked for.
    public static func triggered(until deadline: Instant) -> Enrollment {
        Enrollment(state: .triggered(until: deadline))
    }
}

extension Enrollment {
    /// What a client is told: 1 until the end, then 2 for complete and 0 for any other end.
    public var status: EnrollmentStatus {
        switch state {
        case .triggered, .validated, .started, .deviceAdded, .faceAdded, .documentAdded: .pending
        case .complete: .complete
        case .failed, .cancelled, .expired: .failed
        }
    }

    /// What a portal is told of the session behind it.
    public var completionStatus: CompletionStatus {
        switch state {
        case .triggered, .validated, .started, .deviceAdded, .faceAdded, .documentAdded: .pending
        case .complete: .success
        case .failed, .expired: .failed
        case .cancelled: .cancelled
        }
    }

    /// Empty until complete.
    public var registrationCode: String {
        if case .complete(let registrationCode) = state { registrationCode } else { "" }
    }

    public var isFinished: Bool { deadline == nil }

    /// When an open enrollment ends by itself; nil when it has ended.
    public var deadline: Instant? {
        switch state {
        case .triggered(let until), .validated(let until): until
        case .started(let progress), .deviceAdded(let progress), .faceAdded(let progress),
            .documentAdded(let progress):
            progress.deadline
        case .complete, .failed, .cancelled, .expired: nil
        }
    }

    /// What has been done since enroll; nil before it and after the end.
    public var progress: Progress? {
        switch state {
        case .started(let progress), .deviceAdded(let progress), .faceAdded(let progress),
            .documentAdded(let progress):
            progress
        case .triggered, .validated, .complete, .failed, .cancelled, .expired: nil
        }
    }
}
