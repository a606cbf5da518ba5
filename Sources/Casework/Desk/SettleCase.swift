internal import Onboarding
package import OnboardingCore
package import Tenancy

/// The second look that an operator takes at the desk: recorded as a client's is (decision 0089), in the operator's name.
package struct SettleCase: Sendable {
    let cases: Cases
    let recordReview: RecordReview

    /// How a case stands for whoever is to look at it again.
    package struct Standing: Sendable {
        package let id: String
        package let enrollment: EnrollmentStanding

        /// Whether a machine has refused it and no human has decided yet.
        package var isOpen: Bool { enrollment.state == .failed && enrollment.review?.decision == nil }
    }

    /// - Throws: `enrollmentUnknown`, also of one that was erased; `roleMissing`, `scopeMissing`.
    package func standing(_ id: String?, by principal: Principal, at now: Instant) async throws -> Standing {
        try principal.require(right: .review)
        let found = try await cases.case(id, by: principal)
        guard found.erasedAt == nil else { throw Refusal(.enrollmentUnknown) }
        let events = try await cases.store.events(of: found.id)
        guard let standing = EnrollmentStanding(of: events, now: now) else { throw Refusal(.enrollmentUnknown) }
        return Standing(id: found.id.text, enrollment: standing)
    }

    /// - Parameters:
    ///   - reason: in the operator's words.
    ///   - bodyDigest: of the form, which no other session can send: the same form once more is recorded once.
    /// - Throws: as `standing` and `RecordReview`; `stepAlreadyDone` where somebody was faster.
    package func perform(
        _ decision: Review.Decision, reason: String, on id: String?, bodyDigest: [UInt8], by principal: Principal,
        at now: Instant
    ) async throws {
        try principal.require(right: .review)
        let found = try await cases.case(id, by: principal)
        guard let reviewer = principal.operator else { throw Refusal(.roleMissing) }
        // Two have decided, where it takes two.
        let reviewers = [AuditActor.current.agreement?.proposer, reviewer.name].compactMap(\.self)
        let request = try RecordReview.Request(
            decision: decision, reason: reason, reviewer: reviewers.joined(separator: ", "))
        try await recordReview.perform(
            found.id.text, Incoming(bodyDigest: bodyDigest) { request }, by: principal, at: now)
    }
}
