internal import Foundation
package import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// What the tenant's own client may see and do with enrollments, whatever became of them.
package struct Enrollments: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL

    /// A page of those that are asked for, the newest first.
    package func search(_ search: EnrollmentSearch, by principal: Principal, at now: Instant) async throws -> Page {
        let page = try await cases.search(search, tenant: principal.tenant.id, at: now)
        try await cases.noteReading("search", of: page.entries.map(\.id), tenant: principal.tenant.id, at: now)
        return page
    }

    package func detail(_ id: String?, by principal: Principal, at now: Instant) async throws -> Detail {
        let stored = try await enrollment(id, principal)
        let detail = try await detail(of: stored, principal, otherwise: .enrollmentUnknown, at: now)
        try await cases.noteReading("enrollment", of: [stored.id], tenant: stored.tenantID, at: now)
        return detail
    }

    /// The same of the enrollment that a session handed over; the person once it has ended, because it is asked again and
    /// again until then.
    package func detail(session token: String?, by principal: Principal, at now: Instant) async throws -> Detail {
        let stored = try await cases.enrollment(sessionToken: try token.required(as: "sessionToken"), for: principal)
        var detail = try await detail(of: stored, principal, otherwise: .tokenUnknown, at: now)
        if detail.entry.standing.state == .pending { detail.person = nil }
        if detail.person != nil {
            try await cases.noteReading("operation-status", of: [stored.id], tenant: stored.tenantID, at: now)
        }
        return detail
    }

    /// The same of the enrollment of this registration code, as a part of `Registrations.detail`.
    package func detail(
        registrationCode: String, by principal: Principal, at now: Instant
    ) async throws -> Detail {
        guard let stored = try await cases.store.enrollment(tenant: principal.tenant.id, code: registrationCode) else {
            throw Refusal(.registrationUnknown)
        }
        return try await detail(of: stored, principal, otherwise: .registrationUnknown, at: now)
    }

    /// - Parameter reason: for one that is being erased at this moment.
    private func detail(
        of stored: StoredEnrollment, _ principal: Principal, otherwise reason: RefusalReason, at now: Instant
    ) async throws -> Detail {
        guard var detail = try await cases.detail(of: stored, isTest: principal.tenant.isTest, at: now) else {
            throw Refusal(reason)
        }
        if !principal.has(.readPersons) { detail.person = nil }
        if !principal.has(.readPersons), !principal.has(.review) { detail.reviewer = nil }
        return detail
    }

    /// Erases the person whose enrollment it is: all of their enrollments, and the registration.
    /// - Returns: what was erased.
    package func erase(_ id: String?, by principal: Principal, at now: Instant) async throws -> ErasedPerson {
        let stored = try await enrollment(id, principal)
        try principal.requireColleague(for: .erasure)
        do {
            let erased = try await cases.erasePerson(of: stored.id, includingRegistration: true, at: now)
            return try await certificates.perform(for: erased, of: principal.tenant)
        } catch StorageError.unknownSubject {
            throw Refusal(.enrollmentUnknown)
        }
    }

    /// The certificate of an erasure, as often as it is asked for.
    /// - Throws: `enrollmentUnknown` where none can be given: see `Cases.erasureCertificate`.
    package func certificate(_ id: String?, by principal: Principal) async throws -> ErasedPerson {
        guard let id = id.flatMap(EnrollmentID.init(text:)),
            try await cases.store.traced(id: id, registrationCode: nil, tenant: principal.tenant.id)?.erasedAt != nil
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(id)
        do {
            return try await certificates.perform(for: [id], of: principal.tenant)
        } catch StorageError.unknownSubject {
            throw Refusal(.enrollmentUnknown)
        }
    }

    private var certificates: ErasureCertificates {
        ErasureCertificates(cases: cases, tenants: tenants, signatures: signatures)
    }

    /// A signed statement of how an enrollment ended.
    /// - Parameter namesPerson: whether it says who the person is, too.
    /// - Throws: `enrollmentPending` where it has not; `scopeMissing` where it names the person, and whoever asks may not see them.
    package func receipt(
        _ id: String?, namesPerson: Bool = false, by principal: Principal, at now: Instant
    ) async throws -> String {
        if namesPerson, !principal.has(.readPersons) {
            throw Refusal(.scopeMissing, details: RefusalDetails(allowed: [Scope.readPersons.rawValue]))
        }
        let stored = try await enrollment(id, principal)
        let (tenant, url) = (principal.tenant, try publicURL.value)
        let receipt = try await cases.receipt(
            of: stored, tenant, namesPerson: namesPerson, publicURL: url, at: now)
        try await cases.noteReading("receipt", of: [stored.id], tenant: tenant.id, at: now)
        let key = try await tenants.tokens().receipts.current
        return try await signatures.run(.signature) { try receipt.signed(with: key) }
    }

    private func enrollment(_ id: String?, _ principal: Principal) async throws -> StoredEnrollment {
        guard let id = id.flatMap(EnrollmentID.init(text:)), let stored = try await cases.store.enrollment(id),
            stored.tenantID == principal.tenant.id
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(stored.id)
        return stored
    }
}

extension Cases {
    func search(_ search: EnrollmentSearch, tenant: TenantID, at now: Instant) async throws -> Enrollments.Page {
        let (query, place) = try search.query(in: tenant, keys: keys)
        let page = try await store.cases(
            tenant: tenant, matching: query, from: place.map(PageStart.after) ?? .newest, limit: search.pageSize,
            scanning: Limit.searchedEnrollments.value)
        var entries: [Enrollments.Entry] = []
        for id in page.rows.map(\.id) {
            // Erased since the page was read, or at this moment.
            guard let stored = try await store.enrollment(id), let entry = try await entry(of: stored, at: now) else {
                continue
            }
            entries.append(entry)
        }
        return Enrollments.Page(entries: entries, cursor: page.older?.cursor)
    }

    /// Nil where the person is being erased at this moment.
    func entry(of stored: StoredEnrollment, at now: Instant) async throws -> Enrollments.Entry? {
        guard let dataKey = try dataKeyIfKept(of: stored) else { return nil }
        let person = try Person(of: stored, under: dataKey)
        return try entry(of: stored, person, try await store.events(of: stored.id), at: now)
    }

    private func entry(
        of stored: StoredEnrollment, _ person: Person, _ events: [(at: Instant, event: Event)], at now: Instant
    ) throws -> Enrollments.Entry {
        guard let standing = EnrollmentStanding(of: events, now: now) else { throw StorageError.storedValueInvalid }
        return Enrollments.Entry(
            id: stored.id, subjectID: stored.subjectID, standing: standing, registrationCode: stored.enrollment.code,
            username: person.username, reference: person.reference)
    }

    /// Nil where the person is being erased at this moment.
    func detail(of stored: StoredEnrollment, isTest: Bool, at now: Instant) async throws -> Enrollments.Detail? {
        guard let dataKey = try dataKeyIfKept(of: stored) else { return nil }
        let person = try Person(of: stored, under: dataKey)
        let events = try await store.events(of: stored.id)
        var others: [Enrollments.Entry] = []
        for (id, _) in try await store.enrollments(beside: stored.id).suffix(Limit.shownEnrollments.value) {
            guard let other = try await store.enrollment(id), let entry = try await self.entry(of: other, at: now)
            else {
                continue
            }
            others.append(entry)
        }
        let subjects = try ownerSubjects(of: stored)
        let document = try await acceptedDocument(in: events, of: stored)
        return Enrollments.Detail(
            entry: try entry(of: stored, person, events, at: now),
            retryAt: isTest && SandboxPersona(username: person.username) == .locked
                ? Self.endOfLimit(oldest: now)
                : try await endOfLimit(Self.failureLimit(subjects, at: now), tenant: stored.tenantID),
            isTest: isTest,
            person: Enrollments.VerifiedPerson(
                username: person.username, name: person.name, email: person.email, phoneNumber: person.phoneNumber,
                identity: Identity(of: person, document: document?.read),
                face: try await acceptedFace(in: events, of: stored), document: document,
                refusedDocument: try await refusedDocument(in: events, of: stored)),
            reviewer: try await reviewer(of: stored, under: dataKey), others: others)
    }

    private func reviewer(of stored: StoredEnrollment, under dataKey: SealingKey) async throws -> Enrollments.Reviewer?
    {
        try await review(of: stored, under: dataKey).map { Enrollments.Reviewer(name: $0.reviewer, reason: $0.reason) }
    }

    /// What a human has decided; nil where none has.
    func review(of stored: StoredEnrollment, under dataKey: SealingKey) async throws -> ReviewEvidence? {
        guard stored.enrollment.review?.decision != nil,
            let row = try await store.evidence(of: stored.id).last(where: { $0.kind == ReviewEvidence.kind }),
            let measurements = try await evidence.read(row, under: dataKey)["measurements"]
        else { return nil }
        return try JSONDecoder().decode(ReviewEvidence.self, from: Data(measurements))
    }

    private func acceptedFace(
        in events: [(at: Instant, event: Event)], of stored: StoredEnrollment
    ) async throws -> Enrollments.Face? {
        let accepted = Self.answer(to: .addFace, in: events) { event in
            switch event {
            case .faceAdded: true
            case .faceReopened: false
            default: nil
            }
        }
        guard let accepted, let result: AddFace.Result = try await result(of: accepted.record, in: stored) else {
            return nil
        }
        return Enrollments.Face(
            at: accepted.at, scoreInPercent: result.scoreInPercent,
            falseRejectionInPercent: result.falseRejectionInPercent)
    }

    func acceptedDocument(
        in events: [(at: Instant, event: Event)], of stored: StoredEnrollment
    ) async throws -> Enrollments.Document? {
        let accepted = Self.answer(to: .addDocument, in: events) { if case .documentAdded = $0 { true } else { nil } }
        guard let accepted, let result: AddDocument.Result = try await result(of: accepted.record, in: stored) else {
            return nil
        }
        return Enrollments.Document(
            at: accepted.at, read: result.document, portraitScore: result.portraitScore, isMatching: result.isMatching)
    }

    private func refusedDocument(
        in events: [(at: Instant, event: Event)], of stored: StoredEnrollment
    ) async throws -> ReadDocument? {
        let refused = Self.answer(to: .addDocument, in: events) { event in
            switch event {
            case .documentRefused: true
            case .documentAdded: false
            default: nil
            }
        }
        guard let refused, let result: AddDocument.Result = try await result(of: refused.record, in: stored) else {
            return nil
        }
        return result.document
    }

    /// The request that the check answered.
    /// - Parameter isAccepted: what an event makes of the check; nil where it says nothing of it.
    private static func answer(
        to step: Step, in events: [(at: Instant, event: Event)], isAccepted: (Event) -> Bool?
    ) -> (record: IdempotencyRecord, at: Instant)? {
        var (answer, isOpen) = ((record: IdempotencyRecord, at: Instant)?.none, false)
        for (at, event) in events {
            if let accepted = isAccepted(event) {
                isOpen = accepted
                if !accepted { answer = nil }
            }
            if case .answered(let record) = event, record.step == step, isOpen {
                (answer, isOpen) = ((record, at), false)
            }
        }
        return answer
    }
}
