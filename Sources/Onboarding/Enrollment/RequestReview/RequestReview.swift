package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Asks for a human to look at what a machine has refused, for the person or by the tenant for them. Asking again is no
/// error.
package struct RequestReview: Sendable {
    package struct Result: Equatable, Sendable {
        package let standing: CaseStanding
        /// When a human was first asked.
        package let requestedAt: Instant
        /// Until when the case is kept, so that a human can decide; nil where a hold keeps it beyond.
        package let decidedUntil: Instant?
        /// Until when the images that a human would look at are kept; nil where none are.
        package let evidenceUntil: Instant?
    }

    let cases: Cases

    /// - Parameter incoming: decodes to the enrollment token.
    package func perform(
        _ incoming: Incoming<String>, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let record = try cases.record(of: .requestReview, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        let standing = try await cases.replaying(record, by: principal) {
            let stored = try await cases.enrollment(token: try incoming.decode(), for: principal)
            return try await cases.commit(.requestReview, record, to: stored, at: now) { CaseStanding(of: $0) }
        }
        let stored = try await cases.enrollment(token: try incoming.decode(), for: principal)
        return try await result(standing, of: stored, under: principal.tenant.settings.retention, at: now)
    }

    private func result(
        _ standing: CaseStanding, of stored: StoredEnrollment, under retention: RetentionPolicy, at now: Instant
    ) async throws -> Result {
        let known = EnrollmentStanding(of: try await cases.store.events(of: stored.id), now: now)
        guard let requestedAt = known?.review?.requestedAt else { throw Refusal(.tokenUnknown) }
        func end(_ instant: Instant, _ days: Int) -> Instant { instant.adding(seconds: Int64(days) * 86_400) }
        let isHeld = try await cases.store.holds(tenant: stored.tenantID).contains { $0.enrollmentID == stored.id }
        let decidedUntil = end(requestedAt, retention.failedInDays)
        let images = try await cases.store.evidence(of: stored.id).filter { $0.reduction == nil }
            .compactMap { row -> Instant? in
                switch row.kind {
                case TemplateKind.face.evidenceKind: end(row.createdAt, retention.biometricsInDays)
                case TemplateKind.portrait.evidenceKind: end(row.createdAt, retention.documentsInDays)
                default: nil
                }
            }
        return Result(
            standing: standing, requestedAt: requestedAt, decidedUntil: isHeld ? nil : decidedUntil,
            evidenceUntil: images.min().map { isHeld ? $0 : min($0, decidedUntil) })
    }
}
