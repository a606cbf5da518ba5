import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Who may take back the consent to what is complete, and what an attack leaves behind.
@Suite struct WithdrawConsentTests {
    /// A registration that a phone completed, and how the phone is seen.
    private struct Registered {
        let test: TestInstallation
        let tenant: Tenant
        let key: ECKeyPair
        let token: String
        let id: EnrollmentID
        var phone: Principal

        init(at test: TestInstallation) async throws {
            self.test = test
            test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
            tenant = try await Returner.tenant(at: test)
            let handed = try await HandedOver("ada", of: tenant, at: test)
            let digest = Cases.sessionDigest(handed.sessionToken)
            phone = Principal(tenant: tenant, role: .phone(sessionDigest: digest))
            let result = try await test.useCases.person.enroll.perform(
                .init(person: .ofOwnSession, consent: nil), bodyDigest: Visitor.newBody(), by: phone, at: test.now)
            guard case .started(let started) = result else { throw Refusal(.tokenUnknown) }
            token = started.enrollmentToken
            key = try ECKeyPair.generate()
            let der = key.publicKey.spkiDER
            _ = try await test.useCases.person.addDevice.perform(
                Visitor.incoming(
                    .init(
                        enrollmentToken: token, deviceID: "phone", pushID: nil,
                        publicKey: .init(text: "key", spkiDER: der))), by: phone, at: test.now)
            _ = try await test.useCases.person.addFace.perform(
                Visitor.incoming(
                    .init(
                        enrollmentToken: token, package: .plain(Visitor.capture()), challenge: nil,
                        readContent: { _ in nil })), by: phone, at: test.now)
            let stored = try #require(
                try await test.data.store.enrollment(tenant: tenant.id, sessionDigest: digest))
            #expect(stored.enrollment.status == .complete)
            id = stored.id
        }

        func withdraw(_ device: SignedByDevice? = nil, by principal: Principal) async throws {
            _ = try await test.useCases.person.withdrawConsent.perform(
                .init(enrollmentToken: token, device: device), by: principal, at: test.now)
        }

        func signed(_ text: String, by key: ECKeyPair, id: String = "phone") throws -> SignedByDevice {
            let der = self.key.publicKey.spkiDER
            return SignedByDevice(
                deviceID: id, signature: try key.signES256([UInt8](text.utf8)), readPublicKey: { _ in der })
        }
    }

    @Test func aPhoneThatShowsNoKeyErasesNoRegistration() async throws {
        let ada = try await Registered(at: TestInstallation())
        let stranger = try ECKeyPair.generate()
        for device in [
            nil, try ada.signed(ada.token, by: stranger), try ada.signed("x", by: ada.key),
            try ada.signed(ada.token, by: ada.key, id: "other"),
            SignedByDevice(deviceID: "phone", signature: nil, readPublicKey: { _ in ada.key.publicKey.spkiDER }),
        ] {
            await #expect(throws: Refusal(.deviceProofRequired)) { try await ada.withdraw(device, by: ada.phone) }
        }
        #expect(try await ada.test.data.store.enrollment(ada.id)?.sealedPerson != nil)
    }

    @Test func theDeviceThatCompletedItMayAndSoMayTheTenant() async throws {
        let test = try await TestInstallation()
        var ada = try await Registered(at: test)
        try await ada.withdraw(try ada.signed(ada.token, by: ada.key), by: ada.phone)
        #expect(try await test.data.store.enrollment(ada.id)?.sealedPerson == nil)

        ada = try await Registered(at: test)
        ada.phone.hasProvedKey = true
        try await ada.withdraw(by: ada.phone)
        #expect(try await test.data.store.enrollment(ada.id)?.sealedPerson == nil)

        ada = try await Registered(at: test)
        try await ada.withdraw(by: Principal(tenant: ada.tenant, role: .portal))
        #expect(try await test.data.store.enrollment(ada.id)?.sealedPerson == nil)
    }

    @Test func anAttackDoesNotEraseItsOwnTraces() async throws {
        let test = try await TestInstallation()
        let visitor = try await Visitor(at: test, tenant: try await test.tenant())
        try await visitor.addDevice()
        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        for _ in 0..<5 { try await visitor.addFace() }
        let stored = try #require(
            try await test.data.store.enrollment(
                tenant: visitor.tenant.id, tokenDigest: Digest.sha256([UInt8](visitor.token.utf8))))
        let before = try await test.data.store.evidence(of: stored.id)
        #expect(before.count == 5)
        _ = try await test.useCases.person.withdrawConsent.perform(
            .init(enrollmentToken: visitor.token), by: visitor.principal, at: test.now)

        // Of the person nothing is left.
        #expect(try await test.data.store.enrollment(stored.id)?.sealedPerson == nil)
        #expect(throws: StorageError.keyMissing) {
            try test.data.keys.dataKey(of: stored.id, tenant: visitor.tenant.id)
        }
        let holds = try await test.data.store.fraudHolds(tenant: visitor.tenant.id, endedBefore: nil)
        let hold = try #require(holds.first)
        #expect(holds.count == 1 && hold.enrollmentID == stored.id && hold.count == 5)
        #expect(hold.until == test.now.adding(seconds: 30 * 86_400))
        let opened = try await FraudHolds(cases: test.cases).open(hold)
        #expect(opened.map(\.row.kind) == Array(repeating: "locked-face", count: 5))
        #expect(opened.allSatisfy { !$0.object.sections.isEmpty })
        for row in before { #expect(try await !test.data.evidence.isIntact(row)) }
        #expect(try await test.data.store.verifyTables() == [])

        // It ends with its time.
        #expect(try await FraudHolds(cases: test.cases).endDue(of: visitor.tenant.id, at: test.now) == 0)
        test.advance(days: 31)
        #expect(try await FraudHolds(cases: test.cases).endDue(of: visitor.tenant.id, at: test.now) == 1)
        #expect(try await test.data.store.fraudHolds(tenant: visitor.tenant.id, endedBefore: nil).isEmpty)
        #expect(try await test.data.store.evidence(of: stored.id).isEmpty)
        for (row, _) in opened { #expect(try await !test.data.evidence.isIntact(row)) }
        #expect(throws: StorageError.keyMissing) {
            try test.data.keys.dataKey(of: hold.keyID ?? stored.id, tenant: visitor.tenant.id)
        }
    }

    @Test func aTenantMayKeepNothing() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"fraudHoldDays":0}}"#)
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        try await visitor.addFace()
        _ = try await test.useCases.person.withdrawConsent.perform(
            .init(enrollmentToken: visitor.token), by: visitor.principal, at: test.now)
        #expect(try await test.data.store.fraudHolds(tenant: tenant.id, endedBefore: nil).isEmpty)
    }

    @Test func whatWasSeenIsKnownAgainAfterAWithdrawal() async throws {
        let test = try await TestInstallation()
        test.engines.set { $0.face = { _ in try Samples.assessment(.live) } }
        let tenant = try await test.tenant()
        let capture = Visitor.capture()
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        #expect(try await visitor.addFace(.plain(capture)).decision == .live)
        _ = try await test.useCases.person.withdrawConsent.perform(
            .init(enrollmentToken: visitor.token), by: visitor.principal, at: test.now)
        let other = try await Visitor("eve", at: test, tenant: tenant)
        try await other.addDevice()
        await #expect(throws: Refusal(.packageReplayed)) { try await other.addFace(.plain(capture)) }
        test.advance(days: 31)
        _ = try await FraudHolds(cases: test.cases).endDue(of: tenant.id, at: test.now)
        let late = try await Visitor("late", at: test, tenant: tenant)
        try await late.addDevice()
        #expect(try await late.addFace(.plain(capture)).decision == .live)
    }
}
