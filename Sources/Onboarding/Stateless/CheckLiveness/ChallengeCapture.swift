package import OnboardingCore

/// Issues a challenge that belongs to no enrollment.
package struct ChallengeCapture: Sendable {
    let challenges: OpenChallenges

    package func perform(by principal: Principal, at now: Instant) throws -> FaceChallenge {
        let challenge = try FaceChallenge.drawn(principal.tenant.settings.challengeKind, at: now)
        challenges.issue(challenge, to: principal.tenant.id)
        return challenge
    }
}
