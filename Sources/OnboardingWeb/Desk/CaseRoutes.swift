internal import Casework
internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// The page of one decision, its images, and what an auditor leaves on it.
enum CaseRoutes {
    private static let path = "/desk/cases/{id}"

    /// - Parameter audience: whoever may read cases.
    static func all(_ site: Site, _ desk: DeskUseCases, for audience: Audience) -> [Route] {
        return [
            Route(.get, path, for: audience, effort: .long, refusals: site.refusals) { request in
                try await page(site, desk, request)
            },
            Route(
                .get, path + "/images/{evidence}/{name}", for: audience, effort: .long,
                refusals: site.refusals
            ) { request in
                try request.requireOwnPage()
                let image = try await desk.revealImage.perform(
                    request.parameters["id"], evidence: request.parameters["evidence"],
                    name: request.parameters["name"], by: try request.authenticated, at: request.now)
                return CaseImage.response(image)
            },
            Route(.post, path + "/notes", for: audience, effort: .long, refusals: site.refusals) {
                request in
                let form = try request.form()
                do {
                    try await desk.annotateCase.note(
                        form["text"], on: request.parameters["id"], by: try request.authenticated, at: request.now)
                } catch let refusal as Refusal where [.fieldEmpty, .fieldTooLong].contains(refusal.reason) {
                    return try await page(site, desk, request, refused: (refusal, form["text"] ?? ""))
                }
                return site.seeOther("/desk/cases/\(request.parameters["id"] ?? "")#notes")
            },
            Route(.post, path + "/flag", for: audience, refusals: site.refusals) { request in
                let form = try request.form()
                try await desk.annotateCase.flag(
                    form["flag"] == "set", on: request.parameters["id"], by: try request.authenticated,
                    at: request.now)
                return site.seeOther("/desk/cases/\(request.parameters["id"] ?? "")#notes")
            },
        ]
    }

    /// - Parameter refused: a note that was not taken, so that nothing has to be typed again.
    private static func page(
        _ site: Site, _ desk: DeskUseCases, _ request: Request, refused: (refusal: Refusal, text: String)? = nil
    ) async throws -> Response {
        let principal = try request.authenticated
        let file = try await desk.openCase.perform(
            request.parameters["id"], by: principal, at: request.now)
        let format = CaseFormat(words: try site.words(for: request), language: site.language(of: request))
        let page = CasePage(
            file, format, base: site.base, publicURL: (try? site.publicURL.value) ?? "",
            rights: principal.operator?.rights ?? [],
            refusedNote: refused.map { RefusedNote($0.refusal, $0.text, format) })
        return try site.page("desk/case", page, for: request, status: refused == nil ? 200 : 422)
    }
}
