import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage

/// The URL of the list is the saved search.
@Suite struct CaseSearchTests {
    /// 25 November 2026, 12:00 UTC.
    private static let now = Instant(millisecondsSince1970: 1_795_608_000_000)

    private static func search(_ parameters: (String, String)...) -> CaseSearch {
        CaseSearch(parameters.map { (name: $0, value: $1) }, at: now)
    }

    private func query(_ search: CaseSearch, readsPersons: Bool = true) async throws -> EnrollmentQuery {
        let test = try await TestInstallation()
        return try search.query(
            in: try await test.tenant().id, keys: test.data.keys, readsPersons: readsPersons)
    }

    @Test func nothingAskedIsTheLastThirtyDaysInAllStates() async throws {
        let search = Self.search()
        #expect(search.problems.isEmpty && search.typed[.from] == "2026-10-27")
        let query = try await query(search)
        #expect(query == EnrollmentQuery(from: EnrollmentSearch.instant("2026-10-27", isEnd: false)))
        #expect(search.start == .newest)
    }

    @Test func aFormWithoutDaysAsksForAll() async throws {
        #expect(try await query(Self.search(("from", ""), ("to", ""))) == EnrollmentQuery())
        let until = try await query(Self.search(("to", "2026-11-24"))).until
        #expect(until == EnrollmentSearch.instant("2026-11-25", isEnd: false))
    }

    @Test func eachConditionBecomesItsQuery() async throws {
        let search = Self.search(
            ("from", "2026-11-01"), ("to", "2026-11-02"), ("time", "finished"), ("state", "failed"),
            ("state", "expired"), ("reason", "FACE_NOT_LIVE"), ("review", "requested"), ("flag", "set"),
            ("workflow", "charlie4"),
            ("document", "Passport"), ("issuer", "DEU"), ("issuer", "FRA"), ("liveness-from", "10"),
            ("liveness-to", "20.9"), ("portrait-from", "4,15"), ("unknown", "x"))
        #expect(search.problems.isEmpty)
        let expected = EnrollmentQuery(
            endedFrom: EnrollmentSearch.instant("2026-11-01", isEnd: false),
            endedUntil: EnrollmentSearch.instant("2026-11-03", isEnd: false), states: [.failed, .expired],
            reasons: [.faceNotLive], reviews: [.requested], workflows: ["charlie4"], documentTypes: ["Passport"],
            issuingStates: ["DEU", "FRA"], liveness: 10...20, portrait: 42...CaseMeasurements.mostPortrait,
            isFlagged: true)
        #expect(try await query(search) == expected)
    }

    @Test func whoseFaceWasFoundIsAskedForByOneParameter() async throws {
        let search = Self.search(("from", ""), ("to", ""), ("duplicate", "found"))
        var expected = EnrollmentQuery()
        expected.isDuplicate = true
        #expect(try await query(search) == expected && search.problems.isEmpty)
        #expect(search.parameters.map(\.name) == ["from", "to", "duplicate"])
    }

    @Test func whatTheDashboardLeadsToBecomesItsQuery() async throws {
        let search = Self.search(
            ("from", ""), ("passed", "addFace"), ("passed", "addDevice"), ("failed", "addDocument"),
            ("duration-from", "30"), ("duration-to", "59"), ("face-captures-from", "5"),
            ("document-captures-to", "2"))
        #expect(search.problems.isEmpty)
        let query = try await query(search)
        #expect(query.passed == [.addFace, .addDevice] && query.failed == [.addDocument] && query.duration == 30...59)
        #expect(query.captures == [.addFace: 5...Int(Int32.max), .addDocument: 0...2])
        let again = CaseSearch(search.parameters, at: Self.now)
        #expect(try await self.query(again) == query)
        #expect(Self.search(("passed", "addHat")).problems == [.passed])
        #expect(Self.search(("duration-to", "soon")).problems == [.durationTo])
    }

    @Test(arguments: [
        ("state", "done", CaseSearch.Field.state), ("time", "noon", .time), ("from", "yesterday", .from),
        ("from", "2026-02-30", .from), ("to", "2026-13-01", .to), ("reason", "NO_REASON", .reason),
        ("review", "maybe", .review), ("liveness-from", "much", .livenessFrom), ("liveness-from", "-1", .livenessFrom),
        ("portrait-to", "nan", .portraitTo), ("text", "ab", .text), ("text", String(repeating: "a", count: 257), .text),
        ("issuer", String(repeating: "a", count: 65), .issuer), ("after", "?", .after), ("before", "", nil),
        ("after", "MS05MjIzMzcyMDM2ODU0Nzc1ODA3", .after), ("text", "   ", nil), ("state", "", nil),
    ])
    func aValueThatIsNoneIsShownAndAsksForNothing(name: String, value: String, problem: CaseSearch.Field?) {
        let search = Self.search(("from", "2026-11-01"), (name, value))
        #expect(search.problems == (problem.map { [$0] } ?? []))
    }

    @Test func daysAndScoresTheWrongWayRoundAreShown() {
        #expect(Self.search(("from", "2026-11-03"), ("to", "2026-11-02")).problems == [.to])
        #expect(Self.search(("from", "2026-11-02"), ("to", "2026-11-02")).problems == [])
        #expect(Self.search(("liveness-from", "50"), ("liveness-to", "40")).problems == [.livenessTo])
    }

    @Test func whoeverRepeatsAFieldForEverGetsTheFirstOfIt() {
        let search = CaseSearch((0..<1000).map { (name: "issuer", value: "X\($0)") }, at: Self.now)
        #expect(search.issuingStates.count == 32)
    }

    @Test func theParametersOfASearchAreTheSameSearch() {
        let search = Self.search(
            ("state", "failed"), ("reason", "FACE_NOT_LIVE"), ("text", "Ada & Co"), ("from", "2026-11-01"),
            ("to", ""), ("liveness-from", "10"), ("time", "finished"), ("after", "MS0x"))
        #expect(search.start == .after(SearchPlace(begunAt: Instant(millisecondsSince1970: 1), number: 1)))
        let again = CaseSearch(search.parameters, at: Self.now)
        #expect(again.start == .newest)
        #expect(again.parameters.map { "\($0.name)=\($0.value)" } == search.parameters.map { "\($0.name)=\($0.value)" })
        #expect(again.states == [.failed] && again.text == "Ada & Co" && again.time == .finished)
        #expect(
            search.withoutNames
                == "from=2026-11-01&time=finished&state=failed&reason=FACE_NOT_LIVE&liveness-from=10&text=…")
    }

    @Test func whoMayNotReadPersonsFindsWholeNamesAlone() async throws {
        let search = Self.search(("from", ""), ("text", "Marie.We"))
        let full = try #require(try await query(search).text)
        #expect(full.prefixes.map(\.length) == [8, 8] && full.keys.map(\.kind) == [.username, .email, .reference])
        #expect(full.codePrefix == nil)
        let bounded = try #require(try await query(search, readsPersons: false).text)
        #expect(bounded.prefixes.isEmpty && bounded.keys.count == 3)
        #expect(try await query(Self.search(("text", "abc1"))).text?.codePrefix == "ABC1")
    }
}
