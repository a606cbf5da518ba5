import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingWeb

/// What the dashboard makes of its numbers.
@Suite struct DashboardViewTests {
    private static let folder = Material.packageRoot + "/web"
    /// 25 November 2026, 12:00 UTC.
    private static let now = Instant(millisecondsSince1970: 1_795_608_000_000)

    private static func days(_ parameters: (String, String)...) -> DashboardDays {
        DashboardDays(parameters.map { (name: $0, value: $1) }, at: now)
    }

    private static func format(_ language: Language = .english) throws -> CaseFormat {
        CaseFormat(words: try Words(file: "\(folder)/texts/\(language.rawValue).json"), language: language)
    }

    private static func sums(of days: ClosedRange<Int>) -> CaseSums {
        var sums = CaseSums(days: days)
        for (state, count) in [
            (EnrollmentStanding.State.complete, 70), (.failed, 20), (.expired, 6), (.cancelled, 3), (.pending, 1),
        ] {
            sums.add(count, of: .state(state))
            sums.add(count, of: state, on: days.lowerBound)
        }
        sums.add(90, of: .judged(.addFace, passed: true))
        sums.add(10, of: .judged(.addFace, passed: false))
        for number in 1...5 { sums.add(18, of: .captures(.addFace, number)) }
        sums.add(40, of: .liveness(band: 10))
        sums.add(30, of: .portrait(band: 4))
        sums.add(70, of: .duration(isComplete: true, seconds: 45))
        sums.add(29, of: .duration(isComplete: false, seconds: 40_000))
        sums.add(5, of: .reason(.faceNotLive))
        sums.add(4, of: .reason(.documentNotVerified))
        sums.others = CaseSums.Others(reasons: [.documentNotVerified], cases: nil)
        return sums
    }

    private static func html(_ view: DashboardView, _ language: Language) throws -> String {
        let frame = PageFrame(
            words: try format(language).words, language: language, base: "", staticVersion: "1",
            path: "/desk/dashboard", principal: nil, session: "session", content: view)
        return try #require(try Templates(folder: folder + "/templates").render("desk/dashboard", frame))
    }

    @Test(arguments: Language.allCases, ["7", "30", "90"]) func everyNumberLeadsToASearchThatTheListTakes(
        language: Language, count: String
    ) throws {
        let days = Self.days(("days", count))
        let view = DashboardView(Self.sums(of: days.range), of: days, threshold: 3, try Self.format(language))
        let page = try Self.html(view, language)
        let queries = page.matches(of: /href="\/desk\?([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
        #expect(queries.count > 20)
        for query in Set(queries) {
            let pairs = query.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
            }
            let search = CaseSearch(pairs, at: Self.now)
            #expect(search.problems.isEmpty, "\(query)")
            #expect(search.parameters.count == pairs.count, "\(query)")
        }
        // A text that is missing shows its name.
        #expect(page.firstMatch(of: /[^\/]dashboard\.[a-z]/) == nil)
        #expect(!page.contains("{n}") && !page.contains("nil"))
    }

    @Test func thePartsOfAllAreAll() throws {
        let days = Self.days()
        let figures = try #require(
            DashboardView(Self.sums(of: days.range), of: days, threshold: 3, try Self.format()).figures)
        #expect(figures.totals.map(\.count) == ["70", "20", "9", "1"])
        #expect(figures.totals[2].query == "from=2026-10-27&to=2026-11-25&state=expired&state=cancelled")
        #expect(figures.funnel.map(\.count) == ["100", "90", "70"])
        #expect(figures.reasons.map(\.count) == ["5", "more than 50,000"])
        #expect(figures.percentiles.map(\.complete) == ["45 s", "45 s"])
        #expect(figures.percentiles.map(\.all) == ["45 s", "11 h 6 min"])
        #expect(figures.captures.map { $0.bars.map(\.count) } == [["18", "18", "18", "18", "18", "10"]])
        #expect(figures.days.rows.count == 30 && figures.days.parts.count == 4)
        #expect(figures.portrait.threshold?.x == "37.5%")
        #expect(figures.portrait.labels.first { $0.text == "3" }?.x == "37.5%")
        #expect(figures.liveness.rows.last?.cells.first?.query?.hasSuffix("liveness-from=100&liveness-to=100") == true)
    }

    @Test func whomTheClientRegisteredIsCountedApart() throws {
        let days = Self.days()
        var sums = Self.sums(of: days.range)
        sums.add(60, of: .handedIn)
        sums.addHandedIn(60, on: days.range.lowerBound)
        let figures = try #require(DashboardView(sums, of: days, threshold: 3, try Self.format()).figures)
        #expect(figures.totals.map(\.count) == ["10", "60", "20", "9", "1"])
        #expect(figures.totals[0].query.hasSuffix("state=complete&origin=enrolled"))
        #expect(figures.totals[1].query.hasSuffix("state=complete&origin=handedIn"))
        #expect(figures.funnel.map(\.count) == ["40", "90", "10"])
        #expect(figures.days.rows.first?.cells.map(\.count) == ["10", "60", "20", "9", "1"])
    }

    // MARK: The days before

    /// As many as `sums`, but for what is said.
    private static func earlier(
        _ days: DashboardDays, complete: Int = 58, failed: Int = 20, keepsFailed: Bool = true,
        keepsRegistrations: Bool = true
    ) -> CaseDashboard.Earlier {
        var sums = CaseSums(days: days.before)
        for (state, count) in [(EnrollmentStanding.State.complete, complete), (.failed, failed), (.expired, 2)] {
            sums.add(count, of: .state(state))
        }
        sums.add(complete, of: .judged(.addFace, passed: true))
        sums.add(failed, of: .judged(.addFace, passed: false))
        sums.add(9, of: .reason(.faceNotLive))
        if complete > 0 { sums.add(complete, of: .duration(isComplete: true, seconds: 55)) }
        return CaseDashboard.Earlier(sums: sums, keepsFailed: keepsFailed, keepsRegistrations: keepsRegistrations)
    }

    private static func figures(
        after earlier: CaseDashboard.Earlier?, of days: DashboardDays, _ language: Language = .english
    ) throws -> (figures: DashboardView.Figures, page: String) {
        let view = DashboardView(sums(of: days.range), after: earlier, of: days, threshold: 3, try format(language))
        return (try #require(view.figures), try html(view, language))
    }

    @Test func eachNumberSaysHowItStandsAgainstTheDaysBefore() throws {
        let days = Self.days()
        #expect(days.before.count == days.range.count && days.before.upperBound + 1 == days.range.lowerBound)
        let (figures, page) = try Self.figures(after: Self.earlier(days), of: days)
        #expect(
            figures.compared
                == "Each number is compared with what it was in the 30 days before: 27 Sep 2026 to 26 Oct 2026.")
        #expect(
            figures.totals.map(\.before) == [
                "12 more than in the 30 days before (58; 72.5 % of 80)",
                "as many as in the 30 days before (20; 25.0 % of 80)",
                "7 more than in the 30 days before (2; 2.5 % of 80)",
                "1 more than in the 30 days before (0; 0.0 % of 80)",
            ])
        #expect(figures.funnel[0].before == "20 more than before (80)")
        #expect(figures.reasons[0].before == "4 fewer than before (9; 11.2 % of 80)")
        #expect(figures.captures[0].bars.last?.before == "10 fewer than before (20; 25.6 % of 78)")
        #expect(figures.percentiles[0].completeBefore == "10 s shorter than before (55 s)")
        #expect(page.contains("12 more than in the 30 days before (58; 72.5 % of 80)"), "as text, and by no colour")
        let german = try Self.figures(after: Self.earlier(days), of: days, .german).page
        #expect(german.contains("12 mehr als in den 30 Tagen davor (58; 72,5 % von 80)"))
        #expect(german.contains("27. Sept. 2026 bis 26. Okt. 2026"))
    }

    @Test func aShareOfAFewIsACountAndNoPercentage() throws {
        let days = Self.days(("days", "7"))
        let (figures, _) = try Self.figures(after: Self.earlier(days, complete: 5, failed: 10), of: days)
        #expect(figures.totals[0].before == "65 more than in the 7 days before (5; of 17)")
        #expect(figures.totals[0].share == "70.0 % of 100")
        var few = CaseSums(days: days.range)
        few.add(3, of: .state(.complete))
        few.add(16, of: .state(.failed))
        let small = try #require(DashboardView(few, of: days, threshold: 3, try Self.format()).figures)
        #expect(small.totals.prefix(2).map(\.share) == ["of 19", "of 19"])
        #expect(small.totals.allSatisfy { $0.before == nil })
    }

    /// What failed is erased earlier than registrations are, and is counted no more then.
    @Test func numbersThatErasureMadeSmallerAreComparedWithNothing() throws {
        let days = Self.days()
        let (figures, _) = try Self.figures(after: Self.earlier(days, keepsFailed: false), of: days)
        #expect(figures.compared.hasPrefix("Only what was completed is compared"))
        #expect(
            figures.totals[0].before == "12 more than in the 30 days before (58)", "its share is of what failed, too")
        #expect(figures.totals.dropFirst().allSatisfy { $0.before == nil })
        #expect(figures.funnel.map { $0.before != nil } == [false, false, true])
        #expect(figures.reasons.allSatisfy { $0.before == nil })
        #expect(figures.percentiles.allSatisfy { $0.completeBefore != nil && $0.allBefore == nil })
        let erased = Self.earlier(days, keepsFailed: false, keepsRegistrations: false)
        let none = try Self.figures(after: erased, of: days).figures
        #expect(none.compared.hasPrefix("Not compared"))
        #expect((none.totals.map(\.before) + none.funnel.map(\.before)).allSatisfy { $0 == nil })
    }

    @Test func whomTheClientRegisteredBeforeIsCountedApart() throws {
        let days = Self.days()
        var earlier = Self.earlier(days)
        var sums = earlier.sums
        sums.add(40, of: .handedIn)
        earlier = .init(sums: sums, keepsFailed: true, keepsRegistrations: true)
        let figures = try Self.figures(after: earlier, of: days).figures
        #expect(figures.totals[0].before == "52 more than in the 30 days before (18; 22.5 % of 80)")
        #expect(figures.totals[1].before == "40 fewer than in the 30 days before (40; 50.0 % of 80)")
    }

    @Test func manyDaysHaveAColumnAWeekAndNoDayIsLost() throws {
        let days = Self.days(("from", "2025-12-01"), ("to", "2026-11-25"))
        let figures = try #require(
            DashboardView(Self.sums(of: days.range), of: days, threshold: 3, try Self.format()).figures)
        #expect(figures.days.rows.count == (days.range.count + 6) / 7)
        #expect(figures.days.rows.last?.cells.count == 4)
        #expect(figures.days.rows.first?.cells.map(\.count) == ["70", "20", "9", "1"])
    }

    @Test func nothingAndAProblemAreSaid() throws {
        let days = Self.days()
        let empty = DashboardView(CaseSums(days: days.range), of: days, threshold: 3, try Self.format())
        #expect(empty.isEmpty && empty.figures == nil)
        #expect(try Self.html(empty, .english).contains("No case began in these days."))
        let wrong = DashboardView(nil, of: Self.days(("from", "<i>")), threshold: 3, try Self.format())
        #expect(!wrong.problems.isEmpty && !wrong.isEmpty)
        let page = try Self.html(wrong, .english)
        #expect(page.contains("value=\"&lt;i&gt;\"") && page.contains("href=\"#from\"") && !page.contains("<i>"))
    }
}
