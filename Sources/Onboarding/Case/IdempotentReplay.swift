internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage
package import Tenancy

extension Cases {
    /// What makes "the same request": the step and a keyed digest of the raw body, so that nobody who copies the database
    /// can test guesses of what was sent.
    package func record(of step: Step, bodyDigest: [UInt8], for tenant: Tenant) throws -> IdempotencyRecord {
        let keyed = try keys.lookupDigest(of: bodyDigest, field: "request", tenant: tenant.id)
        return IdempotencyRecord(step: step, requestDigest: Hexadecimal.encode(keyed))
    }

    /// Gives the result that the same request had before, also when it is being worked on at this moment; else does `work`.
    /// - Parameter kinds: of the cases that may have had it.
    package func replaying<Result: StepResult>(
        _ record: IdempotencyRecord, of kinds: Set<CaseKind> = [.enrollment], by principal: Principal,
        _ work: () async throws -> Result
    ) async throws -> Result {
        // Who may wait for whom is not decided here: whoever has waited is checked like the first.
        let key = "\(principal.tenant.id.text):\(record.step.rawValue):\(record.requestDigest)"
        return try await singleFlight.run(key) {
            if let result: Result = try await storedResult(of: record, kinds, for: principal) { return result }
            return try await work()
        }
    }

    private func storedResult<Result: StepResult>(
        of record: IdempotencyRecord, _ kinds: Set<CaseKind>, for principal: Principal
    ) async throws -> Result? {
        if case .phone(let digest) = principal.role, kinds.contains(.authentication),
            let answer: Result = pageSessions.answer(to: record, in: digest, of: principal.tenant.id)
        {
            return answer
        }
        guard let stored = try await storedResult(of: record, kinds, tenant: principal.tenant.id) else { return nil }
        if case .phone = principal.role {
            // Whoever has somebody else's body still gets nothing of theirs.
            guard let session = try await session(of: stored), principal.opens(sessionDigest: session) else {
                throw Refusal(.tokenUnknown)
            }
        }
        return try open(stored, record)
    }

    private func storedResult(
        of record: IdempotencyRecord, _ kinds: Set<CaseKind>, tenant: TenantID
    ) async throws -> StoredResult? {
        if kinds.contains(.enrollment),
            let stored = try await store.result(tenant: tenant, step: record.step, requestDigest: record.requestDigest)
        {
            return stored
        }
        guard kinds.contains(.authentication) else { return nil }
        return try await store.authenticationResult(
            tenant: tenant, step: record.step, requestDigest: record.requestDigest)
    }

    /// The session of the case that had a result; nil where none began it, or it was erased.
    private func session(of stored: StoredResult) async throws -> [UInt8]? {
        if let id = stored.authenticationID { return try await store.authentication(id)?.sessionDigest }
        return try await store.enrollment(stored.enrollmentID)?.sessionDigest
    }

    /// What the request came to in this enrollment; nil where nothing of it is kept.
    package func result<Result: StepResult>(of record: IdempotencyRecord, in stored: StoredEnrollment) async throws
        -> Result?
    {
        let kept = try await store.result(
            tenant: stored.tenantID, step: record.step, requestDigest: record.requestDigest)
        guard let kept, kept.enrollmentID == stored.id else { return nil }
        return try open(kept, record)
    }

    /// The same of an authentication.
    package func result<Result: StepResult>(
        of record: IdempotencyRecord, in stored: StoredAuthentication
    ) async throws -> Result? {
        let kept = try await store.authenticationResult(
            tenant: stored.tenantID, step: record.step, requestDigest: record.requestDigest)
        guard let kept, kept.authenticationID == stored.id else { return nil }
        return try open(kept, record)
    }

    func open<Result: StepResult>(_ stored: StoredResult, _ record: IdempotencyRecord) throws -> Result {
        try open(
            stored,
            boundTo: stored.authenticationID.map { Self.label($0, record) }
                ?? Self.label(stored.enrollmentID, record))
    }

    func open<Result: StepResult>(_ stored: StoredResult, boundTo label: [UInt8]) throws -> Result {
        guard let dataKey = try? keys.dataKey(of: stored.enrollmentID, tenant: stored.tenantID) else {
            // The registration was erased between the look-up and here.
            throw Refusal(.tokenUnknown)
        }
        let json = try dataKey.open(stored.sealed, associated: label)
        return try JSONDecoder().decode(Result.self, from: Data(json))
    }

    package static func label(_ enrollment: EnrollmentID, _ record: IdempotencyRecord) -> [UInt8] {
        [UInt8]("result:\(enrollment.text):\(record.step.rawValue):\(record.requestDigest)".utf8)
    }

    package static func label(_ authentication: AuthenticationID, _ record: IdempotencyRecord) -> [UInt8] {
        [UInt8](
            "authentication result:\(authentication.text):\(record.step.rawValue):\(record.requestDigest)".utf8)
    }
}

/// Of which cases there are.
package enum CaseKind: Sendable {
    case enrollment, authentication
}
