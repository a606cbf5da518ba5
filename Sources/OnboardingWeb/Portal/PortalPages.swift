internal import Casework
internal import Foundation
internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
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
        ]
            + BegunPages(
                site: site, portal: portal, path: "/portal/enrollments/{id}", cases: portal.triggeredEnrollments
            ).routes
            + BegunPages(site: site, portal: portal, path: "/portal/visits/{id}", cases: portal.triggeredVisits).routes
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
                let asked = form.purpose == .enroll ? "?asked=\(BegunPages<TriggeredVisits>.askedAsNew)" : ""
                return site.seeOther("/portal/visits/\(visit.text)\(asked)")
            }
            let id = try await portal.triggeredEnrollments.id(ofSession: session.token, by: principal)
            return site.seeOther("/portal/enrollments/\(id.text)")
        case .failed(let failure):
            form.take(failure)
            return try await self.form(request, form, status: 422)
        }
    }

    /// Names one showing of the form.
    private static func requestKey() throws -> String { UUID().uuidString }
}
