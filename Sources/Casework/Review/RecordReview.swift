package import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// Records what a human decided of an enrollment that a machine has refused. Once: whoever changes their mind has to begin
/// a new enrollment.
package struct RecordReview: Sendable {
    let cases: Cases

    package struct Request: Sendable {
        let decision: Review.Decision
        /// Why, in the reviewer's words.
        let reason: String
        /// The reviewer's name.
        let reviewer: String

        /// - Throws: `fieldEmpty` or `fieldTooLong`.
        package init(decision: Review.Decision, reason: String, reviewer: String) throws(Refusal) {
            self.decision = decision
            self.reason = try reason.checked(.reviewReason, as: "reason")
            self.reviewer = try reviewer.checked(as: "reviewer")
        }
    }

    package func perform(
        _ id: String?, _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws {
        guard let id = id.flatMap(EnrollmentID.init(text:)), let stored = try await cases.store.enrollment(id),
            stored.tenantID == principal.tenant.id
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(stored.id)
        try principal.requireColleague(for: .secondLook)
        // The body alone does not say whose it is.
        let digest = Digest.sha256(incoming.bodyDigest + Array(id.text.utf8))
        let record = try cases.record(of: .review, bodyDigest: digest, for: principal.tenant)
        _ = try await cases.replaying(record, by: principal) {
            try await cases.record(try incoming.decode(), as: record, of: stored, at: now)
        }
    }
}

extension Cases {
    /// - Throws: `stepOutOfOrder` or `enrollmentFinished` for one that no machine has refused, `stepAlreadyDone` for one that was
    ///   reviewed.
    func record(
        _ request: RecordReview.Request, as record: IdempotencyRecord, of stored: StoredEnrollment, at now: Instant
    ) async throws -> CaseStanding {
        let evidence = ReviewEvidence(
            decision: request.decision, reason: request.reason, reviewer: request.reviewer,
            recordedBy: AuditActor.current.identity.name)
        let object = EvidenceObject(sections: [.json("measurements", try sortedKeyJSON(evidence))])
        return try await commit(
            record, to: stored, at: now, evidence: .init(kind: ReviewEvidence.kind, object: object),
            command: .review(request.decision)
        ) { CaseStanding(of: $0) }
    }
}
