import TestSupport
import Testing

@testable import DocVerify

@Suite struct AAMVADateTests {
    private func read(_ value: String, _ expected: AAMVADate.Order?) -> String {
        switch AAMVADate(value, expected: expected) {
        case .date(let date, let isPlain, let order):
            date.text + (isPlain ? "" : " repaired") + (order == expected || expected == nil ? "" : " other order")
        case .impossible: "impossible"
        case .ambiguous: "ambiguous"
        }
    }

    @Test(arguments: [
        ("03171979", "1979-03-17"), ("19790317", "1979-03-17 other order"), ("02292000", "2000-02-29"),
        ("02292001", "impossible"), ("13171979", "impossible"), ("20101975", "impossible"), ("00000000", "impossible"),
        // Without leading zeros: one day, several, or none.
        ("3171979", "1979-03-17 repaired"), ("1111989", "ambiguous"), ("0111989", "1989-01-01 repaired"),
        ("741989", "1989-07-04 repaired"), ("991989", "1989-09-09 repaired"), ("71989", "impossible"),
        ("3/17/1979", "1979-03-17 repaired"), ("03-17-1979", "1979-03-17 repaired"),
        ("1979-03-17", "1979-03-17 repaired other order"), ("03171979M", "1979-03-17 repaired"),
        ("031719790", "impossible"), ("MMDDCCYY", "impossible"), ("0317197", "impossible"), ("1", "impossible"),
        ("03171899", "impossible"), ("12312100", "2100-12-31"), ("01012101", "impossible"),
    ]) func datesOfTheUnitedStates(value: String, expected: String) {
        #expect(read(value, .monthFirst) == expected)
    }

    @Test(arguments: [
        ("19790317", "1979-03-17"), ("03171979", "1979-03-17 other order"), ("1979317", "1979-03-17 repaired"),
        ("1989111", "ambiguous"), ("197974", "1979-07-04 repaired"), ("1979/3/17", "1979-03-17 repaired"),
    ]) func datesOfCanadaAndOfVersionOne(value: String, expected: String) {
        #expect(read(value, .yearFirst) == expected)
    }

    @Test func withoutACountryADateIsReadWhereOnlyOneFits() {
        #expect(read("03171979", nil) == "1979-03-17")
        #expect(read("19790317", nil) == "1979-03-17")
        #expect(read("2011201", nil) == "2011-02-01 repaired")
        #expect(read("1112001", nil) == "ambiguous" && read("2011121", nil) == "ambiguous")
    }

    /// Eight digits are a day in one order alone.
    @Test func eightDigitsAreNeverAmbiguous() throws {
        var random = SeededGenerator.announced()
        for _ in 0..<2_000 {
            let year = Int.random(in: 1900...2099, using: &random)
            let month = Int.random(in: 1...12, using: &random)
            let day = Int.random(in: 1...28, using: &random)
            let date = PartialDate(year: year, month: month, day: day).text
            let digits = date.filter { $0 != "-" }
            let monthFirst = String(digits.suffix(4) + digits.prefix(4))
            #expect(read(digits, nil) == date && read(monthFirst, nil) == date)
            #expect(read(digits, .yearFirst) == date && read(monthFirst, .monthFirst) == date)
        }
    }
}
