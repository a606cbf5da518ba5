internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// What the tenant's own client may see of the times that a registered person came back, whatever became of them: authentications
/// and re-enrollments.
package struct Authentications: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL

    /// A page of those that are asked for, the newest first.
    package func search(_ search: AuthenticationSearch, by principal: Principal, at now: Instant) async throws -> Page {
        let tenant = principal.tenant
        let place = try search.place()
        let found = try await cases.store.authentications(
            tenant: tenant.id, of: place.enrollment,
            referenceDigest: try search.reference.map { try cases.referenceDigest($0, tenant: tenant.id) },
            before: place.before, limit: search.pageSize + 1)
        let shown = found.prefix(search.pageSize)
        var entries: [Detail] = []
        for stored in shown {
            // Erased since the page was read, or at this moment.
            guard let registration = try await cases.store.enrollment(stored.enrollmentID),
                let entry = try await cases.detail(
                    of: Visit(stored: stored, registration: registration), in: tenant, at: now)
            else { continue }
            entries.append(entry)
        }
        let ids = Set(entries.map(\.enrollmentID)).sorted { $0.text < $1.text }
        try await cases.noteReading("authentications", of: ids, tenant: tenant.id, at: now)
        return Page(
            entries: entries,
            cursor: found.count > shown.count ? shown.last.map { AuthenticationSearch.cursor(of: $0.number) } : nil)
    }

    /// - Parameter enrollment: of the registration that it is of.
    /// - Throws: `enrollmentUnknown` where the tenant has no such enrollment, or that has no such authentication.
    package func detail(
        _ id: String?, of enrollment: String?, by principal: Principal, at now: Instant
    ) async throws -> Detail {
        let visit = try await visit(id, of: enrollment, principal)
        let detail = try await detail(of: visit, principal, otherwise: .enrollmentUnknown, at: now)
        try await cases.noteReading("authentication", of: [detail.enrollmentID], tenant: principal.tenant.id, at: now)
        return detail
    }

    /// The same of what a session handed over; what was measured once it has ended, because it is asked again and again until then.
    /// - Returns: nil where the session is no stored authentication's.
    package func detail(session token: String?, by principal: Principal, at now: Instant) async throws -> Detail? {
        let token = try token.required(as: "sessionToken")
        guard let visit = try await cases.visit(sessionToken: token, by: principal) else { return nil }
        var detail = try await detail(of: visit, principal, otherwise: .tokenUnknown, at: now)
        if detail.standing.state == .pending { detail.measured = [:] }
        if !detail.measured.isEmpty {
            try await cases.noteReading(
                "operation-status", of: [detail.enrollmentID], tenant: principal.tenant.id, at: now)
        }
        return detail
    }

    /// A signed statement of how an authentication ended.
    /// - Throws: `authenticationPending` where it has not; `enrollmentUnknown` as `detail`.
    package func receipt(
        _ id: String?, of enrollment: String?, by principal: Principal, at now: Instant
    ) async throws -> String {
        let visit = try await visit(id, of: enrollment, principal)
        let (tenant, url) = (principal.tenant, try publicURL.value)
        let receipt = try await cases.receipt(of: visit, tenant, publicURL: url, at: now)
        try await cases.noteReading("receipt", of: [visit.registration.id], tenant: tenant.id, at: now)
        let key = try await tenants.tokens().receipts.current
        return try await signatures.run(.signature) { try receipt.signed(with: key) }
    }

    private func visit(_ id: String?, of enrollment: String?, _ principal: Principal) async throws -> Visit {
        guard let id = id.flatMap(AuthenticationID.init(text:)), let stored = try await cases.store.authentication(id),
            stored.tenantID == principal.tenant.id, stored.enrollmentID.text == enrollment,
            let registration = try await cases.store.enrollment(stored.enrollmentID)
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(registration.id)
        return Visit(stored: stored, registration: registration)
    }

    /// - Parameter reason: for one whose registration is being erased at this moment.
    private func detail(
        of visit: Visit, _ principal: Principal, otherwise reason: RefusalReason, at now: Instant
    ) async throws -> Detail {
        guard var detail = try await cases.detail(of: visit, in: principal.tenant, at: now) else {
            throw Refusal(reason)
        }
        if principal.has(.readPersons) {
            detail.measured = try await cases.measured(detail.standing.accepted, of: visit.stored)
        }
        return detail
    }
}

extension Cases {
    /// Without what was measured. Nil where the person is being erased at this moment.
    func detail(of visit: Visit, in tenant: Tenant, at now: Instant) async throws -> Authentications.Detail? {
        let (stored, registration) = (visit.stored, visit.registration)
        guard let dataKey = try dataKeyIfKept(of: registration) else { return nil }
        guard let standing = AuthenticationStanding(of: try await store.events(of: stored.id), now: now) else {
            throw StorageError.storedValueInvalid
        }
        return Authentications.Detail(
            id: stored.id, enrollmentID: registration.id, purpose: stored.purpose, standing: standing,
            registrationCode: registration.enrollment.code,
            username: try Person(of: registration, under: dataKey).username,
            reference: try reference(of: stored, under: dataKey),
            retryAt: try await lockedUntil(lock(of: registration.id, in: tenant), tenant: tenant, at: now),
            isTest: tenant.isTest)
    }

    /// What the requests came to that the accepted checks answered, as far as it is kept.
    fileprivate func measured(
        _ accepted: [AuthenticationStanding.Accepted], of stored: StoredAuthentication
    ) async throws -> [AuthenticationCheck: Authentications.Measured] {
        var measured: [AuthenticationCheck: Authentications.Measured] = [:]
        for one in accepted {
            guard let record = one.record else { continue }
            switch one.check {
            case .verifyDevice: break
            case .verifyFace:
                guard let result: VerifyFace.Result = try await result(of: record, in: stored) else { continue }
                measured[.verifyFace] = Authentications.Measured(
                    scoreInPercent: result.scoreInPercent, falseRejectionInPercent: result.falseRejectionInPercent,
                    matchScore: result.matchScore)
            case .addDocument:
                guard let result: AddDocument.Result = try await result(of: record, in: stored) else { continue }
                measured[.addDocument] = Authentications.Measured(matchScore: result.portraitScore)
            }
        }
        return measured
    }
}
