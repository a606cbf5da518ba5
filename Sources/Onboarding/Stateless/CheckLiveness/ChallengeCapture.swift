package import OnboardingCore
package import Tenancy

/// Issues a challenge that belongs to no enrollment.
package struct ChallengeCapture: Sendable {
    let challenges: OpenChallenges

    package init(challenges: OpenChallenges) {
        self.challenges = challenges
    }

    package func perform(by principal: Principal, at now: Instant) throws -> FaceChallenge {
        let challenge = try FaceChallenge.drawn(principal.tenant.settings.challengeKind, at: now)
        challenges.issue(challenge, to: principal.tenant.id)
        return challenge
    }
}
