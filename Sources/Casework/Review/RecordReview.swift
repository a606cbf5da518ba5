package import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// Records what a human decided of an enrollment that a machine has refused, and registers whom they accept. Once: whoever
/// changes their mind has to begin a new enrollment.
package struct RecordReview: Sendable {
    let cases: Cases
    let register: RegisterReviewed

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
            let request = try incoming.decode()
            let draft = try request.draft
            return switch request.decision {
            case .accepted:
                try await register.perform(draft, record, on: stored, of: principal.tenant, at: now)
            case .refused: try await cases.refuse(draft, record, on: stored, at: now)
            }
        }
    }
}

extension RecordReview.Request {
    /// What it leaves as evidence, in the name of whoever asks at this moment.
    var draft: Cases.EvidenceDraft {
        get throws {
            let actor = AuditActor.current
            let evidence = ReviewEvidence(
                decision: decision, reason: reason, reviewer: reviewer, recordedBy: actor.identity.name,
                role: ReviewEvidence.Role(actor))
            return .init(
                kind: ReviewEvidence.kind,
                object: EvidenceObject(sections: [.json("measurements", try sortedKeyJSON(evidence))]))
        }
    }
}

extension Cases {
    /// Records that a human refuses as well.
    /// - Throws: `stepOutOfOrder` or `enrollmentFinished` for one that no machine has refused, `stepAlreadyDone` for one that was
    ///   reviewed.
    func refuse(
        _ draft: EvidenceDraft, _ record: IdempotencyRecord, on stored: StoredEnrollment, at now: Instant
    ) async throws -> CaseStanding {
        try await commit(record, to: stored, at: now, evidence: draft, command: .review(.refused)) {
            CaseStanding(of: $0)
        }
    }
}
