import OnboardingAPI
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingWeb
@testable import Tenancy

/// What an operator does to a case: the second look, the erasure, and the views that lead there.
@Suite struct CaseActsTests {
    private static let id = String(repeating: "3f", count: 16)
    private static let nasty = #""'><script>alert(1)</script>"#

    private func at(_ seconds: Int64) -> Instant { AdminMaterial.now.adding(seconds: seconds) }

    private func format(_ language: Language = .english) throws -> CaseFormat {
        CaseFormat(words: try AdminMaterial.words(language), language: language)
    }

    private func standing(_ more: [Event] = [], isRefused: Bool = true) throws -> SettleCase.Standing {
        var events: [(at: Instant, event: Event)] = [
            (at(0), .triggered(until: at(600))), (at(1), .started(Policy(), deadline: at(600))),
        ]
        if isRefused { events.append((at(60), .failed(.faceAttemptsExhausted))) }
        events += more.map { (at(120), $0) }
        return SettleCase.Standing(
            id: Self.id, enrollment: try #require(EnrollmentStanding(of: events, now: at(180))))
    }

    private func form(_ fields: [String: String]) throws -> ReviewForm { ReviewForm(try FormFields(of: fields)) }

    private func review(
        _ standing: SettleCase.Standing, _ form: ReviewForm = ReviewForm(), problem: ReviewForm.Problem? = nil,
        isConfirming: Bool = false, isLate: Bool = false, seesPersons: Bool = true, language: Language = .english
    ) throws -> String {
        let view = ReviewView(
            standing, form, problem: problem, isConfirming: isConfirming, isLate: isLate, seesPersons: seesPersons,
            base: "", try format(language))
        return try html("desk/review", view, language)
    }

    private func html(_ template: String, _ content: Any, _ language: Language = .english) throws -> String {
        let frame = PageFrame(
            words: try AdminMaterial.words(language), language: language, base: "", staticVersion: "1", path: "/desk",
            principal: try AdminMaterial.principal(), session: "session", content: content)
        return try #require(
            try Templates(folder: Material.packageRoot + "/web/templates").render(template, frame))
    }

    // MARK: The second look

    @Test(arguments: Language.allCases) func everyGroundIsAChoiceOfItsDecisionInWords(language: Language) throws {
        let page = try review(try standing([.reviewRequested]), language: language)
        let words = try AdminMaterial.words(language)
        for ground in ReviewGround.allCases {
            #expect(words.text(at: "case.secondLook.grounds.\(ground.rawValue)") != nil)
            #expect(page.contains(#"<option value="\#(ground.rawValue)">"#))
        }
        for decision in Review.Decision.allCases {
            #expect(ReviewGround.allCases.contains { $0.decision == decision })
        }
        #expect(page.firstMatch(of: /(?:^|[>\s"(])case\.[a-z]\w+/) == nil && !page.contains("{"))
    }

    @Test func aFormIsHeldAgainstWhatItMayHold() throws {
        let words = try AdminMaterial.words()
        let right = ["decision": "accepted", "ground": "samePerson", "text": "Same scar.\r\nSame ear."]
        #expect(try form(right).problem(in: words) == nil)
        #expect(
            try form(right).reason(in: words)
                == "By eye it is the person of the document: Same scar.\nSame ear.")
        #expect(try form(right.merging(["ground": "other"]) { $1 }).reason(in: words) == "Same scar.\nSame ear.")
        for (changed, problem) in [
            (["decision": "perhaps"], ReviewForm.Problem.decision), (["ground": "none"], .ground),
            (["ground": "anotherPerson"], .unfitting), (["text": " \r\n "], .empty),
            (["text": String(repeating: "x", count: Limit.reviewReason.value)], .tooLong),
        ] {
            let form = try form(right.merging(changed) { $1 })
            #expect(form.problem(in: words) == problem)
            let page = try review(try standing(), form, problem: problem)
            #expect(page.contains(words("case.secondLook.problems.\(problem.rawValue)")))
        }
    }

    @Test func whatIsConfirmedIsWhatIsRecorded() throws {
        let form = try form(["decision": "refused", "ground": "other", "text": "No." + Self.nasty])
        let page = try review(try standing(), form, isConfirming: true)
        #expect(page.contains(#"name="decision" value="refused""#) && page.contains(#"name="ground" value="other""#))
        #expect(page.contains(#"name="step" value="settle""#) && page.contains("Refuse the person"))
        #expect(!page.contains("<script>") && page.contains("No.&quot;&#39;&gt;&lt;script&gt;"))
        #expect(page.contains(#"name="csrf" value="\#(FormToken(session: "session").text)""#))
    }

    @Test func whoIsLateIsToldWhatTheOtherDecided() throws {
        let settled = try standing([.reviewRequested, .reviewed(.accepted, nil)])
        let form = try form(["decision": "refused", "ground": "other", "text": "No."])
        for isConfirming in [true, false] {
            let page = try review(settled, form, isConfirming: isConfirming, isLate: true)
            #expect(page.contains("Somebody was faster: accepted on") && !page.contains(#"name="step""#))
        }
        #expect(try review(settled).contains("This case has been settled: accepted on"))
        #expect(try review(try standing(isRefused: false)).contains("No machine has refused this case"))
    }

    @Test func whoSeesNoPersonIsToldSo() throws {
        #expect(try review(try standing(), seesPersons: false).contains("You do not see who the person is"))
        #expect(try !review(try standing()).contains("You do not see who the person is"))
    }

    // MARK: The erasure

    private func plan(isHeld: Bool = false, state: EnrollmentStanding.State = .failed) -> EraseCase.Plan {
        EraseCase.Plan(
            id: Self.id,
            attempts: [.init(id: Self.id, state: state, begunAt: at(0), isHeld: isHeld)], confirmation: "ABC123")
    }

    private func erasure(_ plan: EraseCase.Plan, refused: String? = nil, _ language: Language = .english) throws
        -> String
    {
        try html(
            "desk/erase", ErasureView(plan, refused: refused, takesTwo: false, base: "", try format(language)), language
        )
    }

    @Test(arguments: Language.allCases) func thePageAsksForTheNameOfTheCase(language: Language) throws {
        let page = try erasure(plan(), language)
        #expect(page.contains("<code>ABC123</code>") && page.contains(#"name="confirmation" value="""#))
        #expect(page.contains(#"class="danger""#) && !page.contains("notice warn"))
        #expect(page.firstMatch(of: /(?:^|[>\s"(])case\.[a-z]\w+/) == nil && !page.contains("{"))
        let refused = try erasure(plan(state: .pending), refused: Self.nasty, language)
        #expect(refused.contains("confirmation-error") && refused.contains("notice warn"))
        #expect(!refused.contains("<script>") && refused.contains("&lt;script&gt;"))
    }

    @Test func whoeverIsHeldHasNoFormToEraseThem() throws {
        let page = try erasure(plan(isHeld: true))
        #expect(page.contains("A legal hold keeps this person") && !page.contains(#"name="confirmation""#))
    }

    @Test func aNameIsTypedWithOrWithoutBlanksAndCapitals() {
        let plan = plan()
        for typed in ["ABC123", "abc123", " ABC 123 \n"] { #expect(plan.isConfirmed(by: typed), "\(typed)") }
        for typed in [nil, "", "ABC", "ABC1234", Self.id] { #expect(!plan.isConfirmed(by: typed)) }
    }

    // MARK: What leads there

    private func casePage(_ rights: Set<OperatorRight>) throws -> String {
        let page = CasePage(try CaseSample().file, try format(), base: "", publicURL: "", rights: rights)
        return try html("desk/case", page)
    }

    @Test func thePageOfACaseOffersWhatTheReaderMayDo() throws {
        #expect(try casePage([.cases, .erase]).contains("/desk/cases/\(Self.id)/erase"))
        #expect(try !casePage([.cases, .review]).contains("/erase"))
        // The sample has been settled.
        #expect(try !casePage([.cases, .review]).contains("/desk/cases/\(Self.id)/review"))
    }

    @Test func theListHasViewsOfWhatWaitsAndWhatIsFlagged() throws {
        func page(_ parameters: [(name: String, value: String)]) throws -> String {
            let view = CaseListView(
                CaseList.Page(lines: [], older: nil, newer: nil), of: CaseSearch(parameters, at: AdminMaterial.now),
                choices: CaseList.Choices(workflows: [], documentTypes: [], issuingStates: []),
                for: try AdminMaterial.principal(), words: try AdminMaterial.words(), at: AdminMaterial.now)
            return try html("desk/list", view)
        }
        func shown(_ page: String) -> [String] {
            page.matches(of: /<a href="\/desk\?[^"]*" aria-current="page">([^<]*)</).map { String($0.output.1) }
        }
        #expect(shown(try page([])) == ["Recent cases"])
        #expect(shown(try page([("from", ""), ("to", ""), ("review", "requested")])) == ["Waits for a second look"])
        #expect(shown(try page([("from", ""), ("to", ""), ("flag", "set")])) == ["Flagged for a colleague"])
        #expect(shown(try page([("from", ""), ("to", ""), ("state", "failed")])) == [])
        #expect(try page([]).contains(#"href="/desk?from=&amp;to=&amp;review=requested""#))
    }
}
