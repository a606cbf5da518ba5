internal import Casework
internal import OnboardingCore
internal import OnboardingHTTP
internal import OnboardingJSON
internal import Tenancy

/// The page of an authentication or a re-enrollment that an operator began: QR code, steps and how it ended, as the page of an
/// enrollment.
struct VisitPages: Sendable {
    let site: Site
    let portal: PortalUseCases

    /// In `asked`: an enrollment was asked for, of somebody who turned out to be registered.
    static let askedAsNew = "new"

    var routes: [Route] {
        let audience = site.signedIn(with: .trigger)
        return [
            Route(.get, "/portal/visits/{id}", for: audience, refusals: site.refusals, handle: visit),
            Route(.get, "/portal/visits/{id}/status", for: audience) { request in
                let entry = try await portal.triggeredVisits.entry(
                    of: request.parameters["id"], by: try request.authenticated, at: request.now)
                return try .json(PortalStatus(entry, words: try site.words(for: request)))
            },
            Route(.get, "/portal/visits/{id}/events", for: audience, handle: events),
        ]
    }

    private func visit(_ request: Request) async throws -> Response {
        let (id, principal) = (request.parameters["id"], try request.authenticated)
        let entry = try await portal.triggeredVisits.entry(of: id, by: principal, at: request.now)
        let url = try await portal.triggeredVisits.callbackURL(of: id, by: principal, at: request.now)
        // The newest of the registration's messages is this one's, if any was asked for.
        let mail =
            entry.isMailed
            ? try await portal.enrollments.mailState(entry.enrollmentID.text, by: principal, at: request.now) : .none
        return try site.page(
            "portal/enrollment",
            try PortalEnrollmentView(
                entry, callbackURL: url, mail: mail,
                caseHref: principal.operator?.rights.contains(.cases) == true
                    ? "\(site.base)/desk/cases/\(entry.enrollmentID.text)" : nil,
                wasNew: try request.query["asked"] == Self.askedAsNew, words: try site.words(for: request),
                at: request.now),
            for: request)
    }

    private func events(_ request: Request) async throws -> Response {
        let (id, principal) = (request.parameters["id"], try request.authenticated)
        let words = try site.words(for: request)
        let first = try await portal.triggeredVisits.entry(of: id, by: principal, at: request.now)
        guard let subscription = portal.enrollmentChanges.subscribe(to: first.enrollmentID) else {
            throw Refusal(shortOf: .streams, retryAfterInSeconds: 5)
        }
        return EventStream(
            clock: site.clock,
            look: { now in
                guard let person = principal.operator, try await site.operators.isSignedIn(person, at: now) else {
                    return nil
                }
                return try await portal.triggeredVisits.entry(of: id, by: principal, at: now)
            },
            isOver: { $0.state != .pending },
            message: { entry, _ in
                let status = try sortedKeyJSON(PortalStatus(entry, words: words))
                return "event: status\ndata: \(String(decoding: status, as: UTF8.self))\n\n"
            }
        ).response(from: first, at: subscription, since: request.now)
    }
}
