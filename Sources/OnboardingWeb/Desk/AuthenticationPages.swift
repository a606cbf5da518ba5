internal import Casework
internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP

/// Who came back to the registrations of the tenant: the list, one of them, and its images.
struct AuthenticationPages: Sendable {
    let site: Site
    let desk: DeskUseCases

    private static let path = "/desk/authentications/{id}"

    var routes: [Route] {
        let audience = site.signedIn(with: .cases)
        let refusals = site.refusals(ofUnknown: "refusal.noAuthentication")
        return [
            Route(
                .get, "/desk/authentications", for: audience, effort: .long, refusals: site.refusals, handle: list),
            Route(.get, Self.path, for: audience, effort: .long, refusals: refusals, handle: page),
            Route(
                .get, Self.path + "/images/{evidence}/{name}", for: audience, effort: .long, refusals: refusals
            ) { request in
                try request.requireOwnPage()
                let image = try await desk.revealImage.perform(
                    authentication: request.parameters["id"], evidence: request.parameters["evidence"],
                    name: request.parameters["name"], by: try request.authenticated, at: request.now)
                return CaseImage.response(image)
            },
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        let (query, principal) = (try request.query, try request.authenticated)
        let status = query["status"].flatMap(CaseStatus.init(rawValue:))
        let before = query["before"].flatMap(Int.init)
        let typed = query["reference"].flatMap { $0.isEmpty ? nil : $0 }
        let reference = try? typed?.checked(.reference, as: "reference")
        // As the list of cases, it shows nothing where it cannot tell what was asked for.
        let isDamaged =
            (status == nil && !(query["status"] ?? "").isEmpty) || (before == nil && query["before"] != nil)
            || (reference == nil && typed != nil)
        let page =
            isDamaged
            ? AuthenticationList.Page.empty
            : try await desk.authenticationList.page(
                status: status, reference: reference, before: before, by: principal, at: request.now)
        let view = AuthenticationListView(
            page, status: status, reference: typed, isFirst: before == nil, isDamaged: isDamaged, for: principal,
            base: site.base, try format(request))
        return try site.page("desk/authentications", view, for: request)
    }

    private func page(_ request: Request) async throws -> Response {
        let file = try await desk.openAuthentication.perform(
            request.parameters["id"], by: try request.authenticated, at: request.now)
        let view = AuthenticationPage(
            file, try format(request), base: site.base, publicURL: (try? site.publicURL.value) ?? "")
        return try site.page("desk/authentication", view, for: request)
    }

    private func format(_ request: Request) throws -> CaseFormat {
        CaseFormat(words: try site.words(for: request), language: site.language(of: request))
    }
}
