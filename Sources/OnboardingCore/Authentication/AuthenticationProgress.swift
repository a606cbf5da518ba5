/// What an open authentication carries between its start and its end.
package struct AuthenticationProgress: Equatable, Sendable {
    package let policy: AuthenticationPolicy
    package let deadline: Instant
    /// Accepted checks, in the order in which they were accepted.
    package private(set) var accepted: [AuthenticationCheck]
    /// What all checks together have used up.
    package private(set) var tally: Tally
    /// What the next capture of the face may answer; nil where nothing was issued, or it was answered.
    package private(set) var challenge: FaceChallenge?

    package init(
        policy: AuthenticationPolicy, deadline: Instant, accepted: [AuthenticationCheck] = [], tally: Tally = Tally(),
        challenge: FaceChallenge? = nil
    ) {
        self.policy = policy
        self.deadline = deadline
        self.accepted = accepted
        self.tally = tally
        self.challenge = challenge
    }

    mutating func accept(_ check: AuthenticationCheck) {
        if !accepted.contains(check) { accepted.append(check) }
        if check == .verifyFace { challenge = nil }
    }

    /// A decided capture of the face uses up the challenge, whether it answered it or not.
    mutating func refuse(_ check: AuthenticationCheck, _ counts: Counts) {
        tally = tally.counting(counts)
        if check == .verifyFace { challenge = nil }
    }

    mutating func issue(_ challenge: FaceChallenge) { self.challenge = challenge }

    /// Whether the next capture of the face has to answer a challenge.
    package var requiresChallenge: Bool {
        switch policy.faceWorkflow {
        case .passive: false
        case .active: true
        case .activeAfterDoubt: tally.captures >= policy.maximumPassiveCaptures
        }
    }

    /// The check that comes next; nil when every required check was accepted.
    package var nextCheck: AuthenticationCheck? { policy.requiredChecks.first { !accepted.contains($0) } }

    /// What may be used up until the authentication fails.
    package var left: Tally {
        Tally(
            attempts: max(0, policy.maximumAttempts - tally.attempts),
            captures: max(0, policy.maximumCaptures - tally.captures))
    }
}
