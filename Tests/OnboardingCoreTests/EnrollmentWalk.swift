import OnboardingCore
import TestSupport

extension Enrollment: Walkable {
    static let walks = 10_000
    static let stepsInAWalk = 40

    static func randomPolicy(using generator: inout SeededGenerator) -> Policy {
        Policy(
            requiredChecks: RequiredCheck.allCases.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 },
            maximumFaceAttempts: Int.random(in: 1...4, using: &generator),
            maximumDocumentAttempts: Int.random(in: 1...4, using: &generator),
            maximumCaptures: Int.random(in: 1...7, using: &generator),
            requiresConsent: Bool.random(using: &generator),
            lifetimeInSeconds: Int64.random(in: 1...3600, using: &generator),
            faceWorkflow: FaceWorkflow.allCases.randomElement(using: &generator) ?? .passive,
            challengeKind: FaceChallenge.Kind.allCases.randomElement(using: &generator) ?? .movement,
            maximumPassiveCaptures: Int.random(in: 1...4, using: &generator))
    }

    static func commands(policy: Policy) -> [Command] {
        [.validate, .start(policy), .start(policy, .sample), .giveConsent(.sample), .addDevice]
            + FaceDecision.allCases.map { .addFace($0) } + [.addFace(.live, answering: .sample)]
            + [.challengeFace(.sample), .addFace(.live, challenge: FaceChallenge.sample.id)]
            + DocumentDecision.allCases.map { .addDocument($0) } + [.addDocumentReopeningFace(.sample)]
            + [.cancel, .requestReview] + Review.Decision.allCases.map { .review($0) }
            + [.review(.accepted, asking: .sample(policy)), .expire]
    }

    func likelyCommand(policy: Policy, now: Instant, using generator: inout SeededGenerator) -> Command {
        if case .failed = state {
            let looks: [Command] = [
                .requestReview, .review(.accepted), .review(.accepted, asking: .sample(policy)), .review(.refused),
            ]
            return looks.randomElement(using: &generator) ?? .requestReview
        }
        guard let progress = progress else {
            return [.validate, .start(policy), .start(policy, .sample)].randomElement(using: &generator) ?? .validate
        }
        if policy.requiresConsent, !hasConsent, Bool.random(using: &generator) {
            return .giveConsent(.sample)
        }
        switch progress.nextCheck {
        case .addDevice: return .addDevice
        case .addFace:
            // Else one face in ten were accepted, and few walks would come to a document.
            let decision =
                Bool.random(using: &generator) ? .live : FaceDecision.allCases.randomElement(using: &generator)
            let isActive = progress.requiresChallenge || Int.random(in: 0..<5, using: &generator) == 0
            guard isActive else { return .addFace(decision ?? .live, answering: progress.faceReopening) }
            guard let challenge = progress.challenge, now < challenge.until else {
                return .challengeFace(.random(at: now, using: &generator))
            }
            return .addFace(decision ?? .live, answering: progress.faceReopening, challenge: challenge.id)
        case .addDocument:
            let commands =
                DocumentDecision.allCases.map { Command.addDocument($0) }
                + FaceReopening.all.map { .addDocumentReopeningFace($0) }
            return commands.randomElement(using: &generator) ?? .addDocument(.verified)
        case nil: return .cancel
        }
    }

    static func isOfAReview(_ event: Event) -> Bool { event.kind == .reviewed }

    static func proposal(_ command: Command, body: Int, at instant: Instant) -> Proposal {
        Proposal(
            command, record: command.step.map { IdempotencyRecord(step: $0, requestDigest: "body \(body)") },
            at: instant, registrationCode: "CODE\(body)")
    }
}

extension Walk<Enrollment> {
    /// The policy that it was started under, or asks for a capture under since a human accepted.
    var policy: Policy? {
        for case .captureAsked(let policy, _) in events { return policy }
        for case .started(let policy, _) in events { return policy }
        return nil
    }

    /// What has happened since that.
    var eventsOfPolicy: ArraySlice<Event> {
        events[(events.firstIndex { $0.kind == .captureAsked } ?? 0)...]
    }

    /// Whether a human has accepted it and it asked for nothing more.
    var isCompleteByReview: Bool { subject.status == .complete && subject.review?.standsAlone == true }
}

extension Command {
    /// The call it comes by; nil for what no client sends.
    var step: Step? {
        switch self {
        case .validate, .expire, .challengeFace: nil
        case .start: .enroll
        case .giveConsent: .giveConsent
        case .addDevice: .addDevice
        case .addFace: .addFace
        case .addDocument, .addDocumentReopeningFace: .addDocument
        case .cancel: .cancel
        case .requestReview: .requestReview
        case .review: .review
        }
    }
}

extension Event {
    /// Whether it can happen once in the life of an enrollment. A face can be accepted once more where it was reopened.
    var happensOnce: Bool {
        switch self {
        // After an acceptance by a human it can fail once more.
        case .faceRefused, .documentRefused, .faceAdded, .faceChallenged, .duplicateFound, .failed: false
        case .triggered, .codeReserved, .validated, .started, .consentGiven, .deviceAdded, .facesTaken, .documentAdded,
            .faceReopened, .completed, .cancelled, .expired, .reviewRequested, .reviewed, .captureAsked, .answered:
            true
        }
    }

    /// The check that it says was accepted.
    var acceptedCheck: RequiredCheck? {
        switch self {
        case .deviceAdded: .addDevice
        case .faceAdded: .addFace
        case .documentAdded: .addDocument
        default: nil
        }
    }

    /// Whether a capture was looked at.
    var isOfACapture: Bool {
        switch self {
        case .faceAdded, .faceRefused, .documentAdded, .documentRefused: true
        default: false
        }
    }
}

extension Policy {
    /// That a human's acceptance asks for a capture under, of one that was started under `policy`.
    static func sample(_ policy: Policy) -> Policy {
        policy.askingForFace(beside: [.addDevice], lifetimeInSeconds: 900)
    }
}

extension EvidenceReference {
    static let sample = EvidenceID(text: String(repeating: "0a", count: 16)).flatMap {
        EvidenceReference(id: $0, sha256: String(repeating: "cd", count: 32))
    }
}

extension EnrollmentID {
    static let sample = EnrollmentID(text: String(repeating: "0e", count: 16)) ?? unreachable()
}

extension FaceReopening {
    static let sample = FaceReopening(.portraitSuspected, turn: .left)

    static let all = Reason.allCases.flatMap { reason in HeadTurn.allCases.map { FaceReopening(reason, turn: $0) } }
}

extension FaceChallenge {
    static let sample = FaceChallenge(
        id: ChallengeID(text: String(repeating: "0c", count: 16)) ?? unreachable(), kind: .movement,
        leadInMilliseconds: 1000,
        steps: [Step(.turnLeft, durationInMilliseconds: 1500), Step(.blinkTwice, durationInMilliseconds: 2000)],
        issuedAt: Instant(millisecondsSince1970: 1_800_000_000_000),
        until: Instant(millisecondsSince1970: 1_800_000_060_000))

    static func random(at instant: Instant, using generator: inout SeededGenerator) -> FaceChallenge {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let kind = Kind.allCases.randomElement(using: &generator) ?? .movement
        return .drawn(
            kind, id: ChallengeID(randomBytes: bytes) ?? unreachable(), at: instant, using: &generator)
    }
}

extension Consent {
    /// What every walk consents to.
    static let sample = Consent(
        textHash: String(repeating: "ab", count: 32), textVersion: "2026-01", language: "en",
        acceptedAt: "2026-03-02T07:36:25Z")
}

/// For values that cannot be missing.
func unreachable<Value>() -> Value { preconditionFailure("a sample that is none") }
