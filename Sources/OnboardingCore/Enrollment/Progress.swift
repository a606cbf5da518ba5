/// What an open case carries between its start and its end.
package struct Progress: Equatable, Sendable {
    package let policy: Policy
    package let deadline: Instant
    /// Accepted checks, in the order in which they were accepted.
    package private(set) var accepted: [RequiredCheck]
    /// A check that has used up nothing has no entry.
    private(set) var tallies: [RequiredCheck: Tally]
    /// Why the face is asked for again; nil where it is not.
    package private(set) var faceReopening: FaceReopening?
    /// Whether a capture that was asked for again left the doubt.
    package private(set) var isFaceInDoubt: Bool
    /// What the next capture of the face may answer; nil where nothing was issued, or it was answered.
    package private(set) var challenge: FaceChallenge?

    package init(
        policy: Policy, deadline: Instant, accepted: [RequiredCheck] = [], tallies: [RequiredCheck: Tally] = [:],
        faceReopening: FaceReopening? = nil, isFaceInDoubt: Bool = false, challenge: FaceChallenge? = nil
    ) {
        self.policy = policy
        self.deadline = deadline
        self.accepted = accepted
        self.tallies = tallies
        self.faceReopening = faceReopening
        self.isFaceInDoubt = isFaceInDoubt
        self.challenge = challenge
    }

    package func tally(of check: RequiredCheck) -> Tally { tallies[check] ?? Tally() }

    mutating func accept(_ check: RequiredCheck) {
        if !accepted.contains(check) { accepted.append(check) }
        if check == .addFace { (faceReopening, isFaceInDoubt, challenge) = (nil, false, nil) }
    }

    /// Forgets that the face was accepted; nothing happens where it was not.
    mutating func reopenFace(_ reopening: FaceReopening) {
        guard let place = accepted.firstIndex(of: .addFace) else { return }
        accepted.remove(at: place)
        faceReopening = reopening
    }

    /// A decided capture uses up the challenge, whether it answered it or not.
    mutating func refuseFace(_ decision: FaceDecision) {
        count(decision.counts, of: .addFace)
        challenge = nil
        if faceReopening != nil, decision.leavesDoubt { isFaceInDoubt = true }
    }

    mutating func issue(_ challenge: FaceChallenge) { self.challenge = challenge }

    /// Whether the next capture of the face has to answer a challenge.
    package var requiresChallenge: Bool {
        switch policy.faceWorkflow {
        case .passive: false
        case .active: true
        case .activeAfterDoubt: isFaceInDoubt || tally(of: .addFace).captures >= policy.maximumPassiveCaptures
        }
    }

    mutating func count(_ counts: Counts, of check: RequiredCheck) {
        tallies[check] = tally(of: check).counting(counts)
    }

    /// What `check` may use up until the case fails; nil for one that uses up nothing.
    package func left(of check: RequiredCheck) -> Tally? {
        let (limit, used) = (policy.limit(of: check), tally(of: check))
        return limit.map {
            Tally(attempts: max(0, $0.attempts - used.attempts), captures: max(0, $0.captures - used.captures))
        }
    }

    /// Whether nothing is left once `check` is accepted.
    package func isComplete(with check: RequiredCheck) -> Bool {
        policy.requiredChecks.allSatisfy { $0 == check || accepted.contains($0) }
    }

    /// The check that comes next; nil when every required check was accepted.
    package var nextCheck: RequiredCheck? { policy.requiredChecks.first { !accepted.contains($0) } }
}
