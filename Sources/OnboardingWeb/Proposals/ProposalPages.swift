internal import Casework
internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// What takes two operators: what waits for a colleague, what it would do, and where one agrees or declines.
struct ProposalPages: Sendable {
    let site: Site
    let proposals: Proposals

    private static let list = "/proposals"
    private static let one = "/proposals/{id}"

    /// What was done, as the query of the page behind it says.
    enum Done: String {
        case proposed, agreed, declined
    }

    var routes: [Route] {
        let audience = site.signedIn(withAnyOf: FourEyesAction.allCases.map(\.right))
        return [
            Route(.get, Self.list, for: audience, effort: .long, refusals: site.refusals, handle: list),
            Route(.get, Self.one, for: audience, effort: .long, refusals: site.refusals) { request in
                let done = try request.query["done"].flatMap(Done.init(rawValue:))
                return try await page(request, done: done)
            },
            Route(.post, Self.one + "/agree", for: audience, effort: .long, refusals: site.refusals, handle: agree),
            Route(.post, Self.one + "/decline", for: audience, refusals: site.refusals, handle: decline),
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        let format = CaseFormat(words: try site.words(for: request), language: site.language(of: request))
        let all = try await proposals.list(by: try request.authenticated, at: request.now)
        return try site.page("proposals/list", ProposalListView(all, format), for: request)
    }

    private func page(
        _ request: Request, done: Done? = nil, refusedReason: String? = nil, status: Int = 200
    ) async throws -> Response {
        let principal = try request.authenticated
        let (proposal, effect) = try await proposals.one(request.parameters["id"], by: principal, at: request.now)
        let format = CaseFormat(words: try site.words(for: request), language: site.language(of: request))
        return try site.page(
            "proposals/one",
            ProposalView(
                proposal, effect, seesCases: principal.operator?.rights.contains(.cases) ?? false, done: done,
                refusedReason: refusedReason, format),
            for: request, status: status)
    }

    private func agree(_ request: Request) async throws -> Response {
        _ = try request.form()
        let principal = try request.authenticated
        let words = try site.words(for: request)
        switch try await proposals.agree(request.parameters["id"], by: principal, at: request.now) {
        case .done: return seeDone(request, .agreed)
        case .link(let name, let token):
            let url = try site.publicURL.value + OperatorAdministration.linkPath(token: token)
            return try site.page(
                "admin/link",
                LinkView(
                    tabs: AdminTabView.all(for: principal, at: .people, words: words), personName: name, linkURL: url),
                for: request)
        case .client(let made):
            return try site.page(
                "admin/secret",
                SecretShownView(
                    tabs: AdminTabView.all(for: principal, at: .credentials, words: words), clientID: made.clientID,
                    secret: made.secret),
                for: request)
        }
    }

    private func decline(_ request: Request) async throws -> Response {
        // Browsers send the ends of lines as two characters.
        let reason = try request.form()["reason"]?.replacing("\r\n", with: "\n")
        do {
            try await proposals.decline(
                request.parameters["id"], reason: reason, by: try request.authenticated, at: request.now)
            return seeDone(request, .declined)
        } catch let refusal as Refusal where [.fieldEmpty, .fieldTooLong].contains(refusal.reason) {
            return try await page(request, refusedReason: reason ?? "", status: 422)
        }
    }

    private func seeDone(_ request: Request, _ done: Done) -> Response {
        site.seeOther("\(Self.list)/\(request.parameters["id"] ?? "")?done=\(done.rawValue)")
    }
}
