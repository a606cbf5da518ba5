internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage

extension Cases {
    /// What a step shows an auditor, until its result is known and it can be written.
    struct EvidenceDraft: Sendable {
        /// `face`, `document`.
        let kind: String
        let object: EvidenceObject
    }

    /// How often the state of an enrollment may change between the result and its commit. Every change is a capture of
    /// another request or the enrollment's end, so the limit on captures is reached long before.
    private static let commitAttempts = 64

    /// Keeps and commits a step and gives its result; an idempotent replay gets the stored one.
    ///
    /// The result depends on the state, is part of the evidence, and the evidence is on the disk before the transaction that
    /// names it. So the step is decided first, and again inside the transaction; where the state has moved in between, both
    /// are done once more, with another registration code.
    /// - Parameter result: of the enrollment as it will be.
    func commit<Result: StepResult>(
        _ record: IdempotencyRecord, to stored: StoredEnrollment, at now: Instant, writes: StepWrites = StepWrites(),
        evidence draft: EvidenceDraft? = nil, keyed: KeyedRequest? = nil, command: Command,
        result: (Enrollment) throws -> Result
    ) async throws -> Result {
        let dataKey = try dataKey(of: stored)
        var current = stored
        for attempt in 0..<Self.commitAttempts {
            let proposal = Proposal(
                command, record: record, at: now, recordedAt: clock(), registrationCode: try RegistrationCode.random())
            if attempt > 0 {
                guard let moved = try await store.enrollment(stored.id) else { throw Refusal(.tokenUnknown) }
                current = moved
            }
            // A replay is for the store to answer, which has the record; what it accepts leaves the state as it is.
            guard let after = try state(after: proposal, on: current.enrollment) else {
                let committed = try await store.commit(stored.id, proposal)
                guard case .alreadyAnswered(let earlier) = committed else { continue }
                return try open(earlier, record)
            }
            let result = try result(after)
            let json = try sortedKeyJSON(result)
            var writes = writes
            writes.sealedResult = try dataKey.seal(json, associated: Self.label(stored.id, record))
            writes.keyedResult = try keyed?.write(json, of: stored.id, under: dataKey)
            var final = proposal
            if let draft {
                let row = try await evidence.write(
                    draft.object.adding(.json("result", json)), kind: draft.kind, of: stored.id, under: dataKey,
                    at: proposal.recordedAt
                )
                writes.evidence = row
                if let reference = row.reference { final = proposal.resting(on: reference) }
            }
            switch try await committed(final, of: stored.id, expecting: after, writes) {
            case .accepted: return result
            case .alreadyAnswered(let earlier): return try open(earlier, record)
            case .rejected(let rejection): throw Refusal(rejection, of: current.enrollment)
            case .captureReplayed(.image): throw Refusal(.packageReplayed)
            case .captureReplayed(.session): throw Refusal(.sessionIDInvalid)
            case .failuresExhausted(let oldest):
                throw Self.tooManyFailures(until: Self.endOfLimit(oldest: oldest), at: now)
            case .unknown: throw Refusal(.tokenUnknown)
            case nil: continue
            }
        }
        throw Refusal(shortOf: .contention, retryAfterInSeconds: 1)
    }

    /// The same for a step without evidence.
    func commit<Result: StepResult>(
        _ command: Command, _ record: IdempotencyRecord, to stored: StoredEnrollment, at now: Instant,
        writes: StepWrites = StepWrites(), keyed: KeyedRequest? = nil, result: (Enrollment) throws -> Result
    ) async throws -> Result {
        try await commit(record, to: stored, at: now, writes: writes, keyed: keyed, command: command, result: result)
    }

    /// The state that `proposal` leads to; nil where it is a replay.
    private func state(after proposal: Proposal, on enrollment: Enrollment) throws(Refusal) -> Enrollment? {
        switch decide(proposal, on: enrollment) {
        case .reject(let rejection): throw Refusal(rejection, of: enrollment)
        case .replay: nil
        case .accept(let events): events.reduce(enrollment, evolve)
        }
    }

    /// Commits where the step still leads to `expected`; nil where the state has moved, or the registration code is another's
    /// already. Evidence that nothing names then is deleted at once instead of by the next sweep.
    private func committed(
        _ proposal: Proposal, of id: EnrollmentID, expecting expected: Enrollment, _ writes: StepWrites
    ) async throws -> CommitResult? {
        struct StateMoved: Error {}
        let committed: CommitResult?
        do {
            committed = try await store.commit(id, proposal) { after in
                guard after == expected else { throw StateMoved() }
                return writes
            }
        } catch is StateMoved {
            committed = nil
        } catch StorageError.registrationCodeTaken {
            committed = nil
        }
        if case .accepted = committed { return committed }
        if let evidence = writes.evidence { try await self.evidence.delete(evidence.id) }
        return committed
    }
}
