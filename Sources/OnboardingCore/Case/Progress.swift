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

    package init(
        policy: Policy, deadline: Instant, accepted: [RequiredCheck] = [], tallies: [RequiredCheck: Tally] = [:],
        faceReopening: FaceReopening? = nil
    ) {
        self.policy = policy
        self.deadline = deadline
        self.accepted = accepted
        self.tallies = tallies
        self.faceReopening = faceReopening
    }

    package func tally(of check: RequiredCheck) -> Tally { tallies[check] ?? Tally() }

    mutating func accept(_ check: RequiredCheck) {
        if !accepted.contains(check) { accepted.append(check) }
        if check == .addFace { faceReopening = nil }
    }

    /// Forgets that the face was accepted; nothing happens where it was not.
    mutating func reopenFace(_ reopening: FaceReopening) {
        guard let place = accepted.firstIndex(of: .addFace) else { return }
        accepted.remove(at: place)
        faceReopening = reopening
    }

    mutating func count(_ counts: Counts, of check: RequiredCheck) {
        tallies[check] = tally(of: check).counting(counts)
    }

    /// The check that comes next; nil when every required check was accepted.
    package var nextCheck: RequiredCheck? { policy.requiredChecks.first { !accepted.contains($0) } }
}
