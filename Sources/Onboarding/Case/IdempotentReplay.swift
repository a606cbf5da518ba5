internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

extension Cases {
    /// What makes "the same request": the step and a keyed digest of the raw body, so that nobody who copies the database
    /// can test guesses of what was sent.
    func record(of step: Step, bodyDigest: [UInt8], for tenant: Tenant) throws -> IdempotencyRecord {
        let keyed = try keys.lookupDigest(of: bodyDigest, field: "request", tenant: tenant.id)
        return IdempotencyRecord(step: step, requestDigest: Hexadecimal.encode(keyed))
    }

    /// Gives the result that the same request had before, also when it is being worked on at this moment; else does `work`.
    func replaying<Result: StepResult>(
        _ record: IdempotencyRecord, by principal: Principal, _ work: () async throws -> Result
    ) async throws -> Result {
        // Who may wait for whom is not decided here: whoever has waited is checked like the first.
        let key = "\(principal.tenant.id.text):\(record.step.rawValue):\(record.requestDigest)"
        return try await singleFlight.run(key) {
            if let result: Result = try await storedResult(of: record, for: principal) { return result }
            return try await work()
        }
    }

    private func storedResult<Result: StepResult>(
        of record: IdempotencyRecord, for principal: Principal
    ) async throws -> Result? {
        guard
            let stored = try await store.result(
                tenant: principal.tenant.id, step: record.step, requestDigest: record.requestDigest)
        else { return nil }
        if case .phone = principal.role {
            // Whoever has somebody else's body still gets nothing of theirs.
            let owner = try await store.enrollment(stored.enrollmentID)
            guard let owner, principal.opens(sessionDigest: owner.sessionDigest) else { throw Refusal(.tokenUnknown) }
        }
        return try open(stored, record)
    }

    /// What the request came to in this enrollment; nil where nothing of it is kept.
    func result<Result: StepResult>(of record: IdempotencyRecord, in stored: StoredEnrollment) async throws -> Result? {
        let kept = try await store.result(
            tenant: stored.tenantID, step: record.step, requestDigest: record.requestDigest)
        guard let kept, kept.enrollmentID == stored.id else { return nil }
        return try open(kept, record)
    }

    func open<Result: StepResult>(_ stored: StoredResult, _ record: IdempotencyRecord) throws -> Result {
        guard let dataKey = try? keys.dataKey(of: stored.enrollmentID, tenant: stored.tenantID) else {
            // The registration was erased between the look-up and here.
            throw Refusal(.tokenUnknown)
        }
        let json = try dataKey.open(stored.sealed, associated: Self.label(stored.enrollmentID, record))
        return try JSONDecoder().decode(Result.self, from: Data(json))
    }

    static func label(_ enrollment: EnrollmentID, _ record: IdempotencyRecord) -> [UInt8] {
        [UInt8]("result:\(enrollment.text):\(record.step.rawValue):\(record.requestDigest)".utf8)
    }
}
