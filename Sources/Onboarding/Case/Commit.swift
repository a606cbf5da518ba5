package import OnboardingCore
package import OnboardingStorage
internal import Tenancy

/// A step of an enrollment that is about to be committed.
struct EnrollmentStep: CommittedStep {
    let store: any Store
    let stored: StoredEnrollment
    let record: IdempotencyRecord
    let command: Command
    let now: Instant
    let writes: StepWrites
    let duplicate: FoundDuplicate?

    var enrollmentID: EnrollmentID { stored.id }
    var resultLabel: [UInt8] { Cases.label(stored.id, record) }
    var loaded: Enrollment { stored.enrollment }

    func proposal(recordedAt instant: Instant) throws -> Proposal {
        Proposal(
            command, record: record, at: now, recordedAt: instant, registrationCode: try RegistrationCode.random(),
            duplicate: duplicate)
    }

    func current() async throws -> Enrollment? { try await store.enrollment(stored.id)?.enrollment }

    func state(after proposal: Proposal, on enrollment: Enrollment) throws(Refusal) -> Enrollment? {
        switch decide(proposal, on: enrollment) {
        case .reject(let rejection): throw Refusal(rejection, of: enrollment)
        case .replay: nil
        case .accept(let events): events.reduce(enrollment, evolve)
        }
    }

    func commitReplay(_ proposal: Proposal) async throws -> CommitEnd {
        CommitEnd(try await store.commit(stored.id, proposal))
    }

    func commit(
        _ proposal: Proposal, leaving trace: StepTrace, expecting expected: Enrollment
    ) async throws -> CommitEnd {
        var left = writes
        (left.sealedResult, left.keyedResult, left.evidence) = (trace.sealedResult, trace.keyedResult, trace.evidence)
        let (final, writes) = (trace.evidence?.reference.map(proposal.resting) ?? proposal, left)
        do {
            return CommitEnd(
                try await store.commit(stored.id, final) { after in
                    guard after == expected else { throw StateMoved() }
                    return writes
                })
        } catch is StateMoved {
            return .moved
        } catch StorageError.registrationCodeTaken {
            return .moved
        }
    }

    func refusal(of rejection: Rejection, in enrollment: Enrollment) -> Refusal { Refusal(rejection, of: enrollment) }

    func tooManyFailures(oldest: Instant) -> Refusal {
        Cases.tooManyFailures(until: Cases.endOfLimit(oldest: oldest), at: now)
    }
}

extension Command {
    fileprivate var begins: Bool { if case .start = self { true } else { false } }
    fileprivate var isReview: Bool { if case .review = self { true } else { false } }
}

extension CommitEnd {
    init<Kind: KeptCase>(_ result: CommitResult<Kind>) {
        self =
            switch result {
            case .accepted: .accepted
            case .alreadyAnswered(let stored): .alreadyAnswered(stored)
            case .rejected(let rejection): .rejected(rejection)
            case .captureReplayed(let replay): .captureReplayed(replay)
            case .failuresExhausted(let oldest): .failuresExhausted(oldest)
            case .unknown: .unknown
            }
    }
}

extension Cases {
    /// Keeps and commits a step of an enrollment and gives its result.
    /// - Parameters:
    ///   - duplicate: another registration with the face of whoever enrolls.
    ///   - result: of the enrollment as it will be.
    package func commit<Result: StepResult>(
        _ record: IdempotencyRecord, to stored: StoredEnrollment, at now: Instant, writes: StepWrites = StepWrites(),
        evidence draft: EvidenceDraft? = nil, keyed: KeyedRequest? = nil, command: Command,
        duplicate: FoundDuplicate? = nil, result: (Enrollment) throws -> Result
    ) async throws -> Result {
        var writes = writes
        writes.sparesOthersOfUsername = try beginner(of: stored) == .page
        let step = EnrollmentStep(
            store: store, stored: stored, record: record, command: command, now: now, writes: writes,
            duplicate: duplicate)
        do {
            return try await commit(step, under: dataKey(of: stored), evidence: draft, keyed: keyed, result: result)
        } catch StorageError.usernameComplete where command.isReview {
            throw Refusal(.usernameRegistered)
        } catch StorageError.usernameComplete where !command.begins {
            // Somebody else was registered under this username meanwhile, or before a page began this.
            let end = Proposal(.cancel, record: nil, at: now, recordedAt: clock(), registrationCode: "")
            _ = try await store.commit(stored.id, end)
            throw Refusal(.enrollmentFinished)
        }
    }

    /// The same for a step without evidence.
    package func commit<Result: StepResult>(
        _ command: Command, _ record: IdempotencyRecord, to stored: StoredEnrollment, at now: Instant,
        writes: StepWrites = StepWrites(), keyed: KeyedRequest? = nil, result: (Enrollment) throws -> Result
    ) async throws -> Result {
        try await commit(record, to: stored, at: now, writes: writes, keyed: keyed, command: command, result: result)
    }
}
