import TestSupport
import Testing

@testable import DocVerify

@Suite struct PrintedDateTests {
    private let today = MRZExamplesTests.today

    private func dates(_ text: String, _ kind: PrintedDate.Kind = .past, monthFirst: Bool = false) -> [String] {
        PrintedDate.all(in: text, kind: kind, today: today, monthFirst: monthFirst).map(\.date.text)
    }

    @Test(arguments: [
        ("01 JAN/JAN 80", "1980-01-01"), ("12 AUG/AOÛT 74", "1974-08-12"), ("12.08.1964", "1964-08-12"),
        ("12/08/1964", "1964-08-12"), ("1964-08-12", "1964-08-12"), ("1964.08.12.", "1964-08-12"),
        ("12 AUG 1964", "1964-08-12"), ("12 08 1964", "1964-08-12"), ("13 JUL /JUIL 77", "1977-07-13"),
        ("05FEB1965", "1965-02-05"), ("10DEC/DIC 91", "1991-12-10"), ("15 Mar 1996", "1996-03-15"),
        ("22 LUT/FEB 1990", "1990-02-22"), ("06 2月/FEB 2012", "2012-02-06"), ("25-SEP-1973", "1973-09-25"),
        ("02-11-1976", "1976-11-02"), ("11 MAR/NOV 08", "2008-11-11"), ("13 0CT 2012", "2012-10-13"),
        ("O1.12.2O03", "2003-12-01"), ("March 15, 1996", "1996-03-15"), ("le 3 février 1971", "1971-02-03"),
        ("٠١/٠٢/١٩٩٠", "1990-02-01"), ("12021990", "1990-02-12"), ("30.06.1958 München", "1958-06-30"),
    ])
    func aDateIsReadInEveryForm(text: String, date: String) {
        #expect(dates(text) == [date])
    }

    @Test(arguments: [
        "31.04.1990", "29.02.1990", "00.01.1990", "12.13", "1234567890", "AB 12 34 56 7", "12 AUG/SEP 1974", "170 cm",
        "13.13.1990", "1358 5 13", "31 12 2540", "C01X00T47", "12 LIS 1990", "44227 DORTMUND", "", "(1) 2 (3) 2000",
    ])
    func whatIsNoDateIsNone(text: String) {
        #expect(dates(text).isEmpty)
    }

    @Test func twoDigitsOfAYearGetTheirCentury() {
        // Births and issues lie before today, 21 November 2026; an expiry lies within 50 years of it.
        #expect(dates("21 NOV 26") == ["2026-11-21"])
        #expect(dates("22 NOV 26") == ["1926-11-22"])
        #expect(dates("22 NOV 36", .expiry) == ["2036-11-22"])
        #expect(dates("22 NOV 77", .expiry) == ["1977-11-22"])
    }

    @Test func aDocumentOfTheUnitedStatesHasTheMonthFirst() {
        #expect(dates("08/12/1964") == ["1964-12-08"])
        #expect(dates("08/12/1964", monthFirst: true) == ["1964-08-12"])
        // Where only one of both can be the month, it is.
        #expect(dates("08/16/2001") == ["2001-08-16"])
        #expect(dates("16/08/2001", monthFirst: true) == ["2001-08-16"])
    }

    @Test func twoDatesOfALineAreFoundWhereTheyStand() {
        let text = "10 DEC/DEC 11 10 DEC/DEC 16"
        let found = PrintedDate.all(in: text, kind: .past, today: today)
        #expect(found.map(\.date.text) == ["2011-12-10", "2016-12-10"])
        #expect(found.map { String(Array(text)[$0.range]) } == ["10 DEC/DEC 11", "10 DEC/DEC 16"])
    }

    /// Every day of two centuries, in each of the forms.
    @Test func whatIsPrintedIsReadBack() throws {
        var generator = SeededGenerator.announced()
        let names = ["JAN", "FÉV", "MRT", "ABR", "MAG", "CZE", "JUIL", "SIE", "WRZ", "PAŹ", "NOV", "DÉC"]
        for _ in 0..<2_000 {
            let date = try #require(CalendarDate(daysSince1970: Int.random(in: -25_000...20_700, using: &generator)))
            let (day, month, year) = (padded(date.day), padded(date.month), String(date.year))
            for mark in [".", "/", "-", " ", ". ", " - "] {
                #expect(dates(day + mark + month + mark + year) == [date.text])
                #expect(dates(year + mark + month + mark + day) == [date.text])
            }
            #expect(dates("\(day) \(names[date.month - 1]) \(year)") == [date.text])
            #expect(dates("\(day)\(names[date.month - 1])\(year)") == [date.text])
            #expect(dates("\(date.day) \(names[date.month - 1])/\(names[date.month - 1]) \(year)") == [date.text])
        }
    }

    @Test func anyTextIsReadInNoTime() {
        var generator = SeededGenerator.announced()
        let alphabet = Array("0123456789./- OJANFEBmärç月€")
        for _ in 0..<2_000 {
            let text = String((0..<120).map { _ in alphabet.randomElement(using: &generator) ?? " " })
            for date in PrintedDate.all(in: text, kind: .expiry, today: today) {
                #expect(text.count >= date.range.upperBound)
            }
        }
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
