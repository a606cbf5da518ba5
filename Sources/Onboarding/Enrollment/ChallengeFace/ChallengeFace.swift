package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Issues what the next capture of an enrollment's face has to show. As long as a challenge stands it is given again, so that
/// nobody can ask until one comes whose answer was recorded before.
package struct ChallengeFace: Sendable {
    let cases: Cases

    package func perform(
        enrollmentToken: String, by principal: Principal, at now: Instant
    ) async throws -> FaceChallenge {
        // A capture that is decided in between uses up what was just issued.
        for _ in 0...Limit.captures.value {
            if let challenge = try await issue(enrollmentToken, by: principal, at: now) { return challenge }
        }
        throw Refusal(shortOf: .contention, retryAfterInSeconds: 1)
    }

    /// - Returns: nil where it is gone already.
    private func issue(
        _ enrollmentToken: String, by principal: Principal, at now: Instant
    ) async throws -> FaceChallenge? {
        let stored = try await cases.enrollment(token: enrollmentToken, for: principal)
        let kind = stored.enrollment.progress?.policy.challengeKind ?? .movement
        let proposal = Proposal(
            .challengeFace(try .drawn(kind, at: now)), record: nil, at: now, registrationCode: "")
        switch try await cases.store.commit(stored.id, proposal) {
        case .rejected(let rejection): throw Refusal(rejection, of: stored.enrollment)
        case .unknown: throw Refusal(.tokenUnknown)
        case .accepted, .alreadyAnswered, .captureReplayed, .failuresExhausted: break
        }
        let progress = try await cases.store.enrollment(stored.id)?.enrollment.progress
        // The one before may have been the last capture.
        guard let progress else { throw Refusal(.enrollmentFinished) }
        return progress.challenge
    }
}

extension FaceChallenge {
    /// By the operating system's random numbers.
    static func drawn(_ kind: Kind, at now: Instant) throws -> FaceChallenge {
        var generator = SystemRandomNumberGenerator()
        return drawn(kind, id: try ChallengeID.random(), at: now, using: &generator)
    }
}
