internal import Foundation
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// The steps of an enrollment, one file each. Every step reads top to bottom: stored answer, load, permit, open,
/// measure, keep, commit, answer. What they share is here.
struct Flow: Sendable {
    let deployment: Deployment

    /// Failed faces and documents of one person, device or document number within a day, until 429 (decisions 6). Asked
    /// before anything costly is done, and again where it is committed.
    static func failureLimit(_ subjects: [[UInt8]], at now: Instant) -> FailureLimit {
        FailureLimit(subjects: subjects, since: now.adding(seconds: -86_400), maximum: 10)
    }

    /// What makes "the same request": the step and a keyed digest of the raw body, so that nobody who copies the
    /// database can test guesses of what was sent.
    func record(of step: Step, _ call: Call, for tenant: Tenant) throws -> IdempotencyRecord {
        let keyed = try deployment.keyRing.lookupDigest(of: call.bodyDigest, field: "request", tenant: tenant.id)
        return IdempotencyRecord(step: step, requestDigest: Hexadecimal.encode(keyed))
    }

    /// Answers a request from the record where it was answered before, also when the same request is being answered at
    /// this moment; else by `step`.
    func answerOnce(
        _ record: IdempotencyRecord, for caller: Caller, _ step: () async throws -> Answer
    ) async throws -> Answer {
        // Who may wait for whom is not decided here: whoever gets the turn is checked like the first.
        let key = "\(caller.tenant.id.text):\(record.step.rawValue):\(record.requestDigest)"
        return try await deployment.turns.run(key) {
            if let answer = try await storedAnswer(to: record, for: caller) { return answer }
            return try await step()
        }
    }

    private func storedAnswer(to record: IdempotencyRecord, for caller: Caller) async throws -> Answer? {
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
    func permit(_ command: Command, _ record: IdempotencyRecord, on stored: StoredEnrollment, at now: Instant)
        throws(Refusal)
    {
        // The code is only used by an accepted command, and this one is never committed.
        let proposal = Proposal(command, record: record, at: now, registrationCode: "")
        if case .reject(let rejection) = decide(proposal, on: stored.enrollment) { throw Refusal(rejection.reason) }
    }

    /// Refuses when this person, device or document has failed too often lately, so that a fresh enrollment is no
    /// fresh set of tries.
    func checkFailures(_ limit: FailureLimit, tenant: Tenant) async throws {
        for subject in limit.subjects
        where try await deployment.store.failures(tenant: tenant.id, subject: subject, since: limit.since)
            >= limit.maximum
        {
            throw Self.tooManyFailures
        }
    }

    static let tooManyFailures = Refusal(.rateLimited, retryAfterInSeconds: 3600)

    func open(_ stored: StoredAnswer, _ record: IdempotencyRecord) throws -> Answer {
        guard let dataKey = try? deployment.keyRing.dataKey(of: stored.enrollmentID, tenant: stored.tenantID) else {
            // The registration was erased between the look-up and here.
            throw Refusal(.tokenUnknown)
        }
        let body = try dataKey.open(stored.sealed, associated: Self.label(stored.enrollmentID, record))
        return Answer(status: stored.httpStatus, body: body, contentType: "application/json; charset=utf-8")
    }

    static func label(_ enrollment: EnrollmentID, _ record: IdempotencyRecord) -> [UInt8] {
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
    var stepResponse: StepResponse {
        StepResponse(enrollmentStatus: EnrollmentStatus(status), registrationCode: registrationCode)
    }
}
