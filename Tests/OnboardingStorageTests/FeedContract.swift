import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    private static func webhook(
        _ fixture: StoreFixture, kinds: [FeedEventKind] = [], tenant: TenantID? = nil
    ) async throws -> WebhookRow {
        let row = WebhookRow(
            id: try .random(), tenantID: tenant ?? fixture.tenant, url: "https://example.org/",
            kinds: kinds.map(\.rawValue), allowsPrivate: false, createdAt: StoreFixture.now)
        try await fixture.store.add(row, secrets: [])
        return row
    }

    private static func due(
        _ fixture: StoreFixture, after seconds: Int64 = 0, limit: Int = 100
    ) async throws -> [WebhookDelivery] {
        try await fixture.store.dueDeliveries(at: StoreFixture.now.adding(seconds: seconds), ofEach: limit)
    }

    static let feed = [
        StoreContract("what there is can be counted") { fixture in
            #expect(try await fixture.store.figures() == StoreFigures())
            _ = try await fixture.begun()
            let id = try await fixture.begun()
            _ = try await fixture.store.commit(
                id, Proposal(.cancel, record: nil, at: StoreFixture.now, registrationCode: ""))
            try await fixture.store.beginErasure(of: try await fixture.begun(), at: StoreFixture.now)
            let later = StoreFixture.now.adding(seconds: 7)
            try await fixture.store.note(.backupWritten(head: "h", evidence: 1), tenant: nil, at: later)
            let figures = try await fixture.store.figures()
            #expect(figures.enrollments.values.reduce(0, +) == 2 && figures.enrollments["pending"] == 1)
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            try await fixture.store.begin(try fixture.new(tenant: other))
            let both = try await fixture.store.figures()
            #expect(both.tenants[fixture.tenant] == figures.tenants[fixture.tenant])
            #expect(both.tenants[other]?.enrollments.values.reduce(0, +) == 1)
            #expect(figures.erased == 1 && figures.evidenceObjects == 0 && figures.lastBackup == later)
        },
        StoreContract("what happens is in the feed of its tenant, in order") { fixture in
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let id = try await fixture.begun()
            let foreign = try fixture.new(tenant: other)
            try await fixture.store.begin(foreign)
            _ = try await fixture.store.commit(
                id, Proposal(.cancel, record: nil, at: StoreFixture.now, registrationCode: ""))
            try await fixture.store.beginErasure(of: id, at: StoreFixture.now.adding(seconds: 5))
            let events = try await fixture.store.feedEvents(tenant: fixture.tenant, after: 0, limit: 10)
            #expect(events.map(\.number) == Array(1...events.count))
            #expect(events.first?.kind == "enrollment.triggered")
            #expect(events.suffix(2).map(\.kind) == ["enrollment.cancelled", "enrollment.erased"])
            #expect(Set(events.map(\.enrollmentID)) == [id])
            #expect(events.map(\.sequence) == events.map(\.sequence).sorted())
            let page = try await fixture.store.feedEvents(tenant: fixture.tenant, after: 1, limit: 1)
            #expect(page == [events[1]])
            let theirs = try await fixture.store.feedEvents(tenant: other, after: 0, limit: 10)
            #expect(theirs.map(\.number) == [1] && theirs.map(\.enrollmentID) == [foreign.id])
        },
        StoreContract("a webhook is sent what happens after it was made, of the kinds that it takes") { fixture in
            _ = try await fixture.begun()
            let all = try await webhook(fixture)
            let ends = try await webhook(fixture, kinds: [.cancelled, .completed])
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            _ = try await webhook(fixture, tenant: other)
            let id = try await fixture.begun()
            _ = try await fixture.store.commit(
                id, Proposal(.cancel, record: nil, at: StoreFixture.now, registrationCode: ""))
            let first = try await due(fixture)
            #expect(Set(first.map(\.webhookID)) == [all.id, ends.id])
            #expect(first.first { $0.webhookID == all.id }?.event.kind == "enrollment.triggered")
            #expect(first.first { $0.webhookID == ends.id }?.event.kind == "enrollment.cancelled")
            #expect(try await due(fixture, after: -10).isEmpty)
            #expect(try await fixture.store.webhooks().count == 3)
            await #expect(throws: StorageError.unknownSubject) {
                _ = try await webhook(fixture, tenant: try TenantID.random())
            }
        },
        StoreContract("events of one enrollment are sent in order, and wait for one another") { fixture in
            let hook = try await webhook(fixture)
            let (first, second) = (try await fixture.begun(), try await fixture.begun())
            for id in [first, second] {
                _ = try await fixture.store.commit(
                    id, Proposal(.cancel, record: nil, at: StoreFixture.now, registrationCode: ""))
            }
            let heads = try await due(fixture)
            #expect(heads.map(\.event.enrollmentID) == [first, second], "one of each")
            let until = StoreFixture.now.adding(seconds: 60)
            let failed = WebhookAttempt.failed(until: until, cause: "status 500")
            try await fixture.store.settle(heads[0], as: failed, at: StoreFixture.now)
            #expect(try await due(fixture).map(\.event.enrollmentID) == [second])
            #expect(try await fixture.store.webhookBacklogs().map(\.lastCause) == ["status 500"])
            // What happens meanwhile waits behind it.
            try await fixture.store.beginErasure(of: first, at: StoreFixture.now)
            #expect(try await due(fixture).map(\.event.enrollmentID) == [second])
            let again = try await due(fixture, after: 60).filter { $0.event.enrollmentID == first }
            #expect(again.map(\.attempts) == [1] && again.map(\.event) == [heads[0].event])
            #expect(try await !fixture.store.isWaiting(heads[0]), "it was tried since")
            for delivery in again {
                #expect(try await fixture.store.isWaiting(delivery))
                try await fixture.store.settle(delivery, as: .delivered, at: until)
                #expect(try await !fixture.store.isWaiting(delivery))
            }
            var kinds: [String] = []
            while let next = try await due(fixture, after: 60).first(where: { $0.event.enrollmentID == first }) {
                kinds.append(next.event.kind)
                try await fixture.store.settle(next, as: .delivered, at: until)
            }
            #expect(kinds.suffix(2) == ["enrollment.cancelled", "enrollment.erased"])
            let left = try await fixture.store.webhookBacklogs()
            #expect(left.map(\.webhookID) == [hook.id] && left.map(\.lastCause) == [nil], "it was taken since")
        },
        StoreContract("what was given up blocks nothing, is counted, and is sent again by hand") { fixture in
            let hook = try await webhook(fixture)
            let id = try await fixture.begun()
            _ = try await fixture.store.commit(
                id, Proposal(.cancel, record: nil, at: StoreFixture.now, registrationCode: ""))
            let head = try #require(try await due(fixture).first)
            try await fixture.store.settle(head, as: .failed(until: nil, cause: "timed out"), at: StoreFixture.now)
            #expect(try await due(fixture).first?.event.number == head.event.number + 1)
            let count = try await fixture.store.feedEvents(tenant: fixture.tenant, after: 0, limit: 10).count
            let expected = WebhookBacklog(
                webhookID: hook.id, tenantID: fixture.tenant, waiting: count - 1, oldest: StoreFixture.now, givenUp: 1,
                lastCause: "timed out")
            #expect(try await fixture.store.webhookBacklogs() == [expected])
            while let next = try await due(fixture).first {
                try await fixture.store.settle(next, as: .delivered, at: StoreFixture.now)
            }
            let later = StoreFixture.now.adding(seconds: 9)
            #expect(try await fixture.store.resend(1...count, to: hook.id, at: later) == count)
            #expect(try await due(fixture).isEmpty)
            #expect(try await due(fixture, after: 9).map(\.event.number) == [1])
            #expect(try await fixture.store.auditEntries().last?.detail["count"] == "\(count)")
            await #expect(throws: StorageError.unknownSubject) {
                try await fixture.store.resend(1...2, to: try .random(), at: later)
            }
        },
        StoreContract("a webhook that was disabled is sent nothing, and later what had waited") { fixture in
            let hook = try await webhook(fixture)
            _ = try await fixture.begun()
            let head = try #require(try await due(fixture).first)
            try await fixture.store.settle(head, as: .gone, at: StoreFixture.now)
            #expect(try await fixture.store.webhook(hook.id)?.disabled?.cause == "gone")
            #expect(try await due(fixture).isEmpty)
            let waiting = try await fixture.store.webhookBacklogs().first?.waiting
            _ = try await fixture.begun()
            #expect(try await fixture.store.webhookBacklogs().first?.waiting == waiting, "nothing is added meanwhile")
            try await fixture.store.set(nil, of: hook.id, at: StoreFixture.now)
            try await fixture.store.set(nil, of: hook.id, at: StoreFixture.now)
            #expect(try await due(fixture) == [head])
            let kinds = try await fixture.store.auditEntries().map(\.kind)
            #expect(kinds.suffix(3) == ["webhookAdded", "webhookDisabled", "webhookEnabled"])
            await #expect(throws: StorageError.unknownSubject) {
                try await fixture.store.set(nil, of: try .random(), at: StoreFixture.now)
            }
        },
        StoreContract("a long queue before one webhook keeps no other waiting") { fixture in
            let slow = try await webhook(fixture)
            for _ in 0..<5 { _ = try await fixture.begun() }
            let other = try await webhook(fixture)
            _ = try await fixture.begun()
            let found = try await due(fixture, limit: 2)
            #expect(found.count { $0.webhookID == slow.id } == 2)
            #expect(found.count { $0.webhookID == other.id } == 1)
        },
        StoreContract("a webhook that is removed takes its keys and what waited along") { fixture in
            let hook = try await webhook(fixture)
            let secret = SecretRow(
                kind: "webhook-secret:x", keyID: "1", createdAt: StoreFixture.now, retiredAt: nil, sealed: [1])
            try await fixture.store.rotate(to: [secret], of: .tenant(fixture.tenant), at: StoreFixture.now)
            _ = try await fixture.begun()
            try await fixture.store.removeWebhook(
                hook.id, secretKinds: ["webhook-secret:x"], at: StoreFixture.now)
            #expect(try await fixture.store.webhooks().isEmpty)
            #expect(try await due(fixture).isEmpty)
            #expect(try await fixture.store.secrets(of: .tenant(fixture.tenant)).isEmpty)
            #expect(try await !fixture.store.feedEvents(tenant: fixture.tenant, after: 0, limit: 9).isEmpty)
            await #expect(throws: StorageError.unknownSubject) {
                try await fixture.store.removeWebhook(hook.id, secretKinds: [], at: StoreFixture.now)
            }
        },
    ]
}
