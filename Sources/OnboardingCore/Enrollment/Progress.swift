/// What an open enrollment carries between its start and its end.
package struct Progress: CaseProgress {
    package let policy: Policy
    package let deadline: Instant
    package private(set) var accepted: [RequiredCheck] = []
    /// A check that has used up nothing has no entry.
    private var tallies: [RequiredCheck: Tally] = [:]
    /// Why the face is asked for again; nil where it is not.
    package private(set) var faceReopening: FaceReopening?
    /// Whether a capture that was asked for again left the doubt.
    private var isFaceInDoubt = false
    package private(set) var challenge: FaceChallenge?

    package init(policy: Policy, deadline: Instant) {
        self.policy = policy
        self.deadline = deadline
    }

    /// Of one that a human has accepted and that asks for the face: all else counts as accepted.
    init(asking policy: Policy, deadline: Instant) {
        self.init(policy: policy, deadline: deadline)
        accepted = policy.requiredChecks.filter { $0 != .addFace }
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

    package var isInDoubt: Bool {
        isFaceInDoubt || tally(of: .addFace).captures >= policy.maximumPassiveCaptures
    }

    mutating func count(_ counts: Counts, of check: RequiredCheck) {
        tallies[check] = tally(of: check).counting(counts)
    }

    package func failure(after counts: Counts, of check: RequiredCheck) -> FailureReason? {
        policy.limit(of: check)?.failure(at: tally(of: check).counting(counts))
    }

    /// What `check` may use up until the case fails; nil for one that uses up nothing.
    package func left(of check: RequiredCheck) -> Tally? {
        policy.limit(of: check)?.left(after: tally(of: check))
    }
}

/// The form in which it is stored, a JSON object:
///
///     {"accepted":[CHECK …],"challenge":CHALLENGE,"deadline":INSTANT,"faceReopening":REOPENING,"isFaceInDoubt":true,
///      "policy":POLICY,"tallies":{CHECK:TALLY …}}
///
/// with TALLY {"attempts":N,"captures":N}; a check that has used up nothing has none. `faceReopening` is absent where the face
/// is not asked for again, `challenge` where none stands, and `isFaceInDoubt` where it is not.
extension Progress {
    private enum Member: String, CodingKey {
        case policy, deadline, accepted, tallies, faceReopening, isFaceInDoubt, challenge
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        policy = try container.decode(Policy.self, forKey: .policy)
        deadline = try container.decode(Instant.self, forKey: .deadline)
        accepted = try container.decode([RequiredCheck].self, forKey: .accepted)
        let tallies = try container.nestedContainer(keyedBy: RequiredCheck.self, forKey: .tallies)
        for check in tallies.allKeys { self.tallies[check] = try tallies.decode(Tally.self, forKey: check) }
        faceReopening = try container.decodeIfPresent(FaceReopening.self, forKey: .faceReopening)
        isFaceInDoubt = try container.decodeIfPresent(Bool.self, forKey: .isFaceInDoubt) ?? false
        challenge = try container.decodeIfPresent(FaceChallenge.self, forKey: .challenge)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(policy, forKey: .policy)
        try container.encode(deadline, forKey: .deadline)
        try container.encode(accepted, forKey: .accepted)
        var tallies = container.nestedContainer(keyedBy: RequiredCheck.self, forKey: .tallies)
        for (check, tally) in self.tallies { try tallies.encode(tally, forKey: check) }
        try container.encodeIfPresent(faceReopening, forKey: .faceReopening)
        if isFaceInDoubt { try container.encode(true, forKey: .isFaceInDoubt) }
        try container.encodeIfPresent(challenge, forKey: .challenge)
    }
}

extension RequiredCheck: CodingKey {}
