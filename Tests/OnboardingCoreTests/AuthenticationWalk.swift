import OnboardingCore
import TestSupport

/// An authentication that commands are tried on, with everything that happened to it.
struct AuthenticationWalk {
    private(set) var authentication: Authentication
    private(set) var events: [AuthenticationEvent]
    /// When each of `events` was accepted.
    private(set) var instants: [Instant]

    init(triggeredAt instant: Instant, until deadline: Instant) {
        authentication = .triggered(until: deadline)
        events = [.triggered(until: deadline)]
        instants = [instant]
    }

    /// Does what storage does: decides on what is stored and appends what was accepted.
    @discardableResult
    mutating func commit(_ proposal: AuthenticationProposal) -> AuthenticationDecision {
        let decision = decide(proposal, on: authentication)
        if case .accept(let accepted) = decision {
            authentication = accepted.reduce(authentication, evolve)
            events += accepted
            instants += accepted.map { _ in proposal.at }
        }
        return decision
    }

    /// The policy that it was started under.
    var policy: AuthenticationPolicy? {
        for case .started(let policy, _) in events { return policy }
        return nil
    }

    func count(_ isCounted: (AuthenticationEvent) -> Bool) -> Int { events.count(where: isCounted) }
}

/// Draws commands: mostly such as a phone would send next, so that walks get far, otherwise any.
struct AuthenticationCommandSource {
    let policy: AuthenticationPolicy
    private(set) var now = Instant(millisecondsSince1970: 1_800_000_000_000)

    init(using generator: inout SeededGenerator) {
        policy = .random(using: &generator)
    }

    mutating func next(
        for authentication: Authentication, using generator: inout SeededGenerator
    ) -> AuthenticationProposal {
        let isLikely = Int.random(in: 0..<10, using: &generator) < 7
        let command =
            isLikely
            ? likely(for: authentication, using: &generator)
            : AuthenticationCommand.all(policy: policy).randomElement(using: &generator) ?? .validate
        if Int.random(in: 0..<60, using: &generator) == 0 {
            now = now.adding(seconds: Int64.random(in: 300...4000, using: &generator))
        } else {
            now = Instant(
                millisecondsSince1970: now.millisecondsSince1970 + Int64.random(in: 0...900, using: &generator))
        }
        let body = Int.random(in: 0..<30, using: &generator)
        return AuthenticationProposal(
            command, record: command.step.map { IdempotencyRecord(step: $0, requestDigest: "body \(body)") }, at: now)
    }

    private func likely(
        for authentication: Authentication, using generator: inout SeededGenerator
    ) -> AuthenticationCommand {
        guard let progress = authentication.progress else {
            return Bool.random(using: &generator) ? .validate : .start(policy)
        }
        switch progress.nextCheck {
        case .verifyDevice:
            return .verifyDevice(DeviceDecision.allCases.randomElement(using: &generator) ?? .signed)
        case .verifyFace:
            let decision =
                Bool.random(using: &generator) ? .live : FaceDecision.allCases.randomElement(using: &generator)
            let isActive = progress.requiresChallenge || Int.random(in: 0..<5, using: &generator) == 0
            guard isActive else { return .verifyFace(decision ?? .live) }
            guard let challenge = progress.challenge, now < challenge.until else {
                return .challengeFace(.random(at: now, using: &generator))
            }
            return .verifyFace(decision ?? .live, challenge: challenge.id)
        case .addDocument:
            return .addDocument(DocumentDecision.allCases.randomElement(using: &generator) ?? .verified)
        case nil:
            return .replaceDevice(Bool.random(using: &generator) ? .add : .replaceAll)
        }
    }
}

extension AuthenticationPolicy {
    static func random(using generator: inout SeededGenerator) -> AuthenticationPolicy {
        AuthenticationPolicy(
            purpose: AuthenticationPurpose.allCases.randomElement(using: &generator) ?? .authenticate,
            requiredChecks: AuthenticationCheck.allCases.filter { _ in Bool.random(using: &generator) },
            maximumAttempts: Int.random(in: 1...4, using: &generator),
            maximumCaptures: Int.random(in: 1...7, using: &generator),
            lifetimeInSeconds: Int64.random(in: 1...3600, using: &generator),
            faceWorkflow: FaceWorkflow.allCases.randomElement(using: &generator) ?? .passive,
            challengeKind: FaceChallenge.Kind.allCases.randomElement(using: &generator) ?? .movement,
            maximumPassiveCaptures: Int.random(in: 1...4, using: &generator))
    }
}

extension AuthenticationCommand {
    /// Every command there is, with every decision.
    static func all(policy: AuthenticationPolicy) -> [AuthenticationCommand] {
        [.validate, .start(policy)] + DeviceDecision.allCases.map { .verifyDevice($0) }
            + FaceDecision.allCases.map { .verifyFace($0) }
            + [.challengeFace(.sample), .verifyFace(.live, challenge: FaceChallenge.sample.id)]
            + DocumentDecision.allCases.map { .addDocument($0) } + DeviceChange.allCases.map { .replaceDevice($0) }
            + [.cancel, .expire]
    }

    /// The request that it comes by; nil for what no client sends.
    var step: Step? {
        switch self {
        case .validate, .expire, .challengeFace: nil
        case .start: .authenticate
        case .verifyDevice: .verifyDevice
        case .verifyFace: .verifyFace
        case .addDocument: .addDocument
        case .replaceDevice: .replaceDevice
        case .cancel: .cancel
        }
    }
}

extension AuthenticationEvent {
    /// The check that it says was accepted.
    var acceptedCheck: AuthenticationCheck? {
        switch self {
        case .deviceVerified: .verifyDevice
        case .faceVerified: .verifyFace
        case .documentAdded: .addDocument
        default: nil
        }
    }

    /// What it uses up.
    var counts: Counts {
        switch self {
        case .deviceRefused(let decision): decision.counts
        case .faceRefused(let decision, _): decision.counts
        case .documentRefused(let decision, _): decision.counts
        default: .nothing
        }
    }
}
