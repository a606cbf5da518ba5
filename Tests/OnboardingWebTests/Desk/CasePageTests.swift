import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingWeb
@testable import Tenancy

/// What an auditor reads of one decision.
@Suite struct CasePageTests {
    private static let folder = Material.packageRoot + "/web"

    private func html(
        _ sample: CaseSample, _ language: Language = .english, refused: RefusedNote? = nil
    ) throws -> String {
        let words = try Words(file: "\(Self.folder)/texts/\(language.rawValue).json")
        let page = CasePage(
            try sample.file, CaseFormat(words: words, language: language), base: "",
            publicURL: "https://kyc.example.org",
            refusedNote: refused)
        let frame = PageFrame(
            words: words, language: language, base: "", staticVersion: "1", path: "/desk/cases/1", principal: nil,
            session: "session", content: page)
        return try #require(try Templates(folder: Self.folder + "/templates").render("desk/case", frame))
    }

    /// `UPDATE_GOLDEN=1` writes it.
    @Test(arguments: Language.allCases) func thePageIsTheGoldenFile(language: Language) throws {
        // The version of the server stands on the page, and is another one at each release.
        let page = try html(CaseSample(), language).replacing(" \(Installation.version)", with: " VERSION")
        let file = Material.packageRoot + "/Tests/OnboardingWebTests/Golden/case-\(language.rawValue).html"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try page.write(toFile: file, atomically: true, encoding: .utf8)
        }
        let golden = try? String(contentsOfFile: file, encoding: .utf8)
        #expect(page == golden, "run this test with UPDATE_GOLDEN=1")
    }

    /// Refused for 1.97 beside 2: with one digit both were 2.0.
    @Test func aScoreReadsAsItWasJudged() throws {
        let page = try html(CaseSample(comparisonScore: 1.97), .english)
        #expect(page.contains("1.97") && page.contains("2.0"))
        #expect(try html(CaseSample(comparisonScore: 1.97), .german).contains("1,97"))
    }

    @Test func whatCarriedAnAcceptedCaseStandsInThePlaceOfACount() throws {
        var sample = CaseSample()
        sample.carriedBy = [Explanation.Words(en: "a living face", de: "ein lebendes Gesicht")]
        #expect(try html(sample, .german).contains("<li>Ein lebendes Gesicht.</li>"))
        let page = try html(sample, .english)
        #expect(page.contains("<li>A living face.</li>") && !page.contains("enrollment.attempts"))
        #expect(page.contains("In one paragraph.") && !page.contains("With all of it."))
    }

    @Test(arguments: Language.allCases) func otherRegistrationsWithTheFaceAreShown(language: Language) throws {
        let other = String(repeating: "0e", count: 16)
        func search(
            _ found: [CaseFile.RegistrationSearch.Found], notSearched: String? = nil, among registrations: Int = 1200
        ) -> CaseSample {
            CaseSample(
                registrationSearch: CaseFile.RegistrationSearch(
                    notSearched: notSearched, registrations: registrations, unsearched: 2, threshold: 0.625,
                    isRefusing: true,
                    found: found))
        }
        let page = try html(
            search([
                .init(id: other, registrationCode: "AB12345678", isKept: true, similarity: 0.75),
                .init(id: String(repeating: "0f", count: 16), registrationCode: nil, isKept: false, similarity: 0.7),
            ]), language)
        #expect(page.contains(#"<a href="/desk/cases/\#(other)"><code>AB12345678</code></a>"#))
        #expect(!page.contains("0f0f"), "it was erased")
        #expect(page.contains(language == .english ? "0.625" : "0,625"))
        #expect(page.contains(##"<a href="#registrations">"##))
        for sample in [search([]), search([], notSearched: "notReady"), search([], notSearched: "galleryTooLarge")] {
            let page = try html(sample, language)
            #expect(page.contains(#"<section id="registrations""#) && !page.contains("case.registrations"))
        }
        let alone = try html(search([], among: 1), language)
        #expect(alone.contains(language == .english ? "in one registration" : "in einer Registrierung"))
        #expect(!(try html(CaseSample(), language)).contains("registrations-heading"))
    }

    @Test(arguments: Language.allCases) func aRegistrationIsShownWithItsLockDevicesAndWhoCameBack(
        language: Language
    ) throws {
        let at = Instant(millisecondsSince1970: 1_795_252_000_000)
        let id = String(repeating: "0b", count: 16)
        func sample(mayBeSeen: Bool = true, lock: CaseFile.Registration.Lock? = nil, hasMore: Bool = false)
            -> CaseSample
        {
            CaseSample(
                seesPersons: mayBeSeen,
                registration: CaseFile.Registration(
                    lock: lock,
                    devices: [
                        .init(
                            registeredAt: at, replacedAt: nil,
                            described: mayBeSeen
                                ? CaseFile.Device(
                                    deviceID: "handset-1" + CaseSample.mark, pushID: nil, hasPublicKey: true)
                                : nil),
                        .init(registeredAt: at, replacedAt: at, described: nil),
                    ],
                    authentications: [
                        AuthenticationLine(
                            id: id, number: 7, purpose: .authenticate, state: .failed, failure: .attemptsExhausted,
                            lastRefused: .face(.notMatching), begunAt: at, endedAt: at, attempts: 4, mostAttempts: 4,
                            device: .signed, deviceChange: nil)
                    ], hasMore: hasMore))
        }
        let page = try html(sample(), language)
        #expect(page.contains(##"<a href="#registration">"##))
        #expect(page.contains(#"<a href="/desk/authentications/\#(id)">"#))
        #expect(page.contains(language == .english ? "not the registered face" : "nicht das registrierte Gesicht"))
        #expect(page.contains(language == .english ? "4 of 4" : "4 von 4"))
        #expect(page.contains("handset-1&quot;") && !page.contains("<script>alert"))
        let locked = try html(
            sample(mayBeSeen: false, lock: .init(until: at, failures: 4, seconds: 900), hasMore: true), language)
        #expect(
            locked.contains(language == .english ? "21 Nov 2026, 09:06 UTC" : "21. Nov. 2026, 09:06 UTC")
                && locked.lowercased().contains("15 min"))
        #expect(!locked.contains("handset-1"), "what a device is called needs the right")
        let key = #"scope="col">"# + (language == .english ? "Public key<" : "Öffentlicher Schlüssel<")
        #expect(page.contains(key) && !locked.contains(key), "and whether it has a key")
        for page in [page, locked] {
            #expect(!page.contains("case.registration") && !page.contains("case.authentications"))
        }
        #expect(!(try html(CaseSample(), language)).contains("registration-heading"))
    }

    @Test(arguments: Language.allCases) func thePageIsTheSameBytesEachTime(language: Language) throws {
        let first = try html(CaseSample(), language)
        for _ in 0..<3 { #expect(try html(CaseSample(), language) == first) }
    }

    @Test(arguments: Language.allCases) func whatSomebodyTypedIsTextWhereverItStands(language: Language) throws {
        let refused = RefusedNote(
            Refusal(.fieldTooLong), "note" + CaseSample.mark,
            CaseFormat(words: try Words(file: "\(Self.folder)/texts/\(language.rawValue).json"), language: language))
        let page = try html(CaseSample(mark: CaseSample.mark), language, refused: refused)
        let safe = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;{{name}}"
        for begin in [
            "acme", "anna.eriksson", "Anna", "Eriksson", "anna@example.org", "+49 30 1", "4711", "b3c9", "push",
            "charlie4",
            "device.model", "Pixel 9", "grace", "linus", "complaint", "It is another person.", "Look at frame 2.",
            "note",
        ] {
            #expect(page.contains(begin + safe), "\(begin)")
        }
        #expect(!page.contains("<script>") && !page.contains("alert(1)</script>"))
        #expect(page.matches(of: /<script\b/).count == 2)
        // A value of a document is cut where two sources differ, each piece escaped.
        #expect(page.contains("ERIKSSON&quot;&#39;&gt;&lt;script"))
        #expect(page.firstMatch(of: /\s(?:on[a-z]+|style)=/) == nil)
    }

    @Test(arguments: Language.allCases) func noWordIsMissing(language: Language) throws {
        for sample in [
            CaseSample(), CaseSample(seesPersons: false), CaseSample(comparisonScore: 5),
            CaseSample(fittingPairs: .notCounted, lacksPlaces: true), CaseSample(fittingPairs: .ofAnotherCalibration),
        ] {
            let page = try html(sample, language)
            // A text that is not there is shown as its path.
            #expect(page.firstMatch(of: /(?:^|[>\s"(])case\.[a-z]\w+/) == nil)
            // The script fills in which image it shows, and how large.
            let filled = page.replacing(/\{(?:label|n)\}/, with: "")
            #expect(!filled.contains("{{") && filled.firstMatch(of: /\{[a-zA-Z]+\}/) == nil)
        }
    }

    @Test func theOrderIsThatOfTheQuestionsAnAuditorAsks() throws {
        let page = try html(CaseSample())
        let anchors = [
            #"id="decision""#, #"data-strip"#, #"id="cues-face-1-title""#, #"id="comparison""#, #"id="document""#,
            #"id="timeline""#, #"id="machinery""#, #"id="readings""#, #"id="notes""#,
        ]
        let places = try anchors.map { try #require(page.range(of: $0), "\($0)").lowerBound }
        #expect(places == places.sorted())
    }

    @Test func theDecisionIsASentenceAndWhatDecidedItStandsBeside() throws {
        let page = try html(CaseSample())
        let decision = try #require(page.firstMatch(of: /(?s)<h1[^>]*>(.*?)<\/h1>/)).output.1
        #expect(decision.contains("Refused also by a person on"))
        #expect(decision.contains("Refused on") && decision.contains("UTC") && decision.contains("do not match"))
        #expect(page.contains(">Match score of the portrait and the live face: at least 2; measured 1.1.<"))
    }

    @Test func whatWasNotMeasuredIsToldFromWhatWasLow() throws {
        let page = try html(CaseSample())
        // An abstention is a hatched row; it has no number, and no bar at zero.
        #expect(page.contains(##"fill="url(#cues-face-1-hatch)""##))
        #expect(page.matches(of: /class="bar-(?:for|against)"/).count == 2 + 1)
        #expect(page.contains("not measured"))
    }

    @Test func aScoreSaysHowManyOtherPairsWouldReachIt() throws {
        #expect(
            try html(CaseSample()).contains("About 794 in 10,000 pairs of different people would score this high."))
        #expect(
            try html(CaseSample(comparisonScore: 5), .german).contains("Bei etwa 1 von 100.000 Paaren")
                && html(CaseSample(comparisonScore: 5)).contains("About 1 in 100,000 pairs"))
    }

    @Test func numbersAreWrittenAsTheLanguageWritesThem() throws {
        let german = try html(CaseSample(), .german)
        #expect(german.contains("67,2 von 100") && german.contains("−0,31"))
        #expect(try html(CaseSample()).contains("67.2 of 100"))
    }

    @Test func charactersThatDifferBetweenSourcesAreMarked() throws {
        let page = try html(CaseSample())
        #expect(page.contains("L89890<mark>8</mark>C3") && page.contains("L89890<mark>2</mark>C3"))
        // In words too, which need no eyes for a colour or a line.
        #expect(page.contains("differs from another source: 8") && page.contains("differs from another source: 2"))
    }

    @Test func whatWasReadIsMarkedOnTheImageAndSaidInWords() throws {
        let page = try html(CaseSample())
        #expect(page.contains(#"<svg class="boxes" viewBox="0 0 1600 1120""#))
        #expect(page.contains(##"data-field="documentNumber"><polygon points="80,896 400,896 400,929.6 80,929.6""##))
        #expect(page.contains(#"<g class="mark-line" data-field="mrzLines mrzType">"#))
        #expect(page.contains(#"<g class="mark-portrait" data-field="portrait">"#))
        #expect(page.contains(#"<th scope="row">MRZ, line 1</th><td class="number">5 %</td>"#))
        #expect(!page.contains("was not recorded"))
        let old = try html(CaseSample(lacksPlaces: true))
        #expect(old.contains("stand on this image was not recorded") && !old.contains("mark-line"))
        #expect(old.contains("mark-portrait"))
    }

    @Test func theScoreStandsAmongThePairsOfItsCalibration() throws {
        let page = try html(CaseSample())
        #expect(page.contains(#"<path class="pairs-same" d="M0 100V"#))
        #expect(page.contains(#"<path class="pairs-different" d="M0 100V"#))
        #expect(page.contains("237 pairs of different people and 22 of one person, from 60 images of 30 people"))
        #expect(page.contains("2 % lie below it"))
        for (pairs, reason) in [
            (CaseFile.FittingPairs.notCounted, "nobody counted them"),
            (.ofAnotherCalibration, "made by another calibration"),
        ] {
            let without = try html(CaseSample(fittingPairs: pairs))
            #expect(without.contains(reason) && !without.contains("pairs-title"))
        }
    }

    @Test func withoutTheRightToPersonsThePageHasMeasurementsAlone() throws {
        let page = try html(CaseSample(seesPersons: false))
        for value in ["anna", "Eriksson", "ERIKSSON", "L89890", "Pixel", "/images/", "b3c9"] {
            #expect(!page.contains(value), "\(value)")
        }
        #expect(page.contains("67.2 of 100") && page.contains("Refused on"))
    }

    @Test func everyImageIsALinkThatWorksWithoutScript() throws {
        let page = try html(CaseSample())
        let links = page.matches(of: /<a class="picture"[^>]*href="([^"]*)"/).map { String($0.output.1) }
        let id = String(repeating: "3f", count: 16)
        // Four frames, two aligned faces, one page of the document.
        #expect(links.count == 7 && links.allSatisfy { $0.hasPrefix("/desk/cases/\(id)/images/") })
        #expect(!page.contains("<img"))
    }

    @Test func everyChartHasATitleAndADescription() throws {
        let page = try html(CaseSample())
        let charts = page.matches(of: /(?s)<svg[^>]*role="img"[^>]*>.*?<\/svg>/).map(\.output)
        #expect(charts.count >= 4)
        for chart in charts {
            #expect(chart.firstMatch(of: /<title id="[^"]+">[^<]+<\/title><desc id="[^"]+">[^<]+<\/desc>/) != nil)
        }
        let ids = page.matches(of: /\sid="([^"]+)"/).map { String($0.output.1) }
        #expect(Set(ids).count == ids.count)
    }

    @Test func aFormIsOfThisSession() throws {
        let page = try html(CaseSample())
        let token = FormToken(session: "session").text
        #expect(page.matches(of: /<form [^>]*method="post"/).count == 2)
        #expect(page.components(separatedBy: #"name="csrf" value="\#(token)""#).count == 3)
    }
}
