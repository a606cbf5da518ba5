package import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage
internal import Tenancy

extension Auditor {
    /// A tenant's enrollments that `search` asks for: a page, the newest first.
    package func find(_ search: EnrollmentSearch, tenant name: String) async throws -> Enrollments.Page {
        let tenant = try await data.tenant(name: name)
        let page = try await page(search, of: tenant.id)
        try await Cases(of: data).noteReading("find", of: page.entries.map(\.id), tenant: tenant.id, at: Instant.now())
        return page
    }

    /// The enrollment that was erased and that `search` names by its id, by its registration code or, as a certificate of the erasure
    /// does, by the SHA-256 of its id: all that is kept of who was erased. Nil where it names none.
    package func erased(_ search: EnrollmentSearch, tenant name: String) async throws -> TracedEnrollment? {
        let tenant = try await data.tenant(name: name)
        guard search.terms.isEmpty else { return nil }
        let id: EnrollmentID?
        if let named = search.enrollmentID {
            let entries = search.namesDigest ? try data.journal.entries().compactMap(\.enrollment) : []
            id = EnrollmentID(text: named) ?? entries.first { ErasureCertificate.subject(of: $0) == named.lowercased() }
            guard id != nil else { return nil }
        } else {
            guard search.registrationCode != nil else { return nil }
            id = nil
        }
        let traced = try await data.store.traced(
            id: id, registrationCode: search.registrationCode?.uppercased(), tenant: tenant.id)
        guard let traced, traced.erasedAt != nil else { return nil }
        try await Cases(of: data).noteReading("find", of: [traced.id], tenant: tenant.id, at: Instant.now())
        return traced
    }

    private func page(_ search: EnrollmentSearch, of tenant: TenantID) async throws -> Enrollments.Page {
        try await refusing { try await Cases(of: data).search(search, tenant: tenant, at: Instant.now()) }
    }

    /// What refuses a search, as a sentence.
    private func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let refusal as Refusal {
            throw ConfigurationError(description: refusal.searchSentence, kind: .misused)
        }
    }

    /// The enrollments that `search` asks for, the oldest first, and where it asks by code or id also one that was erased.
    /// - Parameter operation: the word for the reading that the audit trail keeps.
    /// - Throws: a sentence where there is none.
    package func traced(
        _ search: EnrollmentSearch, tenant name: String, as operation: String = "show"
    ) async throws -> (tenant: TenantRow, found: [TracedEnrollment]) {
        let tenant = try await data.tenant(name: name)
        let (query, place) = try await refusing { try search.query(in: tenant.id, keys: data.keys) }
        let page = try await data.store.cases(
            tenant: tenant.id, matching: query, from: place.map(PageStart.after) ?? .newest,
            limit: Limit.pageSize.value, scanning: Limit.searchedEnrollments.value)
        var found = page.rows.reversed().map { TracedEnrollment(id: $0.id, erasedAt: nil) }
        if found.isEmpty, search.terms.isEmpty {
            let id = search.enrollmentID.flatMap(EnrollmentID.init(text:))
            let traced = try await data.store.traced(
                id: id, registrationCode: search.registrationCode?.uppercased(), tenant: tenant.id)
            found = traced.map { [$0] } ?? []
        }
        guard !found.isEmpty else {
            throw ConfigurationError(description: "The tenant \(name) has no such enrollment.", kind: .notFound)
        }
        try await Cases(of: data).noteReading(operation, of: found.map(\.id), tenant: tenant.id, at: Instant.now())
        return (tenant, found)
    }

    /// The authentication of this id, also of a registration that was erased.
    /// - Parameter operation: as of an enrollment.
    /// - Throws: a sentence where there is none.
    package func traced(
        authentication text: String, tenant name: String, as operation: String
    ) async throws -> (tenant: TenantRow, found: TracedAuthentication) {
        let tenant = try await data.tenant(name: name)
        guard let id = AuthenticationID(text: text) else {
            throw ConfigurationError(description: "--authentication is 32 hexadecimal digits.", kind: .misused)
        }
        guard let found = try await data.store.traced(id, tenant: tenant.id) else {
            throw ConfigurationError(description: "The tenant \(name) has no such authentication.", kind: .notFound)
        }
        try await Cases(of: data).noteReading(operation, of: [found.enrollmentID], tenant: tenant.id, at: Instant.now())
        return (tenant, found)
    }

    /// The one person whom `search` asks for, by the enrollment that stands for them: the registration, else the newest.
    /// - Throws: a sentence where there is none, or where there are several.
    func person(_ search: EnrollmentSearch, tenant name: String) async throws -> (TenantRow, StoredEnrollment) {
        let tenant = try await data.tenant(name: name)
        let entries = try await page(search, of: tenant.id).entries
        guard let newest = entries.first else {
            throw ConfigurationError(description: "The tenant \(name) has no such enrollment.", kind: .notFound)
        }
        guard Set(entries.map(\.subjectID)).count == 1 else {
            throw ConfigurationError(
                description: "Several persons fit; name one of their enrollments: "
                    + entries.map { "\($0.id.text) (\($0.standing.state.rawValue))" }.joined(separator: ", ") + ".")
        }
        let registration = try await data.store.enrollments(beside: newest.id).first { $0.isComplete }
        let id = newest.standing.state == .complete ? newest.id : registration?.id ?? newest.id
        guard let stored = try await data.store.enrollment(id) else { throw StorageError.unknownSubject }
        return (tenant, stored)
    }

    /// Erases the person whom `search` asks for: all of their enrollments, and the registration.
    /// - Returns: what was erased, with its certificates.
    package func erase(_ search: EnrollmentSearch, tenant name: String) async throws -> ErasedPerson {
        let (tenant, stored) = try await person(search, tenant: name)
        let (cases, now) = (Cases(of: data), Instant.now())
        let erased = try await cases.erasePerson(of: stored.id, includingRegistration: true, at: now)
        let key = try await ServerKeys.receiptKey(store: data.store, keys: data.keys, at: now)
        var certificates: [String] = []
        for id in erased {
            certificates.append(
                try await cases.erasureCertificate(of: id, tenant: tenant.name).signed(with: key))
        }
        return ErasedPerson(enrollments: erased, certificates: certificates)
    }
}

extension EnrollmentSearch {
    /// Whether the enrollment is named by a digest of its id, by which none is found that was not erased.
    package var namesDigest: Bool { enrollmentID.map(Self.isDigest) ?? false }

    /// What names an enrollment by itself.
    package static let formOfIdentifier =
        "--enrollment is an enrollment's id, 32 hexadecimal digits; of one that was erased `find` also takes the digest in its "
        + "certificate, 64 hexadecimal digits."
    package static let formOfCode =
        "A registration code is 10 letters and digits, and an enrollment's id 32 hexadecimal digits."

    package static func isIdentifier(_ text: String) -> Bool { EnrollmentID(text: text) != nil || isDigest(text) }

    /// Whether it may be one: no code has other characters, or more or fewer.
    package static func isCode(_ text: String) -> Bool { text.wholeMatch(of: /[0-9A-Za-z]{10}/) != nil }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 2 * Digest.byteCount && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
}

extension Refusal {
    fileprivate var searchSentence: String {
        if reason == .pageOutOfRange { return "A page has 1 to \(Limit.pageSize.value) enrollments." }
        let words = details.allowed.joined(separator: ", ")
        switch details.member {
        case "from": return "--from is \(Auditor.dayOrInstant)."
        case "to": return "--to is \(Auditor.dayOrInstant)."
        case "states": return "--state is one of \(words)."
        case "reasons": return "--reason is one of \(words)."
        case "reviews": return "--review is one of \(words)."
        case "enrollmentId": return EnrollmentSearch.formOfIdentifier
        default: return "What is searched for has no letter or digit that counts."
        }
    }
}
