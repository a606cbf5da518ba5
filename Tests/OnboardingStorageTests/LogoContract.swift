import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    private static func logo(_ digest: String, _ bytes: [UInt8]) -> LogoRow {
        LogoRow(
            mark: LogoMark(digest: digest, type: "image/png", width: 20, height: 10), file: bytes,
            setAt: StoreFixture.now)
    }

    static let logos = [
        StoreContract("a logo is its tenant's, takes the place of the one before and can be taken away") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            #expect(try await store.logo(of: tenant) == nil)
            #expect(try await store.logoMarks() == [:])
            let (first, second) = (logo("aa", [1, 2]), logo("bb", []))
            try await store.setLogo(first, of: tenant, at: now)
            #expect(try await store.logo(of: tenant) == first)
            #expect(try await store.logo(of: other) == nil)
            try await store.setLogo(second, of: tenant, at: now)
            try await store.setLogo(first, of: other, at: now)
            #expect(try await store.logo(of: tenant) == second)
            #expect(try await store.logoMarks() == [tenant: second.mark, other: first.mark])
            try await store.setLogo(nil, of: tenant, at: now)
            #expect(try await store.logoMarks() == [other: first.mark])
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("a change of a logo is on record once, and seen by who caches tenants") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let before = try await store.changeCounter()
            for digest in ["aa", "aa", "bb"] { try await store.setLogo(logo(digest, [1]), of: tenant, at: now) }
            for _ in 0..<2 { try await store.setLogo(nil, of: tenant, at: now) }
            let entries = try await store.auditEntries().filter { $0.kind == "logoChanged" }
            #expect(entries.map { $0.detail["logo"] } == ["aa", "bb", "none"])
            #expect(entries.allSatisfy { $0.tenantID == tenant })
            #expect(try await store.changeCounter() == before + 3)
            let unknown = try TenantID.random()
            await #expect(throws: StorageError.unknownSubject) {
                try await store.setLogo(nil, of: unknown, at: now)
            }
            #expect(try await store.verifyAudit() == .intact(length: try await store.auditEntries().count))
        },
    ]
}
