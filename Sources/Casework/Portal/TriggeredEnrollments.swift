internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// The enrollments that an operator began, as the page that began them shows them: the QR code again, and how far the phone
/// has come.
package struct TriggeredEnrollments: Sendable {
    let cases: Cases
    let declined: DeclinedConsents

    /// What an operator sees of an enrollment of their own.
    package struct Entry: Equatable, Sendable {
        package let id: EnrollmentID
        package let username: String
        package let standing: EnrollmentStanding
        /// What the phone has done and will do, in order.
        package let steps: [Step]
        /// Nil as long as nobody was enrolled.
        package let registrationCode: String?
        /// Whether the person has declined the text, and not agreed since.
        package var isDeclined = false
        /// Whether it was ended by another of the person's, which took its place.
        package var isReplaced = false
    }

    package struct Step: Equatable, Sendable {
        package enum Kind: Equatable, Sendable {
            /// A phone has opened the link.
            case opened
            /// The person has agreed, and it was begun.
            case begun
            case check(RequiredCheck)
        }

        package enum State: String, Sendable {
            case waiting, current, done, refused
        }

        package let kind: Kind
        package internal(set) var state: State
    }

    /// How many an operator's page lists.
    package static let listed = 20

    /// The enrollment that a session token of the operator's own belongs to.
    package func id(ofSession token: String, by principal: Principal) async throws -> EnrollmentID {
        try await cases.enrollment(sessionToken: token, for: principal).id
    }

    /// The newest of the operator's own.
    package func recent(by principal: Principal, at now: Instant) async throws -> [Entry] {
        guard let operatorID = principal.operator?.id else { throw Refusal(.roleMissing) }
        var entries: [Entry] = []
        for trigger in try await cases.store.triggers(by: operatorID, limit: Self.listed) {
            // Erased since the list was read, or at this moment.
            guard let stored = try await cases.store.enrollment(trigger.enrollmentID),
                let entry = try await entry(of: stored, principal.tenant, at: now)
            else { continue }
            entries.append(entry)
        }
        return entries
    }

    /// One of the operator's own.
    /// - Throws: `enrollmentUnknown` also where it is another's.
    package func entry(of id: String?, by principal: Principal, at now: Instant) async throws -> Entry {
        let (stored, _) = try await own(id, principal)
        guard let entry = try await entry(of: stored, principal.tenant, at: now) else {
            throw Refusal(.enrollmentUnknown)
        }
        return entry
    }

    /// Whether this was an enrollment of the tenant of which nothing is left. Who began it is not kept either.
    package func wasErased(_ id: String?, by principal: Principal) async throws -> Bool {
        guard let id = id.flatMap(EnrollmentID.init(text:)) else { return false }
        return try await cases.store.traced(id: id, registrationCode: nil, tenant: principal.tenant.id)?.erasedAt != nil
    }

    /// What the QR code says; nil once the enrollment has ended.
    package func callbackURL(of id: String?, by principal: Principal, at now: Instant) async throws -> String? {
        let (stored, trigger) = try await own(id, principal)
        guard let deadline = stored.enrollment.deadline, deadline > now,
            let dataKey = try cases.dataKeyIfKept(of: stored)
        else { return nil }
        return try HandOff(sealed: trigger.sealedHandOff, of: stored.id, under: dataKey).callbackURL
    }

    private func own(_ id: String?, _ principal: Principal) async throws -> (StoredEnrollment, StoredTrigger) {
        guard let operatorID = principal.operator?.id else { throw Refusal(.roleMissing) }
        guard let id = id.flatMap(EnrollmentID.init(text:)), let trigger = try await cases.store.trigger(of: id),
            trigger.operatorID == operatorID, let stored = try await cases.store.enrollment(id),
            stored.tenantID == principal.tenant.id
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(stored.id)
        return (stored, trigger)
    }

    /// Nil where the person is being erased at this moment.
    private func entry(of stored: StoredEnrollment, _ tenant: Tenant, at now: Instant) async throws -> Entry? {
        guard let dataKey = try cases.dataKeyIfKept(of: stored) else { return nil }
        let events = try await cases.store.events(of: stored.id)
        guard let standing = EnrollmentStanding(of: events, now: now) else { throw StorageError.storedValueInvalid }
        // The page that a phone opens takes a right, and begins nothing.
        let isOpened = try await cases.store.captureRight(of: stored.id, authentication: nil) != nil
        let steps = Self.steps(
            events.map(\.event), standing, otherwise: tenant.settings.policy.requiredChecks, isOpened: isOpened)
        let isBegun = steps.contains { $0.kind == .begun && $0.state == .done }
        let end = events.last { $0.event == .cancelled }?.at
        return Entry(
            id: stored.id, username: try Person(of: stored, under: dataKey).username, standing: standing,
            steps: steps,
            registrationCode: events.lazy.compactMap { _, event in
                if case .completed(let code) = event { code } else { nil }
            }.first, isDeclined: standing.state == .pending && !isBegun && declined.contains(stored.id),
            isReplaced: try await isReplaced(stored.id, endedAt: standing.state == .cancelled ? end : nil))
    }

    /// Whether another of the person's began or was completed at that moment: both are written in one transaction, each with the
    /// time at which it was decided.
    private func isReplaced(_ id: EnrollmentID, endedAt end: Instant?) async throws -> Bool {
        guard let end else { return false }
        let moment = end...end.adding(seconds: Self.longestTransaction)
        for other in try await cases.store.enrollments(beside: id).suffix(Self.listed) {
            for (at, event) in try await cases.store.events(of: other.id) where moment.contains(at) {
                switch event {
                case .triggered, .started, .completed: return true
                default: continue
                }
            }
        }
        return false
    }

    private static let longestTransaction: Int64 = 2

    /// - Parameters:
    ///   - checks: those of an enrollment that was not begun yet.
    ///   - isOpened: whether a phone has opened the page.
    static func steps(
        _ events: [Event], _ standing: EnrollmentStanding, otherwise checks: [RequiredCheck], isOpened: Bool = false
    ) -> [Step] {
        var (isOpened, policy) = (isOpened, Policy?.none)
        for event in events {
            switch event {
            case .validated: isOpened = true
            case .started(let started, _): policy = started
            default: continue
            }
        }
        let accepted = standing.accepted.map(\.check)
        var steps = [
            Step(kind: .opened, state: isOpened || policy != nil ? .done : .waiting),
            Step(kind: .begun, state: policy != nil ? .done : .waiting),
        ]
        steps += (policy?.requiredChecks ?? checks).map { check in
            let isRefused = standing.state == .failed && standing.check == check
            return Step(kind: .check(check), state: accepted.contains(check) ? .done : isRefused ? .refused : .waiting)
        }
        if standing.state == .pending, let next = steps.firstIndex(where: { $0.state == .waiting }) {
            steps[next].state = .current
        }
        return steps
    }
}
