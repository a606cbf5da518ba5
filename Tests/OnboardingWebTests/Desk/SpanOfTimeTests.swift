import Testing

@testable import OnboardingWeb

@Suite struct SpanOfTimeTests {
    @Test(arguments: [
        (-5000, 0, SpanOfTime.Unit.seconds), (0, 0, .seconds), (119_999, 119, .seconds), (120_000, 2, .minutes),
        (7_199_999, 119, .minutes), (7_200_000, 2, .hours), (172_799_999, 47, .hours), (172_800_000, 2, .days),
        (Int64.max, 106_751_991_167, .days),
    ])
    func itIsSaidInOneUnit(milliseconds: Int64, count: Int64, unit: SpanOfTime.Unit) {
        let span = SpanOfTime(milliseconds: milliseconds)
        #expect(span.count == count && span.unit == unit)
    }
}
