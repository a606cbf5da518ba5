import OnboardingCore
import OnboardingStorage
import Testing

@testable import Casework
@testable import FaceEngine
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
        test.engines.set {
            $0.face = { _ in try Samples.assessment(.presentationAttack) }
            $0.stillFace = { _ in .face(Samples.template, image: [], quality: Samples.quality()) }
            $0.comparison = { Samples.score(6) }
        }
        #expect(try await visitor.addFace().decision == .presentationAttack)
        let search = try await test.useCases.portal.enrollments.search(
            EnrollmentSearch(), by: visitor.principal, at: test.now)
        return (test, tenant, visitor, try #require(search.entries.first?.id))
    }

    private func ask(_ visitor: Visitor, body: [UInt8] = Visitor.newBody()) async throws -> RequestReview.Result {
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

    private func detail(_ id: EnrollmentID, _ visitor: Visitor) async throws -> EnrollmentStanding {
        try await visitor.test.useCases.portal.enrollments.detail(
            id.text, by: visitor.principal, at: visitor.test.now
        ).entry.standing
    }

    @Test func aHumansDecisionIsRecordedBesideTheMachinesAndRegisters() async throws {
        let (test, tenant, visitor, id) = try await refused()
        let asked = try await ask(visitor)
        #expect(asked.standing.status == .failed && asked.requestedAt == test.now)
        let retention = tenant.settings.retention
        #expect(asked.decidedUntil == test.now.adding(seconds: Int64(retention.failedInDays) * 86_400))
        let images = test.now.adding(seconds: Int64(retention.biometricsInDays) * 86_400)
        #expect(asked.evidenceUntil == asked.decidedUntil.map { min($0, images) })
        // Again, with another body and later.
        test.advance(milliseconds: 5)
        #expect(try await ask(visitor) == asked)
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
        #expect(detail.entry.standing.state == .complete && detail.entry.standing.reason == nil)
        #expect(detail.entry.standing.lastRefused?.reason == .faceNotLive)
        #expect(detail.entry.standing.review?.decision == .accepted)
        #expect(detail.entry.standing.review?.requestedAt == asked.requestedAt)
        #expect(detail.reviewer?.name == "Grace Hopper" && detail.reviewer?.reason == "the light was poor")
        let clerk = Principal(tenant: tenant, role: .client(id: "acme-b2b", scopes: [.readEnrollments]))
        let seen = try await test.useCases.portal.enrollments.detail(id.text, by: clerk, at: test.now)
        #expect(seen.reviewer == nil && seen.entry.standing.review?.decision == .accepted)
        let feed = try await test.data.store.feedEvents(tenant: tenant.id, after: 0, limit: 50).map(\.kind)
        #expect(feed.suffix(3) == ["review.requested", "review.decided", "enrollment.completed"])
        #expect(try await Auditor(data: test.data).verify().findings == [])
        // Another decision comes too late.
        await #expect(throws: Refusal(.stepAlreadyDone)) { try await review(id, .refused, by: visitor) }
        await #expect(throws: Refusal(.stepAlreadyDone)) { _ = try await ask(visitor) }
    }

    @Test func whomAHumanAcceptsIsLetIn() async throws {
        let (test, tenant, visitor, id) = try await refused()
        try await review(id, .accepted, by: visitor)
        let template = try #require(try await test.data.store.templates(of: id).first)
        #expect(template.kind == TemplateKind.face.rawValue)
        let begun = try await test.useCases.person.authenticate.perform(
            .init(person: .named(username: "ada"), deviceID: nil), bodyDigest: Visitor.newBody(), from: "",
            by: visitor.principal, at: test.now)
        test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
        let result = try await test.useCases.person.authentication.verifyFace.perform(
            Visitor.incoming(
                .init(
                    token: begun.authToken, package: .plain(Visitor.capture()), challenge: nil,
                    readContent: { _ in nil })), by: visitor.principal, at: test.now)
        #expect(result.isMatching == true && result.status == .complete)
        // The username is one registration's.
        let again = try await test.useCases.person.enroll.perform(
            .init(
                person: .named(
                    username: "ada", email: "ada@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                    reference: nil), consent: nil), bodyDigest: Visitor.newBody(), by: visitor.principal, at: test.now)
        guard case .userExists = again else {
            Issue.record("a second registration of one username")
            return
        }
        #expect(
            try await test.data.store.registration(
                tenant: tenant.id, usernameDigest: try test.cases.usernameDigest("ada", tenant: tenant.id))?.id == id)
        let receipt = try #require(try await test.data.store.enrollment(id))
        let claims = try await test.cases.receipt(
            of: receipt, tenant, namesPerson: false, publicURL: "https://a.test", at: test.now)
        #expect(claims.state == "complete" && claims.review?.decision == "accepted")
        #expect(claims.review?.decidedBy == .commandLine)
    }

    @Test func withoutAGoodCaptureTheFaceIsAskedForOnceMore() async throws {
        let (test, _, visitor, id) = try await refused()
        test.engines.set { $0.stillFace = { _ in .noFace } }
        try await review(id, .accepted, by: visitor)
        var standing = try await detail(id, visitor)
        let until = test.now.adding(seconds: Limit.acceptedCapture.seconds)
        #expect(standing.state == .pending && standing.check == .addFace && standing.deadline == until)
        #expect(standing.review?.decision == .accepted && standing.review?.captureUntil == until)
        #expect(try await test.data.store.templates(of: id).isEmpty)
        await #expect(throws: Refusal.self) { try await review(id, .accepted, by: visitor) }
        // Judged as any: an attack is none the less one.
        #expect(try await visitor.addFace().isAccepted == false)
        standing = try await detail(id, visitor)
        #expect(standing.state == .failed && standing.review?.decision == .accepted)
        await #expect(throws: Refusal(.stepAlreadyDone)) { try await review(id, .accepted, by: visitor) }
    }

    @Test func theCaptureThatAnAcceptanceAsksForRegisters() async throws {
        let (test, _, visitor, id) = try await refused()
        test.engines.set {
            $0.stillFace = { _ in .severalFaces }
            $0.face = { _ in try Samples.assessment(.live) }
        }
        try await review(id, .accepted, by: visitor)
        #expect(try await visitor.addFace().standing.status == .complete)
        let standing = try await detail(id, visitor)
        #expect(standing.state == .complete && standing.review?.decision == .accepted)
        #expect(standing.accepted.map(\.check) == [.addDevice, .addFace])
        #expect(try await test.data.store.templates(of: id).count == 1)
        #expect(try await Auditor(data: test.data).verify().findings == [])
    }

    /// Nothing measures on the command line.
    @Test func onTheCommandLineTheFaceIsAskedForOnceMore() async throws {
        let (test, tenant, visitor, id) = try await refused()
        var search = EnrollmentSearch()
        search.enrollmentID = id.text
        _ = try await Auditor(data: test.data).review(
            search, tenant: tenant.name, decision: .accepted, reason: "seen", reviewer: "Grace Hopper")
        #expect(try await detail(id, visitor).check == .addFace)
    }

    /// Nothing is recorded, so that the human may decide otherwise.
    @Test func whoIsRegisteredMeanwhileIsNotAcceptedASecondTime() async throws {
        let (test, tenant, visitor, id) = try await refused()
        test.engines.set {
            $0.face = { _ in try Samples.assessment(.live) }
            $0.document = { _ in try Samples.document() }
        }
        let again = try await Visitor(at: test, tenant: tenant)
        try await again.addDevice()
        if try await again.addFace().standing.status == .pending { try await again.addDocument() }
        for still in [StillFaceFinding.noFace, .face(Samples.template, image: [], quality: Samples.quality())] {
            test.engines.set { $0.stillFace = { _ in still } }
            await #expect(throws: Refusal(.usernameRegistered)) { try await review(id, .accepted, by: visitor) }
        }
        #expect(try await detail(id, visitor).review == nil)
        try await review(id, .refused, by: visitor)
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
