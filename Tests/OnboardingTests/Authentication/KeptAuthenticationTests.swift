import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import Testing

@testable import Casework
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// What authentications leave ends, is told and is handed out with all else of their registration.
@Suite final class KeptAuthenticationTests {
    private let folder = NSTemporaryDirectory() + "/onboarding-visits-\(UUID().uuidString)"
    private let test: TestInstallation
    private let tenant: Tenant
    private let portal: Principal
    private let registration: StoredEnrollment

    init() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        test = try await TestInstallation()
        tenant = try await test.tenant(
            configuration: """
                {"onboardingConfig":{"biometricRetentionDays":2,"documentRetentionDays":4}}
                """)
        portal = Principal(tenant: tenant, role: .portal)
        test.engines.acceptEverybody()
        let visitor = try await Visitor("ada", at: test, tenant: tenant)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        let found = try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now)
        let id = try #require(found.entries.first?.id)
        registration = try #require(try await test.data.store.enrollment(id))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func begin(_ policy: AuthenticationPolicy) async throws -> AuthenticationID {
        let deadline = test.now.adding(seconds: policy.lifetimeInSeconds)
        let id = try AuthenticationID.random()
        try await test.data.store.begin(
            NewAuthentication(
                id: id, tenantID: tenant.id, enrollmentID: registration.id, purpose: policy.purpose,
                events: [.triggered(until: deadline), .started(policy, deadline: deadline)], sessionDigest: nil,
                tokenDigest: Digest.sha256(Array(id.text.utf8)), createdAt: test.now))
        return id
    }

    private func commit(
        _ id: AuthenticationID, _ command: AuthenticationCommand, leaving row: EvidenceRow? = nil
    ) async throws {
        let result = try await test.data.store.commit(
            id, AuthenticationProposal(command, record: nil, at: test.now)
        ) { _ in AuthenticationWrites(evidence: row) }
        guard case .accepted = result else { throw StorageError.storedValueInvalid }
    }

    /// The same as the enrollment was judged on, kept for an authentication.
    private func evidence(_ kind: String) async throws -> EvidenceRow {
        let dataKey = try test.data.keys.dataKey(of: registration.id, tenant: tenant.id)
        let own = try #require(
            try await test.data.store.evidence(of: registration.id).first { $0.kind == kind })
        let object = try await test.data.evidence.read(own, under: dataKey)
        return try await test.data.evidence.write(
            object, kind: EvidenceRow.authenticationPrefix + kind, of: registration.id, under: dataKey, at: test.now)
    }

    /// Somebody whose device, face and document were seen again, with their evidence.
    private func completed() async throws -> (id: AuthenticationID, face: EvidenceRow, document: EvidenceRow) {
        let id = try await begin(
            AuthenticationPolicy(requiredChecks: [.verifyDevice, .verifyFace, .addDocument]))
        let (face, document) = (try await evidence("face"), try await evidence("document"))
        try await commit(id, .verifyDevice(.signed))
        try await commit(id, .verifyFace(.live, face.reference), leaving: face)
        try await commit(id, .addDocument(.verified, document.reference), leaving: document)
        return (id, face, document)
    }

    @Test func whatNobodyFinishesEndsWithItsDeadline() async throws {
        let late = try await begin(AuthenticationPolicy(lifetimeInSeconds: 10))
        let early = try await begin(AuthenticationPolicy(purpose: .reEnroll, lifetimeInSeconds: 3600))
        let deadline = test.now.adding(seconds: 10)
        test.advance(milliseconds: 60_000)
        try await Deadlines(store: test.data.store, clock: test.clock, logger: test.logger).round()
        let stored = try #require(try await test.data.store.authentication(late))
        #expect(stored.authentication.state == .expired && stored.changedAt == deadline)
        #expect(try await test.data.store.authentication(early)?.authentication.status == .pending)
        #expect(try await test.data.store.verifyChain(of: late) == .intact(length: 3))
    }

    @Test func theTenantIsToldHowAVisitWent() async throws {
        let before = try await test.useCases.portal.eventFeed.page(since: nil, limit: nil, by: portal)
        let id = try await begin(AuthenticationPolicy(requiredChecks: [.verifyFace], maximumAttempts: 1))
        try await commit(id, .verifyFace(.notMatching))
        func told() async throws -> [EventFeed.Entry] {
            try await test.useCases.portal.eventFeed.page(since: "\(before.count)", limit: nil, by: portal)
        }
        let entries = try await told()
        #expect(entries.map(\.kind) == ["authentication.started", "authentication.failed"])
        let visits = entries.map(\.authentication)
        #expect(visits.map { $0?.standing.state } == [.pending, .failed] && visits.allSatisfy { $0?.id == id })
        #expect(visits.map { $0?.standing.reason } == [nil, .exhausted(.attemptsExhausted)])
        #expect(before.allSatisfy { $0.authentication == nil })
        #expect(entries.allSatisfy { $0.standing == nil && $0.enrollmentID == registration.id })
        try await test.cases.erasePerson.enrollment(registration.id, at: test.now)
        #expect(try await told().prefix(2).map(\.authentication) == visits)
        #expect(try await told().last?.kind == "enrollment.erased")
    }

    @Test func imagesOfAVisitAreKeptForTheirTimeAndWhatWasDecidedStays() async throws {
        let (_, face, document) = try await completed()
        let dataKey = try test.data.keys.dataKey(of: registration.id, tenant: tenant.id)
        func kept(_ judged: EvidenceRow) async throws -> EvidenceObject {
            let rows = try await test.data.store.evidence(ofAuthenticationsOf: registration.id)
            let row = try #require(rows.first { $0.judgedID == judged.id })
            return try await test.data.evidence.read(row, under: dataKey)
        }
        func images(_ judged: EvidenceRow) async throws -> Int {
            try await kept(judged).sections.count { !$0.isCompressed }
        }
        #expect(try await images(face) > 0)
        #expect(try await images(document) > 0)
        for days in [3, 2] as [Int64] {
            test.advance(days: days)
            try await test.data.store.trustClock(until: test.now)
            try await Retention(
                cases: test.cases, tenants: test.tenants, clock: test.clock, logger: test.logger
            ).round()
            #expect(try await images(face) == 0)
            #expect(try await (images(document) == 0) == (days == 2))
        }
        let read = try JSONDecoder().decode(
            DocumentRecord.self, from: Data(try #require(try await kept(document)["measurements"])))
        #expect(read.reading == nil)
        #expect(try await test.data.store.verifyEvidence(of: registration.id) == [])
        #expect(try await Auditor(data: test.data).verify().findings == [])
    }

    @Test func whoIsErasedIsErasedWithEveryVisit() async throws {
        let (id, face, document) = try await completed()
        let open = try await begin(AuthenticationPolicy())
        for row in [face, document] { #expect(try await test.data.evidence.isIntact(row)) }
        try await test.cases.erasePerson.enrollment(registration.id, at: test.now)
        for row in [face, document] { #expect(try await !test.data.evidence.isIntact(row)) }
        for visit in [id, open] { #expect(try await test.data.store.authentication(visit) == nil) }
        #expect(try await test.data.store.events(of: open).map(\.event).last == .cancelled)
        let found = try await Auditor(data: test.data).verify()
        #expect(found.findings == [] && found.authentications == 2)
    }

    @Test func anExportHasEveryVisit() async throws {
        let (id, face, _) = try await completed()
        var search = EnrollmentSearch()
        search.terms = [.username("ada")]
        _ = try await Auditor(data: test.data).export(search, tenant: "acme", to: .archive(folder + "/a.zip"))
        let reader = try ZipReader(contentsOf: folder + "/a.zip")
        func contents(_ name: String) throws -> [UInt8] {
            try reader.contents(of: try #require(reader.entries.first { $0.name == name }))
        }
        let record = try JSONDecoder().decode(JSONValue.self, from: Data(try contents("person.json")))
        guard case .array(let attempts)? = record.member("enrollments"), let attempt = attempts.first,
            case .array(let visits)? = attempt.member("authentications"), let visit = visits.first,
            case .array(let steps)? = attempt.member("steps")
        else { throw StorageError.storedValueInvalid }
        #expect(visits.count == 1 && visit.member("authentication") == .string(id.text))
        #expect(visit.member("state") == .string("complete"))
        let own = steps.filter { $0.member("authentication") == .string(id.text) }
        #expect(steps.count == 4 && own.count == 2)
        let ownFace = own.first { $0.member("kind") == .string("face") }
        #expect(ownFace?.member("evidence") == .string(face.id.text))
        #expect(own.allSatisfy { $0.member("isAccepted") == .bool(true) })
        #expect(reader.entries.contains { $0.name.hasPrefix("images/enrollment-1/authentication-face-") })
        let events = String(
            decoding: try contents("records/enrollment-1/authentication-1-events.json"), as: UTF8.self)
        #expect(events.contains("deviceVerified"))
        let page = String(decoding: try contents("index.html"), as: UTF8.self)
        #expect(page.contains(id.text) && page.contains("You came back on"))
    }

    @Test func anAuditNamesTheVisitThatWasChanged() async throws {
        let (id, _, _) = try await completed()
        let head = try #require(try await Auditor(data: test.data).verify().head)
        let store = try #require(test.data.store as? SQLiteStore)
        try await store.database.write {
            try $0.execute(sql: "UPDATE authentication SET status = 'failed'")
        }
        let findings = try await Auditor(data: test.data).verify(since: head).findings
        #expect(
            findings == [
                "the rows of the table authentication are not those that were written",
                "authentication \(id.text) is broken at event 6: the stored state is not what the events tell",
            ])
    }
}

extension JSONValue {
    fileprivate func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
