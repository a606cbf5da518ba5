import OnboardingCore
import OnboardingJSON
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingWeb
@testable import Tenancy

/// What waits for a colleague is said in words, whole and in every language, and nothing that somebody typed runs.
@Suite struct ProposalViewsTests {
    private static let id = String(repeating: "3f", count: 16)
    private static let nasty = #""'><script>alert(1)</script>"#
    /// One of each.
    private static let all: [ProposedAction] = [
        .erase(enrollment: id), .settle(enrollment: id, decision: "refused", reason: nasty),
        .addOperator(name: nasty, role: "auditor", rights: ["erase"]),
        .changeOperator(name: "ben", role: "admin", rights: []), .enableOperator(name: "ben"), .makeLink(name: "ben"),
        .resetSecondFactor(name: "ben"), .changeSettings(.object([:])),
        .addClient(name: "desk", scopes: ["enroll"], days: 7, publicKey: nil),
        .replaceKey(client: "acme-desk", publicKey: nasty, overlapInHours: 24),
    ]

    private func proposal(
        _ proposed: ProposedAction?, _ standing: ShownProposal.Standing = .waiting, action: FourEyesAction = .erasure,
        isOwn: Bool = false
    ) throws -> ShownProposal {
        ShownProposal(
            id: try #require(ProposalID(text: Self.id)), action: proposed?.action ?? action, proposer: "ada",
            isOwn: isOwn, proposedAt: AdminMaterial.now, expiresAt: AdminMaterial.now.adding(seconds: 600),
            standing: standing, endedAt: standing == .waiting ? nil : AdminMaterial.now,
            endedBy: standing == .agreed || standing == .declined ? "ben" : nil, proposed: proposed,
            reason: standing == .declined ? Self.nasty : nil)
    }

    private func format(_ language: Language) throws -> CaseFormat {
        CaseFormat(words: try AdminMaterial.words(language), language: language)
    }

    private func html(_ template: String, _ content: Any, _ language: Language) throws -> String {
        let frame = PageFrame(
            words: try AdminMaterial.words(language), language: language, base: "", staticVersion: "1",
            path: "/proposals", principal: nil, session: nil, content: content)
        let page = try #require(
            try Templates(folder: Material.packageRoot + "/web/templates").render(template, frame))
        #expect(!page.contains("<script>alert"))
        #expect(page.firstMatch(of: /(?:^|[>\s"(])(?:proposals|case|admin|refusal)\.[a-z]\w+/) == nil)
        return page
    }

    @Test(arguments: Language.allCases) func everyProposalIsSaidWhole(language: Language) throws {
        let effect = ProposalEffect(
            enrollments: [Self.id], changes: [.init(name: "rights", before: nil, after: "cases erase")])
        for proposed in Self.all {
            for seesCases in [true, false] {
                let view = ProposalView(
                    try proposal(proposed), effect, seesCases: seesCases, done: .proposed, refusedReason: nil,
                    try format(language))
                let page = try html("proposals/one", view, language)
                #expect(page.contains("/agree\"") && page.contains("/decline\""))
                #expect(page.contains("cases erase") && page.contains("ada"))
                #expect(page.contains("href=\"/desk/cases/\(Self.id)\"") == seesCases)
            }
        }
        let settled = ProposalView(
            try proposal(Self.all[1]), effect, seesCases: true, done: nil, refusedReason: nil, try format(.english))
        #expect(settled.facts.contains { $0.factText == Self.nasty })
        let given = ProposalView(
            try proposal(Self.all[8]), effect, seesCases: true, done: nil, refusedReason: nil, try format(.english))
        #expect(given.facts.map(\.factText).contains { $0 == "enroll" } && given.facts.contains { $0.factText == "7" })
    }

    @Test func onesOwnAndWhatHasChangedOrEndedIsNotAgreedTo() throws {
        func page(_ proposal: ShownProposal, _ effect: ProposalEffect = ProposalEffect()) throws -> String {
            try html(
                "proposals/one",
                ProposalView(
                    proposal, effect, seesCases: true, done: nil, refusedReason: nil, try format(.english)),
                .english)
        }
        let own = try page(try proposal(Self.all[0], isOwn: true))
        #expect(!own.contains("/agree\"") && own.contains("Take back"))
        let outdated = try page(try proposal(Self.all[0]), ProposalEffect(isOutdated: true))
        #expect(!outdated.contains("/agree\"") && outdated.contains("has changed since"))
        for standing in [ShownProposal.Standing.agreed, .declined, .expired, .void] {
            for action in FourEyesAction.allCases {
                let ended = try page(try proposal(nil, standing, action: action))
                #expect(!ended.contains("<form class=\"stack"))
            }
        }
        #expect(try page(try proposal(nil, .agreed)).contains("Agreed by ben"))
    }

    @Test(arguments: Language.allCases) func theListHasWhatWaitsApartFromWhatEnded(language: Language) throws {
        let all = try Self.all.map { try proposal($0) } + [try proposal(nil, .declined), try proposal(nil, .void)]
        let view = ProposalListView(all, try format(language))
        #expect(view.waiting.count == Self.all.count && view.ended.count == 2)
        let page = try html("proposals/list", view, language)
        #expect(page.contains("href=\"/proposals/\(Self.id)\""))
        let empty = try html("proposals/list", ProposalListView([], try format(language)), language)
        #expect(!empty.contains("<table"))
    }

    @Test(arguments: Language.allCases) func everyRefusalHasItsSentence(language: Language) throws {
        let words = try AdminMaterial.words(language)
        let refusals: [RefusalReason] = [
            .secondOperatorRequired, .ownProposal, .proposalEnded, .proposalVoid, .proposalOutdated,
        ]
        let sentences = refusals.map { Refusal($0).sentence(in: words) }
        #expect(Set(sentences).count == refusals.count && !sentences.contains { $0.hasPrefix("refusal.") })
    }
}
