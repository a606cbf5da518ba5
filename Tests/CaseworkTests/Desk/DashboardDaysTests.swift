import OnboardingCore
import Testing

@testable import Casework

/// The URL of the dashboard says which days it shows.
@Suite struct DashboardDaysTests {
    /// 25 November 2026, 12:00 UTC.
    private static let now = Instant(millisecondsSince1970: 1_795_608_000_000)

    private static func days(_ parameters: (String, String)...) -> DashboardDays {
        DashboardDays(parameters.map { (name: $0, value: $1) }, at: now)
    }

    @Test func nothingAskedIsTheLastThirtyDaysAsInTheList() {
        let days = Self.days()
        let list = CaseSearch([], at: Self.now)
        #expect(days.problems.isEmpty && days.choice == 30)
        #expect(days.typed[.from] == list.typed[.from] && days.typed[.to] == "2026-11-25")
        #expect(days.range.upperBound == Self.now.day && days.range.count == 30)
    }

    @Test func aChoiceAndWrittenDaysAreTaken() {
        #expect(Self.days(("days", "7")).typed[.from] == "2026-11-19")
        #expect(Self.days(("days", "90"), ("from", ""), ("to", "")).choice == 90)
        let written = Self.days(("from", "2026-01-01"), ("to", "2026-01-01"), ("days", "7"))
        #expect(written.range.count == 1 && written.choice == nil && written.problems.isEmpty)
        #expect(Self.days(("from", "2026-11-20")).typed[.to] == "2026-11-25")
        #expect(Self.days(("to", "2026-02-01")).typed[.from] == "2026-01-03")
    }

    @Test(arguments: [
        ("days", "8", DashboardDays.Field.days, DashboardDays.Problem.notADay),
        ("from", "yesterday", .from, .notADay), ("from", "2026-02-30", .from, .notADay),
        ("to", "2026-11-24T10:00:00Z", .to, .notADay), ("from", "2026-11-26", .to, .notADay),
        ("from", "2020-01-01", .from, .tooMany),
    ])
    func aValueThatIsNoneIsShown(
        name: String, value: String, field: DashboardDays.Field, problem: DashboardDays.Problem
    ) {
        #expect(Self.days((name, value)).problems == [field: problem])
    }

    @Test func asManyDaysAsMayBeAreShown() {
        let most = DashboardDays.text(Self.now.day - Limit.dashboardDays.value + 1)
        #expect(Self.days(("from", most)).range.count == Limit.dashboardDays.value)
        let more = DashboardDays.text(Self.now.day - Limit.dashboardDays.value)
        #expect(Self.days(("from", more)).problems == [.from: .tooMany])
    }
}
