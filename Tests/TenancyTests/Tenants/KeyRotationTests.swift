import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import OnboardingFixture
@testable import Operations
@testable import Tenancy

/// Replaced keys stop working when their time is over, also in a server that keeps running.
@Suite struct KeyRotationTests {
    @Test func replacedPackageKeysOpenForADay() async throws {
        let test = try await TestInstallation()
        let tenants = test.tenants
        let tenant = try await test.tenant()
        let before = try tenants.keys(of: tenant).package.ec.keyID

        _ = try await TenantAdministration(data: test.data)
            .rotate(.package, tenant: "acme", rsaBits: 2048, at: test.now)
        try await tenants.reload()
        func previous() throws -> String? {
            try tenants.keys(of: tenant).packageKeys(at: test.now).previous?.ec.keyID
        }
        #expect(try tenants.keys(of: tenant).package.ec.keyID != before)
        #expect(try previous() == before)
        test.advance(days: 1)
        #expect(try previous() == nil)
    }

    @Test func tokensOfReplacedKeysAreValidForAnHour() async throws {
        let test = try await TestInstallation()
        let (store, keys) = (test.data.store, test.data.keys)
        let tenant = try await test.tenant()
        let before = try await ServerKeys.tokens(store: store, keys: keys, at: test.now)
        try await ServerKeys.rotate(store: store, keys: keys, at: test.now)
        let after = try await ServerKeys.tokens(store: store, keys: keys, at: test.now)

        let (url, end) = ("https://example.org", test.now.adding(seconds: 3600))
        let lastMoment = end.adding(seconds: -1)
        let bearer = try before.accessToken(
            for: tenant, clientID: tenant.firstClientID, scopes: [], publicURL: url, at: lastMoment)
        #expect(throws: Never.self) { try after.verify(bearer, publicURL: url, at: lastMoment) }
        #expect(throws: Refusal.self) { try after.verify(bearer, publicURL: url, at: end) }
        #expect(after.jsonWebKeySet(at: lastMoment)["keys"]?.count == 5, "with that of receipts")
        #expect(after.jsonWebKeySet(at: end)["keys"]?.count == 3)
    }

    @Test func replacedKeysAreDeletedAfterTwoDays() async throws {
        let test = try await TestInstallation()
        let store = test.data.store
        let tenant = try #require(try await store.tenant(name: "acme"))
        let administration = TenantAdministration(data: test.data)
        let replaced = try await store.secrets(of: .tenant(tenant.id)).map(\.keyID)
        for key in RotatedKey.allCases {
            _ = try await administration.rotate(key, tenant: "acme", rsaBits: 2048, at: test.now)
        }
        #expect(try await store.secrets(of: .tenant(tenant.id)).count == 2 * replaced.count)
        #expect(try await store.secrets(of: .server).count == 6, "with those of receipts")

        let sweep = Sweep(cases: test.cases, clock: test.clock, logger: test.logger)
        test.advance(days: 2)
        try await sweep.round()
        #expect(try await store.secrets(of: .tenant(tenant.id)).count == 2 * replaced.count, "not a moment too soon")
        test.advance(days: 1)
        try await sweep.round()
        let left = try await store.secrets(of: .tenant(tenant.id))
        #expect(left.count == replaced.count && left.allSatisfy { $0.retiredAt == nil })
        #expect(Set(left.map(\.keyID)).isDisjoint(with: replaced))
        let kept = try await store.secrets(of: .server)
        #expect(
            kept.filter { $0.retiredAt != nil }.map(\.kind) == [ServerKeys.receiptKind],
            "receipts are verified for ever")
        #expect(try await store.auditEntries().count { $0.kind == "keyDeleted" } == replaced.count + 2)
        #expect(try await store.verifyAudit() == .intact(length: try await store.auditEntries().count))
    }
}
