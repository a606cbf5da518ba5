import OnboardingCore
import OnboardingStorage
import Synchronization
import Tenancy
import TestSupport
import Testing

@testable import Casework

@Suite struct EnrollmentChangesTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)
    private static let later = now.adding(seconds: 3600)

    /// What a store says, without one.
    private final class Rows: Sendable {
        private struct Content {
            var counter = 0
            var reads = 0
            var revisions: [EnrollmentID: EnrollmentRevision] = [:]
            var erased: Set<EnrollmentID> = []
        }

        private let content = Mutex(Content())

        func changes() -> EnrollmentChanges {
            EnrollmentChanges(
                counter: { self.content.withLock { $0.counter } },
                revisions: { ids in
                    let found = self.content.withLock { content in
                        content.reads += 1
                        return ids.compactMap { content.revisions[$0] }
                    }
                    // Others go on between the read and what is made of it.
                    await Task.yield()
                    return found
                })
        }

        /// How often rows were read.
        var reads: Int { content.withLock { $0.reads } }

        /// Nil where it is erased.
        func version(of id: EnrollmentID) -> Int? {
            content.withLock { $0.erased.contains(id) ? nil : $0.revisions[id]?.version ?? 0 }
        }

        func write(_ id: EnrollmentID, deadline: Instant? = nil) {
            content.withLock { content in
                guard !content.erased.contains(id) else { return }
                content.counter += 1
                let version = (content.revisions[id]?.version ?? 0) + 1
                content.revisions[id] = EnrollmentRevision(id: id, version: version, deadline: deadline)
            }
        }

        func erase(_ id: EnrollmentID) {
            content.withLock { content in
                content.counter += 1
                content.revisions[id] = nil
                content.erased.insert(id)
            }
        }
    }

    private let rows = Rows()
    private let changes: EnrollmentChanges

    init() {
        changes = rows.changes()
    }

    /// Subscribes, does a round and takes its signal.
    private func settled(_ id: EnrollmentID) async throws -> ChangeSubscription {
        let subscription = try #require(changes.subscribe(to: id))
        try await changes.round(at: Self.now)
        #expect(await subscription.next(by: Self.later), "whoever subscribed looks once more")
        return subscription
    }

    /// Whether a signal waits for it; ends it.
    private func wasSignalled(_ subscription: ChangeSubscription) async -> Bool {
        subscription.end()
        return await subscription.next(by: Self.later)
    }

    @Test(.endsWhereItHangs) func whoeverWaitsIsSignalledForWhatChangesOfTheirs() async throws {
        let (own, foreign) = (try EnrollmentID.random(), try EnrollmentID.random())
        rows.write(own)
        rows.write(foreign)
        let undisturbed = try await settled(own)
        rows.write(foreign)
        try await changes.round(at: Self.now)
        #expect(await !wasSignalled(undisturbed), "another's")
        let written = try await settled(own)
        rows.write(own)
        rows.write(own)
        try await changes.round(at: Self.now)
        #expect(await written.next(by: Self.later))
        try await changes.round(at: Self.now)
        #expect(await !wasSignalled(written), "twice is once")
        let erased = try await settled(own)
        rows.erase(own)
        try await changes.round(at: Self.now)
        #expect(await wasSignalled(erased))
    }

    @Test(.endsWhereItHangs) func whoDeclinesIsToldToWhoeverFollowsThemThoughNoRowChanges() async throws {
        let (own, foreign) = (try EnrollmentID.random(), try EnrollmentID.random())
        let declined = DeclinedConsents(changes: changes)
        let (waiting, undisturbed) = (try await settled(own), try await settled(foreign))
        declined.note(own, at: Self.now)
        #expect(declined.contains(own) && !declined.contains(foreign))
        #expect(await wasSignalled(waiting), "at once, without a round")
        #expect(await !wasSignalled(undisturbed), "another's")
    }

    @Test(.endsWhereItHangs) func noRowIsReadWhileNobodyWritesOrNobodyWaits() async throws {
        let id = try EnrollmentID.random()
        let subscription = try await settled(id)
        let reads = rows.reads
        for _ in 0..<10 { try await changes.round(at: Self.now) }
        #expect(rows.reads == reads)
        rows.write(id)
        for _ in 0..<10 { try await changes.round(at: Self.now) }
        #expect(rows.reads == reads + 1)
        subscription.end()
        rows.write(id)
        try await changes.round(at: Self.now)
        #expect(rows.reads == reads + 1)
    }

    /// A change between the look of who comes and their subscription is older than what the others wait for.
    @Test(.endsWhereItHangs) func whoComesLateIsSignalledThoughTheOthersKnow() async throws {
        let id = try EnrollmentID.random()
        let early = try await settled(id)
        rows.write(id)
        try await changes.round(at: Self.now)
        let late = try #require(changes.subscribe(to: id))
        try await changes.round(at: Self.now)
        #expect(await wasSignalled(late))
        early.end()
    }

    @Test(.endsWhereItHangs) func aDeadlineThatPassesIsToldOnceThoughNoRowChanges() async throws {
        let id = try EnrollmentID.random()
        rows.write(id, deadline: Self.now.adding(seconds: 5))
        let before = try await settled(id)
        try await changes.round(at: Self.now.adding(seconds: 4))
        #expect(await !wasSignalled(before))
        let after = try await settled(id)
        try await changes.round(at: Self.now.adding(seconds: 5))
        #expect(await after.next(by: Self.later))
        try await changes.round(at: Self.now.adding(seconds: 6))
        #expect(await !wasSignalled(after))
    }

    @Test(.endsWhereItHangs) func whoWaitsIsWokenAtTheInstantThatTheyName() async throws {
        let subscription = try await settled(try .random())
        let waiting = Task { await subscription.next(by: Self.now.adding(seconds: 15)) }
        let rounds = Task {
            while !Task.isCancelled {
                try await changes.round(at: Self.now.adding(seconds: 15))
                await Task.yield()
            }
        }
        #expect(await waiting.value)
        rounds.cancel()
        try? await rounds.value
    }

    @Test(.endsWhereItHangs) func whoWaitsIsWokenThoughTheStoreDoesNotAnswer() async throws {
        let changes = EnrollmentChanges(
            counter: { throw StorageError.transactionLost }, revisions: { _ in throw StorageError.transactionLost })
        let subscription = try #require(changes.subscribe(to: try .random()))
        let waiting = Task { await subscription.next(by: Self.now) }
        let rounds = Task {
            while !Task.isCancelled {
                try? await changes.round(at: Self.now)
                await Task.yield()
            }
        }
        #expect(await waiting.value)
        rounds.cancel()
        await rounds.value
    }

    @Test(.endsWhereItHangs) func whoIsCancelledOrEndedWaitsNoLonger() async throws {
        let (one, other) = (try await settled(try .random()), try await settled(try .random()))
        let cancelled = Task { await one.next(by: Self.later) }
        let ended = Task { await other.next(by: Self.later) }
        cancelled.cancel()
        other.end()
        #expect(await !cancelled.value)
        #expect(await !ended.value)
        one.end()
        #expect(changes.counts.subscribers == 0 && changes.counts.enrollments == 0)
    }

    @Test func placesAreLimitedForAllAndForEachEnrollmentAndComeBack() throws {
        let id = try EnrollmentID.random()
        var own = (0..<Limit.eventStreamsOfSession.value).compactMap { _ in changes.subscribe(to: id) }
        #expect(own.count == Limit.eventStreamsOfSession.value)
        #expect(changes.subscribe(to: id) == nil)
        var others: [ChangeSubscription] = []
        while own.count + others.count < Limit.eventStreams.value {
            others.append(try #require(changes.subscribe(to: try .random())))
        }
        #expect(changes.subscribe(to: try .random()) == nil)
        own[0].end()
        own[0].end()
        #expect(changes.counts.subscribers == Limit.eventStreams.value - 1, "given back once")
        own[0] = try #require(changes.subscribe(to: id))
        #expect(changes.subscribe(to: id) == nil)
        own = []
        others = []
        #expect(changes.counts.subscribers == 0 && changes.counts.enrollments == 0, "nobody holds them")
    }

    /// One address opens all streams that there are, with a session for each eight of them.
    @Test(.endsWhereItHangs) func anAddressThatHoldsMoreThanItsShareGivesWay() async throws {
        let tenant = try TenantID.random()
        let (greedy, other) = (
            Requester(tenant: tenant, block: "192.0.2.1", session: nil),
            Requester(tenant: tenant, block: "198.51.100.1", session: nil)
        )
        var taken: [ChangeSubscription] = []
        for _ in 0..<Limit.eventStreams.value {
            taken.append(try #require(changes.subscribe(to: try .random(), for: greedy)))
        }
        #expect(changes.subscribe(to: try .random(), for: greedy) == nil)
        let waiting = Task { [last = taken[taken.count - 1]] in await last.next(by: Self.later) }
        var others: [ChangeSubscription] = []
        for _ in 0..<(Limit.eventStreams.value / 8) {
            others.append(try #require(changes.subscribe(to: try .random(), for: other)))
        }
        #expect(await !waiting.value, "whoever came last waits no longer")
        #expect(changes.subscribe(to: try .random(), for: other) == nil, "its own share, and no more")
        #expect(changes.counts.subscribers == Limit.eventStreams.value)
        taken = []
        others = []
        #expect(changes.counts.subscribers == 0 && changes.counts.enrollments == 0)
    }

    /// Somebody who looks, subscribes, and looks at each signal.
    private final class Reader: Sendable {
        let id: EnrollmentID
        let task: Task<Void, Never>
        private let seen: Seen

        private final class Seen: Sendable {
            let version: Mutex<Int?>

            init(_ version: Int?) {
                self.version = Mutex(version)
            }
        }

        init?(_ id: EnrollmentID, _ rows: Rows, _ changes: EnrollmentChanges) {
            let seen = Seen(rows.version(of: id))
            guard let subscription = changes.subscribe(to: id) else { return nil }
            (self.id, self.seen) = (id, seen)
            task = Task {
                while await subscription.next(by: EnrollmentChangesTests.later) {
                    let version = rows.version(of: id)
                    seen.version.withLock { $0 = version }
                }
                subscription.end()
            }
        }

        var version: Int? { seen.version.withLock { $0 } }
    }

    @Test(.endsWhereItHangs) func whoeverIsLeftHasSeenTheLastStateAndNoPlaceIsLost() async throws {
        var random = SeededGenerator.announced()
        for _ in 0..<20 { try await course(&random) }
    }

    /// Some come and go while others write, and rounds go on beside them.
    private func course(_ random: inout SeededGenerator) async throws {
        let (rows, ids) = (Rows(), try (0..<4).map { _ in try EnrollmentID.random() })
        let changes = rows.changes()
        let rounds = Task {
            while !Task.isCancelled {
                try await changes.round(at: Self.now)
                await Task.yield()
            }
        }
        var readers: [Reader] = []
        for _ in 0..<200 {
            let id = ids[Int.random(in: 0..<ids.count, using: &random)]
            switch Int.random(in: 0..<80, using: &random) {
            case 0..<30: rows.write(id)
            case 30..<50: if let reader = Reader(id, rows, changes) { readers.append(reader) }
            case 50..<60 where !readers.isEmpty:
                readers.remove(at: Int.random(in: 0..<readers.count, using: &random)).task.cancel()
            case 60: rows.erase(id)
            default: await Task.yield()
            }
        }
        // The time limit ends the test where one never sees the last state, or a place is lost.
        while !readers.allSatisfy({ $0.version == rows.version(of: $0.id) }) { await Task.yield() }
        for reader in readers { reader.task.cancel() }
        while changes.counts.subscribers > 0 || changes.counts.enrollments > 0 { await Task.yield() }
        rounds.cancel()
        try? await rounds.value
    }
}
