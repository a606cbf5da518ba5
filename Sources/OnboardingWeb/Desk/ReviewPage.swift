internal import Casework
internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// Where an operator settles a case: a form, what would be recorded, and then the case's page again.
struct ReviewPage: Sendable {
    let site: Site
    let settleCase: SettleCase
    let proposals: Proposals

    private static let path = "/desk/cases/{id}/review"

    /// Somebody was faster, or no machine has refused it.
    private static let meansClosed: [RefusalReason] = [.stepAlreadyDone, .stepOutOfOrder, .enrollmentFinished]

    /// Somebody else is registered under the username or with the face, so that nothing was recorded.
    private static let meansTaken: [RefusalReason] = [.usernameRegistered, .faceRegistered]

    var routes: [Route] {
        let audience = site.signedIn(with: .cases)
        return [
            Route(.get, Self.path, for: audience, refusals: site.refusals) { request in
                try await page(request, ReviewForm(), whereClosed: 200)
            },
            Route(.post, Self.path, for: audience, effort: .long, refusals: site.refusals, handle: settle),
        ]
    }

    private func settle(_ request: Request) async throws -> Response {
        let fields = try request.form()
        let form = ReviewForm(fields)
        guard fields["step"] != "change" else { return try await page(request, form) }
        let words = try site.words(for: request)
        if let problem = form.problem(in: words) {
            return try await page(request, form, problem: problem, status: 422)
        }
        guard fields["step"] == "settle", let decision = form.decision else {
            return try await page(request, form, isConfirming: true)
        }
        do {
            try await settleCase.perform(
                decision, reason: form.reason(in: words), on: request.parameters["id"], bodyDigest: request.bodyDigest,
                by: try request.authenticated, at: request.now)
        } catch let refusal as Refusal where refusal.reason == .secondOperatorRequired {
            let proposed = ProposedAction.settle(
                enrollment: request.parameters["id"] ?? "", decision: decision.rawValue, reason: form.reason(in: words))
            return site.seeProposal(
                try await proposals.propose(proposed, by: try request.authenticated, at: request.now))
        } catch let refusal as Refusal where Self.meansTaken.contains(refusal.reason) {
            return try await page(request, form, problem: .taken, status: 409)
        } catch let refusal as Refusal where Self.meansClosed.contains(refusal.reason) {
            return try await page(request, form, isLate: true)
        }
        return site.seeOther("/desk/cases/\(request.parameters["id"] ?? "")#second-look")
    }

    /// - Parameter whereClosed: the status where nothing is to be settled, or not any more.
    private func page(
        _ request: Request, _ form: ReviewForm, problem: ReviewForm.Problem? = nil, isConfirming: Bool = false,
        isLate: Bool = false, status: Int = 200, whereClosed: Int = 409
    ) async throws -> Response {
        let principal = try request.authenticated
        let standing = try await settleCase.standing(request.parameters["id"], by: principal, at: request.now)
        let format = CaseFormat(words: try site.words(for: request), language: site.language(of: request))
        return try site.page(
            "desk/review",
            ReviewView(
                standing, form, problem: problem, isConfirming: isConfirming, isLate: isLate,
                seesPersons: principal.operator?.rights.contains(.persons) ?? false, base: site.base, format),
            for: request, status: standing.isOpen ? status : whereClosed)
    }
}

/// What `desk/review.mustache` shows.
struct ReviewView {
    struct Choice {
        let value: String
        let name: String
        let isChosen: Bool
    }

    /// The grounds of one decision.
    struct Group {
        let label: String
        let grounds: [Choice]
    }

    let id: String
    let shortID: String
    let casePath: String
    let action: String
    let headline: String
    let why: String
    /// Nil where there is something to settle.
    let closed: String?
    let isFilling: Bool
    let isConfirming: Bool
    let mayNotSeePersons: Bool
    let decisions: [Choice]
    let groups: [Group]
    let decisionValue: String
    let groundValue: String
    let decisionName: String
    let text: String
    let reason: String
    let longest: String
    let decisionProblem: String?
    let groundProblem: String?
    let textProblem: String?
    let hasProblem: Bool

    init(
        _ standing: SettleCase.Standing, _ form: ReviewForm, problem: ReviewForm.Problem?, isConfirming: Bool,
        isLate: Bool, seesPersons: Bool, base: String, _ format: CaseFormat
    ) {
        let (words, enrollment) = (format.words, standing.enrollment)
        id = standing.id
        shortID = String(id.prefix(8))
        casePath = "\(base)/desk/cases/\(id)"
        action = casePath + "/review"
        headline = CasePage.Decision.sentence(enrollment, ofMachine: true, format)
        why =
            enrollment.review?.requestedAt.map { words("case.secondLook.requestedAt", ["at": format.time($0)]) }
            ?? words("case.secondLook.unasked")
        if standing.isOpen {
            closed = nil
        } else if let decision = enrollment.review?.decision, let at = enrollment.review?.decidedAt {
            closed = words(
                isLate ? "case.secondLook.late" : "case.secondLook.alreadySettled",
                ["decision": format.name(decision.rawValue, in: "reviews"), "at": format.time(at)])
        } else {
            closed = words("case.secondLook.nothingRefused")
        }
        isFilling = closed == nil && !isConfirming
        self.isConfirming = closed == nil && isConfirming
        mayNotSeePersons = !seesPersons
        decisions = Review.Decision.allCases.map {
            Choice(
                value: $0.rawValue, name: words("case.secondLook.choices.\($0.rawValue)"), isChosen: $0 == form.decision
            )
        }
        func group(_ label: String, of decision: Review.Decision?) -> Group {
            Group(
                label: words("case.secondLook.groups.\(label)"),
                grounds: ReviewGround.allCases.filter { $0.decision == decision }.map {
                    Choice(
                        value: $0.rawValue, name: words("case.secondLook.grounds.\($0.rawValue)"),
                        isChosen: $0 == form.ground)
                })
        }
        groups =
            Review.Decision.allCases.map { group($0.rawValue, of: $0) } + [group("either", of: nil)]
        (decisionValue, groundValue) = (form.decision?.rawValue ?? "", form.ground?.rawValue ?? "")
        decisionName = form.decision.map { words("case.secondLook.choices.\($0.rawValue)") } ?? ""
        text = form.text
        reason = form.reason(in: words)
        let ground = ReviewGround.allCases.map {
            words("case.secondLook.grounds.\($0.rawValue)").unicodeScalars.count
        }
        longest = "\(max(0, Limit.reviewReason.value - (ground.max() ?? 0) - 2))"
        func sentence(_ problems: ReviewForm.Problem...) -> String? {
            problem.flatMap { problems.contains($0) ? words("case.secondLook.problems.\($0.rawValue)") : nil }
        }
        groundProblem = sentence(.ground, .unfitting)
        textProblem = sentence(.empty, .tooLong)
        decisionProblem = sentence(.decision, .taken)
        hasProblem = problem != nil
    }
}
