internal import Casework
internal import Foundation
internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import OnboardingJSON
internal import Tenancy

/// The page of who begins enrollments and asks people back: a form, the QR code with how far the phone has come, and what was begun
/// lately.
struct PortalPages: Sendable {
    let site: Site
    let portal: PortalUseCases
    private let triggers = SingleFlight()

    var routes: [Route] {
        let audience = site.signedIn(with: .trigger)
        return [
            Route(.get, "/portal", for: audience, refusals: site.refusals) { request in
                try await form(request, PortalForm())
            },
            Route(.post, "/portal", for: audience, refusals: site.refusals, handle: trigger),
            Route(.get, "/portal/enrollments/{id}", for: audience, refusals: site.refusals, handle: enrollment),
            Route(.get, "/portal/enrollments/{id}/status", for: audience) { request in
                let entry = try await portal.triggeredEnrollments.entry(
                    of: request.parameters["id"], by: try request.authenticated, at: request.now)
                return try .json(PortalStatus(entry, words: try site.words(for: request)))
            },
            Route(.get, "/portal/enrollments/{id}/events", for: audience, handle: events),
        ] + VisitPages(site: site, portal: portal).routes
    }

    private func form(_ request: Request, _ form: PortalForm, status: Int = 200) async throws -> Response {
        let words = try site.words(for: request)
        let principal = try request.authenticated
        let recent = try await portal.triggeredEnrollments.recent(by: principal, at: request.now)
        let visits = try await portal.triggeredVisits.recent(by: principal, at: request.now)
        return try site.page(
            "portal/form",
            PortalFormView(
                form, hint: principal.tenant.wording(\.portal, in: site.language(of: request)),
                recent: recent, visits: visits, requestKey: try Self.requestKey(),
                sendsMail: portal.triggerEnroll.sendsMail,
                words: words, at: request.now),
            for: request, status: status)
    }

    private func trigger(_ request: Request) async throws -> Response {
        let fields = try request.form()
        let principal = try request.authenticated
        var form = PortalForm(fields)
        form.check()
        guard form.problems.isEmpty else { return try await self.form(request, form, status: 422) }
        // A form that is sent twice, by a double click or a reload, begins one enrollment. While the first is under way, the
        // second waits, and then is led to the same page.
        let field = fields["requestKey"] ?? ""
        let key = try IdempotencyKey(field: field)
        let result: TriggerEnroll.Result
        do {
            let asked = form
            result = try await triggers.run("\(principal.operator?.id.text ?? "") \(field)") {
                guard let returning = asked.returnRequest else {
                    return try await portal.triggerEnroll.perform(
                        asked.request, bodyDigest: asked.digest, key: key, by: principal, at: request.now)
                }
                return .triggered(
                    try await portal.triggerAuthenticate.perform(
                        returning, bodyDigest: asked.digest, key: key, by: principal, at: request.now))
            }
        } catch let refusal as Refusal {
            guard form.take(refusal, at: request.now) else { throw refusal }
            return try await self.form(request, form, status: 422)
        }
        switch result {
        case .triggered(let session):
            if let visit = try await portal.triggeredVisits.id(ofSession: session.token, by: principal) {
                let asked = form.purpose == .enroll ? "?asked=\(VisitPages.askedAsNew)" : ""
                return site.seeOther("/portal/visits/\(visit.text)\(asked)")
            }
            let id = try await portal.triggeredEnrollments.id(ofSession: session.token, by: principal)
            return site.seeOther("/portal/enrollments/\(id.text)")
        case .failed(let failure):
            form.take(failure)
            return try await self.form(request, form, status: 422)
        }
    }

    private func enrollment(_ request: Request) async throws -> Response {
        let (id, principal) = (request.parameters["id"], try request.authenticated)
        let entry = try await portal.triggeredEnrollments.entry(of: id, by: principal, at: request.now)
        let url = try await portal.triggeredEnrollments.callbackURL(of: id, by: principal, at: request.now)
        let mail = try await portal.enrollments.mailState(id, by: principal, at: request.now)
        return try site.page(
            "portal/enrollment",
            try PortalEnrollmentView(
                entry, callbackURL: url, mail: mail,
                caseHref: principal.operator?.rights.contains(.cases) == true
                    ? "\(site.base)/desk/cases/\(entry.id.text)" : nil, words: try site.words(for: request),
                at: request.now),
            for: request)
    }

    private func events(_ request: Request) async throws -> Response {
        let (id, principal) = (request.parameters["id"], try request.authenticated)
        let words = try site.words(for: request)
        let first = try await portal.triggeredEnrollments.entry(of: id, by: principal, at: request.now)
        guard let subscription = portal.enrollmentChanges.subscribe(to: first.id) else {
            throw Refusal(shortOf: .streams, retryAfterInSeconds: 5)
        }
        return EventStream(
            clock: site.clock,
            look: { now in
                // Whoever signed out, or was signed out, is told nothing any more. A page that is open keeps nobody signed
                // in.
                guard let person = principal.operator, try await site.operators.isSignedIn(person, at: now) else {
                    return nil
                }
                return try await portal.triggeredEnrollments.entry(of: id, by: principal, at: now)
            },
            isOver: { PortalState($0.standing).isFinal },
            message: { entry, _ in
                let status = try sortedKeyJSON(PortalStatus(entry, words: words))
                return "event: status\ndata: \(String(decoding: status, as: UTF8.self))\n\n"
            }
        ).response(from: first, at: subscription, since: request.now)
    }

    /// Names one showing of the form.
    private static func requestKey() throws -> String { UUID().uuidString }
}
