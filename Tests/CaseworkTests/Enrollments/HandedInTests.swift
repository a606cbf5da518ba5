import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import Casework
@testable import FaceEngine
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Whom the tenant's client has registered by images that nobody judged is told apart wherever registrations are told of.
@Suite struct HandedInTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let portal: Principal

    /// With bob, whom the client registered, and ada, who enrolled.
    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
        portal = Principal(tenant: tenant, role: .portal)
        test.engines.acceptEverybody()
        test.engines.set {
            $0.stillFace = { _ in .face(Samples.template, image: [1, 2, 3], quality: Samples.quality()) }
        }
        let desk = Principal(tenant: tenant, role: .client(id: "acme-desk", scopes: [.users, .administerUsers]))
        _ = try await test.useCases.portal.users.enroll(
            .init(userID: "bob", groupID: nil, details: nil, consent: nil, images: [[9], [8]]),
            by: UserRequester(principal: desk, user: nil), at: test.now)
        let ada = try await Visitor("ada", at: test, tenant: tenant)
        try await ada.addDevice()
        try await ada.addFace()
        try await ada.addDocument()
    }

    private func entry(_ name: String) async throws -> Enrollments.Entry {
        var search = EnrollmentSearch()
        search.terms = [.username(name)]
        return try #require(
            try await test.useCases.portal.enrollments.search(search, by: portal, at: test.now).entries.first)
    }

    @Test func theReceiptSaysWhoseWordItRestsOn() async throws {
        for (name, origin, checks) in [("bob", "handedIn", 0), ("ada", "enrolled", 3)] {
            let receipt = try await test.useCases.portal.enrollments.receipt(
                try await entry(name).id.text, by: portal, at: test.now)
            let claims = try #require(Base64URL.decode(String(receipt.split(separator: ".")[1])))
            let members = try #require(JSONSerialization.jsonObject(with: Data(claims)) as? [String: Any])
            #expect(members["origin"] as? String == origin && members["state"] as? String == "complete", "\(name)")
            #expect((members["checks"] as? [Any])?.count == checks)
        }
    }

    @Test func anExplanationClaimsNoCheckThatNobodyMade() async throws {
        let bob = try await test.useCases.desk.explainEnrollment.perform(
            try await entry("bob").id.text, by: portal, at: test.now)
        #expect(bob.origin == "handedIn" && bob.rules.isEmpty && bob.steps.isEmpty)
        #expect(bob.headline.contains("was registered at") && bob.headline.contains("by the tenant's client"))
        #expect(bob.headline.contains("nobody judged") && !bob.headline.contains("every check"))
        #expect(bob.person.en.contains("Nobody judged") && bob.person.de.contains("niemand beurteilt"))
        let ada = try await test.useCases.desk.explainEnrollment.perform(
            try await entry("ada").id.text, by: portal, at: test.now)
        #expect(ada.origin == "enrolled" && ada.headline.contains("every check") && ada.rules.first?.holds == true)
    }

    @Test func searchesAndListsTellThemApart() async throws {
        #expect(try await entry("bob").standing.origin == .handedIn)
        #expect(try await entry("ada").standing.origin == .enrolled)
        let page = try await test.useCases.portal.registrations.page(1, size: 10, by: portal, at: test.now)
        #expect(page.entries.map { "\($0.username) \($0.origin)" } == ["ada enrolled", "bob handedIn"])
        let auditor = try Principal.signedIn("ada", [.cases], of: tenant)
        func found(_ origin: String) async throws -> [EnrollmentID] {
            try await test.useCases.desk.caseList.page(
                CaseSearch([("origin", origin)], at: test.now), by: auditor, at: test.now
            ).lines.map(\.id)
        }
        #expect(try await found("handedIn") == [entry("bob").id])
        #expect(try await found("enrolled") == [entry("ada").id])
        #expect(try await found("").count == 2)
        #expect(CaseSearch([("origin", "nobody")], at: test.now).problems == [.origin])
    }

    @Test func monthsDaysAndFiguresCountThemApart() async throws {
        let month = ReportMonth(of: test.now).text
        let report = try await test.useCases.desk.monthlyReports.report(of: tenant, month: month, at: test.now)
        let told = report.enrollments
        #expect(told.begun == 2 && told.registered == 1 && told.handedIn == 1)
        #expect(told.openBefore + told.begun == told.registered + told.handedIn + told.pending)
        #expect(report.times.registration.count == 1)
        #expect(report.csv.contains("enrollments,handed_in,,,,,,1\r\n"))
        #expect(report.csv.contains("enrollments,registered,,,,,,1\r\n"))
        #expect(report.html.contains("registered by the tenant"))

        let auditor = try Principal.signedIn("ada", [.cases], of: tenant)
        let days = DashboardDays([], at: test.now)
        let sums = try #require(try await test.useCases.desk.caseDashboard.sums(of: days, for: auditor))
        #expect(sums[.state(.complete)] == 2 && sums[.handedIn] == 1 && sums.handedIn == [test.now.day: 1])
        #expect(sums.ended(isComplete: true, within: 0..<Int.max) == 1)
        let figures = try await test.data.store.figures()
        #expect(figures.handedIn == 1 && figures.enrollments["complete"] == 2)
    }

    @Test func thePersonIsGivenTheImagesThatWereHandedIn() async throws {
        let folder = NSTemporaryDirectory() + "/onboarding-handed-in-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var search = EnrollmentSearch()
        search.terms = [.username("bob")]
        _ = try await Auditor(data: test.data).export(
            search, tenant: "acme", to: .folder(folder), language: .english)
        let page = try String(contentsOfFile: folder + "/index.html", encoding: .utf8)
        #expect(page.contains("with 2 images"))
        for number in 1...2 { #expect(page.contains("<img src=\"images/enrollment-1/user-face-\(number).jpeg\"")) }
        #expect(page.contains("nobody judged it here") && !page.contains("your live face"))
        let record = try String(contentsOfFile: folder + "/person.json", encoding: .utf8)
        #expect(record.contains(#""origin":"handedIn""#) && record.contains(#""isHandedIn":true"#))
    }

    @Test func eventsSayIt() async throws {
        let ended = try await test.useCases.portal.eventFeed.page(since: nil, limit: nil, by: portal).filter {
            $0.kind == "enrollment.completed"
        }
        #expect(ended.map(\.standing?.origin) == [.handedIn, .enrolled])
    }
}
