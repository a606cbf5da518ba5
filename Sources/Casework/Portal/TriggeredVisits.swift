internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// The authentications and re-enrollments that an operator began, as the page that began them shows them, beside
/// `TriggeredEnrollments`.
package struct TriggeredVisits: Sendable {
    let cases: Cases

    /// What an operator sees of one of their own.
    package struct Entry: Equatable, Sendable {
        package let id: AuthenticationID
        /// The registration.
        package let enrollmentID: EnrollmentID
        package let purpose: AuthenticationPurpose
        package let username: String
        package let begunAt: Instant
        package let state: EnrollmentStanding.State
        /// Why it failed for good; nil where it did not.
        package let failure: AuthenticationFailure?
        /// Until when the registration opens to nobody; nil where it does.
        package let lockedUntil: Instant?
        /// Nil once it has ended.
        package let deadline: Instant?
        package let steps: [Step]
        /// Whether the person was sent the link.
        package let isMailed: Bool
        /// Whether it was ended by another of the registration's, which took its place.
        package var isReplaced = false
    }

    package struct Step: Equatable, Sendable {
        package enum Kind: Equatable, Sendable {
            /// A phone has opened the link, and was told to begin.
            case opened
            case check(AuthenticationCheck)
            /// Another device is registered.
            case newDevice
        }

        package let kind: Kind
        package internal(set) var state: TriggeredEnrollments.Step.State
    }

    /// The authentication that a session token of the operator's tenant belongs to; nil where it is an enrollment's.
    package func id(ofSession token: String, by principal: Principal) async throws -> AuthenticationID? {
        try await cases.visit(sessionToken: token, by: principal)?.stored.id
    }

    /// The newest of the operator's own.
    package func recent(by principal: Principal, at now: Instant) async throws -> [Entry] {
        guard let operatorID = principal.operator?.id else { throw Refusal(.roleMissing) }
        var entries: [Entry] = []
        let found = try await cases.store.authentications(
            triggeredBy: operatorID, limit: TriggeredEnrollments.listed)
        for stored in found where stored.tenantID == principal.tenant.id {
            // Erased since the list was read, or at this moment.
            guard let registration = try await cases.store.enrollment(stored.enrollmentID),
                let entry = try await entry(
                    of: Visit(stored: stored, registration: registration), principal.tenant, at: now)
            else { continue }
            entries.append(entry)
        }
        return entries
    }

    /// One of the operator's own.
    /// - Throws: `enrollmentUnknown` also where it is another's.
    package func entry(of id: String?, by principal: Principal, at now: Instant) async throws -> Entry {
        guard let entry = try await entry(of: try await own(id, principal), principal.tenant, at: now) else {
            throw Refusal(.enrollmentUnknown)
        }
        return entry
    }

    /// Whether this was one of the tenant's, of a registration of which nothing is left.
    package func wasErased(_ id: String?, by principal: Principal) async throws -> Bool {
        guard let id = id.flatMap(AuthenticationID.init(text:)) else { return false }
        return try await cases.store.traced(id, tenant: principal.tenant.id)?.erasedAt != nil
    }

    /// What the QR code says; nil once it has ended.
    package func callbackURL(of id: String?, by principal: Principal, at now: Instant) async throws -> String? {
        let visit = try await own(id, principal)
        guard let deadline = visit.stored.authentication.deadline, deadline > now else { return nil }
        return try handOff(of: visit)?.callbackURL
    }

    private func own(_ id: String?, _ principal: Principal) async throws -> Visit {
        guard let operatorID = principal.operator?.id else { throw Refusal(.roleMissing) }
        guard let id = id.flatMap(AuthenticationID.init(text:)), let stored = try await cases.store.authentication(id),
            stored.trigger?.operatorID == operatorID, stored.tenantID == principal.tenant.id,
            let registration = try await cases.store.enrollment(stored.enrollmentID)
        else { throw Refusal(.enrollmentUnknown) }
        RequestSubject.note(registration.id)
        return Visit(stored: stored, registration: registration)
    }

    private func handOff(of visit: Visit) throws -> HandOff? {
        guard let trigger = visit.stored.trigger, let dataKey = try cases.dataKeyIfKept(of: visit.registration) else {
            return nil
        }
        return try HandOff(sealed: trigger.sealedHandOff, of: visit.registration.id, under: dataKey)
    }

    /// Nil where the person is being erased at this moment.
    private func entry(of visit: Visit, _ tenant: Tenant, at now: Instant) async throws -> Entry? {
        let (stored, registration) = (visit.stored, visit.registration)
        guard let dataKey = try cases.dataKeyIfKept(of: registration) else { return nil }
        let authentication = stored.authentication
        let isOverdue = authentication.deadline.map { $0 <= now } ?? false
        let state = isOverdue ? .expired : authentication.standing
        let events = try await cases.store.events(of: stored.id).map(\.event)
        let isOpened =
            try await cases.store.captureRight(of: registration.id, authentication: stored.id) != nil
        let others =
            state == .cancelled
            ? try await cases.store.authentications(of: registration.id, limit: TriggeredEnrollments.listed) : []
        return Entry(
            id: stored.id, enrollmentID: registration.id, purpose: stored.purpose,
            username: try Person(of: registration, under: dataKey).username, begunAt: stored.createdAt, state: state,
            failure: authentication.failure,
            lockedUntil: try await cases.lockedUntil(
                cases.lock(of: registration.id, in: tenant), tenant: tenant, at: now),
            deadline: isOverdue ? nil : authentication.deadline,
            steps: Self.steps(
                events, state, for: stored.purpose,
                otherwise: tenant.settings.policy(for: stored.purpose).requiredChecks, isOpened: isOpened),
            isMailed: try handOff(of: visit)?.mailIsQueued == true,
            // Both are written in one transaction.
            isReplaced: others.contains { $0.number > stored.number && $0.createdAt == stored.changedAt })
    }

    /// - Parameters:
    ///   - checks: those of one that was not begun yet.
    ///   - isOpened: whether a phone has opened the page.
    static func steps(
        _ events: [AuthenticationEvent], _ state: EnrollmentStanding.State, for purpose: AuthenticationPurpose,
        otherwise checks: [AuthenticationCheck], isOpened: Bool = false
    ) -> [Step] {
        var (isOpened, isReplaced) = (isOpened, false)
        var (policy, accepted, refused) = (
            AuthenticationPolicy?.none, Set<AuthenticationCheck>(), AuthenticationCheck?.none
        )
        for event in events {
            switch event {
            case .validated: isOpened = true
            case .started(let started, _): policy = started
            case .deviceVerified: accepted.insert(.verifyDevice)
            case .faceVerified: accepted.insert(.verifyFace)
            case .documentAdded: accepted.insert(.addDocument)
            case .deviceRefused: refused = .verifyDevice
            case .faceRefused: refused = .verifyFace
            case .documentRefused: refused = .addDocument
            case .deviceReplaced: isReplaced = true
            case .triggered, .faceChallenged, .locked, .completed, .failed, .cancelled, .expired, .answered: continue
            }
        }
        var steps = [Step(kind: .opened, state: isOpened || policy != nil ? .done : .waiting)]
        steps += (policy?.requiredChecks ?? checks).map { check in
            let isRefused = state == .failed && refused == check
            return Step(
                kind: .check(check), state: accepted.contains(check) ? .done : isRefused ? .refused : .waiting)
        }
        if purpose == .reEnroll { steps.append(Step(kind: .newDevice, state: isReplaced ? .done : .waiting)) }
        if state == .pending, let next = steps.firstIndex(where: { $0.state == .waiting }) {
            steps[next].state = .current
        }
        return steps
    }
}
