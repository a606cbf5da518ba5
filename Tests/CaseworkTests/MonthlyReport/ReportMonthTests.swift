import OnboardingCore
import Testing

@testable import Casework

@Suite struct ReportMonthTests {
    @Test(arguments: [
        ("2026-10", "2026-10-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"),
        ("2026-12", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"),
        ("2024-02", "2024-02-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"),
        ("1970-01", "1970-01-01T00:00:00.000Z", "1970-02-01T00:00:00.000Z"),
        ("2100-02", "2100-02-01T00:00:00.000Z", "2100-03-01T00:00:00.000Z"),
    ])
    func aMonthGoesFromItsFirstInstantToThatOfTheNext(text: String, start: String, end: String) throws {
        let month = try #require(ReportMonth(text: text))
        #expect(month.text == text)
        #expect(month.start.iso8601WithMilliseconds == start && month.end.iso8601WithMilliseconds == end)
        let last = Instant(millisecondsSince1970: month.end.millisecondsSince1970 - 1)
        #expect(ReportMonth(of: month.start) == month && ReportMonth(of: last) == month)
        #expect(month.contains(month.start) && month.contains(last) && !month.contains(month.end))
        #expect(ReportMonth(before: month.end) == month)
    }

    @Test(arguments: [
        "", "2026-13", "2026-00", "2026-1", "26-10", "2026-10-01", "2026/10", "1969-12", "٢٠٢٦-10", " 2026-10",
    ])
    func whatIsNoMonthIsNone(text: String) {
        #expect(ReportMonth(text: text) == nil)
    }
}
