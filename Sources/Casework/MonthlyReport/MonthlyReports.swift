internal import DocVerify
internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Counts a tenant's month, a page of enrollments after the other.
package struct MonthlyReports: Sendable {
    let cases: Cases

    /// How many enrollments or authentications, of all tenants, a page looks at.
    private static let page = 1_000

    /// - Parameter month: as `ReportMonth.text`; nil for the last that is over.
    /// - Throws: `queryInvalid` for a month that is none, or has not begun.
    package func report(
        of tenant: Tenant, month text: String?, at now: Instant
    ) async throws -> MonthlyReport {
        let month = text.map(ReportMonth.init(text:)) ?? ReportMonth(before: now)
        guard let month, month.start <= now else { throw Refusal(.queryInvalid, member: "month") }
        let countsPersons = tenant.settings.reportsDemographics && month.end <= now
        var figures = MonthlyFigures()
        var persons = CountedPersons()
        var next: Int? = 0
        while let last = next {
            try Task.checkCancellation()
            let ids: [EnrollmentID]
            (ids, next) = try await cases.store.list(
                Enrollment.self, tenant: tenant.id, from: month.start, until: month.end, after: last,
                scanning: Self.page)
            for id in ids {
                let events = try await cases.store.events(of: id)
                guard let decided = figures.add(events, in: month, at: now), countsPersons else { continue }
                try await cases.count(id, events.map(\.event), as: decided, in: &persons)
            }
        }
        let authentications = try await authentications(of: tenant.id, in: month, at: now)
        if countsPersons {
            // Before anybody is given what was counted.
            try await cases.note(
                .personDataCounted(month: month.text, documents: persons.opened), tenant: tenant.id, at: now)
        }
        let demographics: MonthlyReport.Demographics? =
            if countsPersons {
                .init(
                    registered: persons.registered, refused: persons.refused, isIncomplete: persons.isIncomplete)
            } else {
                tenant.settings.reportsDemographics ? .monthNotOver : nil
            }
        return MonthlyReport(
            figures, authentications: authentications, of: tenant.name, isTest: tenant.isTest, in: month, at: now,
            demographics: demographics)
    }

    private func authentications(
        of tenant: TenantID, in month: ReportMonth, at now: Instant
    ) async throws -> AuthenticationFigures {
        var figures = AuthenticationFigures()
        var next: Int? = 0
        while let last = next {
            try Task.checkCancellation()
            let ids: [AuthenticationID]
            (ids, next) = try await cases.store.list(
                Authentication.self, tenant: tenant, from: month.start, until: month.end, after: last,
                scanning: Self.page)
            for id in ids {
                guard let found = try await cases.store.traced(id, tenant: tenant) else { continue }
                figures.add(try await cases.store.events(of: id), for: found.purpose, in: month, at: now)
            }
        }
        return figures
    }
}

/// Persons whose documents were opened.
private struct CountedPersons {
    var registered = PersonCounts()
    var refused = PersonCounts()
    var opened = 0
    /// Whether one was left shut, because as many were opened as may be.
    var isIncomplete = false
}

extension Cases {
    /// Opens what was read of the document that an enrollment ended with, and counts the person; nothing where it is not kept.
    fileprivate func count(
        _ id: EnrollmentID, _ events: [Event], as decided: MonthlyFigures.Decided, in persons: inout CountedPersons
    ) async throws {
        var last: IdempotencyRecord?
        for case .answered(let record) in events where record.step == .addDocument { last = record }
        guard let last, let stored = try await store.enrollment(id) else { return }
        guard persons.opened < Limit.reportedDocuments.value else {
            persons.isIncomplete = true
            return
        }
        guard let document = try await documentIfKept(last, in: stored) else { return }
        persons.opened += 1
        func text(_ type: DocumentFieldType, _ column: (ReadDocument.Field) -> String) -> String {
            document.fields.first { $0.type == type }.map(column) ?? ""
        }
        let sex = StatedSex(field: text(.sex, \.stated))
        // Computed, and so in the column of what is printed.
        let band = AgeBand(age: Int(text(.age, \.visual)))
        switch decided {
        case .registered: persons.registered.add(sex, band)
        case .refused: persons.refused.add(sex, band)
        }
    }

    private func documentIfKept(
        _ record: IdempotencyRecord, in stored: StoredEnrollment
    ) async throws -> ReadDocument? {
        do {
            let result: AddDocument.Result? = try await result(of: record, in: stored)
            return result?.document
        } catch is Refusal {
            // Erased meanwhile.
            return nil
        }
    }
}
