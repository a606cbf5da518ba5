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
    ///   - number: before which the page begins; nil for the newest.
    package func page(
        status: CaseStatus?, before number: Int?, by principal: Principal, at now: Instant
    ) async throws -> Page {
        try principal.require(right: .cases)
        let (tenant, readsPersons) = (principal.tenant.id, principal.has(.readPersons))
        let found = try await cases.store.authentications(
            tenant: tenant, status: status, before: number, limit: Self.pageSize + 1)
        let shown = Array(found.prefix(Self.pageSize))
        var entries: [Entry] = []
        for (stored, line) in zip(shown, try await cases.lines(of: shown, at: now)) {
            // Erased since the page was read, or at this moment.
            guard let registration = try await cases.store.enrollment(stored.enrollmentID) else { continue }
            entries.append(
                Entry(
                    line: line, enrollmentID: registration.id.text, registrationCode: registration.enrollment.code,
                    person: readsPersons ? cases.name(of: registration) : nil))
        }
        if readsPersons {
            let ids = Set(entries.compactMap { EnrollmentID(text: $0.enrollmentID) }).sorted { $0.text < $1.text }
            try await cases.noteReading("authentications", of: ids, tenant: tenant, at: now)
        }
        return Page(entries: entries, older: found.count > Self.pageSize ? shown.last?.number : nil)
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
}
