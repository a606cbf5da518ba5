import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingHTTP
@testable import Tenancy

@Suite struct AcceptedMediaTests {
    /// With the default of axios in it, which existing clients send and which gets them the text.
    @Test(
        arguments: [
            (nil, 1, 1), ("", 0, 0), ("*/*", 1, 1), ("application/json", 1, 0), ("text/plain", 0, 1),
            ("application/json, text/plain, */*", 1, 1), ("application/json,text/plain;q=0.9", 1, 0.9),
            ("APPLICATION/JSON ; Q=0.5 , */* ; q=0.25", 0.5, 0.25), ("application/json;q=0", 0, 0),
            ("*/*, application/json;q=0", 0, 1), ("application/*", 1, 0), ("text/*;q=0.3, text/plain;q=0.7", 0, 0.7),
            ("application/json;charset=utf-8;q=0.1", 0.1, 0), ("application/problem+json", 0, 0),
            ("application/json;q=1.000, text/plain;q=0.", 1, 0),
            ("application/json;q=2, text/plain;q=nan", 0, 0),
            ("application/json;q=0.1234;q=1, ;;, */*;q=0.001", 0.001, 0.001),
        ] as [(String?, Double, Double)])
    func theMostSpecificRangeSaysHowGladlyATypeIsTaken(_ header: String?, _ json: Double, _ text: Double) {
        let accepted = AcceptedMedia(header)
        #expect(accepted.quality(of: "application/json") == json)
        #expect(accepted.quality(of: "text/plain") == text)
    }

    @Test(
        arguments: [
            (nil, false), ("", false), ("*/*", false), ("application/json", true), ("text/plain", false),
            ("application/json, text/plain, */*", false), ("application/json, */*;q=0.5", true),
            ("application/json;q=0.5, text/plain", false), ("application/json;q=0", false), ("application/*", true),
            ("text/html, application/xml;q=0.9, */*;q=0.8", false), ("text/plain;q=0, */*", true), ("image/png", false),
        ] as [(String?, Bool)])
    func packageKeysAreJSONOnlyForWhoLikesItBetter(_ header: String?, _ isJSON: Bool) {
        #expect(PublicKeyRoute.answersJSON(accept: header) == isJSON)
    }

    @Test func aHeaderLongerThanAnyClientsSaysNothing() {
        let json = "application/json;q=0.5"
        func padded(to length: Int) -> String { json + String(repeating: ",", count: length - json.utf8.count) }
        #expect(PublicKeyRoute.answersJSON(accept: padded(to: Limit.acceptHeader.value)))
        #expect(!PublicKeyRoute.answersJSON(accept: padded(to: Limit.acceptHeader.value + 1)))
    }
}

@Suite struct ReportFormTests {
    /// A client that says nothing is a program, a browser wants a page.
    @Test(
        arguments: [
            (nil, nil, .json), (nil, "*/*", .json), (nil, "image/png", .json), (nil, "text/csv", .csv),
            (nil, "text/html,application/xhtml+xml,*/*;q=0.8", .html), (nil, "text/csv;q=0.5, application/json", .json),
            ("html", "text/csv", .html), ("csv", nil, .csv), ("json", "text/html", .json),
        ] as [(String?, String?, MonthlyReport.Form)])
    func theQueryWinsAndThenWhatTheClientLikesBest(name: String?, accept: String?, form: MonthlyReport.Form) throws {
        #expect(try ReportRoutes.form(named: name, accept: accept) == form)
    }

    @Test(arguments: ["", "pdf", "CSV"]) func aFormThatIsNoneIsRefused(name: String) {
        #expect(throws: Refusal(.queryInvalid)) { try ReportRoutes.form(named: name, accept: nil) }
    }
}
