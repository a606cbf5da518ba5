/// What an open authentication carries between its start and its end.
///
/// Stored as {"accepted":[CHECK …],"challenge":CHALLENGE,"deadline":INSTANT,"policy":POLICY,"tally":TALLY} with TALLY
/// {"attempts":N,"captures":N}, CHALLENGE absent where none stands, and POLICY as `AuthenticationEvent+JSON.swift` has it.
package struct AuthenticationProgress: CaseProgress {
    package let policy: AuthenticationPolicy
    package let deadline: Instant
    package private(set) var accepted: [AuthenticationCheck] = []
    /// What all checks together have used up.
    package private(set) var tally = Tally()
    package private(set) var challenge: FaceChallenge?

    private enum CodingKeys: String, CodingKey {
        case policy, deadline, accepted, tally, challenge
    }

    package init(policy: AuthenticationPolicy, deadline: Instant) {
        self.policy = policy
        self.deadline = deadline
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

    package var isInDoubt: Bool { tally.captures >= policy.maximumPassiveCaptures }

    /// What may be used up until the authentication fails.
    package var left: Tally { policy.limit.left(after: tally) }

    package func failure(after counts: Counts, of _: AuthenticationCheck) -> AuthenticationFailure? {
        policy.limit.failure(at: tally.counting(counts))
    }
}
