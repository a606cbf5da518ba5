internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Says why a registered person who came back was let in or was not.
package struct ExplainAuthentication: Sendable {
    let cases: Cases

    /// - Parameter enrollment: of the registration that it is of.
    /// - Throws: `enrollmentUnknown` where the tenant has no such enrollment, or that has no such authentication.
    package func perform(
        _ id: String?, of enrollment: String?, by principal: Principal, at now: Instant
    ) async throws -> AuthenticationExplanation {
        let tenant = principal.tenant
        guard let id = id.flatMap(AuthenticationID.init(text:)),
            let found = try await cases.store.traced(id, tenant: tenant.id), found.erasedAt == nil,
            found.enrollmentID == enrollment.flatMap(EnrollmentID.init(text:)),
            let stored = try await cases.store.enrollment(found.enrollmentID)
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(stored.id)
        guard
            try cases.dataKeyIfKept(of: stored) != nil,
            let explanation = try await cases.explanation(
                of: found, tenant: tenant.id, name: tenant.name, isTest: tenant.isTest, at: now)
        else { throw Refusal(.enrollmentUnknown) }
        try await cases.noteReading("explanation", of: [stored.id], tenant: stored.tenantID, at: now)
        return explanation
    }
}

extension Cases {
    /// Also of a registration that was erased, of which the chain of events alone is left. Nil where that does not begin as one
    /// does.
    func explanation(
        of found: TracedAuthentication, tenant: TenantID, name: String, isTest: Bool, at now: Instant
    ) async throws -> AuthenticationExplanation? {
        let events = try await store.events(of: found.id)
        let evidence =
            found.erasedAt == nil ? try await keptEvidence(of: events, in: found.enrollmentID, tenant: tenant) : [:]
        return AuthenticationExplanation(
            of: ExplainedAuthentication(
                id: found.id, enrollmentID: found.enrollmentID, purpose: found.purpose, tenant: name, isTest: isTest,
                events: events, record: KeptRecord(evidence: evidence, erasedAt: found.erasedAt), now: now))
    }

    /// How the person of a registration came back: the newest times, oldest first, without what they rested on.
    func authentications(
        of found: TracedEnrollment, tenant: String, isTest: Bool, at now: Instant
    ) async throws -> [ExplainedAuthentication] {
        var returned: [ExplainedAuthentication] = []
        let newest = try await store.tracedAuthentications(of: found.id, limit: Limit.shownAuthentications.value)
        for one in newest.reversed() {
            returned.append(
                ExplainedAuthentication(
                    id: one.id, enrollmentID: found.id, purpose: one.purpose, tenant: tenant, isTest: isTest,
                    events: try await store.events(of: one.id),
                    record: KeptRecord(evidence: [:], erasedAt: found.erasedAt), now: now))
        }
        return returned
    }
}
