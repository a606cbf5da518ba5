internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Gathers all that an auditor is shown of one authentication, and tells the audit trail that they were. Of a registration that was
/// erased there is nothing to show.
package struct OpenAuthentication: Sendable {
    let cases: Cases

    /// - Throws: `enrollmentUnknown` where the tenant has no such authentication; `roleMissing`, `scopeMissing`.
    package func perform(_ id: String?, by principal: Principal, at now: Instant) async throws -> AuthenticationFile {
        let visit = try await cases.visit(id, by: principal)
        let tenant = principal.tenant
        let rights = CaseFile.Rights(
            persons: principal.has(.readPersons), reviews: principal.has(.readPersons) || principal.has(.review))
        // Its key goes first when it is erased.
        guard let kept = try await cases.kept(of: visit.registration.id) else { throw Refusal(.enrollmentUnknown) }
        let file = AuthenticationFile(
            visit, try await cases.store.events(of: visit.stored.id),
            try await cases.judgedEvidence(of: visit.stored), of: kept,
            try await cases.store.verifyChain(of: visit.stored.id), tenant: tenant, rights, at: now)
        let shown =
            ["decision", "measurements"] + (rights.persons ? ["person"] : [])
            + (rights.persons && !file.documents.isEmpty ? ["document"] : []) + [file.line.id]
        try await cases.noteReading(
            "authentication", of: [visit.registration.id], shown: shown.joined(separator: " "), tenant: tenant.id,
            at: now)
        return file
    }
}

extension Cases {
    /// The authentication that an auditor names, within their tenant. Unknown, foreign and malformed names are one refusal.
    func visit(_ id: String?, by principal: Principal) async throws -> Visit {
        try principal.require(.readEnrollments)
        guard let id = id.flatMap(AuthenticationID.init(text:)), let stored = try await store.authentication(id),
            stored.tenantID == principal.tenant.id, let registration = try await store.enrollment(stored.enrollmentID)
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(registration.id)
        return Visit(stored: stored, registration: registration)
    }
}
