package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingJSON
package import OnboardingStorage
package import Tenancy

/// A step that is about to be committed to a case, whichever kind of case that is: to an enrollment, or to an authentication of a
/// registration.
package protocol CommittedStep: Sendable {
    associatedtype State: Equatable & Sendable
    associatedtype Proposal: Sendable

    /// Under whose data key things are sealed.
    var enrollmentID: EnrollmentID { get }
    /// What its stored result is bound to.
    var resultLabel: [UInt8] { get }
    /// As it was loaded.
    var loaded: State { get }

    func proposal(recordedAt instant: Instant) throws -> Proposal
    /// As it is now; nil where it was erased.
    func current() async throws -> State?
    /// - Returns: nil where it is a replay.
    func state(after proposal: Proposal, on state: State) throws(Refusal) -> State?
    /// Commits what is a replay and changes nothing.
    func commitReplay(_ proposal: Proposal) async throws -> CommitEnd
    /// Commits where the step still leads to `expected`.
    func commit(_ proposal: Proposal, leaving trace: StepTrace, expecting expected: State) async throws -> CommitEnd
    func refusal(of rejection: Rejection, in state: State) -> Refusal
    /// - Parameter oldest: of the failures that are one too many.
    func tooManyFailures(oldest: Instant) -> Refusal
}

/// What every step leaves, beside what its own kind does.
package struct StepTrace: Sendable {
    let sealedResult: [UInt8]
    let keyedResult: KeyedResultWrite?
    let evidence: EvidenceRow?
}

/// What became of a commit, whatever the case.
package enum CommitEnd: Sendable {
    case accepted
    /// The same request was answered before: this was the answer.
    case alreadyAnswered(StoredResult)
    case rejected(Rejection)
    case captureReplayed(CaptureReplay)
    case failuresExhausted(Instant)
    case unknown
    /// The state is another by now, so the step has to be decided once more.
    case moved
}

extension Cases {
    /// What a step shows an auditor, until its result is known and it can be written.
    package struct EvidenceDraft: Sendable {
        /// `face`, `document`.
        let kind: String
        let object: EvidenceObject

        package init(kind: String, object: EvidenceObject) {
            (self.kind, self.object) = (kind, object)
        }
    }

    /// How often the state of a case may change between the result and its commit. Every change is a capture of another request or
    /// the case's end, so the limit on captures is reached long before.
    private static let commitAttempts = 64

    /// Keeps and commits a step and gives its result; an idempotent replay gets the stored one.
    ///
    /// The result depends on the state, is part of the evidence, and the evidence is on the disk before the transaction that
    /// names it. So the step is decided first, and again inside the transaction; where the state has moved in between, both
    /// are done once more, with another proposal.
    /// - Parameter result: of the case as it will be.
    package func commit<Step: CommittedStep, Result: StepResult>(
        _ step: Step, under dataKey: SealingKey, evidence draft: EvidenceDraft?, keyed: KeyedRequest?,
        result: (Step.State) throws -> Result
    ) async throws -> Result {
        var current = step.loaded
        for attempt in 0..<Self.commitAttempts {
            let recordedAt = clock()
            let proposal = try step.proposal(recordedAt: recordedAt)
            if attempt > 0 {
                guard let moved = try await step.current() else { throw Refusal(.tokenUnknown) }
                current = moved
            }
            // A replay is for the store to answer, which has the record; what it accepts leaves the state as it is.
            guard let after = try step.state(after: proposal, on: current) else {
                guard case .alreadyAnswered(let earlier) = try await step.commitReplay(proposal) else { continue }
                return try open(earlier, boundTo: step.resultLabel)
            }
            let result = try result(after)
            let json = try sortedKeyJSON(result)
            var row: EvidenceRow?
            if let draft {
                row = try await evidence.write(
                    draft.object.adding(.json("result", json)), kind: draft.kind, of: step.enrollmentID, under: dataKey,
                    at: recordedAt)
            }
            let trace = StepTrace(
                sealedResult: try dataKey.seal(json, associated: step.resultLabel),
                keyedResult: try keyed?.write(json, of: step.enrollmentID, under: dataKey), evidence: row)
            let end = try await step.commit(proposal, leaving: trace, expecting: after)
            if case .accepted = end { return result }
            // Evidence that nothing names is deleted at once instead of by the next sweep.
            if let row { try await evidence.delete(row.id) }
            switch end {
            case .accepted, .moved: continue
            case .alreadyAnswered(let earlier): return try open(earlier, boundTo: step.resultLabel)
            case .rejected(let rejection): throw step.refusal(of: rejection, in: current)
            case .captureReplayed(.image): throw Refusal(.packageReplayed)
            case .captureReplayed(.session): throw Refusal(.sessionIDInvalid)
            case .failuresExhausted(let oldest): throw step.tooManyFailures(oldest: oldest)
            case .unknown: throw Refusal(.tokenUnknown)
            }
        }
        throw Refusal(shortOf: .contention, retryAfterInSeconds: 1)
    }
}

/// That a case is another inside the transaction than it was before it.
struct StateMoved: Error {}
