import OnboardingCore
import Testing

@testable import DocVerify
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Whom failed checks count against: what is only stated counts against nobody but who states it.
@Suite struct FailureSubjectsTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private static let stopped = Refusal(.rateLimited, retryAfterInSeconds: 86_401)

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant(
            configuration: #"{"onboardingConfig":{"sampleWebRoutes":{"enabled":true,"origins":[]}}}"#)
    }

    private func see(_ decision: LivenessDecision) {
        test.engines.set { $0.face = { _ in try Samples.assessment(decision) } }
    }

    private func show(_ document: DocumentReading, score: Double) {
        test.engines.set {
            $0.document = { _ in document }
            $0.comparison = { Samples.score(score) }
        }
    }

    private func atFace(_ name: String) async throws -> Visitor {
        let visitor = try await Visitor(name, at: test, tenant: tenant)
        try await visitor.addDevice()
        return visitor
    }

    private func atDocument(_ name: String) async throws -> Visitor {
        see(.live)
        let visitor = try await atFace(name)
        try await visitor.addFace()
        return visitor
    }

    /// Somebody whom a portal or a page has named, on a phone.
    private func phone(_ name: String, from beginner: Beginner) async throws -> Visitor {
        let result = try await test.useCases.portal.triggerEnroll.perform(
            .init(
                username: name, email: name + "@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                reference: nil), bodyDigest: Visitor.newBody(), from: beginner,
            by: Principal(tenant: tenant, role: .portal), at: test.now)
        guard case .triggered(let session) = result else { throw Refusal(.rateLimited) }
        let visitor = try await Visitor(session: session.token, at: test, tenant: tenant)
        try await visitor.addDevice()
        return visitor
    }

    private func sending<Value>(from block: String, _ work: () async throws -> Value) async rethrows -> Value {
        let requester = Requester(tenant: tenant.id, block: block, session: nil)
        return try await Requester.$current.withValue(requester, operation: work)
    }

    @Test func aStatedDeviceLocksNobodyOut() async throws {
        see(.presentationAttack)
        for number in 0...Limit.failures.value {
            try await atFace("stranger \(number)").addFace()
        }
        see(.live)
        // On the same device.
        #expect(try await atFace("owner").addFace().isAccepted)
    }

    @Test func aDocumentThatIsNotItsBearersLocksNobodyOut() async throws {
        let document = try Samples.document()
        for number in 0...Limit.failures.value {
            let stranger = try await atDocument("stranger \(number)")
            show(document, score: 0.1)
            #expect(try await stranger.addDocument().decision == .notMatching)
        }
        let owner = try await atDocument("owner")
        show(document, score: 6)
        #expect(try await owner.addDocument().standing.status == .complete)
    }

    @Test func aDocumentThatItsHolderShowsInVainIsStopped() async throws {
        let wrong = try Samples.document(isRight: false)
        for number in 0..<Limit.failures.value {
            let holder = try await atDocument("holder \(number)")
            show(wrong, score: 6)
            #expect(try await holder.addDocument().decision == .notVerified)
        }
        let again = try await atDocument("another name")
        show(wrong, score: 6)
        await #expect(throws: Self.stopped) { try await again.addDocument() }
        // Nobody else learns that.
        show(wrong, score: 0.1)
        #expect(try await again.addDocument().decision == .notVerified)
    }

    @Test func phonesOfOneAddressBlockAreStoppedAndNoOthers() async throws {
        see(.presentationAttack)
        let attempts = tenant.settings.policy.maximumFaceAttempts
        try await sending(from: "2001:db8::") {
            for number in 0..<Limit.failuresOfAddress.value / attempts {
                let stranger = try await phone("stranger \(number)", from: .tenant)
                for _ in 0..<attempts { try await stranger.addFace() }
            }
            let next = try await phone("next", from: .tenant)
            await #expect(throws: Self.stopped) { try await next.addFace() }
            // The tenant's own client has one address for all its persons.
            #expect(try await atFace("somebody").addFace().decision == .presentationAttack)
        }
        let elsewhere = try await phone("elsewhere", from: .tenant)
        let decision = try await sending(from: "2001:db8:0:1::") { try await elsewhere.addFace().decision }
        #expect(decision == .presentationAttack)
        let lifted = try await TenantAdministration(data: test.data)
            .liftLimit(of: .address("2001:db8::7"), tenant: "acme")
        #expect(lifted == Limit.failuresOfAddress.value)
    }

    @Test func aNameThatAPageStatesIsNotItsOwners() async throws {
        see(.presentationAttack)
        let attempts = tenant.settings.policy.maximumFaceAttempts
        for _ in 0...(Limit.failures.value / attempts) {
            let stranger = try await phone("ada", from: .page)
            for _ in 0..<attempts { try await stranger.addFace() }
        }
        see(.live)
        #expect(try await phone("ada", from: .tenant).addFace().isAccepted)
    }
}
