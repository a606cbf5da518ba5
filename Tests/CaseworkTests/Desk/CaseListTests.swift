import Foundation
import OnboardingCore
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// What an operator finds in the list, is shown of it, and takes away.
@Suite struct CaseListTests {
    private let test: TestInstallation
    private let tenant: Tenant

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
        test.engines.acceptEverybody()
    }

    private func person(_ rights: Set<OperatorRight>, of tenant: Tenant? = nil) throws -> Principal {
        Principal(
            tenant: tenant ?? self.tenant,
            role: .operator(
                SignedInOperator(
                    id: try OperatorID.random(), name: "vera", role: .auditor, rights: rights, sessionDigest: [1],
                    endsAt: test.now.adding(seconds: 3600))))
    }

    private func search(_ parameters: (String, String)...) -> CaseSearch {
        CaseSearch(parameters.map { (name: $0, value: $1) }, at: test.now)
    }

    private func complete(_ name: String) async throws {
        let visitor = try await Visitor(name, at: test, tenant: tenant)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
    }

    private func read() async throws -> [String] {
        try await test.data.store.auditEntries().filter {
            $0.kind == "personDataRead" && $0.detail["operation"] == "list"
        }
        .map { $0.detail["enrollments"] ?? "" }
    }

    @Test func aLineShowsWhatBecameOfACaseAndThePersonToWhoMaySeeThem() async throws {
        try await complete("ada")
        let list = test.useCases.desk.caseList
        let hidden = try await list.page(search(), by: try person([.cases]), at: test.now)
        let line = try #require(hidden.lines.first)
        #expect(line.person == nil && line.outline.state == .complete)
        #expect(line.outline.passed == [.addDevice: true, .addFace: true, .addDocument: true])
        #expect(line.registrationCode?.count == 10 && line.workflow == "charlie4")
        #expect(line.portraitScore == 6 && line.issuingState == "UTO" && line.documentType == "Passport")
        #expect(try await read() == [])
        let shown = try await list.page(search(), by: try person([.cases, .persons]), at: test.now)
        #expect(shown.lines.first?.person?.username == "ada" && shown.lines.first?.person?.email == "ada@example.org")
        #expect(try await read() == [line.id.text])
        let choices = try await list.choices(for: try person([.cases]))
        #expect(choices.issuingStates.map(\.code) == ["UTO"] && choices.documentTypes == ["Passport"])
    }

    @Test func nobodySeesTheListWithoutTheRightNorAnotherTenants() async throws {
        try await complete("ada")
        let list = test.useCases.desk.caseList
        await #expect(throws: Refusal(.scopeMissing)) {
            try await list.page(search(), by: try person([.trigger]), at: test.now)
        }
        await #expect(throws: Refusal(.roleMissing)) {
            try await list.page(search(), by: Principal(tenant: tenant, role: .portal), at: test.now)
        }
        let other = try person([.cases, .persons], of: try await test.tenant("other"))
        #expect(try await list.page(search(("text", "ada")), by: other, at: test.now).lines.isEmpty)
    }

    @Test func aPersonIsFoundByHowTheirNameBegins() async throws {
        for name in ["Marie.Weber", "maria.stein", "marie.wolf", "tim"] { try await complete(name) }
        let auditor = try person([.cases, .persons])
        func found(_ text: String, by principal: Principal? = nil) async throws -> [String] {
            try await test.useCases.desk.caseList.page(search(("text", text)), by: principal ?? auditor, at: test.now)
                .lines
                .map { $0.person?.username ?? "?" }
        }
        #expect(try await found("mar") == ["marie.wolf", "maria.stein", "Marie.Weber"])
        #expect(try await found("MARIE") == ["marie.wolf", "Marie.Weber"])
        #expect(try await found("marie.we") == ["Marie.Weber"])
        #expect(try await found("marie.wo") == ["marie.wolf"])
        #expect(try await found("marie.weber@example.org") == ["Marie.Weber"])
        #expect(try await found("tim") == ["tim"])
        #expect(try await found("timo") == [])
        // Whoever may not see names does not learn them letter by letter.
        let clerk = try person([.cases])
        #expect(try await found("marie", by: clerk) == [])
        #expect(try await found("tim", by: clerk) == ["?"])
        let code = try #require(
            try await test.useCases.desk.caseList.page(search(), by: clerk, at: test.now).lines.first?.registrationCode)
        #expect(try await found(String(code.lowercased().prefix(8)), by: clerk) == ["?"])
    }

    @Test func anEnrollmentIsFoundByWhatTheTenantCallsItBy() async throws {
        for (name, reference) in [("ada", "case 4711"), ("bob", "case 4712")] {
            _ = try await Visitor(name, at: test, tenant: tenant, reference: reference)
        }
        func found(_ text: String, _ rights: Set<OperatorRight>) async throws -> [String?] {
            try await test.useCases.desk.caseList.page(search(("text", text)), by: try person(rights), at: test.now)
                .lines.map(\.person?.reference)
        }
        #expect(try await found("case 4711", [.cases, .persons]) == ["case 4711"])
        #expect(try await found("case 471", [.cases, .persons]) == [], "the whole of it")
        #expect(try await found("case 4711", [.cases]) == [nil])
    }

    @Test func pagesOfNamesJoinInBothDirections() async throws {
        for number in 0..<7 {
            _ = try await test.begun("marie\(number)", [.triggered(until: test.now)], tenant: tenant)
        }
        _ = try await test.begun("mario", [.triggered(until: test.now)], tenant: tenant)
        let (list, auditor) = (test.useCases.desk.caseList, try person([.cases, .persons]))
        var (names, start) = ([String](), PageStart?.some(.newest))
        var last: SearchPlace?
        while let place = start {
            let found = try await list.find(search(("text", "marie")), from: place, by: auditor, at: test.now, limit: 3)
            names += found.lines.compactMap(\.person?.username)
            start = found.older.map(PageStart.after)
            last = found.newer ?? last
        }
        #expect(names == (0..<7).reversed().map { "marie\($0)" })
        let back = try await list.find(
            search(("text", "marie")), from: .before(try #require(last)), by: auditor, at: test.now, limit: 3)
        #expect(back.lines.compactMap(\.person?.username) == ["marie3", "marie2", "marie1"])
    }

    @Test func whoeverIsNamedInFullIsFoundAmongVeryManyThatBeginAlike() async throws {
        func begin(_ name: String) async throws {
            _ = try await test.begun(name, [.triggered(until: test.now.adding(seconds: 60))], tenant: tenant)
        }
        try await begin("customer-no-77")
        try await begin("customer-no-78")
        for number in 0..<Limit.comparedNames.value { try await begin("customer-no-0\(number)") }
        let auditor = try person([.cases, .persons])
        let page = try await test.useCases.desk.caseList.page(
            search(("text", "customer-no-77")), by: auditor, at: test.now)
        #expect(page.lines.compactMap(\.person?.username) == ["customer-no-77"])
        // And the search goes on.
        let next = try await test.useCases.desk.caseList.page(
            search(("text", "customer-no-7"), ("after", try #require(page.older))), by: auditor, at: test.now)
        #expect(next.lines.compactMap(\.person?.username) == ["customer-no-78", "customer-no-77"])
        #expect(next.older == nil)
    }

    @Test func theFirstPageIsShownFullToWhoGoesBackToIt() async throws {
        for number in 0..<3 { _ = try await test.begun("p\(number)", [.triggered(until: test.now)], tenant: tenant) }
        let place = SearchPlace(begunAt: test.now, number: 2)
        let page = try await test.useCases.desk.caseList.page(
            search(("before", place.cursor)), by: try person([.cases]), at: test.now)
        #expect(page.lines.count == 3 && page.newer == nil)
    }

    @Test func whatIsOverdueIsShownAsExpired() async throws {
        _ = try await test.begun("late", [.triggered(until: test.now.adding(seconds: 1))], tenant: tenant)
        test.advance(days: 1)
        let line = try #require(
            try await test.useCases.desk.caseList.page(search(), by: try person([.cases]), at: test.now).lines.first)
        #expect(line.outline.state == .expired && line.outline.reason == .enrollmentExpired)
        #expect(line.duration(at: test.now) == .seconds(1))
    }

    @Test func nothingIsSearchedForWhereAPartIsWrong() async throws {
        try await complete("ada")
        let page = try await test.useCases.desk.caseList.page(
            search(("state", "done")), by: try person([.cases]), at: test.now)
        #expect(page.lines.isEmpty && page.older == nil)
    }

    private func export(
        _ search: CaseSearch, as form: CaseExport.Form, by principal: Principal
    ) async throws -> String {
        var bytes: [UInt8] = []
        try await test.useCases.desk.caseExport.write(search, as: form, by: principal, at: test.now) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func anExportHasWhatTheListHasAndThePersonsOnlyForWhoMaySeeThem() async throws {
        try await complete("=cmd|' /C calc'!A1")
        for number in 0..<205 {
            _ = try await test.begun("p\(number)", [.triggered(until: test.now.adding(seconds: 60))], tenant: tenant)
        }
        let bounded = try await export(search(), as: .csv, by: try person([.cases, .export]))
        let lines = bounded.components(separatedBy: "\r\n")
        #expect(lines.count == 208 && lines.last == "" && bounded.hasPrefix("\u{FEFF}enrollment,begun,ended,"))
        #expect(!bounded.contains("cmd") && !lines[0].contains("username"))
        let full = try await export(search(), as: .csv, by: try person([.cases, .export, .persons]))
        #expect(full.components(separatedBy: "\r\n")[0].hasSuffix(",username,name,email,reference"))
        #expect(full.contains(",'=cmd|' /C calc'!A1,'=cmd|' /C calc'!A1,"))
        let json = try await export(
            search(("state", "complete")), as: .json, by: try person([.cases, .export, .persons]))
        let objects = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        #expect(objects.count == 1 && objects[0]["username"] as? String == "=cmd|' /C calc'!A1")
        #expect(objects[0]["face"] as? String == "passed" && objects[0]["portraitScore"] as? Double == 6)
        #expect(
            try await export(search(("state", "failed")), as: .json, by: try person([.cases, .export])) == "[\n]\n")
    }

    @Test func anExportIsInTheTrailWithWhatWasAskedForAndHowMuchLeft() async throws {
        try await complete("ada")
        let wanted = search(("from", "2027-01-01"), ("text", "ada"))
        _ = try await export(wanted, as: .csv, by: try person([.cases, .export, .persons]))
        let told = try await test.data.store.auditEntries().filter { $0.kind == "casesExported" }.map(\.detail)
        #expect(told.map { $0["count"] } == [nil, "1"])
        #expect(told.allSatisfy { $0["query"] == "from=2027-01-01&text=…" && $0["persons"] == "true" })
        struct Gone: Error {}
        await #expect(throws: Gone.self) {
            try await test.useCases.desk.caseExport.write(
                search(), as: .csv, by: try person([.cases, .export]), at: test.now
            ) { bytes in
                if !String(decoding: bytes, as: UTF8.self).contains("enrollment,") { throw Gone() }
            }
        }
        #expect(try await test.data.store.auditEntries().last?.detail["count"] == "1")
        await #expect(throws: Refusal(.scopeMissing)) {
            try await export(search(), as: .csv, by: try person([.cases]))
        }
        await #expect(throws: Refusal(.queryInvalid)) {
            try await export(search(("state", "done")), as: .csv, by: try person([.cases, .export]))
        }
    }
}
