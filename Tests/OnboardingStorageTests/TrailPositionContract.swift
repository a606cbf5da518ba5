import GRDB
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    private static let receiver = "siem.example.org:6514"

    static let trailPositions = [
        StoreContract("entries of the trail come with the texts and hashes of their chain") { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            for count in 1...3 {
                try await store.note(.failuresCleared(count: count), tenant: tenant, at: StoreFixture.now)
            }
            try await store.note(.clockTrusted, tenant: nil, at: StoreFixture.now)
            let entries = try await store.chainedEntries(after: 0, limit: 100)
            #expect(entries.map(\.sequence) == Array(1...entries.count) && entries.count > 4)
            var head = [UInt8](repeating: 0, count: Digest.byteCount)
            for entry in entries {
                head = Digest.sha256(parts: [head, Array(entry.text.utf8)])
                #expect(entry.hash == head, "\(entry.sequence)")
                let texts = try #require(entry.texts)
                #expect(try entry.text(showing: texts) == entry.text)
            }
            let last = try #require(entries.last)
            #expect(last.tenant.isEmpty && last.kind == "clockTrusted" && last.at == StoreFixture.now)
            #expect(last.texts == ["actor": "server"] && !last.isWithdrawn)
            let before = try #require(entries.dropLast().last)
            #expect(before.tenant == tenant.text && before.texts?["count"] == "3")
            #expect(try await store.chainedEntries(after: 1, limit: 2) == Array(entries[1...2]))
            #expect(try await store.chainedEntries(after: entries.count, limit: 2) == [])
        },
        StoreContract("how far the trail was sent is kept by receiver, and says what waits") { fixture in
            let (store, later) = (fixture.store, StoreFixture.now.adding(seconds: 60))
            try await store.note(.failuresCleared(count: 1), tenant: fixture.tenant, at: later)
            let length = try await store.chainedEntries(after: 0, limit: 100).count
            let nothing = TrailStanding(sent: 0, length: length, oldest: StoreFixture.now)
            #expect(try await store.trailStanding(of: receiver) == nothing)
            #expect(nothing.waiting == length)
            #expect(try await store.moveTrailPosition(of: receiver, from: 0, to: length - 1, at: StoreFixture.now))
            let standing = try await store.trailStanding(of: receiver)
            #expect(standing == TrailStanding(sent: length - 1, length: length, oldest: later))
            #expect(standing.waiting == 1)
            #expect(try await store.moveTrailPosition(of: receiver, from: length - 1, to: length, at: later))
            let all = TrailStanding(sent: length, length: length, oldest: nil)
            #expect(try await store.trailStanding(of: receiver) == all)
            #expect(try await fixture.reopened().trailStanding(of: receiver) == all)
            #expect(try await store.trailStanding(of: "other.example.org:6514") == nothing)
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("a position moves only from where it stands, also when two move it at once") { fixture in
            let store = fixture.store
            #expect(try await !store.moveTrailPosition(of: receiver, from: 1, to: 2, at: StoreFixture.now))
            #expect(try await store.trailStanding(of: receiver).sent == 0)
            let moved = try await withThrowingTaskGroup(of: Bool.self) { group in
                for end in 1...8 {
                    group.addTask {
                        try await store.moveTrailPosition(of: receiver, from: 0, to: end, at: StoreFixture.now)
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            let sent = try await store.trailStanding(of: receiver).sent
            #expect(moved == 1 && sent > 0)
            // Back as well: it is to be sent again.
            #expect(try await store.moveTrailPosition(of: receiver, from: sent, to: 0, at: StoreFixture.now))
            #expect(try await store.trailStanding(of: receiver).sent == 0)
        },
        StoreContract("an entry of the trail that is damaged keeps none after it from being read") { fixture in
            let store = fixture.store
            try await store.note(.clockTrusted, tenant: nil, at: StoreFixture.now)
            try await fixture.sqlite.database.write { database in
                try database.execute(sql: "UPDATE audit SET detail = 'no JSON' WHERE sequence = 1")
            }
            let entries = try await store.chainedEntries(after: 0, limit: 100)
            #expect(entries.first?.texts == nil && entries.first?.sequence == 1)
            #expect(entries.last?.kind == "clockTrusted" && entries.last?.texts != nil)
        },
    ]
}
