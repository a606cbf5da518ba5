internal import DocVerify
internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// The cases of a tenant, for whoever looks at them one after the other.
package struct CaseList: Sendable {
    /// How many stand on a page.
    package static let pageSize = 50

    let cases: Cases

    /// A case in one line.
    package struct Line: Sendable {
        package let id: EnrollmentID
        let place: SearchPlace
        package let outline: CaseOutline
        /// Of the last face that was judged: `charlie4`.
        package let workflow: String?
        /// Whole percent.
        package let liveness: Int?
        /// −log10 of the false match rate of face and portrait, to a tenth.
        package let portraitScore: Double?
        package let documentType: String?
        /// Three letters.
        package let issuingState: String?
        package let registrationCode: String?
        /// Whether a legal hold keeps it.
        package let isHeld: Bool
        /// Whether a colleague is to look at it.
        package let isFlagged: Bool
        /// Whether its face was found among the registrations.
        package let isDuplicate: Bool
        /// Nil where whoever asks may not see it.
        package let person: Name?

        package var begunAt: Instant { place.begunAt }

        /// From its beginning to its end, or until now.
        package func duration(at now: Instant) -> Duration {
            .milliseconds((outline.endedAt ?? now).millisecondsSince1970 - begunAt.millisecondsSince1970)
        }
    }

    /// Who the person says they are.
    package struct Name: Sendable {
        package let username: String
        /// First and last name; the username where neither is known.
        package let name: String
        package let email: String?
        package let reference: String?
    }

    /// Words that the tenant's cases have, in their order.
    package struct Choices: Sendable {
        package let workflows: [String]
        package let documentTypes: [String]
        /// Three letters, and the name in English.
        package let issuingStates: [(code: String, name: String)]
    }

    package struct Page: Sendable {
        /// The newest first.
        package let lines: [Line]
        /// Where the next and the page before begin: values of `after` and `before`. Nil where there is none.
        package let older: String?
        package let newer: String?
        /// Whether the text that is looked for is what an authentication is called by.
        package var isOfAuthentication = false
    }

    /// A page of the cases that `search` asks for; nothing is looked for as long as a part of it is wrong.
    package func page(_ search: CaseSearch, by principal: Principal, at now: Instant) async throws -> Page {
        try principal.require(right: .cases)
        guard search.problems.isEmpty else { return Page(lines: [], older: nil, newer: nil) }
        var found = try await find(search, from: search.start, by: principal, at: now)
        if case .before = search.start, found.newer == nil, found.lines.count < Self.pageSize {
            // The first page, which is shown full.
            found = try await find(search, from: .newest, by: principal, at: now)
        }
        if search.text != nil, let older = found.older, found.newer == nil, found.lines.count < Self.pageSize {
            // Among very many that begin alike, whoever is named in full is shown at once; a later page has them again.
            found.lines += try await named(
                search, after: older, by: principal, at: now, limit: Self.pageSize - found.lines.count)
        }
        if principal.has(.readPersons) {
            try await cases.noteReading("list", of: found.lines.map(\.id), tenant: principal.tenant.id, at: now)
        }
        var page = Page(lines: found.lines, older: found.older?.cursor, newer: found.newer?.cursor)
        if let text = search.text {
            page.isOfAuthentication = try await cases.isReferenceOfAuthentication(text, tenant: principal.tenant.id)
        }
        return page
    }

    /// What there is to choose from in the form.
    package func choices(for principal: Principal) async throws -> Choices {
        try principal.require(right: .cases)
        let words = try await cases.store.caseWords(tenant: principal.tenant.id)
        return Choices(
            workflows: words.workflows, documentTypes: words.documentTypes,
            issuingStates: words.issuingStates.map { ($0, IssuingState(code: $0)?.name ?? $0) })
    }

    /// Lines, the newest first, with the places at which the pages beside them begin.
    struct Found {
        var lines: [Line]
        let older: SearchPlace?
        let newer: SearchPlace?
    }

    func find(
        _ search: CaseSearch, from start: PageStart, by principal: Principal, at now: Instant,
        limit: Int = CaseList.pageSize
    ) async throws -> Found {
        let (tenant, readsPersons) = (principal.tenant.id, principal.has(.readPersons))
        let query = try search.query(in: tenant, keys: cases.keys, readsPersons: readsPersons)
        if let text = search.text, readsPersons {
            return try await find(query, beginning: text, tenant, from: start, limit: limit, at: now)
        }
        let page = try await cases.store.cases(
            tenant: tenant, matching: query, from: start, limit: limit, scanning: Limit.searchedEnrollments.value)
        return Found(
            lines: try lines(page.rows, readsPersons: readsPersons, at: now), older: page.older, newer: page.newer)
    }

    /// Whoever the text names in full, among those older than `place`.
    private func named(
        _ search: CaseSearch, after place: SearchPlace, by principal: Principal, at now: Instant, limit: Int
    ) async throws -> [Line] {
        let query = try search.query(in: principal.tenant.id, keys: cases.keys, readsPersons: false)
        let page = try await cases.store.cases(
            tenant: principal.tenant.id, matching: query, from: .after(place), limit: limit,
            scanning: Limit.searchedEnrollments.value)
        return try lines(page.rows, readsPersons: principal.has(.readPersons), at: now)
    }

    private func lines(_ rows: [CaseRow], readsPersons: Bool, at now: Instant) throws -> [Line] {
        guard readsPersons else { return rows.map { Line($0, nil, at: now) } }
        let keys = keys(of: rows)
        return try rows.compactMap { row in
            do {
                return try person(of: row, keys).map { Line(row, $0, at: now) }
            } catch  where !StorageError.meansUnavailable(error) {
                // Damaged, which an audit says: the name of one keeps nobody from seeing the rest.
                return Line(row, nil, at: now)
            }
        }
    }

    /// What an index finds by a part of the text is opened and held against all of it, until a page is full.
    private func find(
        _ query: EnrollmentQuery, beginning text: String, _ tenant: TenantID, from start: PageStart, limit: Int,
        at now: Instant
    ) async throws -> Found {
        let (name, code) = (NameBeginning(text), text.uppercased())
        var (lines, next, opened) = ([Line](), PageStart?.some(start), 0)
        var end: SearchPlace?
        search: while let place = next, opened < Limit.comparedNames.value {
            let page = try await cases.store.cases(
                tenant: tenant, matching: query, from: place, limit: Self.pageSize,
                scanning: Limit.searchedEnrollments.value)
            end = start.isNewestFirst ? page.older : page.newer
            let rows = start.isNewestFirst ? page.rows : page.rows.reversed()
            let keys = keys(of: rows)
            for (index, row) in rows.enumerated() {
                opened += 1
                guard let person = try person(of: row, keys),
                    row.registrationCode?.hasPrefix(code) == true
                        || [person.username, person.email ?? ""].contains(where: name.begins)
                        || person.reference == text
                else { continue }
                lines.append(Line(row, person, at: now))
                if lines.count == limit {
                    if index < rows.count - 1 { end = row.place }
                    break search
                }
            }
            next = end.map { start.isNewestFirst ? .after($0) : .before($0) }
        }
        let back = start.back(from: lines.first?.place)
        return start.isNewestFirst
            ? Found(lines: lines, older: end, newer: back) : Found(lines: lines.reversed(), older: back, newer: end)
    }

    /// Those that open, read at once. For the others `person` says why they do not.
    private func keys(of rows: [CaseRow]) -> [EnrollmentID: SealingKey] {
        guard let tenant = rows.first?.tenantID else { return [:] }
        return (try? cases.keys.dataKeys(of: rows.map(\.id), tenant: tenant)) ?? [:]
    }

    /// Nil where the person is being erased at this moment.
    private func person(of row: CaseRow, _ keys: [EnrollmentID: SealingKey]) throws -> Person? {
        do {
            let dataKey = try keys[row.id] ?? cases.keys.dataKey(of: row.id, tenant: row.tenantID)
            return try Person(of: row, under: dataKey)
        } catch StorageError.keyMissing {
            return nil
        }
    }
}

extension CaseList.Line {
    /// - Parameter person: nil where whoever asks may not see them.
    fileprivate init(_ row: CaseRow, _ person: Person?, at now: Instant) {
        var outline = row.outline
        // Whether or not the job that ends it came round.
        if let deadline = row.deadline, deadline <= now { outline.expire(at: deadline) }
        self.init(
            id: row.id, place: row.place, outline: outline, workflow: row.measured.workflow,
            liveness: row.measured.liveness, portraitScore: row.measured.portrait.map { Double($0) / 10 },
            documentType: row.measured.documentType, issuingState: row.measured.issuingState,
            registrationCode: row.registrationCode, isHeld: row.isHeld, isFlagged: row.isFlagged,
            isDuplicate: row.isDuplicate,
            person: person.map {
                CaseList.Name(username: $0.username, name: $0.name, email: $0.email, reference: $0.reference)
            })
    }
}
