internal import OnboardingCore

/// What a person is told of an event of theirs.
struct ToldOfEvent {
    var decision: String?
    var reason: String?
    var until: Instant?
}

/// An event of an enrollment or of an authentication, as a person's record has it.
protocol RecordedEvent: CaseEvent {
    /// Nil for what tells nothing of its own: that an answer is on record, and a code that is said elsewhere.
    var told: ToldOfEvent? { get }
    /// Its kind.
    var word: String { get }
    /// Whether it says that a capture was accepted.
    var isAcceptance: Bool { get }
}

extension Event: RecordedEvent {
    var word: String { kind.rawValue }

    var told: ToldOfEvent? {
        switch self {
        case .answered, .codeReserved: nil
        case .faceAdded: ToldOfEvent(decision: FaceDecision.live.rawValue)
        case .faceRefused(let refused, _): ToldOfEvent(decision: refused.rawValue)
        case .documentAdded: ToldOfEvent(decision: DocumentDecision.verified.rawValue)
        case .documentRefused(let refused, _, _): ToldOfEvent(decision: refused.rawValue)
        case .reviewed(let reviewed, _): ToldOfEvent(decision: reviewed.rawValue)
        case .faceReopened(let reopening): ToldOfEvent(reason: EnrollmentReason(reopening.reason).rawValue)
        case .failed(let failure): ToldOfEvent(reason: EnrollmentReason(failure).rawValue)
        case .triggered, .validated, .started, .consentGiven, .deviceAdded, .facesTaken, .faceChallenged,
            .duplicateFound, .completed, .cancelled, .expired, .reviewRequested, .captureAsked:
            ToldOfEvent()
        }
    }

    var isAcceptance: Bool {
        switch self {
        case .faceAdded, .documentAdded: true
        default: false
        }
    }
}

extension AuthenticationEvent: RecordedEvent {
    var word: String { kind.rawValue }

    var told: ToldOfEvent? {
        switch self {
        case .answered: nil
        case .locked(_, let end): ToldOfEvent(until: end)
        case .deviceVerified(let made), .deviceRefused(let made): ToldOfEvent(decision: made.rawValue)
        case .faceVerified: ToldOfEvent(decision: FaceDecision.live.rawValue)
        case .faceRefused(let refused, _): ToldOfEvent(decision: refused.rawValue)
        case .documentAdded: ToldOfEvent(decision: DocumentDecision.verified.rawValue)
        case .documentRefused(let refused, _, _): ToldOfEvent(decision: refused.rawValue)
        case .deviceReplaced(let change): ToldOfEvent(decision: change.rawValue)
        case .triggered, .validated, .started, .faceChallenged, .completed, .failed, .cancelled, .expired:
            ToldOfEvent()
        }
    }

    var isAcceptance: Bool {
        switch self {
        case .faceVerified, .documentAdded: true
        default: false
        }
    }
}
