import Foundation
import OnboardingCore
import TestSupport
import Testing
import Vision

@testable import Casework
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// What an auditor is shown of who came back, and what of that the trail keeps.
@Suite struct AuthenticationDeskTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let ada: Returner
    private let id: EnrollmentID

    init() async throws {
        test = try await TestInstallation()
        tenant = try await Returner.tenant(#""maxAuthenticationAttempts":2"#, at: test)
        ada = try await Returner("ada-quill", at: test, tenant: tenant)
        id = try #require(try await test.data.store.enrollment(tenant: tenant.id, code: ada.code)).id
    }

    private func person(_ rights: Set<OperatorRight>, of tenant: Tenant? = nil) throws -> Principal {
        Principal(
            tenant: tenant ?? self.tenant,
            role: .operator(
                SignedInOperator(
                    id: try OperatorID.random(), name: "vera", role: .auditor, rights: rights, sessionDigest: [1],
                    endsAt: test.now.adding(seconds: 3600))))
    }

    private func opened(_ rights: OperatorRight...) async throws -> CaseFile {
        try await test.useCases.desk.openCase.perform(id.text, by: try person(Set(rights)), at: test.now)
    }

    private func listed(
        _ status: CaseStatus? = nil, _ reference: String? = nil, before number: Int? = nil,
        by principal: Principal? = nil
    ) async throws -> AuthenticationList.Page {
        try await test.useCases.desk.authenticationList.page(
            status: status, reference: reference, before: number, by: try principal ?? person([.cases]), at: test.now)
    }

    private func read(_ operation: String) async throws -> [String] {
        try await test.data.store.auditEntries().filter {
            $0.kind == "personDataRead" && $0.detail["operation"] == operation
        }.map { $0.detail["enrollments"] ?? "" }
    }

    /// One that completes, one that fails and locks the registration.
    private func visits() async throws {
        try await ada.verifyFace(try await ada.begin())
        test.engines.set { $0.comparison = { Samples.score(1) } }
        test.advance(milliseconds: 60_000)
        let token = try await ada.begin()
        for _ in 0..<2 { try await ada.verifyFace(token) }
        test.engines.set { $0.comparison = { Samples.score(6) } }
    }

    @Test func theCaseOfARegistrationShowsWhoCameBackAndThatItIsLocked() async throws {
        #expect(try await opened(.cases).registration?.authentications == [])
        try await visits()
        let registration = try #require(try await opened(.cases, .persons).registration)
        #expect(registration.authentications.map(\.state) == [.failed, .complete] && !registration.hasMore)
        let failed = try #require(registration.authentications.first)
        #expect(failed.failure == .attemptsExhausted && failed.lastRefused == .face(.notMatching))
        #expect(failed.attempts == 2 && failed.mostAttempts == 2 && failed.endedAt == test.now)
        #expect(registration.authentications.last?.attempts == 0)
        let lock = try #require(registration.lock)
        #expect(lock.until.secondsAfter(test.now) == 901 && lock.failures == 2 && lock.seconds == 900)
        test.advance(milliseconds: 901_000)
        #expect(try await opened(.cases).registration?.lock == nil)
    }

    @Test func devicesHaveTheirHistoryAndNamesWithTheRight() async throws {
        let token = try await ada.provenReEnrollment()
        try await ada.complete(token, id: "another", .replaceAll)
        let devices = try #require(try await opened(.cases, .persons).registration?.devices)
        #expect(devices.map(\.described?.deviceID) == ["another", Returner.device])
        #expect(devices.map(\.described?.hasPublicKey) == [false, true])
        #expect(devices.map { $0.replacedAt == nil } == [true, false])
        let line = try #require(try await opened(.cases).registration?.authentications.first)
        #expect(line.purpose == .reEnroll && line.state == .complete && line.deviceChange == .replaceAll)
        #expect(try await opened(.cases).registration?.devices.allSatisfy { $0.described == nil } == true)
    }

    @Test func anEnrollmentThatLedToNoRegistrationHasNone() async throws {
        let visitor = try await Visitor("eve", at: test, tenant: tenant)
        let open = try await test.cases.enrollment(token: visitor.token, for: visitor.principal).id
        let file = try await test.useCases.desk.openCase.perform(open.text, by: try person([.cases]), at: test.now)
        #expect(file.registration == nil)
    }

    @Test func anAuthenticationIsShownWithItsDecisionsAndMeasurements() async throws {
        try await visits()
        let line = try #require(try await listed(.failed).entries.first).line
        let file = try await test.useCases.desk.openAuthentication.perform(
            line.id, by: try person([.cases, .persons]), at: test.now)
        #expect(file.line == line && file.enrollmentID == id.text && file.registrationCode == ada.code)
        #expect(file.person?.username == "ada-quill" && file.policy?.purpose == .authenticate)
        #expect(file.steps.map(\.check) == ["verifyFace", "verifyFace"])
        #expect(file.steps.map(\.decision) == ["notMatching", "notMatching"] && file.steps.allSatisfy { !$0.accepted })
        #expect(file.steps.first?.rules.map(\.rule) == ["match.registered"])
        #expect(file.faces.map(\.name) == ["face-1", "face-2"] && file.faces.map(\.step) == [0, 1])
        let match = try #require(file.faces.last?.measured?.registeredMatch)
        #expect(match.comparison.score == 1 && !match.comparison.isMatch && match.samples == 1)
        #expect(file.steps.first?.software != nil && file.steps.first?.models.isEmpty == false)
        #expect(file.timeline.chain == .intact)
        #expect(file.timeline.entries.suffix(2).map(\.kind) == ["failed", "locked"])
        #expect(file.timeline.entries.allSatisfy { $0.kind != "answered" })
        #expect(try await read("authentication") == [id.text])
        let entry = try #require(try await opened(.cases).readings.first { $0.operation == "authentication" })
        #expect(entry.shown == "decision measurements person \(line.id)")

        let accepted = try #require(try await listed(.complete).entries.first).line.id
        let complete = try await test.useCases.desk.openAuthentication.perform(
            accepted, by: try person([.cases]), at: test.now)
        #expect(complete.steps.map(\.decision) == ["live"] && complete.steps.allSatisfy(\.accepted))
        #expect(complete.steps.first?.rules.last?.rule == "match.registered")
        #expect(complete.person == nil && complete.faces.allSatisfy { $0.evidence.images.isEmpty })
        #expect(!"\(complete)".contains("ada-quill"))
    }

    @Test func whatAnotherTenantNamesIsUnknown() async throws {
        try await visits()
        let line = try #require(try await listed().entries.first).line
        let other = try person([.cases, .persons], of: try await test.tenant("other"))
        let own = try person([.cases, .persons])
        for (asked, principal) in [(line.id, other), (id.text, own), ("1", own)] {
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await test.useCases.desk.openAuthentication.perform(asked, by: principal, at: test.now)
            }
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await test.useCases.desk.revealImage.perform(
                    authentication: asked, evidence: "0", name: "frame-00", by: principal, at: test.now)
            }
        }
        #expect(try await listed(by: other).entries.isEmpty)
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await test.useCases.desk.groupList.members(of: "nobody", page: 1, by: own, at: test.now)
        }
        await #expect(throws: Refusal(.scopeMissing)) { try await listed(by: try person([.trigger])) }
        await #expect(throws: Refusal(.scopeMissing)) {
            try await test.useCases.desk.groupList.groups(page: 1, by: try person([.trigger]))
        }
        // And once the person was erased.
        try await test.cases.erasePerson.enrollment(id, at: test.now)
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await test.useCases.desk.openAuthentication.perform(line.id, by: own, at: test.now)
        }
        #expect(try await listed().entries.isEmpty)
    }

    @Test func anImageOfAnAuthenticationIsShownAndNoted() async throws {
        let image = try Image(size: ImageSize(width: 96, height: 64), blue: 10, green: 20, red: 30).jpeg(quality: 90)
        try await ada.verifyFace(try await ada.begin(), .plain(Visitor.capture(bytes: image)))
        let line = try #require(try await listed().entries.first).line
        let auditor = try person([.cases, .persons])
        let face = try #require(
            try await test.useCases.desk.openAuthentication.perform(line.id, by: auditor, at: test.now).faces.first)
        let shown = try await test.useCases.desk.revealImage.perform(
            authentication: line.id, evidence: face.evidence.id, name: face.evidence.images.first, by: auditor,
            at: test.now)
        #expect(shown.contentType == "image/jpeg")
        #expect(try await read("authentication-image") == [id.text])
        await #expect(throws: Refusal(.scopeMissing)) {
            try await test.useCases.desk.revealImage.perform(
                authentication: line.id, evidence: face.evidence.id, name: face.evidence.images.first,
                by: try person([.cases]), at: test.now)
        }
        // It is no image of the enrollment.
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await test.useCases.desk.revealImage.perform(
                id.text, evidence: face.evidence.id, name: "frame-00", by: auditor, at: test.now)
        }
    }

    @Test func theListIsPagedAndNamesPersonsWithTheRight() async throws {
        for _ in 0..<AuthenticationList.pageSize + 1 { _ = try await ada.begin() }
        let first = try await listed()
        #expect(first.entries.count == AuthenticationList.pageSize && first.entries.allSatisfy { $0.person == nil })
        #expect(try await read("authentications") == [])
        let rest = try await listed(before: first.older)
        #expect(rest.entries.count == 1 && rest.older == nil && rest.entries.first?.line.state == .cancelled)
        #expect(try await listed(.pending).entries.map(\.line.id) == [first.entries[0].line.id])
        let named = try await listed(.pending, by: try person([.cases, .persons]))
        #expect(named.entries.map(\.person?.username) == ["ada-quill"] && named.entries[0].enrollmentID == id.text)
        #expect(try await read("authentications") == [id.text])
    }

    @Test func anAuthenticationIsFoundByWhatItIsCalledBy() async throws {
        for reference in ["order 77", "order 78"] {
            _ = try await test.useCases.person.authenticate.perform(
                .init(person: .named(username: ada.username), deviceID: nil, reference: reference),
                bodyDigest: Visitor.newBody(), from: "", by: ada.portal, at: test.now)
        }
        let auditor = try person([.cases, .persons])
        let found = try await listed(nil, "order 77", by: auditor)
        #expect(found.entries.map(\.reference) == ["order 77"] && found.entries[0].line.state == .cancelled)
        #expect(try await listed(.pending, "order 77", by: auditor).entries.isEmpty)
        #expect(try await listed(nil, "order 7", by: auditor).entries.isEmpty, "the whole of it")
        #expect(try await listed(by: auditor).entries.map(\.reference) == ["order 78", "order 77"])
        // Who may not see persons finds it, and is not told more than they knew.
        #expect(try await listed(nil, "order 77").entries.map(\.reference) == [nil])
        // The list of cases says where to look.
        func cases(_ text: String, of tenant: Tenant? = nil) async throws -> CaseList.Page {
            try await test.useCases.desk.caseList.page(
                CaseSearch([("text", text)], at: test.now), by: try person([.cases], of: tenant), at: test.now)
        }
        let page = try await cases("order 77")
        #expect(page.isOfAuthentication && page.lines.isEmpty)
        #expect(try await !cases("ada-quill").isOfAuthentication)
        #expect(try await !cases("order 77", of: test.tenant("other")).isOfAuthentication)
    }

    @Test func groupsAreListedWithTheirMembers() async throws {
        let groups = try await test.useCases.desk.groupList.groups(page: 1, by: try person([.cases]))
        #expect(groups.rows.map(\.id) == ["default"] && groups.rows[0].isDefault && groups.rows[0].members == 1)
        #expect(groups.rows[0].sizeLimit == Limit.groupSize.value && !groups.hasNext)
        let (group, page) = try await test.useCases.desk.groupList.members(
            of: "default", page: 1, by: try person([.cases]), at: test.now)
        #expect(group == groups.rows[0] && page.rows.map(\.enrollmentID) == [id.text])
        #expect(page.rows[0].person == nil && page.rows[0].registrationCode == ada.code)
        #expect(try await read("group") == [])
        let named = try await test.useCases.desk.groupList.members(
            of: "default", page: 1, by: try person([.cases, .persons]), at: test.now)
        #expect(named.page.rows.map(\.person?.username) == ["ada-quill"])
        #expect(try await read("group") == [id.text])
        // A page beyond all is empty, whatever its number.
        for number in [2, .max] {
            let beyond = try await test.useCases.desk.groupList.members(
                of: "default", page: number, by: try person([.cases]), at: test.now)
            #expect(beyond.page.rows.isEmpty && beyond.group.members == 1)
        }
    }

    @Test func theListOfCasesFindsWhoseFaceWasFound() async throws {
        let found = try await test.begun(
            "twice",
            [
                .triggered(until: test.now.adding(seconds: 60)),
                .started(Policy(), deadline: test.now.adding(seconds: 60)),
                .faceAdded(nil), .duplicateFound(of: id),
            ], tenant: tenant)
        let search = CaseSearch([("from", ""), ("to", ""), ("duplicate", "found")], at: test.now)
        let page = try await test.useCases.desk.caseList.page(search, by: try person([.cases]), at: test.now)
        #expect(page.lines.map(\.id) == [found] && page.lines[0].isDuplicate)
        let all = try await test.useCases.desk.caseList.page(
            CaseSearch([], at: test.now), by: try person([.cases]), at: test.now)
        #expect(all.lines.map(\.isDuplicate) == [true, false])
        try await test.cases.erasePerson.enrollment(found, at: test.now)
        #expect(
            try await test.useCases.desk.caseList.page(search, by: try person([.cases]), at: test.now).lines.isEmpty)
        #expect(try await test.data.store.verifyTables() == [])
    }
}
