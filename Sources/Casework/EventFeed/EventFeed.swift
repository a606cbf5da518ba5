internal import Onboarding
package import OnboardingCore
package import OnboardingStorage
package import Tenancy

/// What a tenant's systems are told of as it happens.
package struct EventFeed: Sendable {
    let cases: Cases
    package var store: any Store { cases.store }

    /// An event with what it says. Nothing of the person: who may see them asks for the enrollment.
    package struct Entry: Sendable {
        /// The same whenever it is told.
        package let id: String
        package let number: Int
        /// A word of `FeedEventKind`.
        package let kind: String
        package let at: Instant
        package let enrollmentID: EnrollmentID
        /// Nil where it tells of the enrollment itself.
        package let authentication: Visit?
        /// As the enrollment stood when it happened; nil where it tells of an authentication, whose end is another one.
        package let standing: EnrollmentStanding?
        package let registrationCode: String?
        /// What the tenant calls what it tells of by, the enrollment or the authentication, as long as the person is kept.
        package let reference: String?
        /// The registration that was found; nil for every other event, and once that is erased.
        package let duplicate: Registration?
    }

    /// Another registration of the tenant.
    package struct Registration: Equatable, Sendable {
        package let enrollmentID: EnrollmentID
        package let code: String?
    }

    /// That a registered person came back, as it stood then.
    package struct Visit: Equatable, Sendable {
        package let id: AuthenticationID
        package let purpose: AuthenticationPurpose
        package let standing: AuthenticationStanding
    }

    /// A page of the feed, oldest first.
    /// - Parameters:
    ///   - since: the number after which it begins; nil for the first.
    ///   - limit: 1 … `Limit.pageSize`; nil for a hundred.
    package func page(since: String?, limit: String?, by principal: Principal) async throws -> [Entry] {
        guard let number = Int(since ?? "0"), number >= 0 else { throw Refusal(.pageOutOfRange, member: "since") }
        guard let size = Int(limit ?? "100"), (1...Limit.pageSize.value).contains(size) else {
            throw Refusal(.pageOutOfRange, member: "limit", limit: .pageSize)
        }
        var entries: [Entry] = []
        for event in try await store.feedEvents(tenant: principal.tenant.id, after: number, limit: size) {
            entries.append(try await entry(of: event))
        }
        return entries
    }

    package func entry(of event: FeedEvent) async throws -> Entry {
        let stored = try await store.enrollment(event.enrollmentID)
        var (standing, visit, found) = (EnrollmentStanding?.none, Visit?.none, Registration?.none)
        if let told = event.authentication {
            visit = try await self.visit(told, at: event)
        } else {
            let events = try await store.events(of: event.enrollmentID).prefix(event.sequence)
            standing = EnrollmentStanding(of: Array(events), now: event.at)
            found = try await registration(foundBy: events.last?.event)
        }
        guard standing != nil || visit != nil else { throw StorageError.storedValueInvalid }
        var reference: String?
        if let stored { reference = try await self.reference(of: stored, or: visit) }
        return Entry(
            id: "evt_\(event.tenantID.text.prefix(12))_\(event.number)", number: event.number, kind: event.kind,
            at: event.at, enrollmentID: event.enrollmentID, authentication: visit, standing: standing,
            registrationCode: stored?.enrollment.code, reference: reference, duplicate: found)
    }

    /// Of the authentication where there is one, else of the enrollment; nil once the person is erased.
    private func reference(of stored: StoredEnrollment, or visit: Visit?) async throws -> String? {
        guard let dataKey = try cases.dataKeyIfKept(of: stored) else { return nil }
        guard let visit else { return try Person(of: stored, under: dataKey).reference }
        return try await store.authentication(visit.id).flatMap { try cases.reference(of: $0, under: dataKey) }
    }

    private func registration(foundBy event: Event?) async throws -> Registration? {
        guard case .duplicateFound(let id)? = event, let other = try await store.enrollment(id) else { return nil }
        return Registration(enrollmentID: id, code: other.enrollment.code)
    }

    private func visit(_ told: FeedEvent.Visit, at event: FeedEvent) async throws -> Visit? {
        let events = try await store.events(of: told.id).prefix(event.sequence)
        return AuthenticationStanding(of: Array(events), now: event.at).map {
            Visit(id: told.id, purpose: told.purpose, standing: $0)
        }
    }
}
