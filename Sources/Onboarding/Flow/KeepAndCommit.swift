internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

extension Flow {
    /// What a step shows an auditor, until its answer is known and it can be written.
    struct EvidenceDraft: Sendable {
        /// `face`, `document`.
        let kind: String
        let object: EvidenceObject
    }

    /// How often the state of an enrollment may change between rendering an answer and committing it. Every change is a
    /// capture of another request or the enrollment's end, so that the limit on captures is reached long before.
    private static let commitAttempts = 64

    /// Keeps and commits a step, and answers from what was committed; a repeat is answered from the record.
    ///
    /// The answer depends on the state, is part of the evidence, and the evidence is on the disk before the transaction
    /// that names it. So the step is decided first, and again inside the transaction; where the state has moved in
    /// between, both are made anew, with another registration code.
    func commit(
        _ command: Command, _ record: IdempotencyRecord, to stored: StoredEnrollment, at now: Instant,
        writes: StepWrites = StepWrites(), evidence draft: EvidenceDraft? = nil,
        answer: (Enrollment) throws -> Answer
    ) async throws -> Answer {
        let dataKey = try deployment.keyRing.dataKey(of: stored.id, tenant: stored.tenantID)
        var current = stored
        for attempt in 0..<Self.commitAttempts {
            let proposal = Proposal(command, record: record, at: now, registrationCode: try RegistrationCode.random())
            if attempt > 0 {
                guard let moved = try await deployment.store.enrollment(stored.id) else { throw Refusal(.tokenUnknown) }
                current = moved
            }
            // A repeat is for the store to answer, which has the record; what it accepts leaves the state as it is.
            guard let after = try state(after: proposal, on: current.enrollment) else {
                let outcome = try await deployment.store.commit(stored.id, proposal)
                guard case .alreadyAnswered(let answer) = outcome else { continue }
                return try open(answer, record)
            }
            let answer = try answer(after)
            var writes = writes
            writes.answer = SealedAnswer(
                httpStatus: answer.status,
                sealed: try dataKey.seal(answer.body, associated: Self.label(stored.id, record)))
            if let draft {
                writes.evidence = try await deployment.evidence.write(
                    draft.object.adding(.json("answer", answer.body)), kind: draft.kind, of: stored.id, under: dataKey,
                    at: now)
            }
            switch try await committed(proposal, of: stored.id, expecting: after, writes) {
            case .accepted: return answer
            case .alreadyAnswered(let stored): return try open(stored, record)
            case .rejected(let rejection): throw Refusal(rejection.reason)
            case .captureReplayed(.image): throw Refusal(.packageReplayed)
            case .captureReplayed(.session): throw Refusal(.sessionIDInvalid)
            case .failuresExhausted: throw Self.tooManyFailures
            case .unknown: throw Refusal(.tokenUnknown)
            case nil: continue
            }
        }
        throw Refusal(.overloaded, retryAfterInSeconds: 1)
    }

    /// The state that `proposal` leads to; nil where it is a repeat.
    private func state(after proposal: Proposal, on enrollment: Enrollment) throws(Refusal) -> Enrollment? {
        switch decide(proposal, on: enrollment) {
        case .reject(let rejection): throw Refusal(rejection.reason)
        case .replay: nil
        case .accept(let events): events.reduce(enrollment, evolve)
        }
    }

    /// Commits where the step still leads to `expected`; nil where the state has moved, or the registration code is another's
    /// already. Evidence that nothing names then is
    /// deleted at once instead of by the next sweep.
    private func committed(
        _ proposal: Proposal, of id: EnrollmentID, expecting expected: Enrollment, _ writes: StepWrites
    ) async throws -> CommitOutcome? {
        struct StateMoved: Error {}
        let outcome: CommitOutcome?
        do {
            outcome = try await deployment.store.commit(id, proposal) { after in
                guard after == expected else { throw StateMoved() }
                return writes
            }
        } catch is StateMoved {
            outcome = nil
        } catch StorageError.registrationCodeTaken {
            outcome = nil
        }
        if case .accepted = outcome { return outcome }
        if let evidence = writes.evidence { try await deployment.evidence.delete(evidence.id) }
        return outcome
    }
}
