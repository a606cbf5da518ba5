import Foundation
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import Casework
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// What the tenant's own client is told, finds and proves of the times that a registered person came back.
@Suite struct AuthenticationsTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let ada: Returner

    private var authentications: Authentications { test.useCases.portal.authentications }

    init() async throws {
        test = try await TestInstallation()
        tenant = try await Returner.tenant(#""maxAuthenticationAttempts":2"#, at: test)
        ada = try await Returner("ada", at: test, tenant: tenant)
    }

    /// The token of one that the client began by itself.
    private func begin(_ reference: String?) async throws -> String {
        try await test.useCases.person.authenticate.perform(
            .init(person: .named(username: "ada"), deviceID: nil, reference: reference), bodyDigest: Visitor.newBody(),
            from: "", by: ada.portal, at: test.now
        ).authToken
    }

    private func find(
        by principal: Principal? = nil, _ change: (inout AuthenticationSearch) -> Void = { _ in }
    ) async throws -> Authentications.Page {
        var search = AuthenticationSearch()
        change(&search)
        return try await authentications.search(search, by: principal ?? ada.portal, at: test.now)
    }

    private func newest() async throws -> Authentications.Detail {
        try #require(try await find { $0.pageSize = 1 }.entries.first)
    }

    private func detail(
        _ one: Authentications.Detail, by principal: Principal? = nil
    ) async throws -> Authentications.Detail {
        try await authentications.detail(
            one.id.text, of: one.enrollmentID.text, by: principal ?? ada.portal, at: test.now)
    }

    /// Fails, and locks the registration.
    private func fail(_ token: String) async throws {
        test.engines.set { $0.comparison = { Samples.score(1) } }
        for _ in 0..<2 { try await ada.verifyFace(token) }
    }

    @Test func anEventOfAnAuthenticationCarriesItsOwnStateReasonAndReference() async throws {
        let feed = test.useCases.portal.eventFeed
        let before = try await feed.page(since: nil, limit: nil, by: ada.portal).count
        try await ada.verifyFace(try await begin("login 1"))
        try await fail(try await begin("login 2"))
        let told = try await feed.page(since: "\(before)", limit: nil, by: ada.portal)
        #expect(
            told.map { "\($0.kind) \($0.authentication?.standing.state.rawValue ?? "")" } == [
                "authentication.started pending", "authentication.completed complete", "authentication.started pending",
                "authentication.failed failed", "registration.locked failed",
            ])
        #expect(told.map(\.reference) == ["login 1", "login 1", "login 2", "login 2", "login 2"])
        #expect(
            told.map { $0.authentication?.standing.reason?.code } == [
                nil, nil, nil, "AUTHENTICATION_ATTEMPTS_EXHAUSTED", "AUTHENTICATION_ATTEMPTS_EXHAUSTED",
            ])
        // That of the registration, `complete`, is not there to be taken for it.
        #expect(told.allSatisfy { $0.standing == nil && $0.registrationCode == ada.code })
    }

    @Test func whoAsksIsToldHowALoginStandsAndWhatSpokeForIt() async throws {
        let token = try await begin("login 1")
        let open = try await newest()
        #expect(open.reference == "login 1" && open.username == "ada" && open.registrationCode == ada.code)
        #expect(open.standing.state == .pending && open.standing.check == .verifyFace && open.isTest)
        #expect(open.standing.left?.attempts == 2 && open.retryAt == nil)
        try await ada.verifyFace(token)
        let ended = try await detail(open)
        #expect(ended.standing.state == .complete && ended.measured[.verifyFace]?.matchScore == 6)
        #expect(ended.measured[.verifyFace]?.scoreInPercent != nil)
        let desk = Principal(tenant: tenant, role: .client(id: "acme-desk", scopes: [.readEnrollments]))
        #expect(try await detail(open, by: desk).measured.isEmpty)

        try await fail(try await begin(nil))
        let failed = try await detail(try await newest())
        #expect(failed.reference == nil && failed.standing.state == .failed)
        #expect(failed.standing.lastRefused?.reason.code == "FACE_NOT_MATCHING" && failed.standing.left?.attempts == 0)
        #expect(failed.retryAt?.secondsAfter(test.now) == 901)
    }

    @Test func aSessionIsToldOfAsItsAuthentication() async throws {
        let session = try await test.useCases.portal.triggerAuthenticate.perform(
            .init(username: "ada", reference: "order 7"), bodyDigest: Visitor.newBody(), by: ada.portal, at: test.now
        ).token
        func polled() async throws -> Authentications.Detail? {
            try await authentications.detail(session: session, by: ada.portal, at: test.now)
        }
        #expect(try await polled()?.reference == "order 7")
        let token = try await ada.authenticate(.ofSession(token: session)).authToken
        try await ada.verifyFace(token)
        let ended = try #require(try await polled())
        #expect(ended.standing.state == .complete && ended.measured[.verifyFace]?.matchScore == 6)
        let entries = try await test.data.store.auditEntries().filter { $0.detail["operation"] == "operation-status" }
        #expect(entries.count == 1)
    }

    @Test func aLoginIsFoundByItsReferenceWithinItsTenant() async throws {
        for reference in ["a", "b", "a"] { try await ada.verifyFace(try await begin(reference)) }
        let all = try await find().entries
        #expect(all.map(\.reference) == ["a", "b", "a"])
        #expect(try await find { $0.reference = "a" }.entries.map(\.id) == [all[0].id, all[2].id])
        #expect(try await find { $0.reference = "A" }.entries.isEmpty)
        let enrollment = all[0].enrollmentID.text
        #expect(try await find { $0.enrollmentID = enrollment }.entries.count == 3)
        let first = try await find { ($0.reference, $0.pageSize) = ("a", 1) }
        let second = try await find { ($0.reference, $0.pageSize, $0.cursor) = ("a", 1, first.cursor) }
        #expect(second.entries.map(\.id) == [all[2].id] && second.cursor == nil)
        let other = Principal(tenant: try await test.tenant("other"), role: .portal)
        #expect(try await find(by: other) { $0.reference = "a" }.entries.isEmpty)
        await #expect(throws: Refusal(.searchInvalid)) { try await find { $0.cursor = "x" } }
        await #expect(throws: Refusal(.searchInvalid)) { try await find { $0.enrollmentID = "x" } }
        await #expect(throws: Refusal(.pageOutOfRange)) { try await find { $0.pageSize = 0 } }
        for (id, of) in [("x", enrollment), (all[0].id.text, "x"), (enrollment, enrollment)] {
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await authentications.detail(id, of: of, by: ada.portal, at: test.now)
            }
        }
        await #expect(throws: Refusal(.enrollmentUnknown)) { try await detail(all[0], by: other) }

        // Nothing leads there once the person is erased.
        try await test.cases.erasePerson.enrollment(all[0].enrollmentID, at: test.now)
        #expect(try await find { $0.reference = "a" }.entries.isEmpty)
        await #expect(throws: Refusal(.enrollmentUnknown)) { try await detail(all[0]) }
        let told = try await test.useCases.portal.eventFeed.page(since: nil, limit: nil, by: ada.portal)
        #expect(told.allSatisfy { $0.reference == nil })
    }

    @Test func aReEnrollmentTakesTheReferenceOfItsRequest() async throws {
        _ = try await ada.reEnroll(.registered(code: ada.code, reference: "new phone"))
        let one = try await newest()
        #expect(one.purpose == .reEnroll && one.reference == "new phone")
    }

    @Test func aReceiptProvesALoginAndNothingElse() async throws {
        let token = try await begin("login 1")
        let one = try await newest()
        func receipt() async throws -> String {
            try await authentications.receipt(one.id.text, of: one.enrollmentID.text, by: ada.portal, at: test.now)
        }
        await #expect(throws: Refusal(.authenticationPending)) { try await receipt() }
        try await fail(token)
        let text = try await receipt()
        let keys = try await test.tenants.tokens().receipts.all
        let claims = try JSONWebToken.verify(
            compact: text, keys: Dictionary(uniqueKeysWithValues: keys.map { ($0.keyID, $0) }),
            allowedAlgorithms: [.es256])
        let members = try #require(JSONSerialization.jsonObject(with: Data(claims)) as? [String: Any])
        #expect(members["sub"] as? String == one.id.text)
        #expect(members["enrollment_id"] as? String == one.enrollmentID.text)
        #expect(members["state"] as? String == "failed" && members["reference"] as? String == "login 1")
        #expect(members["reason"] as? String == "AUTHENTICATION_ATTEMPTS_EXHAUSTED")
        #expect((members["evidence"] as? [Any])?.count == 2 && (members["checks"] as? [Any])?.isEmpty == true)
        // Both types tell it from a receipt of an enrollment.
        #expect(members["typ"] as? String == "AuthenticationReceipt")
        let head = try #require(Base64URL.decode(String(text.prefix { $0 != "." })))
        let header = try #require(JSONSerialization.jsonObject(with: Data(head)) as? [String: Any])
        #expect(header["typ"] as? String == "authentication-receipt+jwt")
        let tokens = try await test.tenants.tokens()
        #expect(throws: Refusal(.tokenInvalid)) {
            try tokens.verify(text, publicURL: "https://onboarding.test", at: test.now)
        }
    }
}
