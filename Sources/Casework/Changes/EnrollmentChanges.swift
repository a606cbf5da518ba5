package import OnboardingCore
package import OnboardingStorage
internal import Synchronization
package import Tenancy

/// Tells those who wait that something of an enrollment may have changed, whichever process has changed it (decision 0099). The
/// database is asked once for all of them, and for no row while nobody writes: an open page costs nothing until something
/// happens.
///
/// Whoever subscribes has looked before, and looks again at each signal. The first comes with the first round after the
/// subscription, so that nothing is missed between that look and what rounds compare with.
package final class EnrollmentChanges: Sendable {
    /// Somebody who waits.
    private struct Subscriber {
        let enrollment: EnrollmentID
        let requester: Requester
        let signal: AsyncStream<Void>.Continuation
        /// When to wake them though nothing has changed.
        var wakesAt: Instant?
    }

    /// An enrollment that somebody waits for.
    private struct Watched {
        var subscribers: Set<Int> = []
        /// Whether those who wait were signalled since the last of them came.
        var isKnown = false
        /// Nil where it is erased.
        var revision: EnrollmentRevision?
        /// Whether its deadline has passed and those who wait were told: that changes how it stands, and no row.
        var isOverdue = false
    }

    private struct State {
        var subscribers: [Int: Subscriber] = [:]
        var shares = Shares(capacity: Limit.eventStreams.value)
        var watched: [EnrollmentID: Watched] = [:]
        var lastNumber = 0
        /// What the store said when all that are watched were last asked for.
        var counter: Int?

        /// Makes room for one more.
        /// - Returns: whose wait ends for it; nil where nobody has to give way, and there is none.
        mutating func makeRoom(for newcomer: Requester) -> AsyncStream<Void>.Continuation?? {
            guard subscribers.count >= shares.capacity else { return .some(nil) }
            let shares = shares
            let last = subscribers.filter { shares.yields($0.value.requester, to: newcomer, wanting: 1) }.keys.max()
            return last.map { remove($0) }
        }

        /// - Returns: who waits under this number; nil where nobody does any more.
        mutating func remove(_ number: Int) -> AsyncStream<Void>.Continuation? {
            guard let ended = subscribers.removeValue(forKey: number) else { return nil }
            shares.give(1, back: ended.requester)
            watched[ended.enrollment]?.subscribers.remove(number)
            if watched[ended.enrollment]?.subscribers.isEmpty == true { watched[ended.enrollment] = nil }
            return ended.signal
        }

        /// - Parameter asked: the enrollments that `found` was read for.
        /// - Returns: whom to signal.
        mutating func take(
            _ found: [EnrollmentID: EnrollmentRevision], of asked: [EnrollmentID]
        ) -> [AsyncStream<Void>.Continuation] {
            var signals: [AsyncStream<Void>.Continuation] = []
            for id in asked {
                // Its last subscriber may have gone meanwhile.
                guard var entry = watched[id] else { continue }
                let revision = found[id]
                guard !entry.isKnown || entry.revision != revision else { continue }
                entry.isOverdue = entry.isOverdue && entry.revision == revision
                (entry.isKnown, entry.revision) = (true, revision)
                watched[id] = entry
                signals += entry.subscribers.compactMap { subscribers[$0]?.signal }
            }
            return signals
        }

        /// - Returns: whom to signal because of the time alone.
        mutating func wake(at now: Instant) -> [AsyncStream<Void>.Continuation] {
            var signals: [AsyncStream<Void>.Continuation] = []
            for index in subscribers.values.indices {
                guard let instant = subscribers.values[index].wakesAt, instant <= now else { continue }
                subscribers.values[index].wakesAt = nil
                signals.append(subscribers.values[index].signal)
            }
            for index in watched.values.indices {
                let entry = watched.values[index]
                guard let deadline = entry.revision?.deadline, deadline <= now, !entry.isOverdue else { continue }
                watched.values[index].isOverdue = true
                signals += entry.subscribers.compactMap { subscribers[$0]?.signal }
            }
            return signals
        }
    }

    private let counter: @Sendable () async throws -> Int
    private let revisions: @Sendable ([EnrollmentID]) async throws -> [EnrollmentRevision]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - counter: as `Store.commitCounter`.
    ///   - revisions: as `Store.revisions`.
    package init(
        counter: @escaping @Sendable () async throws -> Int,
        revisions: @escaping @Sendable (_ ids: [EnrollmentID]) async throws -> [EnrollmentRevision]
    ) {
        self.counter = counter
        self.revisions = revisions
    }

    /// Subscribes to an enrollment that the caller has looked at. Where all places are taken, whoever came last of those who hold more
    /// than a share waits no longer (`Shares`).
    /// - Returns: nil where too many wait, for it or for all together.
    package func subscribe(
        to id: EnrollmentID, for requester: Requester = .current
    ) -> ChangeSubscription? {
        // One signal that waits is as good as many: whoever takes it looks at what is.
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var ended: AsyncStream<Void>.Continuation?
        let number = state.withLock { state -> Int? in
            guard state.watched[id]?.subscribers.count ?? 0 < Limit.eventStreamsOfSession.value,
                let giving = state.makeRoom(for: requester)
            else { return nil }
            ended = giving
            state.lastNumber += 1
            state.shares.take(1, for: requester)
            state.subscribers[state.lastNumber] = Subscriber(enrollment: id, requester: requester, signal: signal)
            state.watched[id, default: Watched()].subscribers.insert(state.lastNumber)
            state.watched[id]?.isKnown = false
            return state.lastNumber
        }
        ended?.finish()
        return number.map { ChangeSubscription(to: self, number: $0, signals: signals) }
    }

    /// Signals whoever has something to look at.
    package func round(at now: Instant) async throws {
        // Also where the store does not answer: a stream has to learn that, too.
        let woken = state.withLock { $0.wake(at: now) }
        for signal in woken { signal.yield() }
        if state.withLock({ $0.subscribers.isEmpty }) { return }
        // Before the rows are read: what is committed meanwhile is found by the next round.
        let counter = try await self.counter()
        let asked = state.withLock { state in
            state.watched.filter { state.counter != counter || !$0.value.isKnown }.map(\.key)
        }
        let revisions = asked.isEmpty ? [] : try await self.revisions(asked)
        let found = Dictionary(revisions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let changed = state.withLock { state in
            state.counter = counter
            return state.take(found, of: asked)
        }
        for signal in changed { signal.yield() }
    }

    /// Signals those who wait for an enrollment of which something has changed that is in no row that rounds read.
    package func signal(_ id: EnrollmentID) {
        let signals = state.withLock { state in
            (state.watched[id]?.subscribers ?? []).compactMap { state.subscribers[$0]?.signal }
        }
        for signal in signals { signal.yield() }
    }

    /// Wakes a subscriber at an instant, whatever happens.
    func wake(_ number: Int, at instant: Instant) {
        state.withLock { $0.subscribers[number]?.wakesAt = instant }
    }

    /// Frees a subscriber's place and ends their wait; nothing where that has been done.
    func end(_ number: Int) {
        state.withLock { $0.remove(number) }?.finish()
    }

    /// How many wait, and for how many enrollments.
    var counts: (subscribers: Int, enrollments: Int) { state.withLock { ($0.subscribers.count, $0.watched.count) } }
}
