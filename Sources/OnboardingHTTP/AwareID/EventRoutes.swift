internal import Casework
internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// What happens, as it happens: the tenant's feed, and the events of one session for a page that shows how it goes
/// (server-sent events, WHATWG HTML §9.2).
struct EventRoutes: Sendable {
    let portal: PortalUseCases
    let person: PersonUseCases
    let operators: OperatorSignIn
    let tenants: TenantDirectory
    let clock: @Sendable () -> Instant

    var all: [Route] {
        [
            Route(.get, "/onboarding/admin/events", for: .client(.readEnrollments), effort: .long) { request in
                let query = try request.query
                let entries = try await portal.eventFeed.page(
                    since: query["since"], limit: query["limit"], by: try request.authenticated)
                let next = entries.last?.number ?? query["since"].flatMap(Int.init) ?? 0
                return try .json(EventFeedResponse(events: entries.map(EventMessage.init), next: next))
            },
            Route(
                .get, "/onboarding/b2c/operationStatus/{sessionToken}/events",
                for: .clientOrWatchingPhone(.enroll, .readEnrollments), handle: events),
        ]
    }

    private func events(_ request: Request) async throws -> Response {
        let (token, principal) = (request.parameters["sessionToken"], try request.authenticated)
        // Whoever may not see it is told so before anything is streamed.
        let first = try await person.sessionStatus.perform(sessionToken: token, by: principal, at: request.now)
        guard let subscription = portal.enrollmentChanges.subscribe(to: first.enrollmentID) else {
            throw Refusal(shortOf: .streams, retryAfterInSeconds: 5)
        }
        return EventStream(
            clock: clock,
            look: { now in
                guard try await isGood(principal, at: now) else { return nil }
                return try await person.sessionStatus.perform(sessionToken: token, by: principal, at: now)
            },
            isOver: { $0.status != .pending },
            message: { try await message(token, principal, $0, at: $1) }
        ).response(from: first, at: subscription, since: request.now)
    }

    /// Whether whoever opened the stream may be told yet: a credential or a session may have ended since.
    private func isGood(_ principal: Principal, at now: Instant) async throws -> Bool {
        switch principal.role {
        case .client(let id, _):
            try await tenants.tenant(realm: principal.tenant.realm)?.credential(of: id)?.isGood(at: now) ?? false
        case .operator(let person): try await operators.isSignedIn(person, at: now)
        case .phone, .apiKeyHolder: true
        }
    }

    private func message(
        _ token: String?, _ principal: Principal, _ standing: SessionStatus.Standing, at now: Instant
    ) async throws -> String {
        let response = try await TriggerRoutes.status(standing, of: token, by: principal, portal, at: now)
        return "event: status\nid: \(standing.version)\ndata: "
            + String(decoding: try sortedKeyJSON(response), as: UTF8.self) + "\n\n"
    }
}

extension EventMessage.Authentication {
    fileprivate init(_ visit: EventFeed.Visit) {
        self.init(
            authenticationId: visit.id.text, purpose: visit.purpose.rawValue, state: .init(visit.standing.state),
            reason: visit.standing.reason?.code)
    }
}

extension EventFeed.Entry {
    /// Of the document that was refused last, as long as that says how the enrollment, or the authentication, stands.
    fileprivate var details: [RefusalDetail]? {
        let findings: [DocumentFinding]?
        if let visit = authentication?.standing {
            findings = visit.reason == nil ? nil : visit.lastRefused?.findings
        } else {
            findings = standing?.reason == nil ? nil : standing?.lastRefused?.findings
        }
        guard let findings, !findings.isEmpty else { return nil }
        return findings.map { RefusalDetail(code: $0.code.rawValue, field: $0.field) }
    }
}

extension EventMessage {
    /// State, reason, step and reference are those of what happened: whoever reads no further than the state of an
    /// `authentication.failed` must not find that of the registration.
    init(_ entry: EventFeed.Entry) {
        let (enrollment, visit) = (entry.standing, entry.authentication?.standing)
        self.init(
            id: entry.id, number: entry.number, type: entry.kind, timestamp: entry.at.iso8601WithMilliseconds,
            data: Content(
                enrollmentId: entry.enrollmentID.text,
                state: .init(visit?.state ?? enrollment?.state ?? .pending),
                reason: visit == nil ? enrollment?.reason?.rawValue : visit?.reason?.code,
                details: entry.details,
                review: enrollment?.review.map(EnrollmentSummary.Review.init),
                step: visit == nil ? enrollment?.check?.rawValue : visit?.check?.rawValue,
                registrationCode: entry.registrationCode, reference: entry.reference,
                authentication: entry.authentication.map(Authentication.init),
                duplicateOf: entry.duplicate.map {
                    Registration(enrollmentId: $0.enrollmentID.text, registrationCode: $0.code)
                }, origin: visit == nil ? (enrollment?.origin).map(EnrollmentSummary.Origin.init) : nil))
    }
}
