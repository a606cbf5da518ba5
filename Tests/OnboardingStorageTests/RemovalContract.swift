import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    static let removals = [
        StoreContract("a tenant that is served, or of whom a case is held, is not removed unless it was before") {
            fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let unknown = try TenantID.random()
            for id in [tenant, unknown] {
                await #expect(throws: StorageError.unknownSubject) {
                    try await store.beginRemoval(of: id, isForced: false, at: now)
                }
            }
            let id = try await fixture.begun()
            try await store.hold([id], of: tenant, reason: "case-7", at: now)
            try await store.setDisabled(true, tenant: tenant, at: now)
            await #expect(throws: StorageError.held) {
                try await store.beginRemoval(of: tenant, isForced: false, at: now)
            }
            #expect(try await store.removals() == [])
            #expect(try await store.enrollment(id) != nil)
            try await store.beginRemoval(of: tenant, isForced: true, at: now)
            #expect(try await store.removals().map(\.tenantID) == [tenant])
        },
        StoreContract("a tenant whose removal has begun is nobody's, and nothing is added to it") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let (late, person) = (try fixture.new(username: "late"), try fixture.operatorRow("ada"))
            try await store.add(person, link: fixture.link(of: person.id, digest: [1]))
            try await store.begin(fixture.session(of: person.id, digest: [1]), atMost: 1, signingInWith: nil)
            try await store.add(fixture.proposal(by: person.id), atMost: 1)
            let webhook = WebhookRow(
                id: try .random(), tenantID: tenant, url: "https://example.org/", kinds: [], allowsPrivate: false,
                createdAt: now)
            try await store.add(webhook, secrets: [])
            try await store.setDisabled(true, tenant: tenant, at: now)
            let before = try await store.changeCounter()
            for _ in 0..<2 { try await store.beginRemoval(of: tenant, isForced: false, at: now) }
            #expect(try await store.changeCounter() == before + 1)
            #expect(try await store.tenants() == [])
            #expect(try await store.tenant(name: "acme") == nil)
            #expect(try await store.credentials() == [])
            #expect(try await store.operatorSession([1]) == nil)
            #expect(try await store.webhooks() == [])
            await #expect(throws: StorageError.unknownSubject) { try await store.begin(late) }
            let another = try fixture.operatorRow("eve")
            await #expect(throws: StorageError.unknownSubject) { try await store.add(another, link: nil) }
            await #expect(throws: StorageError.nameTaken) {
                try await StoreFixture.makeTenant("acme", keys: fixture.keys, store: store)
            }
            let removal = try #require(try await store.removals().first)
            #expect(removal.name == "acme" && removal.begunAt == now && removal.end == nil)
            #expect(removal.destroyed[.operators] == 1 && removal.destroyed[.webhooks] == 1)
            #expect(removal.destroyed[.credentials] == 1 && removal.destroyed[.keys] == nil)
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("a removal ends once nothing of the tenant is left, and its chains hold") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let id = try await fixture.registered(username: "ada")
            let visit = try await fixture.returning(id)
            let head = try await store.head()
            try await store.beginRemoval(of: tenant, isForced: true, at: now)
            await #expect(throws: StorageError.storedValueInvalid) { try await store.endRemoval(of: tenant, at: now) }
            await #expect(throws: StorageError.unknownSubject) { try await store.forgetName(ofRemoved: tenant) }
            for _ in 0..<2 {
                try await store.destroy([id], ofRemoved: tenant, at: now)
                try await store.noteKeys(4, ofRemoved: tenant)
            }
            while try await store.destroyFurther(ofRemoved: tenant, limit: 1) > 0 {}
            let ended = try await store.endRemoval(of: tenant, at: now)
            #expect(try await store.endRemoval(of: tenant, at: now.adding(seconds: 1)) == ended)
            let after = try await store.head().text
            #expect(ended.end == TenantRemoval.End(at: now, head: after))
            let counts: [DestroyedKind: Int] = [
                .cases: 1, .registrations: 1, .persons: 1, .authentications: 1, .templates: 1, .devices: 1, .keys: 4,
                .evidenceObjects: 0, .operators: 0,
            ]
            for (kind, count) in counts { #expect(ended.destroyed[kind] == count, "\(kind)") }
            #expect(try await store.enrollment(id) == nil)
            #expect(try await store.events(of: id).isEmpty)
            #expect(try await store.verifyChain(of: id) == .intact(length: 0))
            #expect(try await store.verifyChain(of: visit) == .intact(length: 0))
            #expect(try await store.verifyRegister() == .intact(length: 1))
            #expect(try await store.verifyAuthentications() == .intact(length: 1))
            let entries = try await store.auditEntries()
            #expect(try await store.verifyAudit() == .intact(length: entries.count))
            #expect(entries.last?.kind == "tenantRemoved" && entries.last?.detail["cases"] == "1")
            #expect(entries.dropLast().allSatisfy { $0.detail.keys.elementsEqual(["withdrawn"]) })
            #expect(try await store.holds(head))
            #expect(try await store.verifyTables() == [])
            #expect(try await store.damage() == [])
            await #expect(throws: StorageError.unknownSubject) {
                try await store.note(.apiKeyReplaced, tenant: tenant, at: now)
            }
            try await store.forgetName(ofRemoved: tenant)
            #expect(try await store.removals().first?.name == nil)
            _ = try await StoreFixture.makeTenant("acme", keys: fixture.keys, store: store)
        },
    ]
}
