import DocVerify
import TestSupport
import Testing

@Suite struct MRZDateTests {
    private let today = MRZExamplesTests.today

    private func mrz(birth: String = "740812", expiry: String = "300101", state: String = "UTO") throws
        -> MachineReadableZone
    {
        var writer = MRZWriter(format: .td3)
        writer.birth = birth
        writer.expiry = expiry
        writer.state = state
        return try MachineReadableZone(lines: writer.lines, today: today)
    }

    @Test(arguments: [
        ("740812", "1974-08-12"), ("261121", "2026-11-21"), ("261122", "1926-11-22"), ("000229", "2000-02-29"),
        ("510307", "1951-03-07"), ("5103<<", "1951-03"), ("51<<<<", "1951"), ("510000", "1951"), ("510300", "1951-03"),
    ])
    func aBirthDateTakesTheLatestCenturyThatIsNotAhead(printed: String, expected: String) throws {
        #expect(try mrz(birth: printed).birthDate.text == expected)
    }

    @Test(arguments: ["740431", "741301", "740230", "51<<07", "5100<<", "510007", "<<0101"])
    func anImpossibleBirthDateIsAFindingWhateverItsDigit(printed: String) throws {
        let mrz = try mrz(birth: printed)
        #expect(mrz.birthDate == .impossible)
        #expect(mrz.findings.contains(.birthDateImpossible))
        #expect(mrz.field(.birthDate)?.checkDigit?.isCorrect == true)
    }

    @Test(arguments: [
        ("120415", "2012-04-15"), ("760101", "1976-01-01"), ("750101", "2075-01-01"), ("351231", "2035-12-31"),
    ])
    func anExpiryDateIsTheNearestWithinFiftyYears(printed: String, expected: String) throws {
        #expect(try mrz(expiry: printed).expiryDate.text == expected)
    }

    @Test func anExpiryOfFillersMeansNoLimit() throws {
        let mrz = try mrz(expiry: "<<<<<<")
        #expect(mrz.findings.contains(.expiryUnlimited))
        #expect(mrz.expiryDate == .notStated)
    }

    @Test func aSpanishDocumentOfAnOldHolderThatEndsIn99IsUnlimited() throws {
        #expect(try mrz(birth: "400101", expiry: "990101", state: "ESP").expiryDate == .notStated)
        #expect(try mrz(birth: "800101", expiry: "990101", state: "ESP").expiryDate.text == "1999-01-01")
    }

    @Test func anInfantOnALongLivedDocumentIsAmbiguous() throws {
        #expect(try mrz(birth: "260101", expiry: "350101").findings.contains(.birthCenturyAmbiguous))
        #expect(try !mrz(birth: "260101", expiry: "300101").findings.contains(.birthCenturyAmbiguous))
    }

    @Test func nobodyIsBornAfterTheDocumentExpired() throws {
        #expect(try mrz(birth: "121212", expiry: "110629").birthDate.text == "1912-12-12")
    }

    @Test func agesAndMonthsAreCountedWhole() throws {
        let born = try #require(CalendarDate(year: 2000, month: 2, day: 29))
        let dayBefore = try #require(CalendarDate(year: 2018, month: 2, day: 28))
        let birthday = try #require(CalendarDate(year: 2018, month: 3, day: 1))
        #expect(born.wholeYears(until: dayBefore) == 17)
        #expect(born.wholeYears(until: birthday) == 18)
        #expect(birthday.wholeMonths(until: dayBefore) == -1)
        #expect(birthday.wholeYears(until: dayBefore) == -1)
        #expect(dayBefore.wholeMonths(until: birthday) == 0)
    }

    @Test func daysSince1970CountsEveryDayOfTheCalendarOnce() throws {
        var generator = SeededGenerator.announced()
        #expect(CalendarDate(daysSince1970: 0)?.text == "1970-01-01")
        #expect(CalendarDate(daysSince1970: 20_778)?.text == "2026-11-21")
        #expect(CalendarDate(daysSince1970: -719_162)?.text == "0001-01-01")
        #expect(CalendarDate(daysSince1970: 2_932_896)?.text == "9999-12-31")
        #expect(CalendarDate(daysSince1970: Int.max) == nil)
        for _ in 0..<2_000 {
            let day = Int.random(in: -700_000...2_900_000, using: &generator)
            let date = try #require(CalendarDate(daysSince1970: day))
            let next = try #require(CalendarDate(daysSince1970: day + 1))
            #expect(date < next)
            #expect(
                CalendarDate(year: date.year, month: date.month, day: date.day + 1) == next
                    || (next.day == 1 && CalendarDate(year: date.year, month: date.month, day: date.day + 1) == nil))
        }
    }
}
