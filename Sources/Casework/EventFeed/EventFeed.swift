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
        /// As the enrollment stood when it happened.
        package let standing: EnrollmentStanding
        package let registrationCode: String?
        /// What the tenant calls the case by, as long as the person is kept.
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
        package let state: EnrollmentStanding.State
        /// Nil where it has not failed.
        package let failure: AuthenticationFailure?
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
        // A registration stays as it was when it was complete, whatever authentications there are of it.
        let count = event.authentication == nil ? event.sequence : .max
        let events = try await store.events(of: event.enrollmentID).prefix(count)
        guard let standing = EnrollmentStanding(of: Array(events), now: event.at) else {
            throw StorageError.storedValueInvalid
        }
        let stored = try await store.enrollment(event.enrollmentID)
        var reference: String?
        if let stored, let dataKey = try cases.dataKeyIfKept(of: stored) {
            reference = try Person(of: stored, under: dataKey).reference
        }
        return Entry(
            id: "evt_\(event.tenantID.text.prefix(12))_\(event.number)", number: event.number, kind: event.kind,
            at: event.at, enrollmentID: event.enrollmentID, authentication: try await visit(of: event),
            standing: standing,
            registrationCode: stored?.enrollment.code, reference: reference,
            duplicate: try await registration(foundBy: event.authentication == nil ? events.last?.event : nil))
    }

    private func registration(foundBy event: Event?) async throws -> Registration? {
        guard case .duplicateFound(let id)? = event, let other = try await store.enrollment(id) else { return nil }
        return Registration(enrollmentID: id, code: other.enrollment.code)
    }

    private func visit(of event: FeedEvent) async throws -> Visit? {
        guard let told = event.authentication else { return nil }
        let events = try await store.events(of: told.id).prefix(event.sequence)
        guard let authentication = replay(events.map(\.event)) else { throw StorageError.storedValueInvalid }
        return Visit(
            id: told.id, purpose: told.purpose, state: authentication.standing, failure: authentication.failure)
    }
}
