import OnboardingCore
import OnboardingStorage
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// A human's decision beside the machine's.
@Suite struct ReviewTests {
    /// Somebody whom the machine has refused.
    private func refused() async throws -> (test: TestInstallation, tenant: Tenant, visitor: Visitor, id: EnrollmentID)
    {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"maxFaceAttempts":1}}"#)
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        #expect(try await visitor.addFace().decision == .presentationAttack)
        let search = try await test.useCases.portal.enrollments.search(
            EnrollmentSearch(), by: visitor.principal, at: test.now)
        return (test, tenant, visitor, try #require(search.entries.first?.id))
    }

    private func ask(_ visitor: Visitor, body: [UInt8] = Visitor.newBody()) async throws -> CaseStanding {
        try await visitor.test.useCases.person.requestReview.perform(
            Visitor.incoming(visitor.token, body: body), by: visitor.principal, at: visitor.test.now)
    }

    private func review(
        _ id: EnrollmentID, _ decision: Review.Decision, by visitor: Visitor, body: [UInt8] = Visitor.newBody()
    ) async throws {
        let request = try RecordReview.Request(
            decision: decision, reason: "the light was poor", reviewer: "Grace Hopper")
        try await visitor.test.useCases.desk.recordReview.perform(
            id.text, Visitor.incoming(request, body: body), by: visitor.principal, at: visitor.test.now)
    }

    @Test func aHumansDecisionStandsBesideTheMachines() async throws {
        let (test, tenant, visitor, id) = try await refused()
        #expect(try await ask(visitor).status == .failed)
        // Again, and with another body.
        #expect(try await ask(visitor).status == .failed)
        var search = EnrollmentSearch()
        search.reviews = ["requested"]
        func found() async throws -> [EnrollmentID] {
            try await test.useCases.portal.enrollments.search(search, by: visitor.principal, at: test.now).entries.map(
                \.id)
        }
        #expect(try await found() == [id])
        let body = Visitor.newBody()
        try await review(id, .accepted, by: visitor, body: body)
        try await review(id, .accepted, by: visitor, body: body)
        #expect(try await found() == [])
        let detail = try await test.useCases.portal.enrollments.detail(id.text, by: visitor.principal, at: test.now)
        #expect(detail.entry.standing.state == .failed)
        #expect(detail.entry.standing.reason == .faceAttemptsExhausted)
        #expect(detail.entry.standing.review?.decision == .accepted)
        #expect(detail.entry.standing.review?.requestedAt == test.now)
        #expect(detail.reviewer?.name == "Grace Hopper" && detail.reviewer?.reason == "the light was poor")
        let clerk = Principal(tenant: tenant, role: .client(id: "acme-b2b", scopes: [.readEnrollments]))
        let seen = try await test.useCases.portal.enrollments.detail(id.text, by: clerk, at: test.now)
        #expect(seen.reviewer == nil && seen.entry.standing.review?.decision == .accepted)
        let feed = try await test.data.store.feedEvents(tenant: tenant.id, after: 0, limit: 50).map(\.kind)
        #expect(feed.suffix(2) == ["review.requested", "review.decided"])
        #expect(try await Auditor(data: test.data).verify().findings == [])
        // Another decision comes too late.
        await #expect(throws: Refusal(.stepAlreadyDone)) { try await review(id, .refused, by: visitor) }
        await #expect(throws: Refusal(.stepAlreadyDone)) { _ = try await ask(visitor) }
    }

    @Test func whatNoMachineHasRefusedIsNotReviewed() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let visitor = try await Visitor(at: test, tenant: tenant)
        let page = try await test.useCases.portal.enrollments.search(
            EnrollmentSearch(), by: visitor.principal, at: test.now)
        let id = try #require(page.entries.first?.id)
        await #expect(throws: Refusal.self) { _ = try await ask(visitor) }
        await #expect(throws: Refusal.self) { try await review(id, .accepted, by: visitor) }
        _ = try await visitor.cancel()
        await #expect(throws: Refusal(.enrollmentFinished)) { try await review(id, .accepted, by: visitor) }
    }

    @Test func anotherTenantReviewsNothing() async throws {
        let (test, _, visitor, id) = try await refused()
        let other = try await test.tenant("other")
        let stranger = Principal(tenant: other, role: .client(id: "other-b2b", scopes: Set(Scope.allCases)))
        let request = try RecordReview.Request(decision: .accepted, reason: "r", reviewer: "n")
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await test.useCases.desk.recordReview.perform(
                id.text, Visitor.incoming(request), by: stranger, at: test.now)
        }
        _ = visitor
    }

    /// Whom a human has accepted is kept as long as those whom a machine has.
    @Test func whoWasAcceptedIsKeptAsARegistration() async throws {
        let (test, tenant, visitor, id) = try await refused()
        try await review(id, .accepted, by: visitor)
        let later = test.now.adding(seconds: 40 * 86_400)
        let store = test.data.store
        #expect(
            try await store.ended(tenant: tenant.id, withRegistration: false, changedBefore: later, limit: 9) == [])
        #expect(
            try await store.ended(tenant: tenant.id, withRegistration: true, changedBefore: later, limit: 9) == [id])
    }
}
