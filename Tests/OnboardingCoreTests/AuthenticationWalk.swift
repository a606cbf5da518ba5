import OnboardingCore
import TestSupport

extension Authentication: Walkable {
    static let walks = 5_000
    static let stepsInAWalk = 30

    static func randomPolicy(using generator: inout SeededGenerator) -> AuthenticationPolicy {
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

    static func commands(policy: AuthenticationPolicy) -> [AuthenticationCommand] {
        [.validate, .start(policy)] + DeviceDecision.allCases.map { .verifyDevice($0) }
            + FaceDecision.allCases.map { .verifyFace($0) }
            + [.challengeFace(.sample), .verifyFace(.live, challenge: FaceChallenge.sample.id)]
            + DocumentDecision.allCases.map { .addDocument($0) } + DeviceChange.allCases.map { .replaceDevice($0) }
            + [.cancel, .expire]
    }

    func likelyCommand(
        policy: AuthenticationPolicy, now: Instant, using generator: inout SeededGenerator
    ) -> AuthenticationCommand {
        guard let progress = progress else {
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

    static func proposal(
        _ command: AuthenticationCommand, body: Int, at instant: Instant
    ) -> AuthenticationProposal {
        AuthenticationProposal(
            command, record: command.step.map { IdempotencyRecord(step: $0, requestDigest: "body \(body)") },
            at: instant)
    }
}

extension Walk<Authentication> {
    /// The policy that it was started under.
    var policy: AuthenticationPolicy? {
        for case .started(let policy, _) in events { return policy }
        return nil
    }
}

extension AuthenticationCommand {
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
        case .documentRefused(let decision, _, _): decision.counts
        default: .nothing
        }
    }
}
