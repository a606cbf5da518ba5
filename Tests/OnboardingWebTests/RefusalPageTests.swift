import OnboardingAPI
import OnboardingCore
import TestSupport
import Testing

@testable import OnboardingWeb
@testable import Tenancy

/// A page that refuses: what happened, what to do next, and the way on.
@Suite struct RefusalPageTests {
    private static func html(
        _ refusal: Refusal, to principal: Principal? = nil, in language: Language = .english
    ) throws -> String {
        let words = try AdminMaterial.words(language)
        let frame = PageFrame(
            words: words, language: language, base: "", staticVersion: "1", path: "/desk", principal: principal,
            session: principal.map { _ in "session" },
            content: RefusalView(refusal, to: principal, words: words, at: AdminMaterial.now))
        return try #require(
            try Templates(folder: Material.packageRoot + "/web/templates").render("refusal", frame))
    }

    @Test func whoIsSignedInKeepsTheNavigation() throws {
        let principal = try AdminMaterial.principal([.cases, .people])
        let page = try Self.html(Refusal(.scopeMissing), to: principal)
        for link in ["/desk", "/desk/dashboard", "/admin"] { #expect(page.contains("<li><a href=\"\(link)\"")) }
        #expect(page.contains("<a class=\"button\" href=\"/desk\">To your start page</a>"))
        #expect(page.contains("action=\"/sign-out\""))
        let stranger = try Self.html(Refusal(.routeUnknown))
        #expect(!stranger.contains("<nav") && stranger.contains("<a class=\"button\" href=\"/\">Back to the start</a>"))
    }

    @Test(arguments: Language.allCases) func everyRefusalIsHeadedByWordsAndHasANextStep(language: Language) throws {
        for reason in RefusalReason.allCases {
            let page = try Self.html(Refusal(reason), in: language)
            let heading = try #require(page.firstMatch(of: /<h1>([^<]*)<\/h1>/)?.1)
            #expect(heading.contains(" ") && !heading.contains("_") && !heading.contains("."), "\(reason): \(heading)")
            #expect(page.contains("<code>\(reason.rawValue)</code>"))
            #expect(!page.contains("refusal."), "\(reason): a text is missing")
            let small = try #require(page.firstMatch(of: /<small>(.*?)<\/small>/)?.1)
            #expect(small.contains("UTC</time>") && small.contains(reason.rawValue), "\(reason)")
        }
    }
}
