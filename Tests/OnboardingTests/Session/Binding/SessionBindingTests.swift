import OnboardingCore
import OnboardingCrypto
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Which phone goes on with a session that several may know.
@Suite struct SessionBindingTests {
    private static let url = "https://onboarding.test"

    private struct Session {
        let test: TestInstallation
        let tenant: Tenant
        let handed: HandedOver

        init(at test: TestInstallation, configuration: String? = nil) async throws {
            self.test = test
            tenant = try await test.tenant(configuration: configuration)
            handed = try await HandedOver("ada", of: tenant, at: test)
        }

        /// As an app asks that has the API key.
        func validate(_ phone: ValidateSession.Phone = .init()) async throws -> ValidateSession.Result {
            try await test.useCases.person.validateSession.perform(
                sessionToken: handed.sessionToken, from: phone, by: Principal(tenant: tenant, role: .apiKeyHolder),
                at: test.now)
        }

        func read(_ bearer: String, mayHaveExpired: Bool = false) async throws -> AccessTokens.PhoneBearer {
            guard
                case .phone(_, let read) = try await test.tenants.tokens().verify(
                    bearer, publicURL: SessionBindingTests.url, mayHaveExpired: mayHaveExpired, at: test.now)
            else { throw Refusal(.tokenInvalid) }
            return read
        }

        func check(_ bearer: String, claims: Bool = true) async throws {
            try await test.useCases.person.sessionBinding.check(
                read(bearer), of: tenant, claims: claims, at: test.now)
        }
    }

    @Test func theFirstPhoneHasTheSessionAndASecondNothing() async throws {
        let session = try await Session(at: TestInstallation())
        let first = try await session.validate().bearer
        try await session.check(first)
        for stranger in [ValidateSession.Phone(), .init(bearer: "x"), .init(keyThumbprint: [1])] {
            await #expect(throws: Refusal(.captureElsewhere)) { _ = try await session.validate(stranger) }
        }
        try await session.check(first)
    }

    @Test func theBearerBeforeRenewsAlsoWhereItHasRunOut() async throws {
        let session = try await Session(at: TestInstallation())
        let first = try await session.validate().bearer
        let second = try await session.validate(.init(bearer: first)).bearer
        #expect(try await session.read(first).lineage == session.read(second).lineage)
        session.test.advance(milliseconds: 599_000)
        try await session.check(second)
        let third = try await session.validate(.init(bearer: first)).bearer
        try await session.check(third)
        let foreign = try await Session(at: session.test)
        let others = try await foreign.validate().bearer
        await #expect(throws: Refusal(.captureElsewhere), "of another session") {
            _ = try await session.validate(.init(bearer: others))
        }
    }

    @Test func aBearerWithoutAKeyLastsAsLongAsPeopleTakeAndOneWithAKeyIsRenewedByIt() async throws {
        let session = try await Session(at: TestInstallation())
        let key: [UInt8] = Digest.sha256([1])
        let first = try await session.validate(.init(keyThumbprint: key))
        #expect(first.needsProof)
        #expect(try await session.read(first.bearer).keyThumbprint == key)
        // The answer was lost: the key alone is enough.
        let second = try await session.validate(.init(keyThumbprint: key))
        try await session.check(second.bearer)
        await #expect(throws: Refusal(.tokenInvalid), "one lineage at a time") { try await session.check(first.bearer) }
        await #expect(throws: Refusal(.captureElsewhere), "the bearer without its key") {
            _ = try await session.validate(.init(bearer: second.bearer))
        }
        session.test.advance(milliseconds: Limit.accessTokenLife.seconds * 1000)
        await #expect(throws: Refusal(.tokenExpired)) { _ = try await session.read(second.bearer) }

        let plain = try await Session(at: session.test)
        let bearer = try await plain.validate().bearer
        plain.test.advance(milliseconds: Limit.boundBearerLife.seconds * 1000 - 1000)
        _ = try await plain.read(bearer)
        plain.test.advance(milliseconds: 1000)
        await #expect(throws: Refusal(.tokenExpired)) { _ = try await plain.read(bearer) }
    }

    @Test func aPhoneThatOnlyLooksOnBindsNothing() async throws {
        let session = try await Session(at: TestInstallation())
        // As a page of a shop is given one together with the session.
        let digest = Cases.sessionDigest(session.handed.sessionToken)
        let watching = try await session.test.useCases.person.validateSession.phoneBearer(
            sessionDigest: digest, tenant: session.tenant, at: session.test.now)
        try await session.check(watching, claims: false)
        let phone = try await session.validate().bearer
        try await session.check(phone)
        try await session.check(watching, claims: false)
        await #expect(throws: Refusal(.tokenInvalid)) { try await session.check(watching) }

        let own = try await Session(at: session.test)
        let first = try await own.test.useCases.person.validateSession.phoneBearer(
            sessionDigest: Cases.sessionDigest(own.handed.sessionToken), tenant: own.tenant, at: own.test.now)
        try await own.check(first)
        await #expect(throws: Refusal(.captureElsewhere)) { _ = try await own.validate() }
    }

    @Test func aBrowserAndAPhoneAreTwoDevices() async throws {
        let session = try await Session(at: TestInstallation())
        var browser = CaptureDevice(at: session.test)
        try await browser.open(session.handed)
        await #expect(throws: Refusal(.captureElsewhere)) { _ = try await session.validate() }

        let other = try await Session(at: session.test)
        let bearer = try await other.validate().bearer
        var late = CaptureDevice(at: session.test)
        for takesOver in [false, true] {
            await #expect(throws: Refusal(.captureElsewhere)) {
                try await late.open(other.handed, takesOver: takesOver)
            }
        }
        try await other.check(bearer)
    }

    @Test func whatATenantSwitchesOffBindsNobody() async throws {
        let session = try await Session(
            at: TestInstallation(), configuration: #"{"onboardingConfig":{"sessionBinding":"off"}}"#)
        let bearers = [try await session.validate().bearer, try await session.validate().bearer]
        for bearer in bearers {
            #expect(try await session.read(bearer).lineage == nil)
            try await session.check(bearer)
        }
        // Once it is on again, what binds nobody opens nothing.
        let bound = try await session.test.tenant(
            configuration: #"{"onboardingConfig":{"sessionBinding":"lineage"}}"#)
        await #expect(throws: Refusal(.tokenInvalid)) {
            try await session.test.useCases.person.sessionBinding.check(
                session.read(bearers[0]), of: bound, claims: true, at: session.test.now)
        }
    }

    @Test func ofManyAtOnceOneHasTheSession() async throws {
        let session = try await Session(at: TestInstallation())
        let bound = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { (try? await session.validate()) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(bound == 1)
    }
}
