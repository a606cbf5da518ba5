import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// Who enrolls twice, as addFace and addDocument find them: engines that say whose face a capture shows.
@Suite struct DuplicateSearchTests {
    /// - Parameter checks: beside the face.
    private static func configuration(
        _ policy: String?, checks: String = #""addDevice":false,"addDocument":false"#, percent: Int = 0
    ) -> String {
        """
        {"onboardingConfig":{"duplicateEnrollment":"\(policy ?? "report")","onboardingOptions":{"enrollment":{\(checks),
        "checkDuplicateEnrollment":{"enabled":\(policy != nil),"matchThreshold":\(percent)}}}}}
        """
    }

    private static let withDocument = #""addDevice":false,"addDocument":true"#
    private static let withAge = """
        "addDevice":false,"addDocument":false,
        "ageEstimation":{"enabled":true,"minAge":18,"maxAge":60,"minTolerance":0,"maxTolerance":0}
        """

    /// An installation whose searches name whoever is alike by 0.8.
    private func installation() async throws -> TestInstallation {
        let test = try await TestInstallation()
        test.engines.set {
            $0.searchThreshold = { SearchThreshold(similarity: 0.8, score: Double($0), extrapolatedDecades: 0) }
            $0.document = { _ in try Samples.document() }
            $0.comparison = { Samples.score(6) }
        }
        return test
    }

    private func round(_ test: TestInstallation) async throws {
        try await FaceIndexing(
            cases: test.cases, engines: test.engines.engines, isSearched: test.tenants.searchesFaces(of:),
            logger: test.logger
        ).round()
    }

    private func show(_ face: FaceTemplate, _ test: TestInstallation) throws {
        let assessment = LivenessAssessment(
            evidence: try Samples.assessment(.live).evidence, template: face, codes: [])
        test.engines.set { $0.face = { _ in assessment } }
    }

    private func enroll(
        _ name: String, _ face: FaceTemplate, _ test: TestInstallation, _ tenant: Tenant
    ) async throws -> (id: EnrollmentID, visitor: Visitor, result: AddFace.Result) {
        try show(face, test)
        let visitor = try await Visitor(name, at: test, tenant: tenant)
        let id = try await test.cases.enrollment(token: visitor.token, for: visitor.principal).id
        return (id, visitor, try await visitor.addFace())
    }

    private func found(_ id: EnrollmentID, _ test: TestInstallation) async throws -> [EnrollmentID] {
        try await test.data.store.events(of: id).compactMap { entry in
            if case .duplicateFound(let other) = entry.event { other } else { nil }
        }
    }

    /// What the evidence of the last step says of the search.
    private func check(_ id: EnrollmentID, _ test: TestInstallation) async throws -> DuplicateCheck? {
        let named = try await test.data.store.events(of: id).compactMap(\.event.evidence?.id).last
        let rows = try await test.data.store.evidence(of: id)
        let row = try #require(rows.first { $0.judgedID == named })
        let enrollment = try await test.data.store.enrollment(id)
        let stored = try #require(enrollment)
        return try await test.data.evidence.read(row, under: try test.cases.dataKey(of: stored)).duplicateCheck
    }

    @Test func whoEnrollsTwiceIsReportedToTheOperatorsAndToNobodyElse() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("report"))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        let first = try await enroll("ada", face, test, tenant)
        #expect(first.result.isAccepted)
        #expect(try await found(first.id, test).isEmpty)
        _ = try await enroll("bob", try faces.next(), test, tenant)
        let second = try await enroll("eve", try faces.again(face), test, tenant)
        #expect(second.result.isAccepted && second.result.standing.status == .complete)
        #expect(second.result.isDuplicate == nil)
        #expect(try await found(second.id, test) == [first.id])
        let searches = test.metrics.text(gauges: [])
        #expect(searches.contains(#"onboarding_duplicate_searches_total{result="found"} 1"#))
        #expect(searches.contains(#"onboarding_duplicate_searches_total{result="nobody"} 2"#))
        let check = try #require(try await check(second.id, test))
        #expect(check.registrations == 2 && check.unsearched == 0 && check.threshold?.similarity == 0.8)
        #expect(check.findings.map(\.enrollment) == [first.id.text] && check.policy == "report")
        #expect(check.findings.allSatisfy { $0.similarity > 0.8 } && check.model == Samples.model)

        let portal = Principal(tenant: tenant, role: .portal)
        let entries = try await test.useCases.portal.eventFeed.page(since: nil, limit: nil, by: portal)
        let told = try #require(entries.first { $0.kind == "enrollment.duplicateFound" })
        #expect(told.enrollmentID == second.id && told.duplicate?.enrollmentID == first.id)
        #expect(told.duplicate?.code == first.result.standing.registrationCode)
        #expect(entries.count { $0.duplicate != nil } == 1)
    }

    @Test func whoEnrollsTwiceIsRefusedAndNoFurtherCaptureHelps() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("refuse"))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        let first = try await enroll("ada", face, test, tenant)
        let second = try await enroll("eve", try faces.again(face), test, tenant)
        #expect(!second.result.isAccepted && second.result.isDuplicate == true)
        #expect(second.result.decision == .live && second.result.standing.status == .failed)
        #expect(try await found(second.id, test) == [first.id])
        let stored = try await test.data.store.enrollment(second.id)
        #expect(stored?.enrollment.state == .failed(.duplicateEnrollment))
        #expect(try await test.data.store.templates(of: second.id).isEmpty)
        await #expect(throws: Refusal(.enrollmentFinished)) { try await second.visitor.addFace() }
        #expect(test.cases.faceIndex.count == 1)
        // Whoever was refused stands against nobody, and others are registered.
        #expect(try await enroll("bob", try faces.next(), test, tenant).result.isAccepted)
    }

    private func accept(_ id: EnrollmentID, by visitor: Visitor, _ test: TestInstallation) async throws {
        let request = try RecordReview.Request(decision: .accepted, reason: "twins", reviewer: "Grace Hopper")
        try await test.useCases.desk.recordReview.perform(
            id.text, Visitor.incoming(request), by: visitor.principal, at: test.now)
    }

    /// Of whom a machine has found the human was told; of another one nobody was.
    @Test func aHumanAcceptsWhoWasFoundAndNobodyElse() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(
            configuration: Self.configuration("refuse").replacing(
                "\"duplicateEnrollment\"", with: "\"maxFaceAttempts\":1,\"duplicateEnrollment\""))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        let first = try await enroll("ada", face, test, tenant)
        let twin = try await enroll("eve", try faces.again(face), test, tenant)
        let attack = try Samples.assessment(.presentationAttack)
        test.engines.set { $0.face = { _ in attack } }
        let other = try await Visitor("bob", at: test, tenant: tenant)
        #expect(try await other.addFace().standing.status == .failed)
        let id = try await test.cases.enrollment(token: other.token, for: other.principal).id

        let same = try faces.again(face)
        test.engines.set {
            $0.regeneratedFace = { _ in same }
            $0.stillFace = { _ in .face(same, image: [], quality: Samples.quality()) }
        }
        await #expect(throws: Refusal(.faceRegistered)) { try await accept(id, by: other, test) }
        #expect(try await test.data.store.enrollment(id)?.enrollment.review == nil)
        try await accept(twin.id, by: twin.visitor, test)
        #expect(try await test.data.store.enrollment(twin.id)?.enrollment.status == .complete)
        #expect(try await found(twin.id, test) == [first.id])
        #expect(test.cases.faceIndex.count == 2)
        #expect(try await check(twin.id, test)?.findings.map(\.enrollment) == [first.id.text])
    }

    @Test func nobodyIsLookedForUnlessTheTenantAsks() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration(nil))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        for name in ["ada", "eve"] {
            let enrolled = try await enroll(name, face, test, tenant)
            #expect(enrolled.result.isAccepted)
            #expect(try await check(enrolled.id, test) == nil)
        }
        #expect(test.cases.faceIndex.count == 0)
    }

    @Test func aPolicyThatIsSwitchedOnLaterFindsWhoCameBefore() async throws {
        let test = try await installation()
        let off = try await test.tenant(configuration: Self.configuration(nil))
        var faces = MadeUpFaces()
        let face = try faces.next()
        let first = try await enroll("ada", face, test, off)
        let on = try await test.tenant(configuration: Self.configuration("report"))
        try await round(test)
        #expect(test.cases.faceIndex.count == 1)
        #expect(try await found(enroll("eve", face, test, on).id, test) == [first.id])
        #expect(test.cases.faceIndex.count == 2 && test.cases.faceIndex.readiness == (1, 0))
        _ = try await test.tenant(configuration: Self.configuration(nil))
        try await round(test)
        #expect(test.cases.faceIndex.count == 0 && !test.cases.faceIndex.isReady(off.id))
    }

    @Test func untilTheFacesAreReadNobodyIsRegisteredWhereDuplicatesAreRefused() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("refuse"))
        var search = DuplicateSearch(
            store: test.data.store, index: test.cases.faceIndex, engines: test.engines.engines,
            pool: WorkerPool(workers: 1, yieldsToOthers: false, metrics: Metrics()))
        search.longestWait = .zero
        let refusal = await #expect(throws: Refusal.self) { try await search.waitUntilReady(for: tenant) }
        #expect(refusal == Refusal(.faceSearchNotReady, retryAfterInSeconds: 5))
        try await round(test)
        try await search.waitUntilReady(for: tenant)
    }

    @Test func whereDuplicatesAreReportedTheEvidenceSaysWhyNobodyWasLookedFor() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("report"))
        var faces = MadeUpFaces()
        let early = try await enroll("ada", try faces.next(), test, tenant)
        #expect(early.result.isAccepted)
        #expect(try await check(early.id, test)?.notSearched == .notReady)
        try await round(test)
        test.engines.set { $0.searchThreshold = { _ in nil } }
        let late = try await enroll("eve", try faces.next(), test, tenant)
        #expect(late.result.isAccepted)
        let check = try #require(try await check(late.id, test))
        #expect(check.notSearched == .galleryTooLarge && check.registrations == 1 && check.findings.isEmpty)
    }

    @Test func aFaceOutsideTheRangeOfAgesIsLookedForAmongNobody() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("refuse", checks: Self.withAge))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        test.engines.set { $0.age = { _, _ in AgeEstimate(years: 30) } }
        #expect(try await enroll("ada", face, test, tenant).result.isAccepted)
        test.engines.set { $0.age = { _, _ in AgeEstimate(years: 70) } }
        let outside = try await enroll("eve", face, test, tenant)
        #expect(!outside.result.isAccepted && outside.result.isDuplicate == nil)
        #expect(outside.result.ageCheck?.isWithin == false && outside.result.standing.status == .pending)
        #expect(try await check(outside.id, test) == nil)
        #expect(try await found(outside.id, test).isEmpty)
        test.engines.set { $0.age = { _, _ in AgeEstimate(years: 30) } }
        let within = try await enroll("bob", face, test, tenant)
        #expect(!within.result.isAccepted && within.result.isDuplicate == true)
        #expect(within.result.ageCheck?.isWithin == true && within.result.standing.status == .failed)
    }

    @Test func aTenantMayAskForMoreAndNeverForLess() async throws {
        for (percent, isFound) in [(0, true), (90, false)] {
            let test = try await installation()
            // At 90 % the score is 4, and no two captures are as alike as this.
            test.engines.set { $0.similarity = { score in score > 3.99 ? 0.99999 : -1 } }
            let tenant = try await test.tenant(configuration: Self.configuration("report", percent: percent))
            try await round(test)
            var faces = MadeUpFaces()
            let face = try faces.next()
            _ = try await enroll("ada", face, test, tenant)
            let second = try await enroll("eve", try faces.again(face), test, tenant)
            #expect(try await found(second.id, test).isEmpty != isFound)
            #expect(try await check(second.id, test)?.threshold?.similarity == (isFound ? 0.8 : 0.99999))
        }
    }

    @Test func ofManyWhoComeInTheSameInstantWithOneFaceOneIsRegistered() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("refuse"))
        try await round(test)
        var faces = MadeUpFaces()
        try show(try faces.next(), test)
        var visitors: [Visitor] = []
        for number in 0..<6 { visitors.append(try await Visitor("visitor \(number)", at: test, tenant: tenant)) }
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for visitor in visitors {
                group.addTask {
                    // Whoever has waited too long for the others is asked to come again, and does.
                    while true {
                        do {
                            return try await visitor.addFace().isAccepted
                        } catch let refusal as Refusal where refusal.reason == .overloaded {}
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(accepted == 1 && test.cases.faceIndex.count == 1)
    }

    @Test func ofTwoWhoseFacesWereTakenBeforeEitherWasRegisteredOneIsRegistered() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("refuse", checks: Self.withDocument))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        let both = [
            try await enroll("ada", face, test, tenant), try await enroll("eve", try faces.again(face), test, tenant),
        ]
        #expect(both.allSatisfy { $0.result.isAccepted })
        let results = try await withThrowingTaskGroup(of: AddDocument.Result.self) { group in
            for one in both {
                group.addTask {
                    // Whoever met the other too often is asked to come again, and does.
                    while true {
                        do {
                            return try await one.visitor.addDocument()
                        } catch let refusal as Refusal where refusal.reason == .overloaded {}
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.map(\.standing.status.rawValue).sorted() == ["complete", "failed"])
        #expect(results.count { $0.isDuplicate == true } == 1)
        #expect(results.allSatisfy { $0.decision == .verified })
        #expect(test.cases.faceIndex.count == 1)
        for one in both {
            guard let failed = try await test.data.store.enrollment(one.id), failed.enrollment.status == .failed
            else { continue }
            #expect(failed.enrollment.state == .failed(.duplicateEnrollment))
            #expect(try await found(one.id, test).count == 1)
            #expect(try await check(one.id, test)?.duplicate?.isRefused == true)
        }
    }

    @Test func aFindingIsToldOnceHoweverManyStepsFollow() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("report", checks: Self.withDocument))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        let first = try await enroll("ada", face, test, tenant)
        try await first.visitor.addDocument()
        let second = try await enroll("eve", face, test, tenant)
        #expect(try await second.visitor.addDocument().standing.status == .complete)
        #expect(try await found(second.id, test) == [first.id])
    }

    @Test func whoWasErasedIsNeverFoundAgainAlsoAfterAStart() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("refuse"))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        let first = try await enroll("ada", face, test, tenant)
        try await test.cases.erasePerson(of: first.id, includingRegistration: true, at: test.now)
        #expect(test.cases.faceIndex.count == 0)
        let again = FaceIndex()
        try await FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: again, model: Samples.model, logger: test.logger
        ).round()
        #expect(again.isReady(tenant.id) && again.count == 0)
        #expect(try await enroll("eve", face, test, tenant).result.isAccepted)
    }

    /// The id that is left leads to nobody.
    @Test func afterAnErasureAFindingNamesNobody() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("report"))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        let first = try await enroll("ada", face, test, tenant)
        let second = try await enroll("eve", face, test, tenant)
        try await test.cases.erasePerson(of: first.id, includingRegistration: true, at: test.now)
        let portal = Principal(tenant: tenant, role: .portal)
        let entries = try await test.useCases.portal.eventFeed.page(since: nil, limit: nil, by: portal)
        let told = try #require(entries.first { $0.kind == "enrollment.duplicateFound" })
        #expect(told.enrollmentID == second.id && told.duplicate == nil)
        let file = try await test.useCases.desk.openCase.perform(second.id.text, by: portal, at: test.now)
        let shown = try #require(file.registrationSearch?.found.first)
        #expect(!shown.isKept && shown.registrationCode == nil)
    }

    @Test func anotherTenantsPersonsAreNeverSearched() async throws {
        let test = try await installation()
        let (acme, other) = (
            try await test.tenant(configuration: Self.configuration("refuse")),
            try await test.tenant("other", configuration: Self.configuration("refuse"))
        )
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        #expect(try await enroll("ada", face, test, acme).result.isAccepted)
        #expect(try await enroll("ada", face, test, other).result.isAccepted)
        #expect(test.cases.faceIndex.count == 2)
    }

    @Test func anExportForThePersonHasNoOtherRegistration() async throws {
        let test = try await installation()
        let tenant = try await test.tenant(configuration: Self.configuration("report"))
        try await round(test)
        var faces = MadeUpFaces()
        let face = try faces.next()
        let first = try await enroll("ada", face, test, tenant)
        let second = try await enroll("eve", face, test, tenant)
        #expect(try await found(second.id, test) == [first.id])
        let file = NSTemporaryDirectory() + "/\(UUID().uuidString).zip"
        defer { try? FileManager.default.removeItem(atPath: file) }
        var search = EnrollmentSearch()
        search.terms = [.username("eve")]
        _ = try await Auditor(data: test.data).export(search, tenant: "acme", to: .archive(file))
        let reader = try ZipReader(contentsOf: file)
        #expect(reader.entries.contains { $0.name == "records/enrollment-1/face-1/duplicateCheck.json" })
        for entry in reader.entries {
            let text = String(decoding: try reader.contents(of: entry), as: UTF8.self)
            #expect(!text.contains(first.id.text), "\(entry.name)")
            #expect(!text.contains(first.result.standing.registrationCode), "\(entry.name)")
        }
    }

    @Test func thePersonIsToldOfNoOtherRegistration() throws {
        let check = DuplicateCheck(
            policy: "report", leastPercent: 90, model: Samples.model, registrations: 3, unsearched: 0,
            threshold: .init(similarity: 0.5, score: 4, extrapolatedDecades: 0),
            findings: [.init(enrollment: String(repeating: "0e", count: 16), similarity: 0.75)])
        let object = try EvidenceObject(sections: [.json("measurements", [])]).adding(check)
        let given = try object.withoutRegistrations
        #expect(given.sections.map(\.name).sorted() == ["duplicateCheck", "measurements"])
        let text = String(decoding: try #require(given["duplicateCheck"]), as: UTF8.self)
        #expect(!text.contains("0e0e") && text.contains("0.75"))
    }
}
