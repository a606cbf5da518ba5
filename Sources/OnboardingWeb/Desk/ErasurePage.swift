internal import Casework
internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// Where an operator erases a person: what goes, what stays, and the name of the case to be typed.
struct ErasurePage: Sendable {
    let site: Site
    let eraseCase: EraseCase
    let proposals: Proposals

    private static let path = "/desk/cases/{id}/erase"

    var routes: [Route] {
        let audience = site.signedIn(with: .cases)
        return [
            Route(.get, Self.path, for: audience, refusals: site.refusals) { request in try await page(request) },
            Route(.get, "/desk/cases/{id}/erasure.jwt", for: audience, refusals: site.refusals) { request in
                let id = request.parameters["id"] ?? ""
                let text = try await eraseCase.certificate(id, by: try request.authenticated)
                return Response(
                    body: .bytes([UInt8]((text + "\n").utf8)), contentType: "application/jwt",
                    extraHeaders: [
                        .contentDisposition: "attachment; filename=\"erasure-\(id.prefix(8)).jwt\""
                    ])
            },
            Route(.post, Self.path, for: audience, effort: .long, refusals: site.refusals) { request in
                let typed = try request.form()["confirmation"]
                do {
                    let result = try await eraseCase.perform(
                        request.parameters["id"], typed: typed, by: try request.authenticated, at: request.now)
                    return switch result {
                    case .erased, .erasedBefore: erased(request)
                    case .notConfirmed: try await page(request, refused: typed ?? "", status: 422)
                    case .held: try await page(request, status: 409)
                    }
                } catch let refusal as Refusal where refusal.reason == .secondOperatorRequired {
                    return try await propose(request)
                }
            },
        ]
    }

    private func propose(_ request: Request) async throws -> Response {
        do {
            return site.seeProposal(
                try await proposals.propose(
                    .erase(enrollment: request.parameters["id"] ?? ""), by: try request.authenticated, at: request.now))
        } catch let refusal as Refusal where refusal.reason == .erasureBlocked {
            return try await page(request, status: 409)
        }
    }

    /// The case's page says that it was, and which entry of the trail does.
    private func erased(_ request: Request) -> Response {
        site.seeOther("/desk/cases/\(request.parameters["id"] ?? "")#erasure")
    }

    private func page(_ request: Request, refused: String? = nil, status: Int = 200) async throws -> Response {
        let plan = try await eraseCase.plan(
            request.parameters["id"], by: try request.authenticated, at: request.now)
        guard let plan else { return erased(request) }
        let format = CaseFormat(words: try site.words(for: request), language: site.language(of: request))
        return try site.page(
            "desk/erase",
            ErasureView(
                plan, refused: refused, takesTwo: try request.authenticated.needsColleague(for: .erasure),
                base: site.base, format),
            for: request, status: status)
    }
}

/// What `desk/erase.mustache` shows.
struct ErasureView {
    struct Row {
        let id: String
        let href: String
        let state: String
        let begunAt: String
        let isHeld: Bool
    }

    let shortID: String
    let casePath: String
    let action: String
    let attempts: [Row]
    let isHeld: Bool
    /// One of them is under way, and ends with the erasure.
    let isRunning: Bool
    /// A colleague has to agree.
    let takesTwo: Bool
    let confirmation: String
    let typed: String
    let problem: String?

    /// - Parameter refused: what was typed and is not the name of the case.
    init(_ plan: EraseCase.Plan, refused: String?, takesTwo: Bool, base: String, _ format: CaseFormat) {
        self.takesTwo = takesTwo
        shortID = String(plan.id.prefix(8))
        casePath = "\(base)/desk/cases/\(plan.id)"
        action = casePath + "/erase"
        attempts = plan.attempts.map {
            Row(
                id: $0.id, href: "\(base)/desk/cases/\($0.id)", state: format.name($0.state.rawValue, in: "states"),
                begunAt: format.time($0.begunAt), isHeld: $0.isHeld)
        }
        isHeld = plan.isHeld
        isRunning = plan.attempts.contains { $0.state == .pending }
        confirmation = plan.confirmation
        typed = refused ?? ""
        problem = refused.map { _ in
            format.words("case.erase.wrong", ["name": plan.confirmation])
        }
    }
}
