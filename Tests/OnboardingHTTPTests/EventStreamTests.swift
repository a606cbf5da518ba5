import OnboardingCore
import OnboardingStorage
import Synchronization
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingHTTP
@testable import Tenancy

/// What a stream writes and when it ends, by a clock that is set.
@Suite(.endsWhereItHangs) struct EventStreamTests {
    /// How the enrollment of a stream stands, and when it is now.
    private final class World: Sendable {
        private struct State {
            var now = Instant(millisecondsSince1970: 1_800_000_000_000)
            var version = 1
            var looks: (@Sendable () throws -> Int?)?
        }

        let id: EnrollmentID
        private let state = Mutex(State())

        init() throws {
            id = try .random()
        }

        var now: Instant { state.withLock { $0.now } }

        func pass(seconds: Int64) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

        func write() { state.withLock { $0.version += 1 } }

        /// Whoever looks gets this instead.
        func answer(_ look: @escaping @Sendable () throws -> Int?) {
            state.withLock { state in
                state.version += 1
                state.looks = look
            }
        }

        func look() throws -> Int? {
            let (look, version) = state.withLock { ($0.looks, $0.version) }
            return if let look { try look() } else { version }
        }

        var changes: EnrollmentChanges {
            EnrollmentChanges(
                counter: { self.state.withLock { $0.version } },
                revisions: { ids in
                    let version = self.state.withLock { $0.version }
                    return ids.map { EnrollmentRevision(id: $0, version: version, deadline: nil) }
                })
        }

        /// A stream whose enrollment is over with version 9.
        var stream: EventStream<Int> {
            EventStream(
                clock: { self.now }, look: { _ in try self.look() }, isOver: { $0 == 9 },
                message: { version, _ in "\(version)\n\n" })
        }
    }

    private let world: World
    private let changes: EnrollmentChanges
    private let subscription: ChangeSubscription

    init() throws {
        world = try World()
        changes = world.changes
        subscription = try #require(changes.subscribe(to: world.id))
    }

    /// Runs a stream and rounds beside it.
    /// - Parameter told: given what was written so far whenever something was, to do what comes next.
    /// - Returns: all that was written.
    private func run(_ told: @escaping @Sendable ([String]) -> Void) async throws -> [String] {
        let rounds = Task {
            while !Task.isCancelled {
                try await changes.round(at: world.now)
                await Task.yield()
            }
        }
        defer { rounds.cancel() }
        let written = Mutex<[String]>([])
        try await world.stream.tell(from: 1, at: subscription, since: world.now, as: .current) { text in
            told(
                written.withLock { written in
                    written.append(text)
                    return written
                })
        }
        return written.withLock { $0 }
    }

    @Test func theFirstMessageComesAtOnceAndOneForEachChangeUntilItIsOver() async throws {
        let world = world
        let written = try await run { _ in world.write() }
        #expect(written.first == "retry: 2000\n\n1\n\n" && written.last == "9\n\n")
        #expect(written.dropFirst().compactMap { Int($0.prefix(1)) } == Array(2...9))
    }

    @Test func whatIsOverIsToldAndThatIsAll() async throws {
        let written = Mutex<[String]>([])
        try await world.stream.tell(from: 9, at: subscription, since: world.now, as: .current) { text in
            written.withLock { $0.append(text) }
        }
        #expect(written.withLock { $0 } == ["retry: 2000\n\n9\n\n"])
    }

    @Test func somethingIsSaidAsOftenAsAProxyWantsUntilTheTimeIsUp() async throws {
        let world = world
        let written = try await run { _ in world.pass(seconds: 15) }
        #expect(written.count == 20)
        #expect(Set(written.dropFirst()) == [": nothing new\n\n"])
    }

    @Test func aStreamEndsWhenItsClientMayNotBeTold() async throws {
        let world = world
        let written = try await run { _ in world.answer { nil } }
        #expect(written.count == 1)
    }

    @Test func whatTheClientMayNotSeeAnyMoreEndsItInOrder() async throws {
        let world = world
        let written = try await run { _ in world.answer { throw Refusal(.tokenUnknown) } }
        #expect(written.count == 1)
    }

    @Test func whatIsBrokenBreaksItOff() async throws {
        let world = world
        await #expect(throws: StorageError.keyMissing) {
            _ = try await run { _ in world.answer { throw StorageError.keyMissing } }
        }
    }

    @Test func aStreamEndsWithItsSubscription() async throws {
        let subscription = subscription
        let written = try await run { _ in subscription.end() }
        #expect(written.count == 1)
    }

    @Test func aResponseThatIsNeverSentHoldsNoPlace() throws {
        var response: Response? = world.stream.response(
            from: 1, at: try #require(changes.subscribe(to: world.id)), since: world.now)
        #expect(response?.contentType == "text/event-stream; charset=utf-8")
        #expect(changes.counts.subscribers == 2)
        response = nil
        #expect(changes.counts.subscribers == 1)
    }
}
