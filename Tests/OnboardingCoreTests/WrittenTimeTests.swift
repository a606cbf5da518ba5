import Foundation
import TestSupport
import Testing

@testable import OnboardingCore

/// One form of days and times. `Tests/Browser/modules/times.test.mjs` holds scripts to the same file.
@Suite struct WrittenTimeTests {
    private struct Cases: Decodable {
        let months: [String: String]
        let shape: [String: String]
        let written: [[String: String]]
    }

    @Test(arguments: WrittenTime.allCases) func instantsReadAsScriptsWriteThem(language: WrittenTime) throws {
        let file = Material.packageRoot + "/Tests/Browser/modules/times.json"
        let cases = try JSONDecoder().decode(Cases.self, from: try #require(FileManager.default.contents(atPath: file)))
        #expect(cases.months[language.rawValue] == language.months.joined(separator: " "))
        #expect(cases.shape[language.rawValue] == language.shapeOfDay)
        #expect(cases.written.count > 3)
        for one in cases.written {
            let (instant, text) = (try #require(one["instant"]), try #require(one[language.rawValue]))
            #expect(language.moment(instant) == text)
            #expect(language.day(instant) == text.prefix { $0 != "," })
            #expect(language.day(String(instant.prefix(10))) == text.prefix { $0 != "," })
        }
    }

    @Test func secondsAndTheYearAreThereWhereTheyTell() {
        #expect(WrittenTime.english.moment("2026-11-28T14:05:03.999Z", hasSeconds: true) == "28 Nov 2026, 14:05:03 UTC")
        #expect(WrittenTime.english.dayOfYear("2026-11-08") == "8 Nov")
        #expect(WrittenTime.german.dayOfYear("2026-11-08") == "8. Nov.")
        #expect(WrittenTime.german.moment("2026-11-28") == "28. Nov. 2026", "a day alone")
    }

    @Test func everyInstantOfASentenceIsWrittenSo() {
        let sentence = "begun 2026-11-28T14:05:03.999Z, open until 2026-12-01T00:00:00Z; file 2026-11-28T14.txt"
        #expect(
            WrittenTime.english.moments(in: sentence)
                == "begun 28 Nov 2026, 14:05 UTC, open until 1 Dec 2026, 00:00 UTC; file 2026-11-28T14.txt")
        #expect(
            WrittenTime.english.moments(in: "2026-11-28T14:05:03.999Z", hasSeconds: true) == "28 Nov 2026, 14:05:03 UTC"
        )
        #expect(WrittenTime.english.moments(in: "none") == "none")
    }

    @Test(arguments: [
        "", "–", "2026", "2026-13-01", "2026-00-01", "2026-01-32", "2026-1-01", "٢٠٢٦-11-28", "2026-11-28-1",
    ])
    func whatIsNoDayStaysAsItIs(text: String) {
        #expect(WrittenTime.english.day(text) == text)
        #expect(WrittenTime.english.moment(text) == text)
        #expect(WrittenTime.english.dayOfYear(text) == text)
    }

    @Test(arguments: ["2026-11-28T14:05:03+01:00", "2026-11-28T14:05:03"])
    func theTimeOfAnotherClockIsNotCalledOneOfUTC(text: String) {
        #expect(WrittenTime.english.moment(text) == text)
        #expect(WrittenTime.english.moment("2026-11-28T14:05:03+00:00") == "28 Nov 2026, 14:05 UTC")
    }
}
