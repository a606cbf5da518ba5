import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    private static func agreement(
        _ proposal: ProposalRow, by colleague: OperatorRow, attempt: [UInt8] = [1]
    ) -> AuditActor {
        var actor = AuditActor(.operator(name: colleague.name))
        actor.agreement = Agreement(
            proposal: proposal.id, action: proposal.action, proposer: "ada", colleague: colleague.id, attempt: attempt)
        return actor
    }

    /// Ada, who proposes, and Ben.
    private static func people(_ fixture: StoreFixture) async throws -> (ada: OperatorRow, ben: OperatorRow) {
        let people = (ada: try fixture.operatorRow("ada"), ben: try fixture.operatorRow("ben"))
        for row in [people.ada, people.ben] { try await fixture.store.add(row, link: nil) }
        return people
    }

    private static func told(_ fixture: StoreFixture) async throws -> [AuditEntry] {
        try await fixture.store.auditEntries().filter { $0.kind.hasPrefix("proposal") || $0.kind == "operatorEnded" }
    }

    static let proposals = [
        StoreContract("a proposal is kept for its tenant, up to a limit of those that wait") { fixture in
            let (store, people) = (fixture.store, try await people(fixture))
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            let first = try fixture.proposal(by: people.ada.id)
            let second = try fixture.proposal(by: people.ada.id, after: 1)
            try await store.add(first, atMost: 2)
            try await store.add(second, atMost: 2)
            await #expect(throws: StorageError.limitReached) {
                try await store.add(try fixture.proposal(by: people.ben.id), atMost: 2)
            }
            #expect(try await store.proposals(tenant: fixture.tenant, limit: 9) == [second, first])
            #expect(try await store.proposals(tenant: fixture.tenant, limit: 1) == [second])
            #expect(try await store.proposal(first.id, tenant: fixture.tenant) == first)
            #expect(try await store.proposal(first.id, tenant: other) == nil)
            #expect(try await store.proposals(tenant: other, limit: 9) == [])
            let entry = try #require(try await told(fixture).first)
            #expect(entry.kind == "proposalMade" && entry.detail["proposedBy"] == "operator ada")
            #expect(entry.detail["proposal"] == first.id.text && entry.detail["action"] == "erasure")
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("what is done under an agreement and the end of its proposal are one") { fixture in
            let (store, people) = (fixture.store, try await people(fixture))
            let proposal = try fixture.proposal(by: people.ada.id)
            try await store.add(proposal, atMost: 9)
            try await AuditActor.$current.withValue(agreement(proposal, by: people.ben)) {
                try await store.setDisabled(true, people.ben.id, at: StoreFixture.now)
                // The same attempt writes on.
                try await store.setDisabled(false, people.ben.id, at: StoreFixture.now)
            }
            let kept = try #require(try await store.proposal(proposal.id, tenant: fixture.tenant))
            #expect(kept.end == .agreed && kept.endedBy == people.ben.id && kept.sealed == nil)
            let entries = try await told(fixture)
            #expect(entries.map(\.kind) == ["proposalMade", "proposalAgreed", "operatorEnded"])
            #expect(entries.last?.detail["actor"] == "operator ben")
            #expect(entries.last?.detail["proposer"] == "operator ada")
            #expect(entries.last?.detail["agreement"] == proposal.id.text)
            // Another attempt does nothing.
            await #expect(throws: StorageError.proposalEnded) {
                try await AuditActor.$current.withValue(agreement(proposal, by: people.ben, attempt: [2])) {
                    try await store.setDisabled(true, people.ben.id, at: StoreFixture.now)
                }
            }
            #expect(try await store.operatorRow(tenant: fixture.tenant, name: "ben")?.disabledAt == nil)
            #expect(try await told(fixture).count == entries.count)
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("of several who agree at once one does it") { fixture in
            let (store, people) = (fixture.store, try await people(fixture))
            let proposal = try fixture.proposal(by: people.ada.id)
            try await store.add(proposal, atMost: 9)
            let done = try await withThrowingTaskGroup(of: Int.self) { group in
                for attempt in UInt8(1)...8 {
                    group.addTask {
                        do {
                            let actor = agreement(proposal, by: people.ben, attempt: [attempt])
                            try await AuditActor.$current.withValue(actor) {
                                try await store.note(.clockTrusted, tenant: fixture.tenant, at: StoreFixture.now)
                            }
                            return 1
                        } catch StorageError.proposalEnded {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(done == 1)
            #expect(try await store.auditEntries().filter { $0.kind == "clockTrusted" }.count == 1)
        },
        StoreContract("what was proposed is not done by its proposer, too late, or in the name of who was disabled") {
            fixture in
            let (store, people) = (fixture.store, try await people(fixture))
            func isDone(_ proposal: ProposalRow, by colleague: OperatorRow, after seconds: Int64 = 0) async throws
                -> Bool
            {
                do {
                    try await AuditActor.$current.withValue(agreement(proposal, by: colleague)) {
                        try await store.note(
                            .clockTrusted, tenant: fixture.tenant, at: StoreFixture.now.adding(seconds: seconds))
                    }
                    return true
                } catch StorageError.proposalEnded {
                    return false
                }
            }
            let rows = try (0..<4).map { _ in try fixture.proposal(by: people.ada.id) }
            for row in rows { try await store.add(row, atMost: 9) }
            #expect(try await !isDone(rows[0], by: people.ada))
            #expect(try await !isDone(rows[0], by: people.ben, after: 600))
            #expect(try await isDone(rows[0], by: people.ben, after: 599))
            #expect(
                try await store.decline(
                    rows[1].id, tenant: fixture.tenant, by: people.ben.id, leaving: [7], at: StoreFixture.now))
            #expect(try await !isDone(rows[1], by: people.ben))
            let declined = try await store.proposal(rows[1].id, tenant: fixture.tenant)
            #expect(declined?.end == .declined && declined?.sealed == [7] && declined?.endedBy == people.ben.id)
            try await store.setDisabled(true, people.ada.id, at: StoreFixture.now)
            try await store.setDisabled(false, people.ada.id, at: StoreFixture.now)
            let void = try await store.proposal(rows[2].id, tenant: fixture.tenant)
            #expect(void?.end == .void && void?.sealed == nil)
            #expect(try await !isDone(rows[2], by: people.ben))
            #expect(
                try await !store.decline(
                    rows[2].id, tenant: fixture.tenant, by: people.ben.id, leaving: [7], at: StoreFixture.now))
            #expect(
                try await told(fixture).filter { $0.kind == "proposalExpired" }.map { $0.detail["cause"] }
                    == ["void", "void"])
        },
        StoreContract("proposals expire, tell it, and are gone a while after") { fixture in
            let (store, people) = (fixture.store, try await people(fixture))
            let proposal = try fixture.proposal(by: people.ada.id)
            try await store.add(proposal, atMost: 9)
            let (now, end) = (StoreFixture.now, proposal.expiresAt)
            #expect(try await store.expireProposals(at: end.adding(seconds: -1), forgettingBefore: now) == 0)
            #expect(try await store.expireProposals(at: end, forgettingBefore: now) == 1)
            let expired = try await store.proposal(proposal.id, tenant: fixture.tenant)
            #expect(expired?.end == .expired && expired?.sealed == nil && expired?.endedAt == end)
            #expect(try await told(fixture).last?.detail["cause"] == "expired")
            #expect(try await store.expireProposals(at: end, forgettingBefore: end) == 0)
            #expect(try await store.proposals(tenant: fixture.tenant, limit: 9).count == 1)
            #expect(try await store.expireProposals(at: end, forgettingBefore: end.adding(seconds: 1)) == 0)
            #expect(try await store.proposals(tenant: fixture.tenant, limit: 9) == [])
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("nothing that was said of an erased person stays in a proposal") { fixture in
            let (store, people) = (fixture.store, try await people(fixture))
            let new = try fixture.new(username: "eve", session: "session")
            try await store.begin(new)
            let proposal = try fixture.proposal(by: people.ada.id, about: new.id)
            try await store.add(proposal, atMost: 9)
            try await store.beginErasure(of: new.id, at: StoreFixture.now)
            let kept = try #require(try await store.proposal(proposal.id, tenant: fixture.tenant))
            #expect(kept.sealed == nil && kept.end == nil)
        },
    ]
}
