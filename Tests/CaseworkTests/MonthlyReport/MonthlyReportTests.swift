import Foundation
import OnboardingCore
import OnboardingStorage
import TestSupport
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// A tenant's month, from what is stored to what is given.
@Suite struct MonthlyReportTests {
    private let test: TestInstallation

    init() async throws {
        test = try await TestInstallation()
        test.engines.acceptEverybody()
    }

    private func register(_ name: String, at tenant: Tenant) async throws {
        let visitor = try await Visitor(name, at: test, tenant: tenant)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
    }

    private func report(of tenant: Tenant, month: String? = nil) async throws -> MonthlyReport {
        try await test.useCases.desk.monthlyReports.report(of: tenant, month: month, at: test.now)
    }

    private func counted() async throws -> [[String: String]] {
        try await test.data.store.auditEntries().filter { $0.kind == "personDataCounted" }.map(\.detail)
    }

    private static let countingPersons = #"{"onboardingConfig":{"reportDemographics":true}}"#

    @Test func aMonthCountsItsOwnTenantAndNobodyElse() async throws {
        let (ours, other) = (try await test.tenant(), try await test.tenant("other"))
        try await register("ada", at: ours)
        _ = try await Visitor("bob", at: test, tenant: ours)
        try await register("eve", at: other)
        let month = ReportMonth(of: test.now).text
        let running = try await report(of: ours, month: month)
        #expect(!running.isOver && running.demographics == nil)
        #expect(running.enrollments.begun == 2 && running.enrollments.registered == 1)
        #expect(running.enrollments.pending == 1 && running.times.registration.count == 1)
        #expect(try await report(of: other, month: month).enrollments.begun == 1)
        // The month before, which is what is told without a month.
        #expect(try await report(of: ours).enrollments.begun == 0)
        #expect(try await counted().isEmpty)
    }

    @Test func thoseWhoComeBackAreCountedAlsoOnceTheyAreErased() async throws {
        let tenant = try await Returner.tenant(#""maxAuthenticationAttempts":1"#, at: test)
        let ada = try await Returner(at: test, tenant: tenant)
        _ = try await ada.verifyFace(try await ada.begin())
        test.engines.set { $0.comparison = { Samples.score(1) } }
        _ = try await ada.verifyFace(try await ada.begin())
        let month = ReportMonth(of: test.now).text
        func counted() async throws -> MonthlyReport.Authentications {
            try await report(of: tenant, month: month).authentications
        }
        let before = try await counted()
        let one = try #require(before.purposes.first)
        #expect(before.purposes.map(\.purpose) == ["authenticate", "reEnroll"])
        #expect(one.begun == 2 && one.completed == 1 && one.failed == 1 && one.pending == 0)
        #expect(before.failedFor.map(\.reason) == ["AUTHENTICATION_ATTEMPTS_EXHAUSTED"] && before.locks == 1)
        #expect(before.refusals == [.init(check: "verifyFace", decision: "notMatching", count: 1)])
        let csv = try await report(of: tenant, month: month).csv
        for line in [
            "authentications,completed,authenticate,,,,,1", "locks,registrations,,,,,,1", "duplicates,found,,,,,,0",
            "authentication_refusals,checks,verifyFace,notMatching,,,,1",
        ] {
            #expect(csv.contains(",\(line)\r\n"), "\(line)")
        }
        let html = try await report(of: tenant, month: month).html
        #expect(html.contains("<caption>Locks and devices</caption>"))
        #expect(html.contains(">re-enrollment</th>"))
        #expect(html.contains("<th scope=\"row\">face</th><td>not matching</td>"))
        #expect(!html.contains("reEnroll") && !html.contains("notMatching"))
        let id = try #require(try await test.data.store.enrollment(tenant: tenant.id, code: ada.code)?.id)
        _ = try await test.cases.erasePerson(of: id, includingRegistration: true, at: test.now)
        #expect(try await counted() == before)
        #expect(try await report(of: tenant).authentications.purposes.allSatisfy { $0.begun == 0 })
    }

    @Test(arguments: ["2027-02", "9998-12", "2027-1", "x"]) func aMonthThatIsNoneIsRefused(month: String) async throws {
        let tenant = try await test.tenant()
        await #expect(throws: Refusal(.queryInvalid)) { _ = try await report(of: tenant, month: month) }
    }

    @Test func personsAreCountedOnceTheMonthIsOverAndItIsOnTheRecord() async throws {
        let tenant = try await test.tenant(configuration: Self.countingPersons)
        for index in 0..<6 { try await register("person \(index)", at: tenant) }
        let month = ReportMonth(of: test.now).text
        #expect(try await report(of: tenant, month: month).demographics == .monthNotOver)
        #expect(try await counted().isEmpty)
        test.advance(days: 40)
        let over = try await report(of: tenant, month: month)
        #expect(over.isOver && over.enrollments.registered == 6)
        let registered = try #require(over.demographics?.registered)
        #expect(over.demographics?.isIncomplete == false && registered.total == 6)
        let told = registered.cells.filter { ($0.count ?? 0) > 0 }.map { "\($0.sex) \($0.age) \($0.count ?? 0)" }
        #expect(told == ["female from45to59 6", "female all 6", "all from45to59 6", "all all 6"])
        #expect(over.demographics?.refused?.total == 0)
        let entry = try #require(try await counted().last)
        #expect(entry["month"] == month && entry["documents"] == "6" && entry["actor"] == "server")
        // What is erased is counted, and nobody's document is.
        let found = try await test.useCases.portal.enrollments.search(
            EnrollmentSearch(), by: Principal(tenant: tenant, role: .portal), at: test.now)
        _ = try await test.cases.erasePerson(
            of: try #require(found.entries.first?.id), includingRegistration: true, at: test.now)
        let later = try await report(of: tenant, month: month)
        #expect(later.enrollments == over.enrollments && later.demographics?.registered?.total == 5)
    }

    @Test func theSmallAreWithheldInEveryForm() async throws {
        let tenant = try await test.tenant(configuration: Self.countingPersons)
        try await register("ada", at: tenant)
        let month = ReportMonth(of: test.now).text
        test.advance(days: 40)
        let report = try await report(of: tenant, month: month)
        #expect(report.demographics?.registered?.total == nil && report.demographics?.registered?.cells == [])
        #expect(report.csv.contains("demographics,registered,,,,all,all,withheld\r\n"))
        #expect(report.html.contains("too few to tell of any"))
        let json = String(decoding: try report.bytes(as: .json), as: UTF8.self)
        #expect(json.contains(#""registered":{"cells":[]}"#))
    }

    @Test(arguments: [true, false]) func everyFormSaysWhetherTheTenantIsATestTenant(isTest: Bool) throws {
        let report = MonthlyReport(
            MonthlyFigures(), of: "acme", isTest: isTest, in: ReportMonth(of: test.now), at: test.now, demographics: nil
        )
        #expect(String(decoding: try report.bytes(as: .json), as: UTF8.self).contains("\"test\":\(isTest)"))
        #expect(report.csv.contains("report,test,,,,,,\(isTest)\r\n"))
        #expect(report.html.contains("A test tenant: personas of the sandbox are counted.") == isTest)
    }

    @Test func aLineOfTheTableIsAsRFC4180SaysAndNoFormula() {
        #expect(CSVLine.text(["a", "b,c", "d\"e", "f\r\ng"]) == "a,\"b,c\",\"d\"\"e\",\"f\r\ng\"\r\n")
        #expect(
            CSVLine.text(["=1", "+1", "-1", "@a", "\tb", "\rc", "1"])
                == "'=1,'+1,'-1,'@a,'\tb,\"'\rc\",1\r\n")
    }

    @Test func thePageIsReadableOnAPhone() throws {
        let month = ReportMonth(of: test.now)
        var figures = MonthlyFigures()
        let refused = Event.faceRefused(.presentationAttack, nil)
        let deadline = test.now.adding(seconds: 3600)
        _ = figures.add([(test.now, .triggered(until: deadline)), (test.now, refused)], in: month, at: test.now)
        for ended in [Event.cancelled, .completed(registrationCode: "CODE")] {
            _ = figures.add([(test.now, .triggered(until: deadline)), (test.now, ended)], in: month, at: test.now)
        }
        let html = MonthlyReport(figures, of: "acme", isTest: false, in: month, at: test.now, demographics: nil).html
        #expect(html.contains("FACE_<wbr>NOT_<wbr>LIVE</td><td class=\"number\">1</td>"))
        #expect(html.contains("<td class=\"number\">&lt; 1 s</td>"))
        let begin = WrittenTime.english.day("\(month.text)-01T00:00:00.000Z")
        #expect(html.contains("From \(begin) until before ") && !html.contains("00:00:00"))
    }

    @Test func thePageHasNoScriptAndEscapesEveryText() throws {
        let now = test.now
        let month = ReportMonth(of: now)
        let report = MonthlyReport(
            MonthlyFigures(), of: "<script>&\"'", isTest: false, in: month, at: now, demographics: .monthNotOver)
        #expect(!report.html.contains("<script") && report.html.contains("&lt;script&gt;&amp;&quot;&#39;"))
        #expect(report.html.contains("The month is not over."))
        for table in report.tables { #expect(report.html.contains("<caption>\(table.caption)</caption>")) }
        for row in report.tables.flatMap({ table in table.rows.map { ($0.count, table.columns.count) } }) {
            #expect(row.0 == row.1)
        }
    }
}
