import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import Testing

@testable import Casework
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// Whoever erases is given a certificate that holds without this server.
@Suite struct ErasureCertificateTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let portal: Principal

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
        portal = Principal(tenant: tenant, role: .portal)
        test.engines.acceptEverybody()
    }

    private func registered(_ name: String = "ada") async throws -> EnrollmentID {
        let visitor = try await Visitor(name, at: test, tenant: tenant)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        var search = EnrollmentSearch()
        search.terms = [.username(name)]
        return try #require(
            try await test.useCases.portal.enrollments.search(search, by: portal, at: test.now).entries.first?.id)
    }

    private func keySet() async throws -> [UInt8] {
        try sortedKeyJSON(try await test.tenants.tokens().jsonWebKeySet(at: test.now))
    }

    private func claims(of certificate: String) throws -> [String: Any] {
        let text = try #require(Base64URL.decode(String(certificate.split(separator: ".")[1])))
        return try #require(JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
    }

    @Test func itSaysWhatWhenAndByWhomAndNamesNobody() async throws {
        let id = try await registered("wilhelmina")
        test.advance(milliseconds: 60_000)
        let erased = try await AuditActor.$current.withValue(AuditActor(portal.identity)) {
            try await test.useCases.portal.enrollments.erase(id.text, by: portal, at: test.now)
        }
        let certificate = try #require(erased.certificates.first)
        #expect(erased.enrollments == [id] && erased.certificates.count == 1)
        let members = try claims(of: certificate)
        #expect(members["typ"] as? String == "Erasure" && members["version"] as? Int == 1)
        // Known answer: whoever knows the enrollment's id computes it with sha256sum.
        #expect(members["sub"] as? String == Digest.hex([UInt8](id.text.utf8)))
        #expect(members["tenant"] as? String == "acme" && members["by"] as? String == "credential acme-b2b")
        #expect(members["erased_at"] as? Int == Int(test.now.secondsSince1970))
        let counts = try #require(members["erased"] as? [String: Int])
        #expect(counts["evidence_objects"] == 2 && counts["templates"] == 2 && counts["devices"] == 1)
        #expect(counts["keys"] == 1 && (counts["evidence_bytes"] ?? 0) > 0 && (counts["other_rows"] ?? 0) > 0)
        let line = try #require(try test.data.journal.entries().last)
        let journal = try #require(members["erasure_journal"] as? [String: Any])
        #expect(line.enrollment == id && journal["entry"] as? Int == line.end.length)
        #expect(journal["code"] as? String == Hexadecimal.encode(line.end.code))
        let bytes = try #require(Base64URL.decode(String(certificate.split(separator: ".")[1])))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains(id.text) && !text.contains("wilhelmina"))
    }

    @Test func itIsGivenAgainAndSaysTheSame() async throws {
        let id = try await registered()
        let enrollments = test.useCases.portal.enrollments
        await #expect(throws: Refusal(.enrollmentUnknown)) { try await enrollments.certificate(id.text, by: portal) }
        let first = try #require(try await enrollments.erase(id.text, by: portal, at: test.now).certificates.first)
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await enrollments.erase(id.text, by: portal, at: test.now)
        }
        test.advance(days: 3)
        let again = try #require(try await enrollments.certificate(id.text, by: portal).certificates.first)
        #expect(again.split(separator: ".")[1] == first.split(separator: ".")[1])
        let other = Principal(tenant: try await test.tenant("other"), role: .portal)
        await #expect(throws: Refusal(.enrollmentUnknown)) { try await enrollments.certificate(id.text, by: other) }
        await #expect(throws: Refusal(.enrollmentUnknown)) { try await enrollments.certificate("x", by: portal) }
    }

    @Test func whoHasTheKeySetChecksIt() async throws {
        let (id, keys) = (try await registered(), try await keySet())
        let text = try await test.useCases.portal.enrollments.erase(id.text, by: portal, at: test.now)
            .certificates.joined(separator: "\n")
        let good = try ErasureVerification(certificates: text + "\n", keySet: keys, enrollment: id)
        #expect(good.findings.isEmpty && good.certificates.map(\.tenant) == ["acme"])
        #expect(good.certificates.first?.erasedAt.secondsSince1970 == test.now.secondsSince1970)
        let foreign = try ErasureVerification(certificates: text, keySet: keys, enrollment: try .random())
        #expect(foreign.findings.count == 1 && foreign.certificates.count == 1)
        var parts = text.split(separator: ".").map(String.init)
        parts[1] = String(parts[1].dropLast()) + (parts[1].hasSuffix("A") ? "B" : "A")
        for wrong in [parts.joined(separator: "."), "", "x", "a.b.c"] {
            #expect(try !ErasureVerification(certificates: wrong, keySet: keys).findings.isEmpty, "\(wrong)")
        }
        #expect(throws: ConfigurationError.self) { try ErasureVerification(certificates: text, keySet: [1]) }
        // A receipt of the same key is no certificate.
        let bob = try await registered("bob")
        let receipt = try await test.useCases.portal.enrollments.receipt(bob.text, by: portal, at: test.now)
        #expect(try !ErasureVerification(certificates: receipt, keySet: keys).findings.isEmpty)
    }

    @Test func theDeskAndTheCommandLineGiveItToo() async throws {
        let (ada, bob) = (try await registered(), try await registered("bob"))
        let root = try Principal.signedIn("root", [.cases, .erase], of: tenant)
        let reader = try Principal.signedIn("reader", [.cases], of: tenant)
        let eraseCase = test.useCases.desk.eraseCase
        let plan = try #require(try await eraseCase.plan(ada.text, by: root, at: test.now))
        #expect(
            try await eraseCase.perform(ada.text, typed: plan.confirmation, by: root, at: test.now) == .erased)
        #expect(try claims(of: try await eraseCase.certificate(ada.text, by: root))["typ"] as? String == "Erasure")
        await #expect(throws: Refusal.self) { try await eraseCase.certificate(ada.text, by: reader) }
        var search = EnrollmentSearch()
        search.enrollmentID = bob.text
        let erased = try await Auditor(data: test.data).erase(search, tenant: "acme")
        let verified = try ErasureVerification(
            certificates: erased.certificates.joined(separator: "\n"), keySet: try await keySet(), enrollment: bob)
        #expect(verified.findings.isEmpty && verified.certificates.count == 1)
    }

    @Test func whoWithdrawsIsGivenItAndToldWhatStaysLockedAway() async throws {
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"fraudHoldDays":30}}"#)
        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        _ = try await visitor.addFace()
        let withdrawal = try await test.useCases.person.withdrawConsent.perform(
            .init(enrollmentToken: visitor.token), by: visitor.principal, at: test.now)
        let members = try claims(of: try #require(withdrawal.certificates.first))
        let remaining = try #require(members["remaining"] as? [[String: String]])
        #expect(remaining.compactMap { $0["what"] } == ["backups", "events", "elsewhere", "locked_evidence"])
    }
}
