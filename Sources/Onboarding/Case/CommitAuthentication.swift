package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage
internal import Tenancy

/// A step of an authentication that is about to be committed.
struct AuthenticationStep: CommittedStep {
    let store: any Store
    let visit: Visit
    let record: IdempotencyRecord
    let command: AuthenticationCommand
    let now: Instant
    let writes: AuthenticationWrites
    let lock: RegistrationLock
    let cases: Cases

    var enrollmentID: EnrollmentID { visit.registration.id }
    var resultLabel: [UInt8] { Cases.label(visit.stored.id, record) }
    var loaded: Authentication { visit.stored.authentication }

    func proposal(recordedAt instant: Instant) -> AuthenticationProposal {
        AuthenticationProposal(command, record: record, at: now, recordedAt: instant)
    }

    func current() async throws -> Authentication? { try await store.authentication(visit.stored.id)?.authentication }

    func state(
        after proposal: AuthenticationProposal, on authentication: Authentication
    ) throws(Refusal) -> Authentication? {
        switch decide(proposal, on: authentication) {
        case .reject(let rejection): throw Refusal(rejection, of: authentication)
        case .replay: nil
        case .accept(let events): events.reduce(authentication, evolve)
        }
    }

    func commitReplay(_ proposal: AuthenticationProposal) async throws -> CommitEnd {
        CommitEnd(try await store.commit(visit.stored.id, proposal))
    }

    func commit(
        _ proposal: AuthenticationProposal, leaving trace: StepTrace, expecting expected: Authentication
    ) async throws -> CommitEnd {
        var left = writes
        (left.sealedResult, left.keyedResult, left.evidence) = (trace.sealedResult, trace.keyedResult, trace.evidence)
        // Who was let in starts with all attempts again; a check that is not the last says nothing yet.
        if expected.status == .complete { left.clearsFailuresOf = lock.forgotten }
        left.locksRegistration = !lock.isOfSender
        let (final, writes) = (trace.evidence?.reference.map(proposal.resting) ?? proposal, left)
        do {
            let result = try await store.commit(visit.stored.id, final) { after in
                guard after == expected else { throw StateMoved() }
                return writes
            }
            if case .accepted(let after) = result {
                cases.countEnd(after, of: visit)
                if !writes.failureSubjects.isEmpty { await cases.countLock(by: visit) }
            }
            return CommitEnd(result)
        } catch is StateMoved {
            return .moved
        }
    }

    func refusal(of rejection: Rejection, in authentication: Authentication) -> Refusal {
        Refusal(rejection, of: authentication)
    }

    func tooManyFailures(oldest: Instant) -> Refusal { lock.refusal(oldest: oldest, at: now) }
}

extension Cases {
    /// For the metrics: an authentication that went on before a commit.
    func countEnd(_ after: Authentication, of visit: Visit) {
        guard !visit.stored.authentication.isFinished, let end = AuthenticationEnd(after, visit.stored.purpose) else {
            return
        }
        metrics?.count(end)
    }

    /// For the metrics, after a failure of it was counted: a lock is the last that its chain tells of then.
    fileprivate func countLock(by visit: Visit) async {
        guard let metrics, let last = try? await store.events(of: visit.stored.id).last, last.event.kind == .locked
        else { return }
        metrics.countLock(of: visit.stored.purpose)
    }

    /// Keeps and commits a step of an authentication and gives its result.
    /// - Parameters:
    ///   - lock: whose failures stop the step, and are forgotten where it completes the authentication.
    ///   - result: of the authentication as it will be.
    package func commit<Result: StepResult>(
        _ command: AuthenticationCommand, _ record: IdempotencyRecord, to visit: Visit, at now: Instant,
        lock: RegistrationLock, writes: AuthenticationWrites = AuthenticationWrites(),
        evidence draft: EvidenceDraft? = nil, keyed: KeyedRequest? = nil, result: (Authentication) throws -> Result
    ) async throws -> Result {
        let step = AuthenticationStep(
            store: store, visit: visit, record: record, command: command, now: now, writes: writes, lock: lock,
            cases: self)
        return try await commit(
            step, under: dataKey(of: visit.registration), evidence: draft, keyed: keyed, result: result)
    }
}

extension Refusal {
    /// What a rejected command is refused with; it names the check that an open authentication asks for, as long as its time is not over.
    init(_ rejection: Rejection, of authentication: Authentication) {
        let next: String? =
            switch authentication.state {
            case _ where rejection == .enrollmentFinished: nil
            case .triggered, .validated: "authenticate"
            case .open(let progress): progress.nextCheck?.rawValue ?? "completeReEnroll"
            case .complete, .failed, .cancelled, .expired: nil
            }
        let reason: RefusalReason = rejection == .enrollmentFinished ? .authenticationFinished : rejection.reason
        self.init(reason, details: RefusalDetails(nextStep: next))
    }
}
