internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Who came back to the registrations of a tenant, one after the other.
package struct AuthenticationList: Sendable {
    /// How many stand on a page.
    package static let pageSize = 50

    let cases: Cases

    package struct Entry: Sendable {
        package let line: AuthenticationLine
        /// Of the registration.
        package let enrollmentID: String
        package let registrationCode: String?
        /// Nil where whoever asks may not see it.
        package let person: CaseList.Name?
        /// What the tenant calls this authentication by, beside what it calls the registration by; nil where it calls it nothing, or
        /// whoever asks may not see it.
        package let reference: String?
    }

    package struct Page: Sendable {
        /// The newest first.
        package let entries: [Entry]
        /// The number before which the next page begins; nil where there is none.
        package let older: Int?

        package static let empty = Page(entries: [], older: nil)
    }

    /// - Parameters:
    ///   - status: nil for all.
    ///   - reference: of the authentication itself, letter by letter; nil for all.
    ///   - number: before which the page begins; nil for the newest.
    package func page(
        status: CaseStatus?, reference: String? = nil, before number: Int?, by principal: Principal, at now: Instant
    ) async throws -> Page {
        try principal.require(right: .cases)
        let (tenant, readsPersons) = (principal.tenant.id, principal.has(.readPersons))
        let found = try await find(status, reference, before: number, tenant)
        let shown = Array(found.prefix(Self.pageSize))
        var entries: [Entry] = []
        for (stored, line) in zip(shown, try await cases.lines(of: shown, at: now)) {
            // Erased since the page was read, or at this moment.
            guard let registration = try await cases.store.enrollment(stored.enrollmentID) else { continue }
            entries.append(
                Entry(
                    line: line, enrollmentID: registration.id.text, registrationCode: registration.enrollment.code,
                    person: readsPersons ? cases.name(of: registration) : nil,
                    reference: readsPersons ? cases.shownReference(of: stored, registration) : nil))
        }
        if readsPersons {
            let ids = Set(entries.compactMap { EnrollmentID(text: $0.enrollmentID) }).sorted { $0.text < $1.text }
            try await cases.noteReading("authentications", of: ids, tenant: tenant, at: now)
        }
        return Page(entries: entries, older: found.count > Self.pageSize ? shown.last?.number : nil)
    }

    /// One more than stand on a page, where there are so many.
    private func find(
        _ status: CaseStatus?, _ reference: String?, before number: Int?, _ tenant: TenantID
    ) async throws -> [StoredAuthentication] {
        let limit = Self.pageSize + 1
        guard let reference else {
            return try await cases.store.authentications(
                tenant: tenant, status: status, before: number, limit: limit)
        }
        let digest = try cases.referenceDigest(reference, tenant: tenant)
        var (found, next) = ([StoredAuthentication](), number)
        while true {
            let some = try await cases.store.authentications(
                tenant: tenant, of: nil, referenceDigest: digest, before: next, limit: limit)
            // Few have one reference: the index has no status.
            found += some.filter { status == nil || $0.authentication.status == status }
            guard found.count < limit, some.count == limit, let last = some.last else { return found }
            next = last.number
        }
    }
}

extension Cases {
    /// Who the person says they are; nil where nothing opens, which an audit says: one keeps nobody from seeing the rest.
    func name(of registration: StoredEnrollment) -> CaseList.Name? {
        guard let dataKey = try? dataKeyIfKept(of: registration),
            let person = try? Person(of: registration, under: dataKey)
        else { return nil }
        return CaseList.Name(
            username: person.username, name: person.name, email: person.email, reference: person.reference)
    }

    /// Nil where nothing opens, as with the name.
    fileprivate func shownReference(of visit: StoredAuthentication, _ registration: StoredEnrollment) -> String? {
        guard visit.sealedReference != nil, let dataKey = try? dataKeyIfKept(of: registration) else { return nil }
        return try? reference(of: visit, under: dataKey)
    }

    /// Whether the tenant calls an authentication so.
    func isReferenceOfAuthentication(_ text: String, tenant: TenantID) async throws -> Bool {
        let digest = try referenceDigest(text, tenant: tenant)
        let found = try await store.authentications(
            tenant: tenant, of: nil, referenceDigest: digest, before: nil, limit: 1)
        return !found.isEmpty
    }
}
