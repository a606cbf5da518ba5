package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Issues what the next capture of somebody who comes back has to show, as `ChallengeFace` in an enrollment.
package struct ChallengeReturningFace: Sendable {
    /// Whose tokens it takes.
    let purpose: AuthenticationPurpose
    let cases: Cases

    package func perform(token: String, by principal: Principal, at now: Instant) async throws -> FaceChallenge {
        // A capture that is decided in between uses up what was just issued.
        for _ in 0...Limit.captures.value {
            if let challenge = try await issue(token, by: principal, at: now) { return challenge }
        }
        throw Refusal(shortOf: .contention, retryAfterInSeconds: 1)
    }

    /// - Returns: nil where it is gone already.
    private func issue(_ token: String, by principal: Principal, at now: Instant) async throws -> FaceChallenge? {
        if let nobody = try cases.pageVisit(token: token, for: purpose, by: principal) {
            return try await issue(of: nobody, at: now)
        }
        let visit = try await cases.visit(token: token, as: purpose.tokenMember, for: purpose, by: principal)
        try await cases.check(cases.lock(of: visit, by: principal), tenant: principal.tenant, at: now)
        let kind = visit.stored.authentication.progress?.policy.challengeKind ?? .movement
        let proposal = AuthenticationProposal(.challengeFace(try .drawn(kind, at: now)), record: nil, at: now)
        switch try await cases.store.commit(visit.stored.id, proposal) {
        case .rejected(let rejection): throw Refusal(rejection, of: visit.stored.authentication)
        case .unknown: throw Refusal(.tokenUnknown)
        case .accepted(let after): cases.countEnd(after, of: visit)
        case .alreadyAnswered, .captureReplayed, .failuresExhausted: break
        }
        // The one before may have been the last capture.
        guard let progress = try await cases.store.authentication(visit.stored.id)?.authentication.progress else {
            throw Refusal(.authenticationFinished)
        }
        return progress.challenge
    }

    /// Nobody is asked as everybody is.
    private func issue(of nobody: PageVisit, at now: Instant) async throws -> FaceChallenge? {
        try await cases.check(nobody.lock, tenant: nobody.tenant, at: now)
        let kind = nobody.session.authentication.progress?.policy.challengeKind ?? .movement
        let progress = try await nobody.perform(.challengeFace(try .drawn(kind, at: now)), nil, at: now) { $0.progress }
        guard let progress else { throw Refusal(.authenticationFinished) }
        return progress.challenge
    }
}
