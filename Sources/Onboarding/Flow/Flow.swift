internal import EnrollmentCore
internal import Foundation
internal import OnboardingAPI
internal import OnboardingCrypto

/// The steps of an enrollment, one file each. Every step reads top to bottom: stored answer, load, permit, open,
/// measure, keep, commit, answer. What they share is here.
struct Flow: Sendable {
    let deployment: Deployment

    /// Failed faces and documents of one person, device or document number within a day, until 429 (decisions 6).
    static let failuresADay = 10

    /// What makes "the same request": the step and a keyed digest of the raw body, so that nobody who copies the
    /// database can test guesses of what was sent.
    func record(of step: Step, _ call: Call, for tenant: Tenant) throws -> StepRecord {
        let digest = Digest.sha256(Array(call.body.readableBytesView))
        let keyed = try deployment.keyRing.lookupDigest(of: digest, field: "request", tenant: tenant.id)
        return StepRecord(step: step, requestDigest: Hexadecimal.encode(keyed))
    }

    /// The answer that this request was given before, if it was.
    func storedAnswer(to record: StepRecord, for caller: Caller) async throws -> Answer? {
        guard
            let stored = try await deployment.store.answer(
                tenant: caller.tenant.id, step: record.step, requestDigest: record.requestDigest)
        else { return nil }
        if case .phone(let sessionDigest) = caller.role {
            // Whoever has somebody else's body still gets nothing of theirs.
            guard try await deployment.store.enrollment(stored.enrollmentID)?.sessionDigest == sessionDigest else {
                throw Refusal(.tokenUnknown)
            }
        }
        return try open(stored, record)
    }

    /// An enrollment by the token its client holds. Unknown, foreign and malformed tokens are one refusal.
    func enrollment(withToken token: String, for caller: Caller) async throws -> StoredEnrollment {
        let digest = Digest.sha256([UInt8](try token.checked().utf8))
        guard
            let stored = try await deployment.store.enrollment(tenant: caller.tenant.id, tokenDigest: digest)
        else { throw Refusal(.tokenUnknown) }
        // A phone's bearer opens the enrollment of its own session and no other.
        if case .phone(let sessionDigest) = caller.role, stored.sessionDigest != sessionDigest {
            throw Refusal(.tokenUnknown)
        }
        return stored
    }

    /// Asks the core whether `command` may be done, before anything costly is done for it.
    func permit(_ command: Command, _ record: StepRecord, on stored: StoredEnrollment, at now: Instant) throws(Refusal)
    {
        // The code is only used by an accepted command, and this one is never committed.
        let proposal = Proposal(command, record: record, at: now, registrationCode: "")
        if case .reject(let rejection) = decide(proposal, on: stored.enrollment) { throw Refusal(rejection.reason) }
    }

    /// Commits a step and answers from what was committed; a repeat is answered from the record.
    func commit(
        _ command: Command, _ record: StepRecord, to stored: StoredEnrollment, at now: Instant,
        writes: StepWrites = StepWrites(),
        answer: @escaping @Sendable (Enrollment) throws -> Answer
    ) async throws -> Answer {
        let dataKey = try deployment.keyRing.dataKey(of: stored.id, tenant: stored.tenantID)
        let proposal = Proposal(command, record: record, at: now, registrationCode: try RegistrationCode.random())
        let outcome = try await deployment.store.commit(stored.id, proposal) { after in
            let answer = try answer(after)
            var writes = writes
            writes.answer = SealedAnswer(
                httpStatus: answer.status,
                sealed: try dataKey.seal(answer.body, associated: Self.label(stored.id, record)))
            return writes
        }
        switch outcome {
        case .accepted(let after): return try answer(after)
        case .repeated(let stored): return try open(stored, record)
        case .rejected(let rejection): throw Refusal(rejection.reason)
        case .pictureSeenElsewhere: throw Refusal(.packageReplayed)
        case .unknown: throw Refusal(.tokenUnknown)
        }
    }

    /// Refuses when this person, device or document has failed too often lately, so that a fresh enrollment is no
    /// fresh set of tries.
    func checkFailures(of subjects: [[UInt8]], tenant: Tenant, at now: Instant) async throws {
        let since = now.adding(seconds: -86_400)
        for subject in subjects
        where try await deployment.store.failures(tenant: tenant.id, subject: subject, since: since)
            >= Self.failuresADay
        {
            throw Refusal(.rateLimited, retryAfterInSeconds: 3600)
        }
    }

    private func open(_ stored: StoredAnswer, _ record: StepRecord) throws -> Answer {
        guard let dataKey = try? deployment.keyRing.dataKey(of: stored.enrollmentID, tenant: stored.tenantID) else {
            // The registration was erased between the look-up and here.
            throw Refusal(.tokenUnknown)
        }
        let body = try dataKey.open(stored.sealed, associated: Self.label(stored.enrollmentID, record))
        return Answer(status: stored.httpStatus, body: body, contentType: "application/json; charset=utf-8")
    }

    private static func label(_ enrollment: EnrollmentID, _ record: StepRecord) -> [UInt8] {
        [UInt8]("answer:\(enrollment.text):\(record.step.rawValue):\(record.requestDigest)".utf8)
    }
}

extension Rejection {
    var reason: RefusalReason {
        switch self {
        case .stepOutOfOrder: .stepOutOfOrder
        case .stepAlreadyDone: .stepAlreadyDone
        case .enrollmentFinished: .enrollmentFinished
        case .consentRequired: .consentRequired
        }
    }
}

extension Enrollment {
    /// The two members that every answer about an enrollment has.
    var stepResponse: StepResponse { StepResponse(enrollmentStatus: status, registrationCode: registrationCode) }
}
