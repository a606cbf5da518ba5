import OnboardingCore
import OnboardingStorage
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import OnboardingFixture
@testable import Tenancy

/// The second look of an operator at the desk.
@Suite struct SettleCaseTests {
    private let test: TestInstallation
    private let tenant: Tenant

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"maxFaceAttempts":1}}"#)
    }

    /// Somebody whom the machine has refused.
    private func refused() async throws -> EnrollmentID {
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        test.engines.set {
            $0.face = { _ in try Samples.assessment(.presentationAttack) }
            $0.stillFace = { _ in .face(Samples.template, image: [], quality: Samples.quality()) }
        }
        #expect(try await visitor.addFace().decision == .presentationAttack)
        return try await newest()
    }

    private func newest() async throws -> EnrollmentID {
        let portal = Principal(tenant: tenant, role: .portal)
        let page = try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now)
        return try #require(page.entries.first?.id)
    }

    private func settle(
        _ id: EnrollmentID, _ decision: Review.Decision, by principal: Principal, form: [UInt8] = Visitor.newBody(),
        reason: String = "By eye it is the person."
    ) async throws {
        try await AuditActor.$current.withValue(AuditActor(principal.identity)) {
            try await test.useCases.desk.settleCase.perform(
                decision, reason: reason, on: id.text, bodyDigest: form, by: principal, at: test.now)
        }
    }

    @Test func theDecisionIsRecordedInTheOperatorsNameAndTheMachinesStays() async throws {
        let id = try await refused()
        let grace = try Principal.signedIn("grace", [.cases, .review], of: tenant)
        #expect(try await test.useCases.desk.settleCase.standing(id.text, by: grace, at: test.now).isOpen)
        try await settle(id, .accepted, by: grace)
        let file = try await test.useCases.desk.openCase.perform(id.text, by: grace, at: test.now)
        #expect(file.standing.state == .complete && file.standing.lastRefused?.reason == .faceNotLive)
        #expect(file.review?.decision == .accepted && file.review?.decidedAt == test.now)
        #expect(file.review?.reviewer == "grace" && file.review?.reason == "By eye it is the person.")
        let reader = try Principal.signedIn("ben", [.cases], of: tenant)
        let seen = try await test.useCases.desk.openCase.perform(id.text, by: reader, at: test.now)
        #expect(seen.review?.decision == .accepted && seen.review?.reviewer == nil && seen.review?.reason == nil)
        #expect(try await Auditor(data: test.data).verify().findings == [])
    }

    @Test func theSameFormTwiceIsRecordedOnceAndAnothersComesTooLate() async throws {
        let id = try await refused()
        let (grace, linus) = (
            try Principal.signedIn("grace", [.cases, .review], of: tenant),
            try Principal.signedIn("linus", [.cases, .review], of: tenant)
        )
        let form = Visitor.newBody()
        try await settle(id, .refused, by: grace, form: form)
        try await settle(id, .refused, by: grace, form: form)
        let reviews = try await test.data.store.auditEntries().filter { $0.kind == "enrollmentReviewed" }
        #expect(reviews.map { $0.detail["enrollment"] } == [id.text] && reviews[0].detail["decision"] == "refused")
        #expect(reviews[0].detail["actor"] == grace.identity.name)
        await #expect(throws: Refusal(.stepAlreadyDone)) { try await settle(id, .accepted, by: linus) }
        let standing = try await test.useCases.desk.settleCase.standing(id.text, by: linus, at: test.now)
        #expect(!standing.isOpen && standing.enrollment.review?.decision == .refused)
    }

    @Test func ofTwoReviewersAtOnceOneIsRecorded() async throws {
        let id = try await refused()
        let people = try ["grace", "linus"].map { try Principal.signedIn($0, [.cases, .review], of: tenant) }
        let recorded = try await withThrowingTaskGroup(of: Bool.self) { group in
            for (person, decision) in zip(people, Review.Decision.allCases) {
                group.addTask {
                    do {
                        try await settle(id, decision, by: person)
                        return true
                    } catch let refusal as Refusal where refusal.reason == .stepAlreadyDone {
                        return false
                    }
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(recorded.filter { $0 }.count == 1)
        let events = try await test.data.store.events(of: id)
        #expect(events.filter { if case .reviewed = $0.event { true } else { false } }.count == 1)
    }

    @Test func whoLacksTheRightOrIsOfAnotherTenantDecidesNothing() async throws {
        let id = try await refused()
        let reader = try Principal.signedIn("ben", Set(OperatorRight.allCases).subtracting([.review]), of: tenant)
        let stranger = try Principal.signedIn("dan", Set(OperatorRight.allCases), of: try await test.tenant("other"))
        let own = try Principal.signedIn("eve", [.review], of: tenant)
        for (principal, reason) in [
            (reader, RefusalReason.scopeMissing), (stranger, .enrollmentUnknown), (own, .scopeMissing),
            (Principal(tenant: tenant, role: .portal), .roleMissing),
        ] {
            let refusal = await #expect(throws: Refusal.self) { try await settle(id, .accepted, by: principal) }
            #expect(refusal?.reason == reason)
            let unseen = await #expect(throws: Refusal.self) {
                _ = try await test.useCases.desk.settleCase.standing(id.text, by: principal, at: test.now)
            }
            #expect(unseen?.reason == reason)
        }
        let grace = try Principal.signedIn("grace", [.cases, .review], of: tenant)
        #expect(try await test.useCases.desk.settleCase.standing(id.text, by: grace, at: test.now).isOpen)
    }

    @Test func whatNoMachineHasRefusedAndWhoWasErasedIsNotSettled() async throws {
        let grace = try Principal.signedIn("grace", [.cases, .review], of: tenant)
        _ = try await Visitor(at: test, tenant: tenant)
        let open = try await newest()
        #expect(try await !test.useCases.desk.settleCase.standing(open.text, by: grace, at: test.now).isOpen)
        await #expect(throws: Refusal.self) { try await settle(open, .accepted, by: grace) }
        let portal = Principal(tenant: tenant, role: .portal)
        _ = try await test.useCases.portal.enrollments.erase(open.text, by: portal, at: test.now)
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            _ = try await test.useCases.desk.settleCase.standing(open.text, by: grace, at: test.now)
        }
        await #expect(throws: Refusal(.enrollmentUnknown)) { try await settle(open, .accepted, by: grace) }
    }

    @Test func aReasonIsNeitherEmptyNorTooLong() async throws {
        let id = try await refused()
        let grace = try Principal.signedIn("grace", [.cases, .review], of: tenant)
        await #expect(throws: Refusal(.fieldEmpty)) { try await settle(id, .accepted, by: grace, reason: "") }
        await #expect(throws: Refusal(.fieldTooLong)) {
            try await settle(
                id, .accepted, by: grace, reason: String(repeating: "ä", count: Limit.reviewReason.value + 1))
        }
    }
}
