import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import TestSupport
import Testing
import Vision

@testable import Casework
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// The personas of test tenants, with engines that throw as soon as anything is measured.
@Suite struct SandboxPersonaTests {
    private let test: TestInstallation
    private let tenant: Tenant
    /// Grey, and nobody on it.
    private let image: [UInt8]

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
        image = try Image(size: ImageSize(width: 96, height: 96), blue: 120, green: 130, red: 140).png()
    }

    private func visitor(_ name: String, tenant other: Tenant? = nil) async throws -> Visitor {
        let visitor = try await Visitor(name, at: test, tenant: other ?? tenant)
        try await visitor.addDevice()
        return visitor
    }

    private func face(_ visitor: Visitor, body: [UInt8] = Visitor.newBody()) async throws -> AddFace.Result {
        try await visitor.addFace(.plain(Visitor.capture(bytes: image)), body: body)
    }

    private func document(_ visitor: Visitor) async throws -> AddDocument.Result {
        try await visitor.addDocument(images: [.init(bytes: image, light: .white)])
    }

    private func stored(_ visitor: Visitor) async throws -> StoredEnrollment {
        let digest = Digest.sha256([UInt8](visitor.token.utf8))
        return try #require(try await test.data.store.enrollment(tenant: visitor.tenant.id, tokenDigest: digest))
    }

    private func measurements(_ kind: String, of visitor: Visitor) async throws -> Data {
        let stored = try await stored(visitor)
        let row = try #require(try await test.data.store.evidence(of: stored.id).last { $0.kind == kind })
        let object = try await test.data.evidence.read(row, under: test.cases.dataKey(of: stored))
        return Data(try #require(object["measurements"]))
    }

    private func trigger(_ name: String, _ tenant: Tenant) async throws -> TriggerEnroll.Result {
        try await test.useCases.portal.triggerEnroll.perform(
            .init(
                username: name, email: "a@example.org", firstName: nil, lastName: nil, phoneNumber: nil, reference: nil
            ), bodyDigest: Visitor.newBody(), by: Principal(tenant: tenant, role: .portal), at: test.now)
    }

    @Test func aPersonaIsNamedByTheBeginningOfAUsername() {
        for persona in SandboxPersona.allCases {
            for end in ["", "-17", "@example.org", "17", ".a"] {
                #expect(SandboxPersona(username: persona.username + end) == persona)
            }
            #expect(SandboxPersona(username: persona.username + "ly") == nil)
            #expect(SandboxPersona(username: "my-" + persona.username) == nil)
            #expect(SandboxPersona(username: persona.username.uppercased()) == nil)
        }
        for name in ["sandbox-", "sandbox", "live", "sandbox--live", "", "ada"] {
            #expect(SandboxPersona(username: name) == nil)
        }
    }

    @Test func thePageHasTheTable() throws {
        let page = try String(contentsOfFile: Material.packageRoot + "/docs/sandbox.md", encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `sandbox-") }.map(String.init)
        #expect(
            rows
                == SandboxPersona.allCases.map { "| `\($0.username)` | \($0.row.face) | \($0.row.document) |" })
        let wait = try #require(page.firstMatch(of: /after (\d+) s/))
        #expect(Int(wait.1) == Limit.personaWait.value)
    }

    @Test func liveIsRegisteredAndEveryRecordSaysThatItIsAPersona() async throws {
        let visitor = try await visitor("sandbox-live-17")
        let face = try await face(visitor)
        #expect(face.isAccepted && face.scoreInPercent == 90)
        let document = try await document(visitor)
        #expect(document.decision == .verified && document.isMatching)
        #expect(document.standing.status == .complete)
        #expect(document.document.portrait != nil && document.document.stateCode == "UTO")

        let head = try JSONDecoder().decode(FaceEvidence.self, from: try await measurements("face", of: visitor))
        #expect(head.sandboxPersona == .live && head.liveness.reason == .sandboxPersona)
        #expect(head.lines.first?.contains("SANDBOX: the persona live") == true)
        let record = try JSONDecoder()
            .decode(DocumentRecord.self, from: try await measurements("document", of: visitor))
        #expect(record.sandboxPersona == .live && record.lines.first?.contains("SANDBOX") == true)
        let receipt = try await test.cases.receipt(
            of: try await stored(visitor), tenant, namesPerson: false, publicURL: "https://onboarding.test",
            at: test.now)
        let claims = String(decoding: try JSONEncoder().encode(receipt), as: UTF8.self)
        #expect(claims.contains(#""sandbox_persona":"live""#))
    }

    @Test func anAttackIsOneEachTimeAndFailsTheEnrollmentAndNobodyElses() async throws {
        let attempts = tenant.settings.policy.maximumFaceAttempts
        // One more enrollment than failures of one person are allowed.
        for _ in 0...(Limit.failures.value / attempts) {
            let visitor = try await visitor("sandbox-attack")
            for attempt in 1...attempts {
                let result = try await face(visitor)
                #expect(result.decision == .presentationAttack)
                #expect(result.standing.status == (attempt < attempts ? .pending : .failed))
            }
        }
        // On the same device.
        #expect(try await face(try await visitor("sandbox-live")).isAccepted)
    }

    @Test func theFirstCaptureOfEachStepIsBlurredAndTheNextIsNot() async throws {
        let visitor = try await visitor("sandbox-blurred")
        let face = try await face(visitor)
        #expect(face.decision == .tooBlurry && face.feedback == [.invalidFrameBlur] && !face.isAccepted)
        let hint = try #require(face.components.compactMap(\.hints).flatMap(\.self).first)
        #expect(hint.quantity == .focus && !hint.isMet && hint.measured > 0)
        #expect(try await self.face(visitor).isAccepted)
        let document = try await document(visitor)
        #expect(document.decision == .retryCapture && document.recapture == .mrz(.mrzBlurred))
        #expect(try await self.document(visitor).standing.status == .complete)
    }

    @Test func anotherPersonsAndAnExpiredDocumentAreRefused() async throws {
        let stranger = try await visitor("sandbox-mismatch")
        #expect(try await face(stranger).isAccepted)
        let other = try await document(stranger)
        #expect(other.decision == .notMatching && !other.isMatching && other.document.isVerified)

        let late = try await visitor("sandbox-expired")
        #expect(try await face(late).isAccepted)
        let expired = try await document(late)
        #expect(expired.decision == .notVerified && expired.document.findings.contains(.expired))
    }

    @Test func aLockedPersonIsRefusedAsOneWhoFailedTooOften() async throws {
        let end = Cases.endOfLimit(oldest: test.now)
        guard case .failed(let failure) = try await trigger("sandbox-locked", tenant) else {
            Issue.record("triggered")
            return
        }
        #expect(failure == .lockedOut(until: end))
        let visitor = try await visitor("sandbox-locked")
        let refusal = Refusal(.rateLimited, retryAfterInSeconds: end.secondsAfter(test.now))
        await #expect(throws: refusal) { try await face(visitor) }
        let id = try await stored(visitor).id
        let detail = try await test.useCases.portal.enrollments.detail(id.text, by: visitor.principal, at: test.now)
        #expect(detail.retryAt == end)
    }

    @Test func anOverloadedServerServesTheThirdRequest() async throws {
        let visitor = try await visitor("sandbox-overloaded")
        let body = Visitor.newBody()
        for _ in 0..<Limit.personaRefusals.value {
            await #expect(throws: Refusal(.overloaded, retryAfterInSeconds: 1)) { try await face(visitor, body: body) }
        }
        #expect(try await face(visitor, body: body).isAccepted)
        #expect(try await document(visitor).standing.status == .complete)
    }

    @Test func whatIsNoImageIsRefusedAndReadyFramesMayComeAgain() async throws {
        for name in ["sandbox-live-1", "sandbox-live-2"] {
            let visitor = try await visitor(name)
            await #expect(throws: Refusal.self) { try await visitor.addFace(.plain(Visitor.capture(bytes: [1, 2]))) }
            #expect(try await face(visitor).isAccepted)
            await #expect(throws: Refusal.self) { try await visitor.addDocument() }
        }
    }

    /// A tenant that is no test tenant has no persona: everything is measured, and nothing says otherwise.
    @Test func anyOtherTenantTreatsTheseUsernamesAsAnyOther() async throws {
        _ = try await TenantCreation.create(
            name: "bank", isTest: false, profile: .compatible, in: test.data, at: test.now)
        let bank = try await test.tenant("bank")
        #expect(!bank.isTest)
        for persona in SandboxPersona.allCases {
            #expect(Cases.persona(of: persona.username, in: bank) == nil)
            guard case .triggered = try await trigger(persona.username, bank) else {
                Issue.record("\(persona) is not triggered")
                continue
            }
            let visitor = try await visitor(persona.username, tenant: bank)
            await #expect(throws: StubEngines.Unset.self) { try await face(visitor) }
            let measured = try Samples.assessment(.presentationAttack)
            test.engines.set { $0.face = { _ in measured } }
            #expect(try await face(visitor).decision == .presentationAttack)
            test.engines.set { $0.face = { _ in throw StubEngines.Unset() } }
            let head = try JSONDecoder().decode(FaceEvidence.self, from: try await measurements("face", of: visitor))
            #expect(head.sandboxPersona == nil && head.liveness.reason != .sandboxPersona)
            // They count, as anybody's do.
            let stored = try await stored(visitor)
            let failures = try await test.data.store.failures(
                tenant: bank.id, subject: stored.usernameDigest, since: test.now.adding(seconds: -60),
                limit: 10)
            #expect(failures.count == 1)
        }
    }

    @Test func theRefusalsOfAnEnrollmentAreCountedAndTheOldestForgotten() throws {
        let refusals = PersonaRefusals()
        let ids = try (0...Limit.rememberedPersonas.value).map { _ in try EnrollmentID.random() }
        for id in ids {
            for _ in 0..<Limit.personaRefusals.value { #expect(refusals.refuses(id)) }
            #expect(!refusals.refuses(id))
        }
        #expect(!refusals.refuses(ids[1]))
        #expect(refusals.refuses(ids[0]))
    }
}
