import OnboardingCore
import Testing

@testable import Tenancy

@Suite struct SystemClockTests {
    /// Of 1,800,000,000.123 s the nearest binary fraction is a little less.
    @Test func everyMillisecondIsTold() {
        for milliseconds in Int64(0)..<1000 {
            let text = Instant(millisecondsSince1970: 1_800_000_000_000 + milliseconds).iso8601WithMilliseconds
            #expect(text == "2027-01-15T08:00:00.\(String(1000 + milliseconds).dropFirst())Z")
        }
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z", 0), (-1, "1969-12-31T23:59:59.999Z", -1),
        (-1000, "1969-12-31T23:59:59.000Z", -1),
    ])
    func whatLiesBefore1970IsRoundedDownToo(milliseconds: Int64, text: String, seconds: Int64) {
        let instant = Instant(millisecondsSince1970: milliseconds)
        #expect(instant.iso8601WithMilliseconds == text)
        #expect(instant.secondsSince1970 == seconds)
    }
}
